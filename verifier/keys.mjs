// Valid public keys; the same as events/seat_keys.py.

import { hex } from "./recipe.mjs";

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (value) => ((value % P) + P) % P;
const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);
const ZERO = [0n, 1n, 1n, 0n];

function power(base, exponent) {
  let made = 1n;
  for (const bit of exponent.toString(2)) {
    made = (made * made) % P;
    if (bit === "1") made = (made * base) % P;
  }
  return made;
}

const MOST_KEYS = 1024;
/** The verdicts on the last keys: one takes 4 ms, and every act of a seat names its key. */
const judged = new Map();

/** Whether 32 bytes are the canonical encoding of a non-zero point of the prime-order group. */
export function isKey(raw) {
  const digits = hex(raw);
  if (!judged.has(digits)) {
    if (judged.size >= MOST_KEYS) judged.clear();
    judged.set(digits, isPoint(raw));
  }
  return judged.get(digits);
}

function isPoint(raw) {
  const y = BigInt(`0x${hex(raw.toReversed())}`) & ((1n << 255n) - 1n);
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  const root = power(square, (P + 3n) / 8n);
  const x = [root, mod(root * ROOT)].find((each) => mod(each * each) === square);
  if (y >= P || x === undefined) return false;
  const point = [x, y, 1n, mod(x * y)];
  return !isZero(point) && isZero(times(ORDER, point));
}

function add(one, other) {
  const a = (one[1] - one[0]) * (other[1] - other[0]);
  const b = (one[1] + one[0]) * (other[1] + other[0]);
  const [c, d] = [2n * one[3] * mod(other[3] * D), 2n * one[2] * other[2]];
  const [e, f, g, h] = [mod(b - a), mod(d - c), mod(d + c), mod(b + a)];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(number, point) {
  let made = ZERO;
  for (const bit of number.toString(2)) {
    made = add(made, made);
    if (bit === "1") made = add(made, point);
  }
  return made;
}

const isZero = ([x, y, z]) => x === 0n && y === z;
