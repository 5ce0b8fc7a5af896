/* Goat: a whole decision in one call. `bots/goat/twin.py` says the same in Python, line by line.
 *
 * The unseen cards are dealt at random, again and again. After each of the seat's moves all seats
 * play on by a rule that sees the own hand and the cards laid face up; the results are added. The
 * suit of the trumps is the last one.
 */
#include "core.h"

enum { SEATS = 4, HAND = 4, SETS = 1 << HAND, MOVES = 40, TRUMPS = 3, TEN = 7, STOCK_MOST = 20 };
enum { FACE_DOWN = CARDS, PULLED = CARDS + 1 };   /* bits of a move beside its cards; 0 waits */
enum { CERTAIN = 1024, PARTS = 32, PARTS_BITS = 5 };
enum { WON = 30, PRIOR = 3, LIMIT = 1000 };   /* in card points; of a tenth of one */
enum { ON_TURN = 2, NOBODY = -1, ENDINGS_MOST = 100 };   /* of molodkas; a seat; worlds */

/* The question, and after it the answer. */
enum { ME, TURN, LEADER, LAID_COUNT, SET_SIZE, BEST, BEST_SEAT, LAID_0, FACE_DOWN_SEATS = LAID_0 + 4,
       HAND_0, SIZE_0 = HAND_0 + 4, POINTS_0 = SIZE_0 + 4, HIDDEN_0 = POINTS_0 + 2,
       GONE = HIDDEN_0 + 2, UNSEEN, STOCK, SHOWN, BOTTOM, MOLODKA, MAY_PULL, SEED, BUDGET, EXACT };
enum { CHOSEN, WORLDS, POSITIONS, CUT, COUNT, VALUES };

typedef struct {
  u64 hand[SEATS], laid[SEATS], best, gone;
  i64 leader, turn, count, size, best_seat, next, stock, points[2];
} State;

typedef struct { u64 cards; i64 up; } Move;

/* A hand by its sets: with a bit for each of its cards, the lowest first. */
typedef struct { u64 cards[SETS]; i64 kept[SETS], points[SETS], count; } Sets;

/* What the rule knows, in tenths of a card point: what a card is worth in the hand, by its rank.
 * With a stock and without one: what an unbeatable trump is worth besides, and so many cards of one
 * suit that are kept; the points that a card to come has. */
static const i64 KEEP_TRUMP[9] = {50, 50, 60, 65, 75, 85, 120, 165, 220};
static const i64 KEEP[9] = {0, 0, 0, 0, 0, 0, 0, 10, 20};
static const i64 UNBEATABLE[2] = {75, 40};
static const i64 TOGETHER[2][HAND] = {{0, 0, 15, 110}, {0, 0, 15, 30}};
static const i64 FROM_ENEMY[2] = {20, 55}, FROM_PARTNER[2][2] = {{10, 40}, {35, 65}};
static const i64 POINTS[9] = {0, 0, 0, 0, 2, 3, 4, 10, 11};

static u64 beating[CARDS], chance, positions, budget;
static i64 cut, endings, pack[STOCK_MOST], unseen[CARDS], at_least[PARTS + 1][HAND + 1][HAND + 1];

static i64 below(u64 bound) { return (i64)((number(&chance) >> 32) * bound >> 32); }

/* --- The rules -------------------------------------------------------------------------------- */

static void set_beating(void) {
  for (i64 card = 0; card < CARDS; card++)
    beating[card] = higher(card) | ((card & 3) == TRUMPS ? 0 : SUIT << TRUMPS);
}

static i64 points_of(u64 cards) {
  i64 points = 0;
  for (i64 rank = 4; rank < 9; rank++) points += POINTS[rank] * size(cards >> 4 * rank & 15);
  return points;
}

static int of_one_suit(u64 cards) { return !(cards & ~(SUIT << (lowest(cards) & 3))); }

static u64 weakest(u64 cards) {   /* the lowest card of a set of one suit and trumps */
  u64 plain = cards & ~(SUIT << TRUMPS);
  return ONE << lowest(plain ? plain : cards);
}

