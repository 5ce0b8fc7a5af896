/* Durak: a whole decision in one call. `bots/durak/twin.py` says the same in Python, line by line.
 *
 * With a stock: the unseen cards are dealt at random, again and again, and after each move both
 * sides play on by a simple rule. Without a stock all cards are known, and the search is exact.
 */
#include "core.h"

enum { TAKE = 36, DONE = 37, MOVES = 40, HAND = 6 };
enum { ON = 3, DRAW = 2 };   /* results: 0 and 1 are the winners */
enum { SLOTS = 1 << 14 };

/* The question, and after it the answer. */
enum { TRUMP, ANY_TRUMP, DRAW_OUT, THROW_IN, ME, ATTACKER, TAKING, ATTACKS, BEATEN, ATTACK, TABLE,
       STOCK, SHOWN, HIDDEN, HAND_0, HAND_1, UNSEEN, SEED, BUDGET, WORDS };
enum { CHOSEN, WORLDS, POSITIONS, CUT, COUNT, VALUES };

typedef struct {
  u64 hand[2], table;
  i64 attack, attacker, taking, attacks, beaten, next, stock;
} State;

typedef struct { u64 first, second; i64 low, high; } Slot;

static u64 trumps, beating[CARDS], chance, positions, budget;
static i64 draw_out, throw_in, cut, pack[CARDS], unseen[CARDS];
static Slot slots[SLOTS];

static i64 below(u64 bound) { return (i64)((number(&chance) >> 32) * bound >> 32); }

/* --- The rules -------------------------------------------------------------------------------- */

static void read_options(void) {
  i64 trump = (i64)words[TRUMP];
  trumps = SUIT << trump;
  draw_out = (i64)words[DRAW_OUT];
  throw_in = (i64)words[THROW_IN];
  for (i64 card = 0; card < CARDS; card++) {
    int any = (card & 3) != trump || words[ANY_TRUMP];
    beating[card] = higher(card) | (any ? trumps : 0);
  }
}

static i64 mover(const State *s) { return s->attack == NONE ? s->attacker : 1 - s->attacker; }

static u64 ranks(u64 cards) {
  cards |= cards >> 1 & 0x777777777ULL;
  cards |= cards >> 2 & 0x333333333ULL;
  return (cards & SUIT) * 15;
}

static u64 playable(const State *s) {
  u64 hand = s->hand[mover(s)];
  if (s->attack != NONE) return hand & beating[s->attack];
  return s->attacks ? hand & ranks(s->table) : hand;
}

static i64 word(const State *s) {   /* the move without a card */
  return s->attack != NONE ? TAKE : s->attacks ? DONE : NONE;
}

static i64 cheapest(u64 cards) { return lowest(cards & ~trumps ? cards & ~trumps : cards); }

static void draw(State *s, i64 seat) {
  for (i64 due = HAND - size(s->hand[seat]); due > 0 && s->next < s->stock; due--)
    s->hand[seat] |= ONE << pack[s->next++];
}

static i64 winner(const State *s) {
  if (s->hand[0]) return 1;
  return s->hand[1] ? 0 : DRAW;
}

static int one_is_out(const State *s) { return s->next == s->stock && !(s->hand[0] && s->hand[1]); }

static void play(State *s, i64 move) {
  if (move == TAKE) {
    s->taking = 1;
    s->attack = NONE;
    return;
  }
  s->hand[mover(s)] &= ~(ONE << move);
  s->table |= ONE << move;
  if (s->attack != NONE) {
    s->beaten++;
    s->attack = NONE;
  } else {
    s->attacks++;
    if (!s->taking) s->attack = move;
  }
}

static i64 step(State *s, i64 move) {   /* a move with all that follows it */
  i64 attacker = s->attacker, defender = 1 - attacker;
  if (move != DONE) play(s, move);
  int replies = draw_out && s->attack != NONE && size(s->hand[defender]) == 1;
  if (one_is_out(s) && !replies) return winner(s);
  if (s->attack != NONE) return ON;
  i64 limit = size(s->hand[defender]) + s->beaten;
  if (limit > HAND) limit = HAND;
  int over = move == DONE || s->attacks == limit || !s->hand[0] || !s->hand[1];
  if (!over && !(s->taking && !throw_in)) return ON;
  if (s->taking) s->hand[defender] |= s->table;
  else s->attacker = defender;
  s->table = 0;
  s->taking = s->attacks = s->beaten = 0;
  draw(s, attacker);
  draw(s, defender);
  return one_is_out(s) ? winner(s) : ON;
}

/* --- The search ------------------------------------------------------------------------------- */

static i64 value(i64 result, i64 seat) { return result == DRAW ? 0 : result == seat ? 1 : -1; }

static int counted(void) {
  if (positions == budget) {
    cut = 1;
    return 0;
  }
  positions++;
  return 1;
}

static Slot *slot(u64 first, u64 second) {
  u64 mixed = first * 0x9E3779B97F4A7C15ULL ^ second * 0xBF58476D1CE4E5B9ULL;
  return &slots[mixed >> 40 & (SLOTS - 1)];
}

static i64 solved(const State *s, i64 alpha, i64 beta);

static i64 after(const State *s, i64 move, i64 alpha, i64 beta) {
  State next = *s;
  i64 seat = mover(s), result = step(&next, move);
  if (result != ON) return value(result, seat);
  return mover(&next) == seat ? solved(&next, alpha, beta) : -solved(&next, -beta, -alpha);
}

