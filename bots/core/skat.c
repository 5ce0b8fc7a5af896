/* Skat: a whole decision in one call. `bots/skat/twin.py` says the same in Python, line by line.
 *
 * The unseen cards are dealt at random, again and again, and better where hands fit what was bid
 * and declared. Each world is searched with all cards known. Player 0 is the declarer, 1 and 2
 * follow clockwise. In questions a card is 8 times its suit (C, S, H, D) plus its place in
 * A K Q J 10 9 8 7. In the search, bits are in the order of the game, trumps first, high to low.
 */
#include "core.h"

typedef unsigned int u32;

enum { PLAYERS = 3, PACK = 32, SUITS = 4, GRAND = 4, NULL_GAME = 5, SLOT_BITS = 17, LEVELS = 20 };
enum { MOVES = 16, CANDIDATES = 12, WORLDS_MOST = 40, TRIES = 50, FINE = 7, SKAT = 3 };
enum { FITS = 8, SURE = 90, UNSEEN_POINTS = 7, GAME = 50, WORTH = 4000, OUVERT = 40, CERTAIN = 1000 };
enum { IN_A_WORD = 12, CARD_BITS = 5, PLAYS_FIT = 1024, ODD = 2 };   /* of the cards played so far */
enum { ENOUGH_TRUMPS = 5, JACKS = 0x08080808 };
enum { FIRST_CUT = 4, FEWEST = 2, TOTAL = 160, CONTRACT_WORDS = 5, NO_BID = 6, NO_GAME = 7 };

/* The question, and after it the answer. A card is chosen, a contract if there is no game, or
 * whether to bid. */
enum { KIND, HAND_GAME, PLAYER, FOREHAND, TRICK, CARD_0, HAND_0 = CARD_0 + 2, KNOWN_SKAT = HAND_0 + 3,
       SIZE_0, SKAT_SIZE = SIZE_0 + 3, UNSEEN, MAY_0, MAY_SKAT = MAY_0 + 3, PLAYED_0,
       LEAST_0 = PLAYED_0 + 3, BELOW_0 = LEAST_0 + 3, BID = BELOW_0 + 3, TAKEN, WON, COUNT_OF_MOVES,
       SEED, BUDGET, PLAYS, CARDS_PLAYED = PLAYS + 3, MOVE_0, ODDS_SUIT = MOVE_0, ODDS_GRAND, ODDS_NULL, ODDS_OUVERT,
       BONUS, PASSING, THIN };
enum { CHOSEN, WORLDS, POSITIONS, CUT, COUNT, VALUES };

typedef struct { u64 key; unsigned char low, high, first; } Slot;

/* Cards to choose from, and in which order. */
typedef struct { u32 left; i64 worth[PACK]; } List;

/* A way to deal the unseen cards: three hands and the skat. */
typedef struct { u32 cards[SKAT + 1]; } World;

/* So many points, and what it is worth to the declarer to have them, besides winning: with many
 * cards in hand, and with few. */
static const unsigned char COARSE[][2] = {{31, 10}, {46, 10}, {61, 10}, {76, 10}, {90, 10}, {120, 10}};
static const unsigned char EXACT[][2] = {
    {11, 2}, {21, 2}, {31, 10}, {36, 2}, {41, 2}, {46, 2}, {51, 2}, {56, 2}, {59, 2}, {61, 4},
    {64, 2}, {67, 2}, {71, 2}, {76, 2}, {81, 2}, {86, 2}, {90, 10}, {100, 2}, {110, 2}, {120, 4}};
enum { WINNING = 100 };

static const i64 POINTS[8] = {11, 4, 3, 2, 10, 0, 0, 0}, BASES[5] = {12, 11, 10, 9, 24};
static const i64 ORDER[7] = {0, 4, 1, 2, 5, 6, 7};   /* of a suit without its jack: A 10 K Q 9 8 7 */

/* How strong a hand is, in hundredths of the logarithm of the odds, as `medium` has it. */
enum { ALWAYS, TRUMPS, CLUBS, FULL = CLUBS + 4, ACES, TENS, GUARDED, KINGS, RUNNING, VOIDS, LEADS,
       LAID };
static const i64 BEFORE[2][15] = {{-551, 75, 72, 59, 42, 31, 39, 93, 66, 30, 8, -40, 21, 0, 0},
                                  {-482, 110, 62, 46, 2, 0, 0, 104, 67, 10, 7, 2, 24, -34, 0}};