static int beats(u64 cards, u64 best) {
  while (best) {
    u64 card = weakest(cards), other = weakest(best);
    if (!(beating[lowest(other)] & card)) return 0;
    cards &= ~card;
    best &= ~other;
  }
  return 1;
}

static void draw(State *s) {
  while (s->next < s->stock && size(s->hand[s->leader]) < HAND)
    for (i64 at = 0; at < SEATS; at++) s->hand[(s->leader + at) & 3] |= ONE << pack[s->next++];
}

static void lay(State *s, u64 cards, i64 up) {
  i64 seat = s->turn;
  s->hand[seat] &= ~cards;
  s->laid[seat] = cards;
  if (!s->count) s->size = size(cards);
  if (up) {
    s->best = cards;
    s->best_seat = seat;
    s->gone |= cards;
  }
  s->turn = (seat + 1) & 3;
  if (++s->count < SEATS) return;
  for (i64 at = 0; at < SEATS; at++) {
    s->points[s->best_seat & 1] += points_of(s->laid[at]);
    s->laid[at] = 0;
  }
  s->leader = s->turn = s->best_seat;
  s->count = 0;
  draw(s);
}

static void pull(State *s, i64 seat) {
  for (i64 at = 0; at < SEATS; at++) {
    s->hand[at] |= s->laid[at];
    s->laid[at] = 0;
  }
  s->count = 0;
  s->turn = seat;
  lay(s, s->hand[seat], 1);
}

/* The nearest seat with a molodka when a trick opens, or -1. */
static i64 molodka(const State *s) {
  for (i64 at = 0; at < SEATS; at++) {
    u64 hand = s->hand[(s->leader + at) & 3];
    if (size(hand) == HAND && of_one_suit(hand)) return (s->leader + at) & 3;
  }
  return -1;
}

/* --- The rule --------------------------------------------------------------------------------- */

/* How likely it is that so many of some cards are at least so many of another kind. */
static void set_chances(void) {
  for (i64 part = 0; part <= PARTS; part++)
    for (i64 cards = 0; cards <= HAND; cards++) {
      i64 ways[HAND + 1] = {1}, sum = 0;
      for (i64 at = 0; at < cards; at++)
        for (i64 of = HAND; of >= 0; of--)
          ways[of] = ways[of] * (PARTS - part) + (of ? ways[of - 1] * part : 0);
      for (i64 of = HAND; of >= 0; of--) {
        sum += ways[of];
        at_least[part][cards][of] = sum * CERTAIN >> PARTS_BITS * cards;
      }
    }
}

/* How likely it is that a hand of some unknown cards beats a set. */
static i64 beaten(u64 set, u64 unknown, i64 hand) {
  i64 least = CERTAIN, all = size(unknown);
  for (i64 due = size(set); set; due--) {
    u64 card = weakest(set);
    i64 part = size(unknown & beating[lowest(card)]) * PARTS / (all ? all : 1);
    if (at_least[part][hand][due] < least) least = at_least[part][hand][due];
    set &= ~card;
  }
  return least;
}

/* How likely it is that the seat's side takes the trick, after a set that is beaten so often. */
static i64 wins(i64 ours, i64 beats_it, i64 left) {
  i64 win = ours ? CERTAIN : 0;
  if (left > 0) win -= win * beats_it >> 10;
  if (left > 1) win += (CERTAIN - win) * (beats_it * 2 / 3) >> 10;   /* the partner may not */
  if (left > 2) win -= win * beats_it >> 10;
  return win;
}

static i64 together(u64 cards) {   /* the most cards of one suit */
  i64 most = 0;
  for (i64 suit = 0; suit < SEATS; suit++) {
    i64 count = size(cards & SUIT << suit);
    if (count > most) most = count;
  }
  return most;
}

