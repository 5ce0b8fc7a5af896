/* The yardstick of Goat: worlds dealt by the core, each played out by the cheapest cards. */
#include "../../bots/core/goat.c"

static i64 price(i64 card) { return (card >> 2) + ((card & 3) == TRUMPS ? 9 : 0); }

static u64 cheapest(u64 hand, i64 many) {   /* of its cards; of equal ones those of lower suits */
  u64 cards = 0;
  while (many-- > 0) {
    i64 best = -1;
    for (u64 rest = hand & ~cards; rest; rest &= rest - 1)
      if (best < 0 || price(lowest(rest)) < price(best)) best = lowest(rest);
    cards |= ONE << best;
  }
  return cards;
}

static u64 cheapest_beating(const State *s, u64 hand) {
  u64 best = 0;
  i64 least = 0;
  for (u64 cards = hand; cards; cards = (cards - 1) & hand) {
    i64 cost = 0;
    if (size(cards) != s->size || !beats(cards, s->best)) continue;
    for (u64 rest = cards; rest; rest &= rest - 1) cost += price(lowest(rest));
    if (best && cost >= least) continue;
    best = cards;
    least = cost;
  }
  return best;
}

static int may_pull(const State *s) {
  u64 hand = s->hand[s->turn];
  if (size(hand) < HAND || !of_one_suit(hand)) return 0;
  if (!s->count || s->size < HAND) return 1;
  i64 first = (s->turn - s->count) & 3;
  return ((s->turn - s->leader) & 3) < ((first - s->leader) & 3);
}

static void play_cheapest(State *s) {
  u64 hand = s->hand[s->turn], beating_set = 0;
  if (may_pull(s)) {
    pull(s, s->turn);
    return;
  }
  if (s->count && (s->turn ^ s->best_seat) & 1) beating_set = cheapest_beating(s, hand);
  if (beating_set) lay(s, beating_set, 1);
  else lay(s, cheapest(hand, s->count ? s->size : 1), !s->count);
}

/* The budget is the number of worlds; the values are the playouts won less those lost. */
__attribute__((export_name("flat"))) void flat(void) {
  State s = asked();
  i64 seat = (i64)words[ME], values[MOVES], unseen_count = 0;
  u64 moves[MOVES];
  set_beating();
  set_chances();
  for (u64 cards = words[UNSEEN]; cards; cards &= cards - 1) unseen[unseen_count++] = lowest(cards);
  chance = words[SEED];
  i64 count = moves_of(&s, moves, values);
  for (i64 at = 0; at < count; at++) values[at] = 0;
  for (u64 worlds = words[BUDGET]; worlds; worlds--) {
    State world = dealt(&s, unseen_count);
    for (i64 at = 0; at < count; at++) {
      State next = world;
      if (moves[at] >> PULLED & 1) pull(&next, seat);
      else lay(&next, moves[at] & ALL, !(moves[at] >> FACE_DOWN & 1));
      while (next.count || next.hand[next.turn]) play_cheapest(&next);
      i64 ahead = next.points[seat & 1] - next.points[~seat & 1];
      values[at] += (ahead > 0) - (ahead < 0);
    }
  }
  words[CHOSEN] = moves[highest(values, count)];
  words[WORLDS] = words[BUDGET];
  words[POSITIONS] = words[CUT] = 0;
  words[COUNT] = (u64)count;
  for (i64 at = 0; at < count; at++) {
    words[VALUES + 2 * at] = moves[at];
    words[VALUES + 2 * at + 1] = (u64)values[at];
  }
}