static const i64 AFTER[2][15] = {{-966, 110, 87, 74, 60, 66, 70, 136, 91, 45, 1, -39, 40, -9, 3},
                                 {-707, 132, 55, 44, 18, 15, 0, 126, 78, 28, 6, -6, 36, -44, 6}};
static const i64 NULL_BEFORE[7] = {224, -19, -58, -9, -21, -30, -39};
static const i64 NULL_AFTER[7] = {192, -47, -75, -36, -22, -22, -28};
static const i64 CURVE[25] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953,
                              963, 971, 977, 982, 986, 989, 991, 993, 995, 996, 997, 998};

static u64 chance, positions, budget;
static i64 cut, game, bit_of[PACK], point[PACK], history[PLAYERS][PLAYERS][PACK];
static i64 needs[LEVELS], gains[LEVELS], levels, alike;   /* alike: points that are as good as equal */
static u32 same[PACK], trumps, hand[PLAYERS];
static Slot slots[1 << SLOT_BITS];

static i64 below(i64 bound) { return (i64)((number(&chance) >> 32) * (u64)bound >> 32); }

static int counted(void) {
  if (positions == budget) cut = 1;
  else positions++;
  return !cut;
}

/* --- The game ---------------------------------------------------------------------------------- */

static void add(i64 *bit, i64 card, u32 follows) {
  bit_of[card] = *bit;
  point[*bit] = game == NULL_GAME ? 0 : POINTS[card & 7];
  same[(*bit)++] = follows;
}

static void set_game(i64 kind) {
  i64 bit = 0;
  game = kind;
  trumps = kind == NULL_GAME ? 0 : kind == GRAND ? 15 : 0x7ff;
  for (i64 suit = 0; suit < SUITS && trumps; suit++) add(&bit, 8 * suit + 3, trumps);
  for (i64 at = 0; at < 7 && kind < GRAND; at++) add(&bit, 8 * kind + ORDER[at], trumps);
  for (i64 suit = 0; suit < SUITS; suit++) {
    i64 size = trumps ? 7 : 8;
    u32 follows = ((1U << size) - 1) << bit;
    if (suit == kind) continue;
    for (i64 at = 0; at < size; at++) add(&bit, 8 * suit + (trumps ? ORDER[at] : at), follows);
  }
}

static u32 bits_of(u32 cards) {
  u32 bits = 0;
  for (; cards; cards &= cards - 1) bits |= 1U << bit_of[lowest(cards)];
  return bits;
}

static i64 points_of(u32 cards) {
  i64 points = 0;
  for (; cards; cards &= cards - 1) points += POINTS[lowest(cards) & 7];
  return points;
}

static int beats(i64 bit, i64 best) {
  if (same[best] >> bit & 1) return bit < best;
  return (int)(trumps >> bit & 1);
}

/* --- The search -------------------------------------------------------------------------------- */

static i64 lead(i64 leader, i64 need, i64 rest);

/* The cards to choose from: of those that come to the same, the highest. */
static u32 choices(u32 legal, u32 others) {
  u32 kept = 0;
  i64 last = -1;
  for (; legal; legal &= legal - 1) {
    i64 bit = lowest(legal);
    if (last < 0 || point[last] - point[bit] > alike || point[bit] - point[last] > alike ||
        !(same[bit] >> last & 1) || others >> last & ((1U << (bit - last)) - 1))
      kept |= 1U << bit;
    last = bit;
  }
  return kept;
}

/* Take the card with the most worth out of a list, the first of equals. */
static i64 next(List *list) {
  i64 best = lowest(list->left);
  for (u32 left = list->left & (list->left - 1); left; left &= left - 1)
    if (list->worth[lowest(left)] > list->worth[best]) best = lowest(left);
  list->left &= ~(1U << best);
  return best;
}

/* The points that the declarer takes with the last card of a trick, and after it. */
static i64 taken(i64 leader, const i64 *trick, i64 need, i64 rest) {
  i64 best = beats(trick[1], trick[0]) ? 1 : 0;
  if (beats(trick[2], trick[best])) best = 2;
  i64 points = point[trick[0]] + point[trick[1]] + point[trick[2]];
  leader = (leader + best) % PLAYERS;
  i64 won = leader ? 0 : points;
  if (!leader && game == NULL_GAME) return 0;
  return won + lead(leader, need - won, rest - points);
}

static i64 follow(i64 leader, i64 place, i64 *trick, i64 need, i64 rest);

