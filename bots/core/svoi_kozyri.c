/* Svoi Kozyri: a whole decision in one call. `bots/svoi_kozyri/twin.py` says the same in Python.
 *
 * The pack is dealt out, so all cards are known. The search is alpha-beta, deeper and deeper until
 * the budget ends it; the later moves of a position are first searched less deeply. A position that
 * has been before is a draw. A win or a loss is only ever said where it is proved.
 *
 * Seat 0 has the move. A move is a number: the first card, plus 64 times the second one.
 */
#include "core.h"

enum { TAKE = NONE | NONE << 6, FROM_OTHERS = 3, FROM_OWN = 5, ACE = 8 };
enum { ON = 3, DRAW = 2 };   /* results: 0 and 1 are the winners */
enum { DEEPEST = 40, MOVES = 24 << 10, ROOT_MOVES = CARDS * CARDS, SLOTS = 1 << 14, SLOT_SHIFT = 50 };
enum { WIN = 1000000, INFINITE = 2 * WIN, DRAWN = 100, PROMISE = 50 };
enum { LONGEST = 200, PROMISES_SHARE = 4 };
enum { SHALLOW = 3, SECOND = 3, THIRD = 5, FOURTH = 20 };   /* groups of later moves */
enum { EXACT, AT_LEAST, AT_MOST };

/* The question, and after it the answer. A word of the pile has eight cards. The word MUST_BEAT has
 * the option, plus twice the number of a page, from 1, if every move is to be valued. */
enum { OWN, OTHER, MUST_BEAT, LEFT, MINE, THEIRS, BUDGET, HEIGHT, EARLIER, PILE, KEYS = PILE + 5,
       EARLIER_MOST = 32 };
enum { CHOSEN, WORLDS, POSITIONS, CUT, COUNT, VALUES, VALUES_MOST = 60 };

typedef struct {
  u64 hand[2], key;
  i64 worth[2], turn, height;
  unsigned char pile[CARDS];
} State;

typedef struct { u64 key; int value; unsigned short move; unsigned char depth, bound; } Slot;

/* What a card is worth, in hundredths: in a hand; and as one of the three that lie on top, to the
 * player who has the move. By its suit (own trumps, the opponent's, others) and its rank. */
static const int IN_HAND[3][9] = {{19, 16, 19, 20, 22, 26, 28, 32, 60},
                                  {-12, -8, -13, -6, -11, -11, -7, 3, 36},
                                  {-28, -20, -14, -13, -9, -6, -5, -2, 1}};
static const int ON_TOP[3][9] = {{26, 31, 34, 30, 26, 32, 26, 23, 10},
                                 {6, 3, 0, 0, 0, 0, 0, 3, 10},
                                 {16, 11, 9, 10, 8, 8, 7, 7, 8}};
enum { LEADS = 73, BEATS = 31, ON_OWN_TRUMP = -23 };
static const int FEW_MINE[4] = {0, 60, 60, 0}, FEW_THEIRS[4] = {0, -100, -80, 0};

static u64 trumps[2], beating[2][CARDS], hand_keys[2][CARDS], pile_keys[CARDS][CARDS], turn_key;
static i64 in_hand[2][CARDS], on_top[2][CARDS];
static u64 positions, budget, path[EARLIER_MOST + DEEPEST + 1];
static i64 own[2], must_beat, page, last_ply, on_path, cut;
static Slot slots[SLOTS];
static int history[2][TAKE + 1], promises[TAKE + 1], values[MOVES];
static unsigned short moves[MOVES];
static int found[ROOT_MOVES];

/* --- The rules -------------------------------------------------------------------------------- */

static void read_options(void) {
  must_beat = (i64)words[MUST_BEAT] & 1;
  page = (i64)words[MUST_BEAT] >> 1;
  last_ply = (i64)(words[LEFT] + words[EARLIER]);
  own[0] = (i64)words[OWN];
  own[1] = (i64)words[OTHER];
  u64 chance = 0;
  for (i64 seat = 0; seat < 2; seat++) {
    trumps[seat] = SUIT << own[seat];
    for (i64 card = 0; card < CARDS; card++) {
      i64 suit = card & 3, kind = suit == own[seat] ? 0 : suit == own[1 - seat] ? 1 : 2;
      beating[seat][card] = higher(card) | (kind ? trumps[seat] : 0);
      in_hand[seat][card] = IN_HAND[kind][card >> 2];
      on_top[seat][card] = ON_TOP[kind][card >> 2];
      hand_keys[seat][card] = number(&chance);
    }
  }
  for (i64 at = 0; at < CARDS; at++)
    for (i64 card = 0; card < CARDS; card++) pile_keys[at][card] = number(&chance);
  turn_key = number(&chance);
}

