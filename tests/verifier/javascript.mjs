// The questions of the tests to the verifier in JavaScript. Bytes are base64 or, in vectors, hex.

import { readFileSync } from "node:fs";

import { compare } from "../../verifier/compare.mjs";
import { coreFrom } from "../../verifier/core.mjs";
import { isKey } from "../../verifier/keys.mjs";
import { signedBy } from "../../verifier/notes.mjs";
import { canonical } from "../../verifier/reading.mjs";
import * as recipe from "../../verifier/recipe.mjs";
import { MOVE, statementBytes } from "../../verifier/signatures.mjs";
import { summary } from "../../verifier/summary.mjs";
import { verifyTournament } from "../../verifier/tournament_files.mjs";
import { Unreadable, verify } from "../../verifier/verify.mjs";

const { hex, unhex } = recipe;
const MODULE = new URL("../../bots/core/core.wasm", import.meta.url);
const own = coreFrom(() => readFileSync(MODULE));
const file = (text) => Buffer.from(text, "base64");

/**
 * The verdicts on a file, or on two of them where `other` is given. `core` is the module by which
 * bots search; the checks end with a failure of one of those in `until`.
 */
export async function verdicts({
  raw, other, receipts = [], checkpoints = [], consistency = [], key = null, pins = [], seatKeys = [],
  ownSeeds = [], others = [], core: module, until = [],
}) {
  const core = module === undefined ? own : module && coreFrom(() => file(module));
  const held = {
    receipts: receipts.map(file), checkpoints, consistency: consistency.map(file), key, pins,
    seatKeys, ownSeeds, core,
    others: others.map(file),
  };
  const given = (text, name) => ({ name, file: file(text), held });
  const said = [];
  try {
    const every = other === undefined
      ? verify(file(raw), held) : compare(given(raw, "one"), given(other, "other"));
    for await (const { check, status, sentence, position, type, field, clauses } of every) {
      said.push([check, status, sentence, position, type, field, clauses]);
      if (status === "fails" && until.includes(check)) break;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    said.push(["unreadable", "fails", { key: "said", values: {} }, null, null, null, []]);
  }
  return said;
}

/** The verdicts on each record of a tournament's evidence: pairs of a line and its verdicts. */
export async function tournament(raw, key) {
  const said = [];
  try {
    for await (const { line, verdicts: found } of verifyTournament(file(raw), () => ({ key, core: own }))) {
      said.push([line, found.map((each) => [each.check, each.status, each.sentence, each.position, each.type, each.field, each.clauses])]);
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    said.push(["unreadable", []]);
  }
  return said;
}

/** The facts that rest on the word of the service, as the summary of a file says. */
export async function rests(raw, key) {
  const said = [];
  for await (const each of verify(file(raw), { key })) said.push(each);
  return summary(said).rests;
}

/** The questions that the check of bots asks the core about a bundle. */
export async function questions(raw) {
  const asked = [];
  const core = (name, question) => {
    asked.push(question.map(String));
    return own(name, question);
  };
  for await (const { check } of verify(file(raw), { core })) if (check === "bots") return asked;
  return asked;
}

/** How often a number was read from hex, as each judgement of a key does, for the checks of a file. */
export async function numbersRead(raw) {
  const { BigInt: original } = globalThis;
  let count = 0;
  globalThis.BigInt = Object.assign((value) => {
    count += String(value).startsWith("0x");
    return original(value);
  }, { asUintN: original.asUintN });
  try {
    await verdicts({ raw });
  } finally {
    globalThis.BigInt = original;
  }
  return count;
}

// --- Vectors --------------------------------------------------------------------------------------

/** The signed bytes of moves, whether their signatures fit, and whether keys are keys. */
export async function moves({ moves: every, keys }) {
  const signed = every.map(({ deal, seat, position, head, move }) => (
    statementBytes({ tag: MOVE, stream: deal, seat, position, head, said: canonical(move) })
  ));
  const fits = await Promise.all(every.map(({ key, signature }, at) => (
    signedBy({ raw: unhex(key) }, unhex(signature), signed[at])
  )));
  return { signed: signed.map(hex), fits, keys: keys.map(({ key }) => isKey(unhex(key))) };
}

/** Every step of the recipe, from the inputs of a case alone. */
export async function shuffled(one) {
  const deal = unhex(one.deal);
  const seed = unhex(one.server_seed);
  const server = await recipe.commitment(deal, "S", 0, seed);
  const reveals = await Promise.all(one.reveals.map(async ({ seat, seed: mine }) => (
    { seat, commitment: await recipe.commitment(deal, "P", seat, unhex(mine)), seed: unhex(mine) }
  )));
  const game = `${one.game}/${one.version}`;
  const agreed = await recipe.transcript(deal, game, one.pack, server, reveals);
  const key = await recipe.dealKey(seed, agreed);
  const deck = await recipe.shuffle(one.pack, key);
  const streams = {};
  for (const [label, { length }] of Object.entries(one.streams)) {
    const numbers = recipe.stream(key, label);
    streams[label] = [];
    while (streams[label].length < length) streams[label].push((await numbers.next()).value);
  }
  const lots = await Promise.all(one.lots.map(async ({ label, below }) => (
    { label, below, drawn: await recipe.draw(label, below, key) }
  )));
  const bots = await Promise.all(one.bots.map(async ({ seat }) => (
    { seat, seed: hex(await recipe.botSeed(key, seat)) }
  )));
  const root = await recipe.deckRoot(deck, key);
  const salts = await recipe.salts(key, deck.length);
  const opens = await Promise.all(one.openings.map(async ({ position, card, salt, path }) => {
    const leaf = await recipe.cardLeaf(position, unhex(salt), card);
    return recipe.includes(leaf, position, deck.length, path.map(unhex), root);
  }));
  return {
    id: one.id, server_commitment: hex(server), transcript: hex(agreed), key: hex(key), streams,
    reveals: reveals.map((each) => (
      { seat: each.seat, commitment: hex(each.commitment), seed: hex(each.seed) }
    )),
    deck, lots, bots, salts: salts.map(hex), root: hex(root), opens,
  };
}
