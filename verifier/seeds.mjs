// Check that the pack was fixed before it could be known, and follows from all seeds; the same as
// verifier/seeds.py.

import { agreedOf, commitmentOf, isBoard } from "./boards.mjs";
import * as recipe from "./recipe.mjs";
import {
  ByHand, Failure, NotHere, NotYet, Nothing, eventsOf, say, seats, together,
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
    throw new ByHand(say("finding-by-hand-uncommitted"));
  }
  const { committed, shown, shuffled, revealed } = start;
  const events = eventsOf(made);
  seeLengths(start);
  seeBots(start);
  const seen = new Set();
  for (const each of shown) {
    const { seat } = each.data;
    if (!committed.has(seat)) throw failed(each, "seat", say("finding-seat-uncommitted"), "F3");
    if (seen.has(seat)) throw failed(each, "seat", say("finding-seat-shown-before"), "F3");
    if (shuffled && each.position > shuffled.position) {
      throw failed(each, "seed", say("finding-seed-after-shuffle"), "F3");
    }
    seen.add(seat);
  }
  if (shuffled && seen.size !== committed.size) {
    const detail = say("finding-seat-not-shown");
    throw failed(shuffled, "transcript", detail, "F3");
  }
  if (revealed && revealed !== events.at(-1)) {
    throw failed(revealed, "seed", say("finding-server-seed-early"));
  }
  const said = saidOf(start);
  if (start.opened.test) {
    throw new ByHand(say("finding-test-deal", { said }));
  }
  return said;
}

function saidOf({ opened, committed }) {
  if (isBoard(opened)) return say("finding-board-committed");
  return committed.size === 0
    ? say("finding-server-committed")
    : say("finding-all-committed", { seats: seats(committed.keys()) });
}

/** Commitments and keys are empty, or have an item for each seat. */
function seeLengths({ first, opened }) {
  for (const name of ["commitments", "keys"]) {
    if (![0, opened.seats].includes(opened[name].length)) {
      throw failed(first, name, say("finding-not-for-each-seat"));
    }
  }
}

/** A bot has no seed (F1) and no key (F7). */
function seeBots({ first, opened }) {
  for (const [name, clause] of Object.entries({ commitments: "F1", keys: "F7" })) {
    const own = opened[name];
    if (opened.bots.some((bot, seat) => bot && own[seat])) {
      throw failed(first, name, say("finding-bot-brings-none"), clause);
    }
  }
}

/** A deck laid by hand has no seeds or commitments that would vouch for it. */
function seeHand({ first, opened, shown, shuffled, revealed }) {
  if (typeof opened.seed === "string" || opened.commitments.length > 0) {
    throw failed(first, "commitment", say("finding-seeds-uncommitted"));
  }
  for (const each of [...shown, revealed].filter(Boolean)) {
    throw failed(each, "seed", say("finding-by-hand-seed"));
  }
  for (const name of ["transcript", "root"]) {
    if (shuffled && shuffled.data[name] !== NO_DIGEST) {
      throw failed(shuffled, name, say("finding-by-hand-vouched"));
    }
  }
}

export async function seeds(made) {
  const { opened, deal, committed, shown, seed, revealed, byHand } = begun(made);
  if (byHand) throw new ByHand(say("finding-none"));
  const [first] = eventsOf(made);
  if (made.bundle.view === "full" && typeof opened.seed !== "string") {
    throw failed(first, "seed", say("finding-committed-no-seed"));
  }
  for (const each of shown) {
    const { seat } = each.data;
    const hash = await recipe.commitment(deal, "P", seat, unhex(each.data.seed));
    if (hex(hash) !== committed.get(seat)) {
      throw failed(each, "seed", say("finding-seat-seed"), "F3");
    }
  }
  const who = seats(shown.map((each) => each.data.seat));
  let others = say("finding-no-seat-shows");
  if (shown.length === 1) others = say("finding-seat-opens", { seats: who });
  if (shown.length > 1) others = say("finding-seats-open", { seats: who });
  const notes = [others, ...(await own(made, begun(made)))];
  if (seed === null) throw new NotYet(together([say("finding-server-seed-hidden"), ...notes]));
  if (hex(await commitmentOf(opened, unhex(seed))) !== opened.commitment) {
    throw failed(revealed ?? first, "seed", say("finding-server-seed"));
  }
  if (typeof opened.seed === "string" && opened.seed !== seed) {
    throw failed(first, "seed", say("finding-other-seed-at-end"));
  }
  return together([say("finding-server-opens"), ...notes]);
}

