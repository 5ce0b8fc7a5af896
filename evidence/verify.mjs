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

import * as recipe from "./recipe.mjs";
import {
  Malformed, NO_DIGEST, Unreadable, isByHand, readBundle, readEvents, readGrowth, readReceipt,
} from "./reading.mjs";
import {
  ByHand, Failure, NotYet, Nothing, OfTheRules, eventsOf, seats, verdict,
} from "./verdicts.mjs";
import { actors } from "./actors.mjs";
import { seeDeals } from "./counting.mjs";
import { log } from "./log.mjs";
import { readKey } from "./notes.mjs";
import { receipts } from "./receipts.mjs";
import { signatures } from "./signatures.mjs";

export { Malformed, Unreadable, readBundle, readReceipt };

const { bytes, hex, joined, sha256, unhex } = recipe;

/** Every game with its rules version: the ranks of its pack, and its lots by number of seats. */
export const GAMES = {
  "durak/1": { ranks: "6789TJQKA", lots: { 2: [["dealer", 2]] } },
  "goat/1": { ranks: "6789TJQKA", lots: { 4: [["shown", 20], ["dealer", 4]] } },
  "skat/1": { ranks: "789TJQKA", lots: { 3: [["dealer", 3]], 4: [["dealer", 4]] } },
  "svoi_kozyri/1": { ranks: "6789TJQKA", lots: { 2: [["dealer", 2]] } },
};

export const packOf = (game) => ["C", "S", "H", "D"].flatMap((suit) =>
  [...GAMES[game].ranks].map((rank) => rank + suit));