/* A player plays a card, as the next of a trick. */
static i64 played(i64 leader, i64 place, i64 *trick, i64 bit, i64 need, i64 rest) {
  i64 player = (leader + place) % PLAYERS;
  if (!counted()) return 0;
  trick[place] = bit;
  hand[player] ^= 1U << bit;
  i64 value = place == 2 ? taken(leader, trick, need, rest)
                         : follow(leader, place + 1, trick, need, rest);
  hand[player] ^= 1U << bit;
  return value;
}

/* The best card of a list for a player: the declarer wants to have what is needed. */
static i64 best_of(List *list, i64 leader, i64 place, i64 *trick, i64 need, i64 rest, i64 *first) {
  i64 player = (leader + place) % PLAYERS, best = player ? rest + 1 : -1;
  while (list->left) {
    i64 bit = next(list), value = played(leader, place, trick, bit, need, rest);
    if (cut) return 0;
    if (player ? value < best : value > best) {
      best = value;
      *first = bit;
    }
    if ((best >= need) != !!player) {
      history[place][player][bit] += size(hand[player]) * size(hand[player]);
      break;
    }
  }
  return best;
}

static Slot *slot_of(i64 leader, u64 *key) {
  *key = hand[0] * 0x9E3779B97F4A7C15ULL + hand[1] * 0xBF58476D1CE4E5B9ULL +
         hand[2] * 0x94D049BB133111EBULL + (u64)(8 * leader + game + 1) * 0xD6E8FEB86659FD93ULL;
  *key ^= *key >> 32;
  return &slots[*key * 0x9E3779B97F4A7C15ULL >> (64 - SLOT_BITS)];
}

/* Whether what is known of the next trick is enough for the player of the last card of this one. */
static int is_known(i64 player, i64 bit, i64 leader, i64 points, i64 need, i64 rest, i64 *value) {
  u64 key;
  i64 won = leader ? 0 : points;
  if (!leader && game == NULL_GAME) return 0;
  hand[player] ^= 1U << bit;
  Slot *slot = slot_of(leader, &key);
  hand[player] ^= 1U << bit;
  *value = won + (slot->key != key ? player ? rest - points : 0 : player ? slot->high : slot->low);
  return player ? *value < need : *value >= need;
}

/* What the declarer takes if a player now follows: at least so much if it is what is needed. */
static i64 follow(i64 leader, i64 place, i64 *trick, i64 need, i64 rest) {
  i64 player = (leader + place) % PLAYERS, first;
  u32 own = hand[player], legal = own & same[trick[0]], others = hand[0] | hand[1] | hand[2];
  others = (others ^ own) | 1U << trick[0];
  if (place == 2) others |= 1U << trick[1];
  List list;
  list.left = choices(legal ? legal : own, others);
  i64 best = place == 2 && beats(trick[1], trick[0]) ? 1 : 0;
  i64 laid = point[trick[0]] + (place == 2 ? point[trick[1]] : 0);
  for (u32 left = list.left; left; left &= left - 1) {
    i64 bit = lowest(left), wins = beats(bit, trick[best]) ? player : (leader + best) % PLAYERS;
    i64 points = laid + point[bit], value;
    list.worth[bit] = history[place][player][bit];
    if (place < 2) continue;
    if (is_known(player, bit, wins, points, need, rest, &value)) return value;
    list.worth[bit] += (!wins == !player ? points + 1 : -points - 1) * (1LL << 32);
  }
  return best_of(&list, leader, place, trick, need, rest, &first);
}

/* The points of the cards that take their tricks whatever is played: the highest trumps of a side,
 * and the highest cards of all suits if that side leads and the other one has no trumps. */
static i64 sure(u32 side, u32 leading, u32 enemy) {
  u32 top = side & trumps, above = enemy & trumps;
  i64 points = 0;
  if (above) top &= (above & -above) - 1;
  else
    for (u32 left = leading & ~trumps, suit; left; left &= ~suit) {
      suit = same[lowest(left)];
      above = enemy & suit;
      top |= leading & suit & (above ? (above & -above) - 1 : suit);
    }
  for (; top; top &= top - 1) points += point[lowest(top)];
  return points;
}

