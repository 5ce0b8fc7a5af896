/* What the searches of all games share: the words of a question and its answer, sets of cards, and
 * random numbers.
 *
 * A card is a number: 4 times its rank (0 is the six), plus its suit (C, D, H, S). A set of cards
 * is a number with a bit for each. The order of numbers is the order of ranks.
 */
typedef unsigned long long u64;
typedef long long i64;

#define ONE 1ULL
#define ALL ((ONE << CARDS) - 1)
#define SUIT 0x111111111ULL

enum { CARDS = 36, NONE = 63 };

extern u64 words[128];   /* the caller writes the question and reads the answer */

static inline i64 lowest(u64 cards) { return __builtin_ctzll(cards); }
static inline i64 size(u64 cards) { return __builtin_popcountll(cards); }
static inline u64 higher(i64 card) { return SUIT << (card & 3) & ALL & ~((ONE << card << 1) - 1); }

static inline u64 number(u64 *chance) {   /* splitmix64 */
  u64 z = *chance += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}
