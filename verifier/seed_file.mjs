// The seeds that a player kept; the same as verifier/seed_file.py.

import { Unreadable, readReceipt } from "./reading.mjs";
import { say } from "./verdicts.mjs";

const LONGEST = 16 << 20;
const SEED = /^[0-9a-f]{64}$/;
/** The addresses from which a key is pinned: no proxy on the way can replace it. */
const SAFE = /^(https:\/\/[^\s/@]+|http:\/\/(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?)$/;
const PLAYER = "the player";

/**
 * The seeds in a file: a function of deal and seat (null if there is none), their receipts, and the
 * keys of the service that came from itself or from the player.
 */
export function readSeedFile(file) {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.subarray(0, LONGEST));
  const alone = text.trim();
  if (SEED.test(alone)) return { alone, seed: () => alone, receipts: [], pins: [] };
  const seeds = new Map();
  const receipts = new Map();
  const pins = [];
  for (const said of text.split("\n")) {
    const { kind, deal, seat, seed, ...line } = lineOf(said);
    const of = JSON.stringify([deal, seat]);
    if (kind === "commitment" && SEED.test(seed) && !seeds.has(of)) seeds.set(of, seed);
    if (kind === "opening" || kind === "shown") {
      const receipt = readReceipt(said);
      receipts.set(JSON.stringify(receipt), receipt);
    }
    const source = line.source === "player" ? PLAYER : line.service;
    if (kind === "key" && (source === PLAYER || SAFE.test(source ?? ""))) {
      pins.push({ key: String(line.key).trim(), source });
    }
  }
  if (seeds.size === 0) {
    throw new Unreadable(say("finding-no-seeds"));
  }
  const seedOf = (deal, seat) => seeds.get(JSON.stringify([deal, seat])) ?? null;
  return { alone: null, seed: seedOf, receipts: [...receipts.values()], pins };
}

/** A complete line; a line that was cut off by a crash is dropped. */
function lineOf(said) {
  try {
    return JSON.parse(said) ?? {};
  } catch {
    return {};
  }
}