/* What the declarer still takes from a trick's begin; the rest are the points in all hands. */
static i64 lead(i64 leader, i64 need, i64 rest) {
  if (!hand[leader]) return game == NULL_GAME;
  if (rest < need) return rest;
  if (need <= 0) return 0;
  if (game != NULL_GAME) {
    u32 enemies = hand[1] | hand[2];
    i64 least = sure(hand[0], leader ? 0 : hand[0], enemies);
    if (least >= need) return least;
    i64 most = rest - sure(enemies, leader ? hand[leader] : 0, hand[0]);
    if (most < need) return most;
  }
  u64 key;
  Slot *slot = slot_of(leader, &key);
  i64 low = 0, high = rest, first = NONE, trick[PLAYERS];
  if (slot->key == key) {
    low = slot->low;
    high = slot->high;
    first = slot->first;
  }
  if (low >= need) return low;
  if (high < need) return high;
  u32 own = hand[leader];
  List list;
  list.left = choices(own, (hand[0] | hand[1] | hand[2]) ^ own);
  for (u32 left = list.left; left; left &= left - 1)
    list.worth[lowest(left)] = history[0][leader][lowest(left)];
  if (first != NONE) list.worth[first] = 1LL << 60;
  i64 value = best_of(&list, leader, 0, trick, need, rest, &first);
  if (cut) return 0;
  if (value >= need) low = value;
  else high = value;
  *slot = (Slot){key, (unsigned char)low, (unsigned char)high, (unsigned char)first};
  return value;
}

/* --- How well hands fit ------------------------------------------------------------------------ */

static i64 chance_of(i64 strength) {   /* in thousandths, by the logistic curve */
  i64 away = strength < 0 ? -strength : strength;
  if (away > 599) away = 599;
  i64 step = away / 25, above = CURVE[step] + (CURVE[step + 1] - CURVE[step]) * (away % 25) / 25;
  return strength < 0 ? CERTAIN - above : above;
}

static i64 side_suit(const i64 *weights, u32 suit) {
  i64 ace = suit & 1, ten = suit >> 4 & 1, king = suit >> 1 & 1, run = 0;
  suit &= ~8U;
  while (run < 7 && suit >> ORDER[run] & 1) run++;
  return (ace ? weights[ACES] : 0) + (ace && ten ? weights[TENS] : 0) +
         (ten && !ace && size(suit) > 1 ? weights[GUARDED] : 0) +
         (king && ace != ten ? weights[KINGS] : 0) + (run > 2 ? (run - 2) * weights[RUNNING] : 0) +
         (suit ? 0 : weights[VOIDS]);
}

static i64 trump_strength(const i64 *weights, u32 cards, i64 kind, i64 laid, i64 leads) {
  i64 sum = weights[ALWAYS] + laid * weights[LAID] + leads * weights[LEADS];
  for (i64 suit = 0; suit < SUITS; suit++) {
    u32 own = cards >> 8 * suit & 255;
    if (own & 8) sum += weights[TRUMPS] + weights[CLUBS + suit];
    if (suit == kind) sum += size(own & ~8U) * weights[TRUMPS] + size(own & 17) * weights[FULL];
    else sum += side_suit(weights, own);
  }
  return sum;
}

static i64 null_strength(const i64 *weights, u32 cards, i64 leads) {
  i64 sum = weights[0] + leads * weights[6];
  for (i64 suit = 0; suit < SUITS; suit++) {
    u32 own = cards >> 8 * suit & 255;
    i64 count = size(own), at = 0;
    if (!own) sum += weights[5];
    for (i64 rank = 0; rank < 8; rank++) {
      if (!(own >> (7 - rank) & 1)) continue;
      i64 over = rank > 2 * at ? rank - 2 * at : 0;
      sum += over * weights[count == 1 ? 1 : at == 0 ? 2 : at == 1 ? 3 : 4];
      at++;
    }
  }
  return sum;
}

static i64 matadors(u32 cards, i64 kind) {
  i64 count = 0, held = cards >> 3 & 1;
  while (count < 4 && (cards >> (8 * count + 3) & 1) == held) count++;
  if (count < 4 || kind == GRAND) return count;
  for (i64 at = 0; at < 7 && (cards >> (8 * kind + ORDER[at]) & 1) == held; at++) count++;
  return count;
}

static int pays(i64 value, i64 strength) {
  i64 won = chance_of(strength);
  return won * (value + GAME) - (CERTAIN - won) * (2 * value + GAME) > WORTH;
}

