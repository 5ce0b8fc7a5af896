// Verifying evidence bundles without the rules: the checks of evidence/*.py, with the same verdicts.
//
//   import { verify } from "./verify.mjs";
//   for await (const { check, status, detail } of verify(file, { receipts, checkpoints, key })) …
//
// A file is a string or bytes. Status is "holds", "fails" or "open" (can not be told with what was
// given). Needs nothing but WebCrypto with Ed25519; nothing is sent or fetched.

import * as recipe from "./recipe.mjs";
import { Malformed, Unreadable, readBundle, readEvents, readReceipt } from "./reading.mjs";
import { Failure, NotYet } from "./verdicts.mjs";
import { checkpoint, readKey, signedBy } from "./notes.mjs";

export { Malformed, Unreadable, readBundle, readReceipt };

const { bytes, hex, joined, same, sha256, u32, u64, unhex } = recipe;

/** Every game with its rules version: the ranks of its pack, and its lots by number of seats. */
export const GAMES = {
  "durak/1": { ranks: "6789TJQKA", lots: { 2: [["dealer", 2]] } },
  "goat/1": { ranks: "6789TJQKA", lots: { 4: [["shown", 20], ["dealer", 4]] } },
  "skat/1": { ranks: "789TJQKA", lots: { 3: [["dealer", 3]], 4: [["dealer", 4]] } },
  "svoi_kozyri/1": { ranks: "6789TJQKA", lots: { 2: [["dealer", 2]] } },
};

export const packOf = (game) => ["C", "S", "H", "D"].flatMap((suit) =>
  [...GAMES[game].ranks].map((rank) => rank + suit));

const SECRETS = { "deal.opened": ["seed"], "deal.shuffled": ["deck", "lots"] };

const NO_RULES = () => {
  throw new NotYet("the rules are not executed here");
};
const OF_A_DEAL = {
  form, chain, openings, commitments, seeds, pack, root, receipts, log,
  moves: NO_RULES, consequences: NO_RULES, score: NO_RULES,
};
const OF_A_TABLE = {
  form, chain, openings, receipts, log,
  consequences: NO_RULES, score: NO_RULES, series,
};

/**
 * Check all that can be checked without the rules.
 * Held: receipts and checkpoints (texts that the reader has kept), key (its text), others (files).
 * Throws Unreadable where the file is no bundle at all.
 */
export async function* verify(file, { receipts = [], checkpoints = [], key = null, others = [] } = {}) {
  let bundle;
  try {
    bundle = readBundle(file);
    if (bundle.key !== null) await readKey(bundle.key);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    yield { check: "form", status: "fails", detail: error.message, position: null };
    return;
  }
  const held = { receipts: receipts.map(readReceipt), checkpoints, key: key && (await readKey(key)) };
  const made = { bundle, held, others: others.map(readBundle), heads: await heads(bundle) };
  try {
    made.told = await readEvents(bundle, GAMES);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    made.unformed = error;
  }
  const checks = bundle.kind === "deal" ? OF_A_DEAL : OF_A_TABLE;
  for (const [name, check] of Object.entries(checks)) yield await verdict(name, check, made);
}

async function verdict(check, how, made) {
  try {
    return { check, status: "holds", detail: await how(made), position: null };
  } catch (error) {
    const { message: detail } = error;
    if (error instanceof Failure) {
      return { check, status: "fails", detail, position: error.position };
    }
    if (error instanceof NotYet) return { check, status: "open", detail, position: null };
    throw error;
  }
}

