// Verify evidence bundles without the rules: the checks of verifier/*.py, with the same verdicts. The
// moves of some bots are made again (policies.mjs).
//
//   import { verify } from "./verify.mjs";
//   for await (const { check, status, sentence } of verify(file, { receipts, checkpoints, key })) …
//
// Two bundles of the same deal or table are compared by compare.mjs. A file is a string or bytes.
// The status is one of:
//
// - "holds";
// - "fails";
// - "open": undecided with the evidence given, or not checked here (then "checked" is false);
// - "hand": a branch or a test table; what was laid by hand follows from nothing and counts nowhere;
// - "none": there is nothing to check.
//
// The only requirement is WebCrypto with Ed25519. Nothing is sent or fetched.

import { ByHand, Failure, NotHere, NotYet, say, verdict } from "./verdicts.mjs";
import { Malformed, Unreadable, readBundle, readGrowth, readReceipt } from "./reading.mjs";
import { key } from "./trust.mjs";
import { consequences, score } from "./series.mjs";
import { bots, hints } from "./policies.mjs";
import { chain, form, heads, openings } from "./chain.mjs";
import { commitments, pack, root, seeds } from "./seeds.mjs";
import { actors } from "./actors.mjs";
import { draws, standings } from "./course.mjs";
import { tables } from "./drawn.mjs";
import { log } from "./log.mjs";
import { readKey } from "./notes.mjs";
import { readEvents } from "./record.mjs";
import { receipts } from "./receipts.mjs";
import { seeDeals } from "./counting.mjs";
import { signatures } from "./signatures.mjs";
import { boards } from "./tournament_boards.mjs";

export { Malformed, Unreadable, readBundle, readReceipt };

const NO_RULES = () => {
  throw new NotHere(say("finding-rules-unchecked"));
};
const OF_A_DEAL = {
  key, form, chain, openings, commitments, seeds, pack, root, receipts, log, actors, signatures,
  moves: NO_RULES, consequences: NO_RULES, score: NO_RULES, bots, hints,
};
const OF_A_TABLE = {
  key, form, chain, openings, receipts, log, actors, signatures, consequences, score, series,
};
const OF_A_TOURNAMENT = {
  key, form, chain, openings, receipts, log, actors, draws, tables, boards, standings,
};
const OF_A_KIND = { deal: OF_A_DEAL, table: OF_A_TABLE, tournament: OF_A_TOURNAMENT };

/**
 * Run all checks that need no rules. `held` is the evidence that the reader holds:
 *
 * - receipts, checkpoints, consistency proofs: texts;
 * - key: its text;
 * - pins: {key, source}: keys that the reader keeps, and the address of the service that gave each;
 * - seatKeys: pairs of a seat and its player's key in hex;
 * - ownSeeds: pairs of a seat and the seed in hex that its player kept, null if they have none;
 * - others: files;
 * - sights: what was seen of the tables of a tournament (drawn.mjs); null: they are among the others;
 * - core: the core of the bots (core.mjs); null: what takes it is left open.
 *
 * Throws Unreadable if the file is not a bundle at all, or the key is not a key.
 */
export async function* verify(file, held = {}) {
  let made;
  try {
    made = await prepare(file, held);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    yield verdict("form", () => {
      throw new Failure(error.sentence);
    });
    return;
  }
  yield* checked(made);
}

/** Run all checks on a bundle together with the reader's evidence. */
export async function* checked(made) {
  for (const [name, check] of Object.entries(OF_A_KIND[made.bundle.kind])) yield await verdict(name, check, made);
}

/** A bundle together with the reader's evidence; throws Malformed if the bundle's form is wrong. */
export async function prepare(
  file, {
    receipts = [], checkpoints = [], consistency = [], key = null, pins = [], seatKeys = [],
    ownSeeds = [], others = [], sights = null, core = null,
  } = {},
) {
  const bundle = readBundle(file);
  if (bundle.key !== null) await readKey(bundle.key);
  const held = {
    receipts: receipts.map(readReceipt),
    checkpoints,
    growths: consistency.map(readGrowth),
    key: key === null ? null : await heldKey(key),
    pins,
    seatKeys: new Map(seatKeys),
    ownSeeds: new Map(ownSeeds),
    sights,
    core,
  };
  const given = formed(others);
  return { held, ...given, readOthers: () => Promise.all(given.others.map(read)), ...(await read(bundle)) };
}

/** A bundle with its heads and events, or the reason why it has none. */
async function read(bundle) {
  const made = { bundle, heads: await heads(bundle) };
  try {
    return { ...made, decoded: readEvents(bundle) };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof NotHere)) throw error;
    return { ...made, unformed: error };
  }
}

/** The reader's own key. An invalid one is not the bundle's fault. */
async function heldKey(text) {
  try {
    return await readKey(text);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Unreadable(say("finding-held-key"));
  }
}

/** The other bundles, without those whose form is wrong. */
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

/** Whether the deals given are the deals of the table. */
async function series(made) {
  const deals = made.others.filter(({ kind }) => kind === "deal");
  const seen = () => Promise.all(deals.map(read)).then((given) => seeDeals(made, given));
  if (!made.malformed) return seen();
  try {
    return await seen();
  } catch (error) {
    if (!(error instanceof NotHere || error instanceof ByHand)) throw error;
    throw new NotYet(say("finding-bundle-unformed"));
  }
}
