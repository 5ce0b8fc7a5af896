// Verifying evidence bundles without the rules: the checks of evidence/*.py, with the same verdicts.
//
//   import { verify } from "./verify.mjs";
//   for await (const { check, status, detail } of verify(file, { receipts, checkpoints, key })) …
//
// Two bundles of the same deal or table are compared by compare.mjs.
// A file is a string or bytes. Status is "holds", "fails", "open" (can not be told with what was
// given), "hand" (of a branch: laid by hand, it follows from nothing and counts nowhere), "none" (there
// is nothing to check) or "rules" (they would have to be executed, and are not here). Needs nothing but
// WebCrypto with Ed25519; nothing is sent or fetched.

import { Failure, NotYet, OfTheRules, eventsOf, verdict } from "./verdicts.mjs";
import { Malformed, Unreadable, readBundle, readEvents, readGrowth, readReceipt } from "./reading.mjs";
import { chain, form, heads, openings } from "./chain.mjs";
import { commitments, pack, root, seeds } from "./seeds.mjs";
import { GAMES } from "./games.mjs";
import { actors } from "./actors.mjs";
import { log } from "./log.mjs";
import { readKey } from "./notes.mjs";
import { receipts } from "./receipts.mjs";
import { seeDeals } from "./counting.mjs";
import { signatures } from "./signatures.mjs";

export { Malformed, Unreadable, readBundle, readReceipt };

const NO_RULES = () => {
  throw new OfTheRules("the rules are not executed here");
};
const OF_A_DEAL = {
  form, chain, openings, commitments, seeds, pack, root, receipts, log, actors, signatures,
  moves: NO_RULES, consequences: NO_RULES, score: NO_RULES, bots: NO_RULES,
};
const OF_A_TABLE = {
  form, chain, openings, receipts, log, actors,
  consequences: NO_RULES, score: NO_RULES, series,
};

/**
 * Check all that can be checked without the rules.
 * Held: receipts, checkpoints and proofs of consistency (texts that the reader has kept), key (its
 * text), seatKeys (pairs of a seat and its player's key in hex), others (files). Throws Unreadable
 * where the file is no bundle at all, or the key none.
 */
export async function* verify(file, held = {}) {
  let made;
  try {
    made = await prepare(file, held);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    yield { check: "form", status: "fails", detail: error.message, position: null };
    return;
  }
  const checks = made.bundle.kind === "deal" ? OF_A_DEAL : OF_A_TABLE;
  for (const [name, check] of Object.entries(checks)) yield await verdict(name, check, made);
}

/** A bundle with what it is checked by; throws Malformed where it has not the form of one. */
export async function prepare(
  file, {
    receipts = [], checkpoints = [], consistency = [], key = null, seatKeys = [], others = [],
  } = {},
) {
  const bundle = readBundle(file);
  if (bundle.key !== null) await readKey(bundle.key);
  const held = {
    receipts: receipts.map(readReceipt),
    checkpoints,
    growths: consistency.map(readGrowth),
    key: key === null ? null : await heldKey(key),
    seatKeys: new Map(seatKeys),
  };
  const made = { bundle, held, ...formed(others), heads: await heads(bundle) };
  try {
    made.told = await readEvents(bundle, GAMES);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    made.unformed = error;
  }
  return made;
}

/** The key that the reader has from elsewhere; that it is none is not the bundle's fault. */
async function heldKey(text) {
  try {
    return await readKey(text);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Unreadable("the key that was given is not the text of an Ed25519 verifier key");
  }
}

/** The other bundles, but for those that have not the form of one. */
function formed(files) {
  const others = files.flatMap((file) => {
    try {
      return [readBundle(file)];
    } catch (error) {
      if (error instanceof Malformed) return [];
      throw error;
    }
  });
  return { others, malformed: others.length < files.length };
}

/** Whether the deals that were given are those of the table; how it is scored, the rules say. */
async function series(made) {
  const given = [];
  for (const bundle of made.others.filter(({ kind }) => kind === "deal")) {
    given.push({ bundle, heads: await heads(bundle), told: await toldOf(bundle) });
  }
  seeDeals(eventsOf(made), given);
  if (made.malformed) throw new NotYet("a bundle that was given has not the form of one");
  return NO_RULES();
}

/** The events of another bundle; undefined where they have not the form of events. */
async function toldOf(bundle) {
  try {
    return await readEvents(bundle, GAMES);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