static i64 cheapest(u64 cards, i64 seat) {
  return lowest(cards & ~trumps[seat] ? cards & ~trumps[seat] : cards);
}

static void hold(State *s, i64 seat, i64 card) {
  s->hand[seat] |= ONE << card;
  s->worth[seat] += in_hand[seat][card];
  s->key ^= hand_keys[seat][card];
}

static void lay(State *s, i64 card) {   /* on the pile */
  s->key ^= pile_keys[s->height][card];
  s->pile[s->height++] = (unsigned char)card;
}

static void give(State *s, i64 seat, i64 card) {   /* from a hand to the pile */
  s->hand[seat] &= ~(ONE << card);
  s->worth[seat] -= in_hand[seat][card];
  s->key ^= hand_keys[seat][card];
  lay(s, card);
}

static void take(State *s, i64 seat) {
  i64 top = s->pile[s->height - 1], count = FROM_OTHERS;
  if ((top & 3) == own[seat]) count = top >> 2 == ACE ? CARDS : FROM_OWN;
  for (; count && s->height; count--) {
    i64 card = s->pile[--s->height];
    s->key ^= pile_keys[s->height][card];
    hold(s, seat, card);
  }
}

static i64 step(State *s, i64 move) {
  i64 seat = s->turn, first = move & 63, second = move >> 6;
  s->turn = 1 - seat;
  s->key ^= turn_key;
  if (move == TAKE) {
    take(s, seat);
    return ON;
  }
  give(s, seat, first);
  if (second != NONE) give(s, seat, second);
  if (s->hand[seat]) return ON;
  u64 last = s->hand[1 - seat];
  return size(last) == 1 && last & beating[1 - seat][s->pile[s->height - 1]] ? DRAW : seat;
}

static i64 moves_of(const State *s, unsigned short *found) {   /* the cheapest cards first */
  i64 seat = s->turn, count = 0;
  u64 hand = s->hand[seat];
  if (!s->height) {
    for (i64 card; hand; hand &= ~(ONE << card)) {
      card = cheapest(hand, seat);
      found[count++] = (unsigned short)(card | NONE << 6);
    }
    return count;
  }
  for (u64 cards = hand & beating[seat][s->pile[s->height - 1]]; cards;) {
    i64 first = cheapest(cards, seat);
    cards &= ~(ONE << first);
    u64 rest = hand & ~(ONE << first);
    if (!rest) found[count++] = (unsigned short)(first | NONE << 6);
    while (rest) {
      i64 second = cheapest(rest, seat);
      rest &= ~(ONE << second);
      found[count++] = (unsigned short)(first | second << 6);
    }
  }
  if (!count || !must_beat) found[count++] = TAKE;
  return count;
}

/* --- The search ------------------------------------------------------------------------------- */

static int drawn(i64 seat) { return seat ? DRAWN : -DRAWN; }   /* seat 0 plays to win */

static int estimate(const State *s) {   /* for the seat to move */
  i64 seat = s->turn, worth = s->worth[seat] - s->worth[1 - seat];
  i64 mine = size(s->hand[seat]), theirs = size(s->hand[1 - seat]);
  if (s->height) {
    i64 top = s->pile[s->height - 1];
    if (s->hand[seat] & beating[seat][top]) worth += BEATS;
    if ((top & 3) == own[seat]) worth += ON_OWN_TRUMP;
    for (i64 at = s->height - 1; at >= 0 && at >= s->height - FROM_OTHERS; at--)
      worth += on_top[seat][s->pile[at]];
  } else worth += LEADS;
  if (mine < 4) worth += FEW_MINE[mine];
  if (theirs < 4) worth += FEW_THEIRS[theirs];
  return (int)worth;
}