/* The highest value at which `medium` would play with ten cards and the skat. */
static i64 limit(u32 cards, i64 leads) {
  i64 most = 0, strength = null_strength(NULL_BEFORE, cards, leads);
  if (pays(23, strength)) most = 23;
  if (pays(46, strength - OUVERT)) most = 46;
  for (i64 kind = 0; kind <= GRAND; kind++) {
    i64 value = BASES[kind] * (matadors(cards, kind) + 1);
    if (value > most && pays(value, trump_strength(BEFORE[kind == GRAND], cards, kind, 0, leads)))
      most = value;
  }
  return most;
}

static i64 declarer_fits(u32 cards, u32 laid) {
  i64 kind = (i64)words[KIND], leads = words[FOREHAND] == 0, strength, fits;
  if (kind == NULL_GAME) return chance_of(2 * (null_strength(NULL_AFTER, cards, leads) - SURE));
  i64 points = words[HAND_GAME] ? UNSEEN_POINTS : points_of(laid);
  strength = trump_strength(AFTER[kind == GRAND], cards, kind, points, leads);
  fits = chance_of(2 * (strength - SURE));
  i64 value = BASES[kind] * (matadors(cards | laid, kind) + 1 + (i64)words[HAND_GAME]);
  return value < (i64)words[BID] ? fits : FITS * fits;
}

/* Whether the last card of a trick is odd for a hand: points for the enemy that need not be, no
 * ten for the own side, or a rich trick left to the enemy. */
static int is_odd(u32 own, const i64 *trick, i64 leader) {
  i64 player = (leader + 2) % PLAYERS, best = beats(trick[1], trick[0]) ? 1 : 0, bit = trick[2];
  int ours = !((leader + best) % PLAYERS) == !player, wins = beats(bit, trick[best]);
  int rich = point[trick[0]] + point[trick[1]] >= 10;
  u32 legal = own & same[trick[0]];
  for (u32 left = legal ? legal : own; left; left &= left - 1) {
    i64 other = lowest(left);
    if (ours && point[other] == 10 && point[bit] < 10 && !(trumps >> other & 1) &&
        !(own >> (other - 1) & 1))
      return 1;
    if (ours || wins) continue;
    if ((rich && beats(other, trick[best])) || (point[bit] >= 10 && point[other] < 5)) return 1;
  }
  return 0;
}

/* How well the hidden hands of a world fit the cards that were played from them. */
static i64 plays_fit(const World *world) {
  i64 fits = PLAYS_FIT, leader = (i64)words[FOREHAND], trick[PLAYERS];
  u32 own[PLAYERS];
  if (game == NULL_GAME) return fits;
  for (i64 player = 0; player < PLAYERS; player++)
    own[player] = bits_of(world->cards[player] | (u32)words[PLAYED_0 + player]);
  for (i64 first = 0; first + PLAYERS <= (i64)words[CARDS_PLAYED]; first += PLAYERS) {
    for (i64 at = 0; at < PLAYERS; at++) {
      i64 card = first + at;
      trick[at] = bit_of[words[PLAYS + card / IN_A_WORD] >> CARD_BITS * (card % IN_A_WORD) & 31];
    }
    i64 last = (leader + 2) % PLAYERS, best = beats(trick[1], trick[0]) ? 1 : 0;
    if (world->cards[last] != (u32)words[HAND_0 + last] && is_odd(own[last], trick, leader))
      fits >>= ODD;
    if (beats(trick[2], trick[best])) best = 2;
    for (i64 at = 0; at < PLAYERS; at++) own[(leader + at) % PLAYERS] &= ~(1U << trick[at]);
    leader = (leader + best) % PLAYERS;
  }
  return fits ? fits : 1;
}

/* How well the hidden hands of a world fit what was bid, declared and played. */
static i64 fit(const World *world) {
  i64 fits = words[KIND] == NO_GAME ? 1 : plays_fit(world);
  for (i64 player = 0; player < PLAYERS; player++) {
    u32 cards = world->cards[player] | (u32)words[PLAYED_0 + player];
    if (world->cards[player] == (u32)words[HAND_0 + player]) continue;
    if (!player) {
      fits *= declarer_fits(cards, world->cards[SKAT]);
      continue;
    }
    i64 most = limit(cards, (i64)words[FOREHAND] == player);
    if (most >= (i64)words[LEAST_0 + player] && most < (i64)words[BELOW_0 + player]) fits *= FITS;
  }
  return fits;
}

/* --- Bids -------------------------------------------------------------------------------------- */