const SECRETS = new Map([
  ["deal.opened", ["seed"]], ["deal.shuffled", ["deck", "lots"]],
  ["deal.move_signed", ["signature"]],
]);

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
 * text), seatKeys (pairs of a seat and its player's key in hex), others (files). Throws Unreadable where the file is no bundle at all.
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
    key: key && (await readKey(key)),
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

/** The chain head after each event, as it follows from the bytes alone. */
async function heads(bundle) {
  const stream = unhex(bundle.stream.replaceAll("-", ""));
  let head = await sha256(joined(bytes("fairdeal/1/genesis"), stream));
  const made = [];
  for (const { body } of bundle.events) {
    head = await sha256(joined(new Uint8Array([2]), head, await sha256(bytes(body))));
    made.push(head);
  }
  return made;
}

// --- The record is one, and whole ----------------------------------------------------------------

function form({ bundle, told: events, unformed }) {
  if (unformed !== undefined) throw unformed;
  const { kind, stream, game, view } = bundle;
  return `${events.length} events of ${kind} ${stream}, ${game}, ${view}${clock(events)}`;
}

/** Where an event is said to be earlier than the one before it: clocks differ, so nothing fails. */
function clock(events) {
  let [most, position] = [0, 0];
  for (const [at, each] of events.slice(1).entries()) {
    const back = events[at].at - each.at;
    if (back > most) [most, position] = [back, each.position];
  }
  return most > 0 ? `; the clock goes back by ${most} µs at event ${position}` : "";
}

function chain({ bundle, heads: made }) {
  for (const [at, { hash }] of bundle.events.entries()) {
    if (hash !== hex(made[at])) {
      const detail = "the hash does not follow from the events";
      throw new Failure(detail, { position: at + 1, field: "hash" });
    }
  }
  if (bundle.head !== hex(made.at(-1))) {
    const detail = "the record does not end at its head";
    throw new Failure(detail, { position: made.length, field: "head" });
  }
  return `the head is ${bundle.head}`;
}

async function openings(made) {
  let [opened, sealed] = [0, 0];
  for (const each of eventsOf(made)) {
    const at = (slot, detail) => new Failure(detail, { ...each, field: slot });
    for (const slot of SECRETS.get(each.type) ?? []) {
      if (!each.commitments.has(slot)) throw at(slot, "this is a secret, and stands open");
    }
    for (const [slot, { salt, payload, value }] of each.openings) {
      const commitment = each.commitments.get(slot);
      if (commitment === undefined) throw at(slot, "there is no commitment to open");
      const hash = await recipe.taggedHash("fairdeal/1/secret", unhex(salt), bytes(payload));
      if (hex(hash) !== commitment.sha256) {
        throw at(slot, "the opening does not fit its commitment");
      }
      if (commitment.count !== counted(slot, value)) {
        throw at(slot, `${commitment.count} cards are said to be hidden, and it is another number`);
      }
    }
    if (made.bundle.view === "full") {
      for (const slot of each.commitments.keys()) {
        if (!each.openings.has(slot)) {
          throw at(slot, "the view has this secret, and it is not opened");
        }
      }
    }
    opened += each.openings.size;
    sealed += each.commitments.size;
  }
  return `${opened} of ${sealed} secrets are opened, and fit`;
}

/** How many cards a commitment must say that it hides: of other secrets, one. */
function counted(slot, value) {
  const cards = Array.isArray(value) && slot !== "lots";
  return cards ? value.length : 1;
}

// --- The pack was fixed before anybody could know it ---------------------------------------------

function begun(made) {
  const events = eventsOf(made);
  const every = (type) => events.filter((each) => each.type === type);
  const [opened] = events;
  const [revealed] = every("deal.revealed");
  const known = opened.data.seed;
  return {
    first: opened,
    opened: opened.data,
    byHand: isByHand(opened.data),
    deal: unhex(opened.data.deal.replaceAll("-", "")),
    committed: new Map(
      (opened.data.commitments ?? []).flatMap((each, seat) => (each === null ? [] : [[seat, each]])),
    ),
    shown: every("deal.seed_revealed"),
    shuffled: every("deal.shuffled")[0],
    revealed,
    seed: revealed ? revealed.data.seed : typeof known === "string" ? known : null,
    off: every("deal.voided").length + every("deal.abandoned").length > 0,
  };
}

function failed(each, field, detail, ...clauses) {
  return new Failure(detail, { ...each, field, clauses });
}

function commitments(made) {
  const start = begun(made);
  if (start.byHand) {
    seeHand(start);
    throw new ByHand("nobody has committed to anything: this deal is that of a branch");
  }
  const { committed, shown, shuffled, revealed } = start;
  const events = eventsOf(made);
  seeBots(start);
  const seen = new Set();
  for (const each of shown) {
    const { seat } = each.data;
    if (!committed.has(seat)) throw failed(each, "seat", "this seat has committed to no seed", "F3");
    if (seen.has(seat)) throw failed(each, "seat", "this seat has shown its seed before", "F3");
    if (shuffled && each.position > shuffled.position) {
      throw failed(each, "seed", "the seed is shown after the shuffle", "F3");
    }
    seen.add(seat);
  }
  if (shuffled && seen.size !== committed.size) {
    const detail = "a seat that has committed has not shown its seed";
    throw failed(shuffled, "transcript", detail, "F3");
  }
  if (revealed && revealed !== events.at(-1)) {
    throw failed(revealed, "seed", "the server's seed is shown before the end");
  }
  if (committed.size === 0) {
    return "the server's stands in event 1; no seat committed to a seed of its own";
  }
  return `the server's and those of ${seats(committed.keys())} stand in event 1`;
}

/** A bot brings no seed (F1), and no key (F7). */
function seeBots({ first, opened }) {
  for (const [name, clause] of Object.entries({ commitments: "F1", keys: "F7" })) {
    const own = opened[name] ?? [];
    if (opened.bots.some((bot, seat) => bot && own[seat])) {
      throw failed(first, name, "a bot brings none of its own", clause);
    }
  }
}

/** A deck that is laid by hand goes with nothing that would vouch for it. */
function seeHand({ first, opened, shown, shuffled, revealed }) {
  if (typeof opened.seed === "string" || (opened.commitments ?? []).length > 0) {
    throw failed(first, "commitment", "nothing is committed to, and there are seeds");
  }
  for (const each of [...shown, revealed].filter(Boolean)) {
    throw failed(each, "seed", "the deck is laid by hand, and a seed is shown");
  }
  for (const name of ["transcript", "root"]) {
    if (shuffled && shuffled.data[name] !== NO_DIGEST) {
      throw failed(shuffled, name, "the deck is laid by hand, and this vouches for it");
    }
  }
}

async function seeds(made) {
  const { opened, deal, committed, shown, seed, revealed, byHand } = begun(made);
  if (byHand) throw new ByHand("there is none");
  for (const each of shown) {
    const { seat } = each.data;
    const hash = await recipe.commitment(deal, "P", seat, unhex(each.data.seed));
    if (hex(hash) !== committed.get(seat)) {
      throw failed(each, "seed", "the seed does not open the seat's commitment", "F3");
    }
  }
  const opens = shown.length === 1 ? "opens its own" : "open theirs";
  let others = "no seat shows one";
  if (shown.length > 0) others = `${seats(shown.map((each) => each.data.seat))} ${opens}`;
  if (seed === null) throw new NotYet(`the server's seed is not shown yet; ${others}`);
  const [first] = eventsOf(made);
  if (hex(await recipe.commitment(deal, "S", 0, unhex(seed))) !== opened.commitment) {
    throw failed(revealed ?? first, "seed", "the seed does not open the server's commitment");
  }
  if (typeof opened.seed === "string" && opened.seed !== seed) {
    throw failed(first, "seed", "the seed is another one than that at the end");
  }
  return `the server's opens its commitment; ${others}`;
}

async function pack(made) {
  const start = dealt(made);
  const agreed = await agreement(made, start);
  if (start.seed === null) {
    const detail = "T is what was agreed; the seed that the pack follows from is not shown yet";
    throw new NotYet(detail);
  }
  const { game, opened, shuffled } = start;
  const key = await recipe.dealKey(unhex(start.seed), agreed);
  const deck = await recipe.shuffle(packOf(game), key);
  const given = shuffled.data;
  if (Array.isArray(given.deck) && given.deck.join() !== deck.join()) {
    throw failed(shuffled, "deck", "the pack does not follow from the seeds");
  }
  const drawn = [];
  for (const [label, bound] of GAMES[game].lots[opened.seats]) {
    drawn.push(await recipe.draw(`fairdeal/1/${label}`, bound, key));
  }
  if (Array.isArray(given.lots) && given.lots.join() !== drawn.join()) {
    throw failed(shuffled, "lots", "the lots do not follow from the seeds");
  }
  if (!Array.isArray(given.deck)) {
    throw new NotYet("T is what was agreed; pack and lots are sealed in this view");
  }
  return "T is what was agreed, and pack and lots follow from the seeds";
}

async function root(made) {
  const start = dealt(made);
  if (start.seed === null) throw new NotYet("the seed that the salts follow from is not shown yet");
  const key = await recipe.dealKey(unhex(start.seed), await agreement(made, start));
  const hash = await recipe.deckRoot(await recipe.shuffle(packOf(start.game), key), key);
  if (hex(hash) !== start.shuffled.data.root) {
    throw failed(start.shuffled, "root", "the deck root is not that of the salted pack");
  }
  return `the deck root is ${hex(hash)}`;
}

function dealt(made) {
  const start = begun(made);
  if (start.byHand) {
    throw new ByHand("laid by hand: it follows from no seed, and counts in no series");
  }
  if (start.shuffled === undefined) {
    if (start.off) throw new Nothing("there was no deal: it ended before the shuffle");
    throw new NotYet("the pack is not shuffled yet");
  }
  return { ...start, game: `${start.opened.game}/${start.opened.rules}` };
}

async function agreement(made, { opened, deal, committed, shown, shuffled, game }) {
  const reveals = shown
    .filter((each) => committed.has(each.data.seat))
    .map(({ data: { seat, seed } }) => ({
      seat, commitment: unhex(committed.get(seat)), seed: unhex(seed),
    }));
  const server = unhex(opened.commitment);
  const agreed = await recipe.transcript(deal, game, packOf(game), server, reveals);
  if (hex(agreed) !== shuffled.data.transcript) {
    throw failed(shuffled, "transcript", "T is not what was agreed before the shuffle");
  }
  return agreed;
}

// --- Tables --------------------------------------------------------------------------------------

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
