// The shuffle: recipe fairdeal/1, byte for byte the same as domain/fairness/shuffle.py. H is
// SHA-256, numbers are big-endian u32, LP(x) = u32 length ‖ x, TH(tag, p1..pn) = H(LP(tag) ‖ u32 n
// ‖ LP(p1) ‖ …). The only dependency is WebCrypto.

const { subtle } = globalThis.crypto;
const encoder = new TextEncoder();

export const bytes = (text) => encoder.encode(text);

export const hex = (raw) => Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(text) {
  const raw = new Uint8Array(text.length / 2);
  for (let at = 0; at < raw.length; at++) raw[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return raw;
}

export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const same = (one, other) => hex(one) === hex(other);

export const u32 = (number) =>
  new Uint8Array([number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]);

/** A whole number up to 2^53 as eight bytes. */
export const u64 = (number) => joined(u32(Math.floor(number / 2 ** 32)), u32(number % 2 ** 32));

export const framed = (part) => joined(u32(part.length), part);

export const sha256 = async (data) => new Uint8Array(await subtle.digest("SHA-256", data));

export async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, message));
}

/** Parts under a tag, as domain/fairness/framing.py. */
export const tagged = (tag, ...parts) =>
  joined(framed(bytes(tag)), u32(parts.length), ...parts.map(framed));

export const taggedHash = (tag, ...parts) => sha256(tagged(tag, ...parts));

/** The commitment to a seed: by the server (role S, index 0) or by a seat (role P, its number). */
export const commitment = (deal, role, index, seed) =>
  taggedHash("fairdeal/1/commit", deal, bytes(role), u32(index), seed);

/** T: everything that was fixed before the shuffle. Reveals are {seat, commitment, seed}. */
export function transcript(deal, game, pack, server, reveals) {
  const parts = [...reveals]
    .sort((one, other) => one.seat - other.seat)
    .map((each) => joined(u32(each.seat), each.commitment, each.seed));
  const listing = bytes(pack.join("\n"));
  const counted = u32(parts.length);
  return taggedHash("fairdeal/1/transcript", deal, bytes(game), listing, server, counted, ...parts);
}

/** K, the key from which all randomness of a deal follows. */
export const dealKey = (seed, agreed) => hmac(seed, agreed);

/** The endless random numbers, 0 to 2^32 - 1, of a label: eight from each block. */
export async function* stream(key, label) {
  for (let block = 0; ; block++) {
    const view = new DataView((await hmac(key, joined(bytes(label), u32(block)))).buffer);
    for (let word = 0; word < 8; word++) yield view.getUint32(4 * word);
  }
}

/** A uniform number below the bound, by rejection sampling. */
export async function below(bound, numbers) {
  const fair = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const { value } = await numbers.next();
    if (value < fair) return value % bound;
  }
}

/** The places that are swapped, from the top down: Fisher-Yates. */
export async function* swaps(size, key) {
  const numbers = stream(key, "fairdeal/1/shuffle");
  for (let last = size - 1; last > 0; last--) yield [last, await below(last + 1, numbers)];
}

/** The pack in the order in which it is dealt. */
export async function shuffle(pack, key) {
  const deck = [...pack];
  for await (const [last, other] of swaps(deck.length, key)) {
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

/** The number that a lot gives. */
export const draw = (label, bound, key) => below(bound, stream(key, label));

/** The seed for the randomness of the bot on a seat. */
export const botSeed = (key, seat) => hmac(key, joined(bytes("fairdeal/1/bot"), u32(seat), u32(0)));

/** The salt of every position of the pack. */
export const salts = (key, size) =>
  Promise.all(
    Array.from({ length: size }, (_, at) => hmac(key, joined(bytes("fairdeal/1/salt"), u32(at)))),
  );

export const cardLeaf = (position, salt, card) =>
  sha256(joined(new Uint8Array([0]), u32(position), salt, bytes(card)));

export const leafHash = (entry) => sha256(joined(new Uint8Array([0]), entry));

export const nodeHash = (left, right) => sha256(joined(new Uint8Array([1]), left, right));

/** The root of the tree (RFC 6962, section 2.1) over hashes of leaves. */
export async function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  let half = 1;
  while (2 * half < leaves.length) half *= 2;
  return nodeHash(await root(leaves.slice(0, half)), await root(leaves.slice(half)));
}

/** The root of the tree over the salted cards. */
export async function deckRoot(deck, key) {
  const salted = await salts(key, deck.length);
  return root(await Promise.all(deck.map((card, at) => cardLeaf(at, salted[at], card))));
}

/** Whether a path proves that a leaf is at an index of the tree with a root. */
export async function includes(leaf, index, size, path, expected) {
  if (!(index >= 0 && index < size)) return false;
  let [current, at, last] = [leaf, index, size - 1];
  const up = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      current = await nodeHash(sibling, current);
      while (at % 2 === 0 && at > 0) up();
    } else {
      current = await nodeHash(current, sibling);
    }
    up();
  }
  return last === 0 && same(current, expected);
}

/** Whether a proof shows that the tree with a root extends the tree with the old root. */
export async function isConsistent(old, oldRoot, size, expected, proof) {
  if (!(old > 0 && old < size)) {
    const alike = old === 0
      ? same(oldRoot, await sha256(new Uint8Array(0))) : old === size && same(oldRoot, expected);
    return alike && proof.length === 0;
  }
  const known = Number.isInteger(Math.log2(old)) ? [oldRoot, ...proof] : [...proof];
  if (known.length === 0) return false;
  let [at, last] = [old - 1, size - 1];
  const up = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  while (at % 2 === 1) up();
  let [before, after] = [known[0], known[0]];
  for (const sibling of known.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = await nodeHash(sibling, before);
      after = await nodeHash(sibling, after);
      while (at % 2 === 0 && at > 0) up();
    } else {
      after = await nodeHash(after, sibling);
    }
    up();
  }
  return last === 0 && same(before, oldRoot) && same(after, expected);
}