static int counted(void) {
  cut = positions == budget;
  positions += !cut;
  return !cut;
}

static int has_been(const State *s) {
  for (i64 at = on_path - 4; at >= 0; at -= 2)   /* the players alternate */
    if (path[at] == s->key) return 1;
  return 0;
}

static void next_best(unsigned short *from, int *score, i64 at, i64 count) {
  i64 best = at;
  for (i64 other = at + 1; other < count; other++)
    if (score[other] > score[best]) best = other;
  unsigned short move = from[best];
  int most = score[best];
  for (; best > at; best--) {
    from[best] = from[best - 1];
    score[best] = score[best - 1];
  }
  from[at] = move;
  score[at] = most;
}

static i64 reduction(i64 at, i64 depth) {
  if (depth < SHALLOW || at < SECOND) return 0;
  return at < THIRD ? 1 : at < FOURTH || depth == SHALLOW ? 2 : 3;
}

static int searched(const State *s, i64 depth, int alpha, int beta, i64 base);

/* The value of the move with a number, for the seat that makes it. */
static int after(const State *s, i64 move, i64 at, i64 depth, int alpha, int beta, i64 base) {
  State next = *s;
  i64 result = step(&next, move), less = reduction(at, depth);
  if (result == ON && on_path >= last_ply) result = DRAW;
  if (result == DRAW) return drawn(s->turn);
  if (result != ON) return WIN;
  if (!at) return -searched(&next, depth - 1, -beta, -alpha, base);
  int value = -searched(&next, depth - 1 - less, -alpha - 1, -alpha, base);
  if (less && value > alpha && !cut)
    value = -searched(&next, depth - 1, -alpha - 1, -alpha, base);
  if (value > alpha && value < beta && !cut)
    value = -searched(&next, depth - 1, -beta, -alpha, base);
  return value;
}

static int searched(const State *s, i64 depth, int alpha, int beta, i64 base) {
  if (!counted()) return 0;
  if (has_been(s)) return drawn(s->turn);
  if (!depth) return estimate(s);
  Slot *slot = &slots[s->key >> SLOT_SHIFT];
  i64 known = -1;
  if (slot->key == s->key) {
    known = slot->move;
    if (slot->depth >= depth || slot->value >= WIN || slot->value <= -WIN) {
      if (slot->bound == EXACT) return slot->value;
      if (slot->bound == AT_LEAST && slot->value >= beta) return slot->value;
      if (slot->bound == AT_MOST && slot->value <= alpha) return slot->value;
    }
  }
  unsigned short *mine = moves + base;
  i64 count = moves_of(s, mine), chosen = mine[0];
  int *score = values + base, best = -INFINITE, low = alpha;
  for (i64 at = 0; depth > 1 && at < count; at++)
    score[at] = mine[at] == known ? INFINITE : history[s->turn][mine[at]];
  path[on_path++] = s->key;
  for (i64 at = 0; at < count && best < beta; at++) {
    if (depth > 1) next_best(mine, score, at, count);
    i64 move = mine[at];
    int value = after(s, move, at, depth, low, beta, base + count);
    if (cut) break;
    if (value > best) {
      best = value;
      chosen = move;
    }
    if (value > low) low = value;
  }
  on_path--;
  if (cut) return 0;
  if (best >= beta) history[s->turn][chosen] += (int)(depth * depth);
  *slot = (Slot){s->key, best, (unsigned short)chosen, (unsigned char)depth,
                 best <= alpha ? AT_MOST : best >= beta ? AT_LEAST : EXACT};
  return best;
}

/* --- The decision ----------------------------------------------------------------------------- */

static i64 by_rule(const State *s) {   /* the cheapest cards; a take only if it must */
  i64 seat = s->turn;
  u64 hand = s->hand[seat], cards = s->height ? hand & beating[seat][s->pile[s->height - 1]] : hand;
  if (!cards) return TAKE;
  i64 first = cheapest(cards, seat);
  u64 rest = hand & ~(ONE << first);
  return first | (s->height && rest ? cheapest(rest, seat) : NONE) << 6;
}