static void set_sets(Sets *sets, u64 hand, u64 unknown, int last) {
  sets->cards[0] = 0;
  sets->kept[0] = sets->points[0] = 0;
  sets->count = 1;
  for (; hand; hand &= hand - 1) {
    i64 card = lowest(hand), rank = card >> 2, trump = (card & 3) == TRUMPS;
    i64 kept = trump ? KEEP_TRUMP[rank] : KEEP[rank];
    if (trump && !(unknown & beating[card])) kept += UNBEATABLE[last];
    for (i64 at = 0; at < sets->count; at++) {
      i64 more = sets->count + at;
      sets->cards[more] = sets->cards[at] | ONE << card;
      sets->kept[more] = sets->kept[at] + kept;
      sets->points[more] = sets->points[at] + 10 * POINTS[rank];
    }
    sets->count *= 2;
  }
}

/* The moves of a seat with a hand, and what the rule says that they are worth. */
static i64 weigh(const State *s, Move *moves, i64 *worth) {
  Sets sets;
  u64 hand = s->hand[s->turn], unknown = ALL & ~(s->gone | hand);
  i64 left = SEATS - 1 - s->count, held = size(hand), laid = 0, count = 0, passing = 0;
  int last = s->next == s->stock;
  set_sets(&sets, hand, unknown, last);
  for (i64 at = 0; at < SEATS; at++) laid += 10 * points_of(s->laid[at]);
  if (s->count)
    passing = wins(!((s->best_seat ^ s->turn) & 1), left ? beaten(s->best, unknown, held) : 0, left);
  for (i64 up = 1; up >= !s->count; up--)
    for (i64 at = 1; at < sets.count; at++) {
      u64 cards = sets.cards[at];
      i64 many = size(cards), win = passing;
      if (s->count ? many != s->size || (up && !beats(cards, s->best)) : !of_one_suit(cards)) continue;
      if (up) win = wins(1, left ? beaten(cards, unknown, held) : 0, left);
      i64 enemies = (left + 1) / 2 * FROM_ENEMY[last];
      i64 partner = left / 2 * FROM_PARTNER[last][2 * win > CERTAIN];
      i64 stakes = sets.points[at] + laid + many * (enemies + partner);
      i64 kept = TOGETHER[last][together(hand & ~cards)] - sets.kept[at];
      worth[count] = ((2 * win - CERTAIN) * stakes >> 10) + kept;
      moves[count++] = (Move){cards, up};
    }
  return count;
}

static i64 highest(const i64 *worth, i64 count) {   /* the first of them */
  i64 best = 0;
  for (i64 at = 1; at < count; at++)
    if (worth[at] > worth[best]) best = at;
  return best;
}

/* --- The search ------------------------------------------------------------------------------- */

static int counted(i64 more) {
  if (positions + (u64)more > budget) {
    cut = 1;
    return 0;
  }
  positions += (u64)more;
  return 1;
}

/* A move by the rule; each move that it weighs is a position. */
static int moved(State *s) {
  Move moves[MOVES];
  i64 worth[MOVES], count = weigh(s, moves, worth);
  if (!counted(count)) return 0;
  Move move = moves[highest(worth, count)];
  lay(s, move.cards, move.up);
  return 1;
}

/* What a side has won by: card points, and more for the winner. */
static i64 result(const State *s, i64 side) {
  i64 ahead = s->points[side] - s->points[1 - side];
  return ahead + (ahead > 0 ? WON : ahead < 0 ? -WON : 0);
}

static i64 played_out(const State *s, u64 move, i64 seat) {
  State next = *s;
  int going = counted(1);
  if (!move) going = going && moved(&next);
  else if (move >> PULLED & 1) pull(&next, seat);
  else lay(&next, move & ALL, !(move >> FACE_DOWN & 1));
  while (going && (next.count || next.hand[next.turn])) {
    i64 first = next.count || !words[MOLODKA] ? -1 : molodka(&next);
    if (first >= 0) pull(&next, first);
    else going = moved(&next);
  }
  return result(&next, seat & 1);
}