static i64 gain_of(i64 strength, u64 odds, i64 value, i64 due, i64 base) {
  i64 won = chance_of(strength) * (i64)odds;
  won = CERTAIN * won / (won + (CERTAIN - chance_of(strength)) * CERTAIN);
  if (value < due) {   /* overbid, unless the defenders are schneider */
    won = value + base < due ? 0 : won / 10;
    value = (due + base - 1) / base * base;
  }
  return won * (value + (i64)words[BONUS]) - (CERTAIN - won) * (2 * value + (i64)words[BONUS]);
}

/* The odds of a game with trumps. In a suit they are lower for each trump that is missing; without a
 * jack, one more is. */
static u64 odds_of(u32 cards, i64 kind) {
  if (kind == GRAND) return words[ODDS_GRAND];
  u64 odds = words[ODDS_SUIT];
  i64 jacks = size(cards & JACKS), trumps = jacks + size(cards >> 8 * kind & 0xf7) - !jacks;
  for (; trumps < ENOUGH_TRUMPS; trumps++) odds = odds * words[THIN] / CERTAIN;
  return odds;
}

/* The highest gain of a contract with ten cards and two that are laid away. */
static i64 best_contract(u32 cards, u32 laid, const i64 *values) {
  i64 leads = words[FOREHAND] == 0, due = (i64)words[BID], points = points_of(laid), best, gain;
  i64 null = null_strength(NULL_AFTER, cards, leads);
  best = -CERTAIN * CERTAIN;
  for (i64 kind = 0; kind <= GRAND; kind++) {
    i64 strength = trump_strength(AFTER[kind == GRAND], cards, kind, points, leads);
    gain = gain_of(strength, odds_of(cards, kind), values[kind], due, BASES[kind]);
    if (gain > best) best = gain;
  }
  gain = gain_of(null, words[ODDS_NULL], 23, 0, 1);
  if (due <= 23 && gain > best) best = gain;
  gain = gain_of(null - OUVERT, words[ODDS_OUVERT], 46, 0, 1);
  return due <= 46 && gain > best ? gain : best;
}

/* The same with twelve cards, whichever two are laid away. */
static i64 best_of_twelve(u32 twelve) {
  i64 values[GRAND + 1], best = -CERTAIN * CERTAIN;
  for (i64 kind = 0; kind <= GRAND; kind++) values[kind] = BASES[kind] * (matadors(twelve, kind) + 1);
  for (u32 left = twelve; left; left &= left - 1)
    for (u32 others = left & (left - 1); others; others &= others - 1) {
      u32 laid = (left & -left) | (others & -others);
      if (!counted()) return 0;
      i64 gain = best_contract(twelve & ~laid, laid, values);
      if (gain > best) best = gain;
    }
  return best;
}

/* What passing and bidding bring, for all that may lie in the skat. */
static i64 weigh_bid(i64 *values) {
  i64 worlds = 0;
  for (u32 left = (u32)words[UNSEEN]; left; left &= left - 1)
    for (u32 others = left & (left - 1); others; others &= others - 1) {
      u32 skat = (left & -left) | (others & -others);
      i64 gain = best_of_twelve((u32)words[HAND_0] | skat);
      if (cut) return worlds;
      values[0] += (i64)words[PASSING];
      values[1] += gain;
      worlds++;
    }
  return worlds;
}

/* --- Worlds ------------------------------------------------------------------------------------ */

/* Give the unseen cards out, those first that fewest may hold. */
static int dealt(World *world) {
  i64 free[SKAT + 1];
  for (i64 at = 0; at <= SKAT; at++) {
    world->cards[at] = (u32)words[HAND_0 + at];
    free[at] = (i64)words[SIZE_0 + at] - size(world->cards[at]);
  }
  for (i64 holders = 1; holders <= SKAT + 1; holders++)
    for (u32 left = (u32)words[UNSEEN]; left; left &= left - 1) {
      i64 card = lowest(left), all = 0, may = 0, at = 0;
      for (i64 of = 0; of <= SKAT; of++)
        if (words[MAY_0 + of] >> card & 1) {
          may++;
          all += free[of];
        }
      if (may != holders) continue;
      if (!all) return 0;
      i64 drawn = below(all);
      while (!(words[MAY_0 + at] >> card & 1) || drawn >= free[at]) {
        if (words[MAY_0 + at] >> card & 1) drawn -= free[at];
        at++;
      }
      world->cards[at] |= 1U << card;
      free[at]--;
    }
  return 1;
}

