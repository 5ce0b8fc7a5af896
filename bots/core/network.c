/* A network that says what moves are worth. `bots/network.py` says the same in Python.
 *
 * An input is a bit. The question has the inputs that all moves share, and those of each move. The
 * host writes the weights, which are integers, to the address of `network`. A layer gives numbers
 * from 0 to 1, which stand here as 0 to ONE_PART; the last one gives the value.
 */
#include "core.h"

enum { SHARED = 8, OWN = 2, INPUTS = 64 * (SHARED + OWN), FIRST = 256, UPPER = 32, MOVES = 40 };
enum { BITS = 9, ONE_PART = 1 << BITS, VALUE_BITS = 8 };
enum { MOVE_COUNT, SHARED_0, MOVE_0 = SHARED_0 + SHARED };

typedef short i16;
typedef int i32;

static struct {
  i32 first_bias[FIRST], second_bias[UPPER], third_bias[UPPER], last_bias[1];
  i16 first[INPUTS][FIRST], second[UPPER][FIRST], third[UPPER][UPPER], last[UPPER];
} network;

__attribute__((export_name("network"))) void *address_of_network(void) { return &network; }

static i32 part(i32 sum) { return sum < 0 ? 0 : sum > ONE_PART ? ONE_PART : sum; }

static void add(i32 *sums, const u64 *bits, i64 count, i64 from) {
  for (i64 at = 0; at < count; at++)
    for (u64 left = bits[at]; left; left &= left - 1) {
      const i16 *row = network.first[64 * (from + at) + lowest(left)];
      for (i64 of = 0; of < FIRST; of++) sums[of] += row[of];
    }
}

static i32 weighed(i32 bias, const i16 *weights, const i32 *parts, i64 count) {
  for (i64 at = 0; at < count; at++) bias += weights[at] * parts[at];
  return bias;
}

static i64 value(const i32 *shared, const u64 *own) {
  i32 first[FIRST], second[UPPER], third[UPPER];
  for (i64 at = 0; at < FIRST; at++) first[at] = shared[at];
  add(first, own, OWN, SHARED);
  for (i64 at = 0; at < FIRST; at++) first[at] = part(first[at]);
  for (i64 at = 0; at < UPPER; at++)
    second[at] = part(weighed(network.second_bias[at], network.second[at], first, FIRST) >> BITS);
  for (i64 at = 0; at < UPPER; at++)
    third[at] = part(weighed(network.third_bias[at], network.third[at], second, UPPER) >> BITS);
  return weighed(network.last_bias[0], network.last, third, UPPER) >> VALUE_BITS;
}

__attribute__((export_name("valued"))) void valued(void) {   /* the answer is the values alone */
  i32 shared[FIRST];
  i64 count = (i64)words[MOVE_COUNT], values[MOVES];
  for (i64 at = 0; at < FIRST; at++) shared[at] = network.first_bias[at];
  add(shared, words + SHARED_0, SHARED, 0);
  for (i64 at = 0; at < count; at++) values[at] = value(shared, words + MOVE_0 + OWN * at);
  for (i64 at = 0; at < count; at++) words[at] = (u64)values[at];
}
