// Check that the pack was fixed before it could be known, and follows from all seeds; the same as
// verifier/seeds.py.

import * as recipe from "./recipe.mjs";
import {
  ByHand, Failure, NotHere, NotYet, Nothing, eventsOf, say, seats, sentence, together,
} from "./verdicts.mjs";
import { gameOf } from "./events.mjs";
import { NO_DIGEST, isByHand } from "./reading.mjs";

const { hex, unhex } = recipe;

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
      opened.data.commitments.flatMap((each, seat) => (each === null ? [] : [[seat, each]])),
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

export function commitments(made) {
  const start = begun(made);
  if (start.byHand) {
    seeHand(start);
    throw new ByHand("there are no commitments: the deck is laid by hand");
  }
  const { committed, shown, shuffled, revealed } = start;
  const events = eventsOf(made);
  seeLengths(start);
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
  const said = committed.size === 0
    ? "the server's commitment stands in event 1; no seat committed to a seed of its own"
    : say`the commitments of the server and of ${seats(committed.keys())} stand in event 1`;
  if (start.opened.test) {
    throw new ByHand(say`the deal of a test table, which proves nothing: ${sentence(said)}`);
  }
  return said;
}

/** Commitments and keys are empty, or have an item for each seat. */
function seeLengths({ first, opened }) {
  for (const name of ["commitments", "keys"]) {
    if (![0, opened.seats].includes(opened[name].length)) {
      throw failed(first, name, "it is neither empty nor one for each seat");
    }
  }
}

/** A bot has no seed (F1) and no key (F7). */
function seeBots({ first, opened }) {
  for (const [name, clause] of Object.entries({ commitments: "F1", keys: "F7" })) {
    const own = opened[name];
    if (opened.bots.some((bot, seat) => bot && own[seat])) {
      throw failed(first, name, "a bot brings none of its own", clause);
    }
  }
}

/** A deck laid by hand has no seeds or commitments that would vouch for it. */
function seeHand({ first, opened, shown, shuffled, revealed }) {
  if (typeof opened.seed === "string" || opened.commitments.length > 0) {
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

export async function seeds(made) {
  const { opened, deal, committed, shown, seed, revealed, byHand } = begun(made);
  if (byHand) throw new ByHand("there is none");
  const [first] = eventsOf(made);
  if (made.bundle.view === "full" && typeof opened.seed !== "string") {
    throw failed(first, "seed", "what was committed to is no seed");
  }
  for (const each of shown) {
    const { seat } = each.data;
    const hash = await recipe.commitment(deal, "P", seat, unhex(each.data.seed));
    if (hex(hash) !== committed.get(seat)) {
      throw failed(each, "seed", "the seed does not open the seat's commitment", "F3");
    }
  }
  const who = seats(shown.map((each) => each.data.seat));
  let others = sentence("no seat shows one");
  if (shown.length === 1) others = say`${who} opens its own`;
  if (shown.length > 1) others = say`${who} open theirs`;
  const notes = [others, ...(await own(made, begun(made)))];
  if (seed === null) throw new NotYet(together(["the server's seed is not shown yet", ...notes]));
  if (hex(await recipe.commitment(deal, "S", 0, unhex(seed))) !== opened.commitment) {
    throw failed(revealed ?? first, "seed", "the seed does not open the server's commitment");
  }
  if (typeof opened.seed === "string" && opened.seed !== seed) {
    throw failed(first, "seed", "the seed is another one than that at the end");
  }
  return together(["the server's opens its commitment", ...notes]);
}

/**
 * Compare the seeds that players kept with the record. Returns notes on the seats with and without
 * one.
 */
async function own({ held }, { first, deal, committed, shown }) {
  const shownBy = new Map(shown.map((each) => [each.data.seat, each]));
  for (const [seat, mine] of held.ownSeeds) {
    const field = `commitments/${seat}`;
    if (!committed.has(seat)) throw failed(first, field, "this seat adds no seed");
    if (mine === null) {
      const detail = "this seat adds a seed, and the file that you gave has none for this deal";
      throw failed(first, field, detail);
    }
    const each = shownBy.get(seat);
    if (each && each.data.seed !== mine) {
      throw failed(each, "seed", "it is not the seed that you kept");
    }
    if (hex(await recipe.commitment(deal, "P", seat, unhex(mine))) !== committed.get(seat)) {
      throw failed(first, field, "it is not the commitment to the seed that you kept");
    }
  }
  const unknown = [...shownBy.keys()].filter((seat) => !held.ownSeeds.has(seat));
  const mine = say`as the player kept it: ${seats(held.ownSeeds.keys())}`;
  const note = say`only --seed can show their owner: ${seats(unknown)}`;
  return [...(held.ownSeeds.size > 0 ? [mine] : []), ...(unknown.length > 0 ? [note] : [])];
}

export async function pack(made) {
  const start = dealt(made);
  const agreed = await agreement(made, start);
  if (start.seed === null) {
    throw new NotYet(together([
      "T is what was agreed", "the seed that the pack follows from is not shown yet",
    ]));
  }
  const { game, shuffled } = start;
  const key = await recipe.dealKey(unhex(start.seed), agreed);
  const deck = await recipe.shuffle(gameOf(game).pack, key);
  const given = shuffled.data;
  const opened = new Set(shuffled.openings.map(({ slot }) => slot));
  const isClosed = (slot) => shuffled.commitments.has(slot) && !opened.has(slot);
  if (isClosed("deck") ? given.deck.count !== deck.length : !areAlike(given.deck, deck)) {
    throw failed(shuffled, "deck", "the pack does not follow from the seeds");
  }
  const drawn = [];
  for (const [label, bound] of gameOf(game).lots[start.opened.seats]) {
    drawn.push(await recipe.draw(`fairdeal/1/${label}`, bound, key));
  }
  if (!isClosed("lots") && !(given.lots !== null && areAlike(given.lots, drawn))) {
    throw failed(shuffled, "lots", "the lots do not follow from the seeds");
  }
  if (isClosed("deck") || isClosed("lots")) {
    throw new NotHere(together([
      "T is what was agreed",
      "pack and lots are sealed in this view",
      "not checked here: the cards that are dealt",
    ]));
  }
  return "T is what was agreed, and pack and lots follow from the seeds";
}

export async function root(made) {
  const start = dealt(made);
  if (start.seed === null) throw new NotYet("the seed that the salts follow from is not shown yet");
  const key = await recipe.dealKey(unhex(start.seed), await agreement(made, start));
  const hash = await recipe.deckRoot(await recipe.shuffle(gameOf(start.game).pack, key), key);
  if (hex(hash) !== start.shuffled.data.root) {
    throw failed(start.shuffled, "root", "the deck root is not the root of the salted pack");
  }
  return say`the deck root is ${hex(hash)}`;
}

const areAlike = (one, other) => (
  one.length === other.length && one.every((each, at) => each === other[at])
);

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
  const agreed = await recipe.transcript(deal, game, gameOf(game).pack, server, reveals);
  if (hex(agreed) !== shuffled.data.transcript) {
    throw failed(shuffled, "transcript", "T is not what was agreed before the shuffle");
  }
  return agreed;
}