/**
 * Compare the seeds that players kept with the record. Returns notes on the seats with and without
 * one.
 */
async function own({ held }, { first, deal, committed, shown }) {
  const shownBy = new Map(shown.map((each) => [each.data.seat, each]));
  for (const [seat, mine] of held.ownSeeds) {
    const field = `commitments/${seat}`;
    if (!committed.has(seat)) throw failed(first, field, say("finding-seat-adds-none"));
    if (mine === null) {
      const detail = say("finding-seed-not-in-file");
      throw failed(first, field, detail);
    }
    const each = shownBy.get(seat);
    if (each && each.data.seed !== mine) {
      throw failed(each, "seed", say("finding-not-your-seed"));
    }
    if (hex(await recipe.commitment(deal, "P", seat, unhex(mine))) !== committed.get(seat)) {
      throw failed(first, field, say("finding-not-your-commitment"));
    }
  }
  const unknown = [...shownBy.keys()].filter((seat) => !held.ownSeeds.has(seat));
  const mine = say("finding-kept-by-player", { seats: seats(held.ownSeeds.keys()) });
  const note = say("finding-seed-of-unknown", { seats: seats(unknown) });
  return [...(held.ownSeeds.size > 0 ? [mine] : []), ...(unknown.length > 0 ? [note] : [])];
}

export async function pack(made) {
  const start = dealt(made);
  const agreed = await agreement(made, start);
  if (start.seed === null) {
    throw new NotYet(together([
      say("finding-agreed"), say("finding-pack-seed-hidden"),
    ]));
  }
  const { game, shuffled } = start;
  const key = await recipe.dealKey(unhex(start.seed), agreed);
  const deck = await recipe.shuffle(gameOf(game).pack, key);
  const given = shuffled.data;
  const opened = new Set(shuffled.openings.map(({ slot }) => slot));
  const isClosed = (slot) => shuffled.commitments.has(slot) && !opened.has(slot);
  if (isClosed("deck") ? given.deck.count !== deck.length : !areAlike(given.deck, deck)) {
    throw failed(shuffled, "deck", say("finding-pack"));
  }
  const drawn = [];
  for (const [label, bound] of gameOf(game).lots[start.opened.seats]) {
    drawn.push(await recipe.draw(`fairdeal/1/${label}`, bound, key));
  }
  if (!isClosed("lots") && !(given.lots !== null && areAlike(given.lots, drawn))) {
    throw failed(shuffled, "lots", say("finding-lots"));
  }
  if (isClosed("deck") || isClosed("lots")) {
    throw new NotHere(together([
      say("finding-agreed"),
      say("finding-pack-sealed"),
      say("finding-dealt-unchecked"),
    ]));
  }
  return say("finding-agreed-and-follow");
}

export async function root(made) {
  const start = dealt(made);
  if (start.seed === null) throw new NotYet(say("finding-salt-seed-hidden"));
  const key = await recipe.dealKey(unhex(start.seed), await agreement(made, start));
  const hash = await recipe.deckRoot(await recipe.shuffle(gameOf(start.game).pack, key), key);
  if (hex(hash) !== start.shuffled.data.root) {
    throw failed(start.shuffled, "root", say("finding-root"));
  }
  return say("finding-root-is", { root: hex(hash) });
}

const areAlike = (one, other) => (
  one.length === other.length && one.every((each, at) => each === other[at])
);

function dealt(made) {
  const start = begun(made);
  if (start.byHand) {
    throw new ByHand(say("finding-by-hand"));
  }
  if (start.shuffled === undefined) {
    if (start.off) throw new Nothing(say("finding-no-deal"));
    throw new NotYet(say("finding-not-shuffled"));
  }
  return { ...start, game: `${start.opened.game}/${start.opened.rules}` };
}

async function agreement(made, { opened, committed, shown, shuffled, game }) {
  const reveals = shown
    .filter((each) => committed.has(each.data.seat))
    .map(({ data: { seat, seed } }) => ({
      seat, commitment: unhex(committed.get(seat)), seed: unhex(seed),
    }));
  const agreed = await agreedOf(opened, gameOf(game).pack, reveals);
  if (hex(agreed) !== shuffled.data.transcript) {
    throw failed(shuffled, "transcript", say("finding-not-agreed"));
  }
  return agreed;
}