/* One of some worlds, each as likely as it fits. */
static int sampled(World *world) {
  World other;
  i64 found = 0, sum = 0, most = words[UNSEEN] ? CANDIDATES : 1;
  for (i64 tries = 0; tries < TRIES && found < most; tries++) {
    if (!counted()) return 0;
    if (!dealt(&other)) continue;
    i64 fits = fit(&other);
    found++;
    sum += fits;
    if (below(sum) < fits) *world = other;
  }
  if (found || words[MAY_SKAT] == words[UNSEEN]) return found > 0;
  words[MAY_SKAT] = words[UNSEEN];   /* trumps may have been laid away all the same */
  return sampled(world);
}

/* --- The decision ------------------------------------------------------------------------------ */

static void set_levels(void) {
  int fine = size(words[HAND_0 + words[PLAYER]]) <= FINE;
  levels = fine ? sizeof EXACT / 2 : sizeof COARSE / 2;
  alike = !fine;
  for (i64 at = 0; at < levels; at++) {
    needs[at] = fine ? EXACT[at][0] : COARSE[at][0];
    gains[at] = (fine ? EXACT[at][1] : COARSE[at][1]) + (needs[at] == (i64)words[WON] ? WINNING : 0);
  }
  if (game != NULL_GAME) return;
  levels = needs[0] = 1;
  gains[0] = TOTAL;
}

/* The number of levels that the declarer reaches after a card; `guess` is where to begin. */
static i64 reached(i64 bit, i64 had, i64 rest, i64 guess) {
  i64 low = 0, high = levels, trick[PLAYERS] = {0}, place = (i64)words[TRICK];
  i64 leader = ((i64)words[PLAYER] + PLAYERS - place) % PLAYERS;
  for (i64 at = 0; at < place; at++) trick[at] = bit_of[words[CARD_0 + at]];
  while (low < high) {
    i64 test = guess > low && guess <= high ? guess - 1 : guess == low ? low : (low + high) / 2;
    i64 value = had + played(leader, place, trick, bit, needs[test] - had, rest);
    if (cut) return 0;
    if (value >= needs[test])
      while (low <= test || (low < high && value >= needs[low])) low++;
    else
      while (high > test || (high > low && value < needs[high - 1])) high--;
  }
  return low;
}

static void set_world(const World *world) {
  for (i64 player = 0; player < PLAYERS; player++) hand[player] = bits_of(world->cards[player]);
}

/* The cards that may be played and do not come to the same as a higher one. */
static u32 different(i64 count) {
  i64 player = (i64)words[PLAYER];
  u32 legal = 0, others = (hand[0] | hand[1] | hand[2]) ^ hand[player];
  for (i64 at = 0; at < count; at++) legal |= 1U << bit_of[words[MOVE_0 + at]];
  for (i64 at = 0; at < (i64)words[TRICK]; at++) others |= 1U << bit_of[words[CARD_0 + at]];
  return choices(legal, others);
}

/* Add what the cards bring in a world, those that are left. */
static int weighed(const World *world, i64 count, i64 *values, const i64 *order, i64 *guess) {
  i64 sign = words[PLAYER] ? -1 : 1, rest = 1, had = 0, found[PACK], same_as[MOVES];
  set_world(world);
  if (game != NULL_GAME) {
    had = (i64)words[TAKEN] + points_of(world->cards[SKAT]);
    rest = points_of(world->cards[0] | world->cards[1] | world->cards[2]);
    for (i64 at = 0; at < (i64)words[TRICK]; at++) rest += POINTS[words[CARD_0 + at] & 7];
  }
  u32 searched = different((i64)words[COUNT_OF_MOVES]), known = 0;
  for (i64 at = 0; at < count; at++) {
    i64 bit = bit_of[words[MOVE_0 + order[at]]];
    while (!(searched >> bit & 1)) bit--;   /* the higher card that it comes to the same as */
    same_as[at] = bit;
    if (known >> bit & 1) continue;
    known |= 1U << bit;
    *guess = reached(bit, had, rest, *guess);
    if (cut) return 0;
    found[bit] = -TOTAL / 2;
    for (i64 level = 0; level < *guess; level++) found[bit] += gains[level];
  }
  for (i64 at = 0; at < count; at++) values[order[at]] += sign * found[same_as[at]];
  return 1;
}