/* --- Endings ---------------------------------------------------------------------------------- */

static i64 searched(const State *s, i64 waits, i64 alpha, i64 beta);

/* The same for the side that makes a move, and is searched for between alpha and beta. */
static i64 after(const State *s, i64 seat, Move move, int pulls, i64 alpha, i64 beta) {
  State next = *s;
  if (pulls) pull(&next, seat);
  else lay(&next, move.cards, move.up);
  return (next.turn ^ seat) & 1 ? -searched(&next, NOBODY, -beta, -alpha)
                                : searched(&next, NOBODY, alpha, beta);
}

/* Whether a seat may pull a molodka now: of two that are laid, the one nearer to the leader stays. */
static int may_displace(const State *s, i64 seat) {
  i64 first = (s->turn - s->count) & 3;
  if (!words[MOLODKA] || (words[EXACT] == ON_TURN && seat != s->turn)) return 0;
  if (size(s->hand[seat]) < HAND || !of_one_suit(s->hand[seat])) return 0;
  return !s->count || s->size < HAND || ((seat - s->leader) & 3) < ((first - s->leader) & 3);
}

/* The result of best play with all cards known and no stock, for the side of the turn. Before a move
 * the other side may pull a molodka, but for a seat that waits. */
static i64 searched(const State *s, i64 waits, i64 alpha, i64 beta) {
  Move moves[MOVES];
  i64 worth[MOVES], side = s->turn & 1, best = -LIMIT;
  if (!s->count && !s->hand[s->turn]) return result(s, side);
  for (i64 seat = 0; seat < SEATS; seat++)
    if ((seat & 1) != side && seat != waits && may_displace(s, seat)) {
      i64 value = -after(s, seat, (Move){0, 1}, 1, -beta, -alpha);
      if (value < beta) beta = value;
      if (cut || beta <= alpha) return beta;
    }
  for (i64 seat = 0; seat < SEATS && best < beta; seat++)
    if ((seat & 1) == side && seat != waits && may_displace(s, seat)) {
      i64 value = after(s, seat, (Move){0, 1}, 1, best > alpha ? best : alpha, beta);
      if (value > best) best = value;
    }
  i64 count = weigh(s, moves, worth);
  if (!counted(count)) return 0;
  for (; count && best < beta && !cut; count--) {
    i64 at = highest(worth, count);
    i64 value = after(s, s->turn, moves[at], 0, best > alpha ? best : alpha, beta);
    if (value > best) best = value;
    moves[at] = moves[count - 1];
    worth[at] = worth[count - 1];
  }
  return best < beta ? best : beta;
}

/* The result of a move of the seat, or of waiting, and of best play after it. */
static i64 exact(const State *s, u64 move, i64 seat) {
  Move own = {move & ALL, !(move >> FACE_DOWN & 1)};
  if (move) return after(s, seat, own, (int)(move >> PULLED & 1), -LIMIT, LIMIT);
  i64 value = searched(s, seat, -LIMIT, LIMIT);
  return (s->turn ^ seat) & 1 ? -value : value;
}

/* --- The decision ----------------------------------------------------------------------------- */

static State asked(void) {
  State s = {{0}, {0}, words[BEST], words[GONE], (i64)words[LEADER], (i64)words[TURN],
             (i64)words[LAID_COUNT], (i64)words[SET_SIZE], (i64)words[BEST_SEAT], 0,
             (i64)words[STOCK], {(i64)words[POINTS_0], (i64)words[POINTS_0 + 1]}};
  for (i64 seat = 0; seat < SEATS; seat++) {
    s.hand[seat] = words[HAND_0 + seat];
    s.laid[seat] = words[LAID_0 + seat];
  }
  return s;
}