static i64 searched(const State *s, i64 alpha, i64 beta) {
  i64 best = -2;
  for (u64 cards = playable(s); cards && best < beta && !cut;) {
    i64 move = cheapest(cards), worth = after(s, move, best > alpha ? best : alpha, beta);
    cards &= ~(ONE << move);
    if (worth > best) best = worth;
  }
  if (word(s) == NONE || best >= beta || cut) return best;
  i64 worth = after(s, word(s), best > alpha ? best : alpha, beta);
  return worth > best ? worth : best;
}

static i64 solved(const State *s, i64 alpha, i64 beta) {   /* for the seat to move */
  if (!counted()) return 0;
  if (s->attacks) return searched(s, alpha, beta);
  u64 first = s->hand[0] | (u64)(s->attacker + 1) << CARDS, second = s->hand[1];
  Slot *kept = slot(first, second);
  i64 low = -1, high = 1;
  if (kept->first == first && kept->second == second) {
    low = kept->low;
    high = kept->high;
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
  }
  i64 best = searched(s, alpha, beta);
  if (cut) return 0;
  if (best > alpha) low = best;
  if (best < beta) high = best;
  *kept = (Slot){first, second, low, high};
  return best;
}

static i64 by_rule(const State *s) {
  u64 cards = playable(s);
  if (!cards) return word(s);
  i64 card = cheapest(cards);
  int keeps = s->attack == NONE && s->attacks && s->next < s->stock;
  return keeps && trumps >> card & 1 ? DONE : card;
}

static i64 played_out(const State *s, i64 move, i64 seat) {
  State next = *s;
  i64 result = counted() ? step(&next, move) : DRAW;
  while (result == ON && counted()) result = step(&next, by_rule(&next));
  return cut ? 0 : value(result, seat);
}

/* --- The decision ----------------------------------------------------------------------------- */

static State asked(void) {
  State s = {{words[HAND_0], words[HAND_1]}, words[TABLE], (i64)words[ATTACK],
             (i64)words[ATTACKER], (i64)words[TAKING], (i64)words[ATTACKS], (i64)words[BEATEN],
             0, (i64)words[STOCK]};
  return s;
}

static State dealt(const State *s, i64 seat, i64 hidden, i64 count, i64 shown) {
  State world = *s;
  for (i64 at = count - 1; at > 0; at--) {
    i64 other = below((u64)at + 1), card = unseen[at];
    unseen[at] = unseen[other];
    unseen[other] = card;
  }
  for (i64 at = 0; at < hidden; at++) world.hand[1 - seat] |= ONE << unseen[at];
  for (i64 at = hidden; at < count; at++) pack[at - hidden] = unseen[at];
  if (s->stock) pack[s->stock - 1] = shown;
  return world;
}

static i64 moves_of(const State *s, i64 *moves) {
  i64 count = 0;
  for (u64 cards = playable(s); cards; cards &= ~(ONE << moves[count - 1]))
    moves[count++] = cheapest(cards);
  if (word(s) != NONE) moves[count++] = word(s);
  return count;
}

static i64 solve_all(const State *s, const i64 *moves, i64 count, i64 *values) {
  for (i64 at = 0; at < SLOTS; at++) slots[at].first = 0;
  for (i64 at = 0; at < count; at++) values[at] = after(s, moves[at], -1, 1);
  return !cut;
}

static i64 play_all(const State *s, i64 seat, const i64 *moves, i64 count, i64 *values) {
  i64 worth[MOVES];
  for (i64 at = 0; at < count; at++) worth[at] = played_out(s, moves[at], seat);
  if (cut) return 0;
  for (i64 at = 0; at < count; at++) values[at] += worth[at];
  return 1;
}

__attribute__((export_name("durak"))) void durak(void) {
  State s = asked();
  i64 seat = (i64)words[ME], hidden = (i64)words[HIDDEN], shown = (i64)words[SHOWN];
  i64 moves[MOVES], values[MOVES] = {0}, unseen_count = 0, worlds = 0, stopped = 0, best = 0;
  u64 most = words[BUDGET];
  read_options();
  for (u64 cards = words[UNSEEN]; cards; cards &= cards - 1) unseen[unseen_count++] = lowest(cards);
  chance = words[SEED];
  positions = 0;
  cut = 0;
  i64 count = moves_of(&s, moves);
  State world = dealt(&s, seat, hidden, unseen_count, shown);
  budget = s.stock ? most : most / 2;
  if (!s.stock) {
    if (solve_all(&world, moves, count, values)) worlds = 1;
    else {
      for (i64 at = 0; at < count; at++) values[at] = 0;
      stopped = 1;
      cut = 0;
      budget = most;
      worlds = play_all(&world, seat, moves, count, values);
    }
  } else {
    while (play_all(&world, seat, moves, count, values)) {
      worlds++;
      world = dealt(&s, seat, hidden, unseen_count, shown);
    }
    stopped = 1;
  }
  for (i64 at = 1; at < count; at++)
    if (values[at] > values[best]) best = at;
  words[CHOSEN] = (u64)moves[best];
  words[WORLDS] = (u64)worlds;
  words[POSITIONS] = positions;
  words[CUT] = (u64)stopped;
  words[COUNT] = (u64)count;
  for (i64 at = 0; at < count; at++) {
    words[VALUES + 2 * at] = (u64)moves[at];
    words[VALUES + 2 * at + 1] = (u64)values[at];
  }
}