/* Add what each contract brings in a world that is still a candidate. */
static int declared(const World *world, i64 count, i64 *values, const i64 *order) {
  i64 found[MOVES];
  for (i64 at = 0; at < count; at++) {
    const u64 *move = &words[MOVE_0 + CONTRACT_WORDS * order[at]];
    World with = *world;
    with.cards[SKAT] |= (u32)move[0];
    with.cards[0] &= ~with.cards[SKAT];
    set_game((i64)(move[0] >> 32 & 7));
    set_world(&with);
    i64 null = game == NULL_GAME, had = null ? 0 : points_of(with.cards[SKAT]);
    i64 need = null ? 1 : (i64)move[1] - had;
    i64 rest = null ? 1 : points_of(with.cards[0] | with.cards[1] | with.cards[2]);
    i64 value = lead((i64)words[FOREHAND], need, rest);
    if (cut) return 0;
    found[order[at]] = value >= need ? (i64)move[2] : -(i64)move[3];
  }
  for (i64 at = 0; at < count; at++) values[order[at]] += found[order[at]];
  return 1;
}

static void sort(i64 *order, i64 count, const i64 *values) {   /* the highest first */
  for (i64 at = 1; at < count; at++)
    for (i64 to = at; to > 0 && values[order[to]] > values[order[to - 1]]; to--) {
      i64 other = order[to];
      order[to] = order[to - 1];
      order[to - 1] = other;
    }
}

/* Values of the cards that may be played: after 4, 8 … worlds the better half is left. The others
 * keep their average, but no more than the best. */
static i64 weigh_cards(i64 count, i64 *values, i64 *order) {
  World world;
  i64 worlds = 0, most = words[UNSEEN] ? WORLDS_MOST : 1, guess = 0, left = count, seen[MOVES];
  set_game((i64)words[KIND]);
  set_levels();
  while (worlds < most && sampled(&world) && weighed(&world, left, values, order, &guess)) {
    worlds++;
    for (i64 at = 0; at < left; at++) seen[order[at]] = worlds;
    sort(order, left, values);
    if (worlds >= FIRST_CUT && !(worlds & (worlds - 1)) && left > FEWEST) left = (left + 1) / 2;
  }
  for (i64 at = left; at < count; at++) {
    i64 of = order[at], sum = values[of] + TOTAL * seen[of];
    values[of] = sum * worlds / seen[of] - TOTAL * worlds;
    if (values[of] > values[order[0]]) values[of] = values[order[0]];
  }
  return worlds;
}

/* Values of contracts: after 2, 4, 8 … worlds the better half is left. `order` has those left. */
static i64 weigh_contracts(i64 *count, i64 *values, i64 *order) {
  World world;
  i64 worlds = 0, most = words[UNSEEN] ? WORLDS_MOST : 1;
  for (i64 at = 0; at < *count; at++) {
    order[at] = at;
    values[at] = (i64)words[MOVE_0 + CONTRACT_WORDS * at + 4];
  }
  while (worlds < most && sampled(&world) && declared(&world, *count, values, order)) {
    worlds++;
    sort(order, *count, values);
    if (worlds > 1 && !(worlds & (worlds - 1)) && *count > FEWEST) *count = (*count + 1) / 2;
  }
  return worlds;
}

__attribute__((export_name("skat"))) void skat(void) {
  i64 count = (i64)words[COUNT_OF_MOVES], values[MOVES] = {0}, order[MOVES], worlds;
  u64 moves[MOVES];
  int contracts = words[KIND] == NO_GAME, bids = words[KIND] == NO_BID;
  for (i64 at = 0; at < count; at++) {
    moves[at] = contracts || bids ? (u64)at : words[MOVE_0 + at];
    order[at] = at;
  }
  for (i64 at = 0; at < 1 << SLOT_BITS; at++) slots[at].key = 0;
  for (i64 at = 0; at < PLAYERS * PLAYERS * PACK; at++)
    history[at / PACK / PLAYERS][at / PACK % PLAYERS][at % PACK] = 0;
  chance = words[SEED];
  budget = words[BUDGET];
  positions = 0;
  cut = 0;
  alike = 1;
  worlds = bids ? weigh_bid(values)
         : contracts ? weigh_contracts(&count, values, order) : weigh_cards(count, values, order);
  i64 best = 0;
  for (i64 at = 1; at < count; at++)
    if (values[order[at]] > values[order[best]]) best = at;
  words[CHOSEN] = moves[order[best]];
  words[WORLDS] = (u64)worlds;
  words[POSITIONS] = positions;
  words[CUT] = (u64)cut;
  words[COUNT] = (u64)count;
  for (i64 at = 0; at < count; at++) {
    words[VALUES + 2 * at] = moves[order[at]];
    words[VALUES + 2 * at + 1] = (u64)values[order[at]];
  }
}