static int promise(const State *s, i64 move) {   /* if both play on by the rule */
  State next = *s;
  i64 result = step(&next, move);
  for (i64 more = LONGEST; result == ON && more && counted(); more--)
    result = step(&next, by_rule(&next));
  return result == 0 ? PROMISE : result == 1 ? -PROMISE : 0;
}

/* Search every move; the best one goes to the front. Where all of them lose, they keep their order:
 * the first one loses latest. */
static int deepen(const State *s, i64 depth, i64 count) {
  int best = -INFINITE;
  i64 found = 0;
  for (i64 at = 0; at < count && best < WIN; at++, found++) {
    int more = promises[moves[at]];
    int value = after(s, moves[at], at, depth, best - more, INFINITE, count);
    if (cut) break;
    if (value < WIN && value > -WIN) value += more;
    values[at] = value;
    if (value > best) best = value;
  }
  if (best > -WIN)
    for (i64 at = 0; at < found; at++) next_best(moves, values, at, found);
  else if (found < count) next_best(moves, values, 0, count);
  return best;
}

/* Search every move with a full window: whether one is left whose value is not proved. */
static i64 value_each(const State *s, i64 depth, i64 count) {
  i64 open = 0;
  for (i64 at = 0; at < count; at++) {
    found[at] = after(s, moves[at], 0, depth, -INFINITE, INFINITE, count);
    if (cut) return 0;
    open |= found[at] < WIN && found[at] > -WIN;
  }
  for (i64 at = 0; at < count; at++) values[at] = found[at];
  return open;
}

static State asked(void) {
  State s = {{0, 0}, 0, {0, 0}, 0, 0, {0}};
  for (u64 cards = words[MINE]; cards; cards &= cards - 1) hold(&s, 0, lowest(cards));
  for (u64 cards = words[THEIRS]; cards; cards &= cards - 1) hold(&s, 1, lowest(cards));
  for (u64 at = 0; at < words[HEIGHT]; at++) lay(&s, words[PILE + at / 8] >> at % 8 * 8 & 255);
  return s;
}

static void begin(void) {
  for (i64 at = 0; at < SLOTS; at++) slots[at] = (Slot){0, 0, 0, 0, 0};
  for (i64 move = 0; move <= TAKE; move++) history[0][move] = history[1][move] = 0;
  for (on_path = 0; on_path < (i64)words[EARLIER]; on_path++) path[on_path] = words[KEYS + on_path];
  positions = 0;
  cut = 0;
}

static void say(i64 count) {
  i64 first = page ? (page - 1) * VALUES_MOST : 0, rest = count - first;
  i64 shown = rest < 0 ? 0 : rest < VALUES_MOST ? rest : VALUES_MOST;
  words[CHOSEN] = moves[0];
  words[WORLDS] = 1;
  words[POSITIONS] = positions;
  words[CUT] = (u64)cut;
  words[COUNT] = (u64)shown;
  for (i64 at = 0; at < shown; at++) {
    words[VALUES + 2 * at] = moves[first + at];
    words[VALUES + 2 * at + 1] = (u64)(i64)values[first + at];
  }
}

static void choose(const State *s, i64 count) {
  budget = words[BUDGET] / PROMISES_SHARE;
  for (i64 at = 0; at < count; at++) promises[moves[at]] = promise(s, moves[at]);
  budget = words[BUDGET];
  cut = 0;
  int best = 0;
  for (i64 depth = 1; depth <= DEEPEST && !cut && best < WIN && best > -WIN; depth++)
    best = deepen(s, depth, count);
}

static void value_all(const State *s, i64 count) {   /* at the same depth; the best ones first */
  budget = words[BUDGET];
  for (i64 depth = 1; depth <= DEEPEST && value_each(s, depth, count); depth++);
  for (i64 at = 0; at < count; at++) next_best(moves, values, at, count);
}

__attribute__((export_name("svoi_kozyri"))) void svoi_kozyri(void) {
  read_options();
  State s = asked();
  begin();
  path[on_path++] = s.key;
  i64 count = moves_of(&s, moves);
  for (i64 at = 0; at < count; at++) values[at] = 0;
  if (page) value_all(&s, count);
  else choose(&s, count);
  say(count);
}