static void shuffle(i64 count) {
  for (i64 at = count - 1; at > 0; at--) {
    i64 other = below((u64)at + 1), card = unseen[at];
    unseen[at] = unseen[other];
    unseen[other] = card;
  }
  if (words[STOCK] < STOCK_MOST || words[BOTTOM]) return;
  for (i64 at = 0; at < count - STOCK_MOST; at++)   /* the card that was shown is in the stock */
    if (unseen[at] == (i64)words[SHOWN]) {
      i64 other = count - 1 - below(STOCK_MOST);
      unseen[at] = unseen[other];
      unseen[other] = (i64)words[SHOWN];
    }
}

static u64 dealt_cards(i64 *next, i64 count) {
  u64 cards = 0;
  while (count-- > 0) cards |= ONE << unseen[(*next)++];
  return cards;
}

/* A way to deal the unseen cards: to the hands, face down to the trick and the piles, the stock. */
static State dealt(const State *s, i64 count) {
  State world = *s;
  i64 next = 0;
  shuffle(count);
  for (i64 seat = 0; seat < SEATS; seat++)
    world.hand[seat] |= dealt_cards(&next, (i64)words[SIZE_0 + seat] - size(s->hand[seat]));
  for (i64 seat = 0; seat < SEATS; seat++)
    if (words[FACE_DOWN_SEATS] >> seat & 1) world.laid[seat] = dealt_cards(&next, s->size);
  for (i64 side = 0; side < 2; side++)
    world.points[side] += points_of(dealt_cards(&next, (i64)words[HIDDEN_0 + side]));
  i64 drawn = 0;
  while (next < count) pack[drawn++] = unseen[next++];
  if (drawn < s->stock) pack[drawn] = (i64)words[SHOWN];
  return world;
}

/* The moves of the seat, with what the rule says of them. */
static i64 moves_of(const State *s, u64 *moves, i64 *values) {
  Move own[MOVES];
  i64 worth[MOVES], count = 0;
  if (words[MAY_PULL]) {
    moves[count] = s->hand[words[ME]] | ONE << PULLED;
    values[count++] = 0;
  }
  if (words[ME] != words[TURN]) {
    moves[count] = 0;
    values[count++] = 0;
    return count;
  }
  i64 all = weigh(s, own, worth);
  for (i64 at = 0; at < all; at++) {
    moves[count] = own[at].cards | (own[at].up ? 0 : ONE << FACE_DOWN);
    values[count++] = PRIOR * worth[at];
  }
  return count;
}

static int play_all(const State *s, i64 seat, const u64 *moves, i64 count, i64 *values) {
  i64 worth[MOVES];
  for (i64 at = 0; at < count && !cut; at++)
    worth[at] = endings ? exact(s, moves[at], seat) : played_out(s, moves[at], seat);
  if (cut) return 0;
  for (i64 at = 0; at < count; at++) values[at] += worth[at];
  return 1;
}

__attribute__((export_name("goat"))) void goat(void) {
  State s = asked();
  i64 seat = (i64)words[ME], values[MOVES], unseen_count = 0, worlds = 0;
  u64 moves[MOVES];
  set_beating();
  set_chances();
  for (u64 cards = words[UNSEEN]; cards; cards &= cards - 1) unseen[unseen_count++] = lowest(cards);
  chance = words[SEED];
  budget = words[BUDGET];
  positions = 0;
  cut = 0;
  endings = words[EXACT] && !words[STOCK];
  i64 count = moves_of(&s, moves, values), most = !endings ? -1 : unseen_count ? ENDINGS_MOST : 1;
  for (i64 at = 0; endings && at < count; at++) values[at] = 0;
  while (worlds != most) {
    State world = dealt(&s, unseen_count);
    if (!play_all(&world, seat, moves, count, values)) break;
    worlds++;
  }
  i64 best = highest(values, count);
  words[CHOSEN] = moves[best];
  words[WORLDS] = (u64)worlds;
  words[POSITIONS] = positions;
  words[CUT] = (u64)cut;
  words[COUNT] = (u64)count;
  for (i64 at = 0; at < count; at++) {
    words[VALUES + 2 * at] = moves[at];
    words[VALUES + 2 * at + 1] = (u64)values[at];
  }
}