function told({ told: events }) {
  if (events === undefined) throw new NotYet("the form does not hold");
  return events;
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
  return `${events.length} events of ${kind} ${stream}, ${game}, ${view}`;
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
  for (const each of told(made)) {
    const at = (slot, detail) => new Failure(detail, { ...each, field: slot });
    for (const slot of SECRETS[each.type] ?? []) {
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
  const events = told(made);
  const every = (type) => events.filter((each) => each.type === type);
  const [opened] = events;
  const [revealed] = every("deal.revealed");
  const known = opened.data.seed;
  return {
    opened: opened.data,
    deal: unhex(opened.data.deal.replaceAll("-", "")),
    committed: new Map(
      (opened.data.commitments ?? []).flatMap((each, seat) => (each === null ? [] : [[seat, each]])),
    ),
    shown: every("deal.seed_revealed"),
    shuffled: every("deal.shuffled")[0],
    revealed,
    seed: revealed ? revealed.data.seed : typeof known === "string" ? known : null,
    voided: every("deal.voided").length > 0,
  };
}

const seats = (some) => `seats ${[...some].sort((one, other) => one - other).join(", ")}`;

function failed(each, field, detail, ...clauses) {
  return new Failure(detail, { ...each, field, clauses });
}

function commitments(made) {
  const { committed, shown, shuffled, revealed } = begun(made);
  const events = told(made);
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

async function seeds(made) {
  const { opened, deal, committed, shown, seed, revealed } = begun(made);
  for (const each of shown) {
    const { seat } = each.data;
    const hash = await recipe.commitment(deal, "P", seat, unhex(each.data.seed));
    if (hex(hash) !== committed.get(seat)) {
      throw failed(each, "seed", "the seed does not open the seat's commitment", "F3");
    }
  }
  let others = "no seat shows one";
  if (shown.length > 0) others = `${seats(shown.map((each) => each.data.seat))} open theirs`;
  if (seed === null) throw new NotYet(`the server's seed is not shown yet; ${others}`);
  const [first] = told(made);
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
  if (start.shuffled === undefined) {
    throw new NotYet(start.voided ? "the deal was voided" : "the pack is not shuffled yet");
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

// --- Others have seen the same record ------------------------------------------------------------

async function keyOf({ bundle, held }) {
  const named = bundle.key && (await readKey(bundle.key));
  if (named && held.key && named.text !== held.key.text) {
    const detail = `the bundle names the key ${named.text}, and yours is ${held.key.text}`;
    throw new Failure(detail, { field: "key" });
  }
  if (!named && !held.key) throw new Failure("the bundle names no key", { field: "key" });
  return held.key ?? named;
}

async function receipts(made) {
  const { bundle, held } = made;
  const given = [...held.receipts, ...bundle.receipts];
  if (given.length === 0) throw new NotYet("no receipt was given");
  const key = await keyOf(made);
  for (const receipt of given) await seeReceipt(made, receipt, key);
  return `${given.length} signed by ${key.name}+${key.id} are for events of this record`;
}

async function seeReceipt(made, receipt, key) {
  const { bundle } = made;
  const { position } = receipt;
  const failing = (field, detail) =>
    new Failure(detail, { position, field: `receipt.${field}` });
  if (receipt.key !== key.id) {
    throw failing("key", `it names the key ${receipt.key}, not ${key.id}`);
  }
  if (!(await signedBy(key, unhex(receipt.signature), signedBytes(receipt)))) {
    throw failing("signature", "it is not signed by this key");
  }
  if (receipt.deal !== bundle.stream) throw failing("deal", `it is for ${receipt.deal}`);
  if (!(position >= 1 && position <= bundle.events.length)) {
    throw failing("position", `the record has ${bundle.events.length} events`);
  }
  if (receipt.head !== hex(made.heads[position - 1])) {
    throw failing("head", "another record was accepted than stands here");
  }
  if (receipt.at !== told(made)[position - 1].at) {
    throw failing("at", "the event says another time");
  }
}

/** The bytes that the signature of a receipt is over. */
export function signedBytes({ deal, position, head, at }) {
  const parts = [unhex(deal.replaceAll("-", "")), u32(position), unhex(head), u64(at)];
  const tag = recipe.framed(bytes("fairdeal/1/receipt"));
  return joined(tag, u32(parts.length), ...parts.map(recipe.framed));
}

async function log(made) {
  const { bundle, held, heads: known } = made;
  const place = bundle.log;
  if (place === null) {
    if (held.checkpoints.length === 0) throw new NotYet("the bundle has no place in the log");
    const detail = "the bundle has no place in the log to compare by";
    throw new Failure(detail, { field: "log" });
  }
  const key = await keyOf(made);
  const seen = await checkpoint(key, place.checkpoint);
  await seePlace(made, place, seen);
  for (const note of held.checkpoints) {
    const mine = await checkpoint(key, note);
    if (mine.size !== seen.size) {
      const detail = `yours is of ${mine.size} entries; ask for the bundle with size=${mine.size}`;
      throw new Failure(detail, { field: "checkpoint" });
    }
    if (!same(mine.root, seen.root)) {
      throw new Failure("the log was signed with two contents", { field: "checkpoint" });
    }
  }
  return `event ${place.version} of ${known.length} is entry ${place.position} of ${seen.size}`
    + ` in ${seen.origin}, signed by ${key.id}`;
}

async function seePlace({ bundle, heads: known }, { version, position, path }, seen) {
  if (!(version >= 1 && version <= known.length)) {
    const detail = `the record has ${known.length} events`;
    throw new Failure(detail, { position: version, field: "log.version" });
  }
  const stream = unhex(bundle.stream.replaceAll("-", ""));
  const leaf = await recipe.leafHash(joined(stream, u32(version), known[version - 1]));
  if (!(await recipe.includes(leaf, position, seen.size, path.map(unhex), seen.root))) {
    const detail = "the log does not hold this record";
    throw new Failure(detail, { position: version, field: "log" });
  }
}

// --- Tables --------------------------------------------------------------------------------------

/** Whether the deals that were given are those that the table counts; the terms are the rules'. */
async function series(made) {
  for (const each of told(made).filter(({ type }) => type === "table.deal_recorded")) {
    const other = made.others.find((one) => one.stream === each.data.deal);
    if (other === undefined) continue;
    const head = (await heads(other))[each.data.version - 1];
    if (head === undefined || hex(head) !== each.data.head) {
      throw failed(each, "head", "another record of the deal was counted");
    }
  }
  return NO_RULES();
}
