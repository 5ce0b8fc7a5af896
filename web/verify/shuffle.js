// The shuffle of a deal, step by step: seeds → T → K → each swap → pack → hands. Every value is
// computed by the verifier's recipe; beside it stands what the record says.

import { agreedOf, commitmentOf } from "../../verifier/boards.mjs";
import { gameOf } from "../../verifier/events.mjs";
import * as recipe from "../../verifier/recipe.mjs";

/** @import { Prepared } from "../../verifier/verify.mjs" */

const { hex, unhex } = recipe;

/**
 * @typedef {object} Seed A seed, with the commitment that it should open.
 * @property {number | null} seat null: the server's.
 * @property {string} commitment In the record.
 * @property {string | null} seed null: it is not shown.
 * @property {string | null} made The commitment to this seed.
 */

/**
 * @typedef {object} Inputs All that decides a shuffle.
 * @property {any} opened The data of `deal.opened`.
 * @property {readonly string[]} pack The pack in the order of the rules.
 * @property {string} seed The server's seed.
 * @property {readonly { seat: number, commitment: string, seed: string }[]} reveals
 * @property {readonly (readonly [string, number])[]} lots
 */

/**
 * @typedef {object} Swap
 * @property {number} last The place, from 0, that gets its card.
 * @property {number} other The place from which the card comes: a random number up to `last`.
 * @property {readonly string[]} deck The pack after the swap.
 */

/**
 * @typedef {object} Shuffle
 * @property {string} transcript T.
 * @property {string} key K.
 * @property {readonly Swap[]} swaps
 * @property {readonly string[]} deck
 * @property {readonly { label: string, bound: number, drawn: number }[]} lots
 * @property {string} root
 */

/**
 * @typedef {object} Recorded The shuffle as the record states it.
 * @property {readonly Seed[]} seeds
 * @property {Inputs | null} inputs null: a seed is not shown, or the deck was laid by hand.
 * @property {string | null} transcript
 * @property {string | null} root
 * @property {readonly (string | null)[]} deck
 * @property {readonly (readonly (string | null)[])[]} hands As they were dealt.
 */

/** Every step of a shuffle.
 * @param {Inputs} inputs
 * @returns {Promise<Shuffle>}
 */
export async function shuffled({ opened, pack, seed, reveals, lots }) {
  const parts = reveals.map(({ seat, commitment, seed: own }) => (
    { seat, commitment: unhex(commitment), seed: unhex(own) }
  ));
  const agreed = await agreedOf(opened, pack, parts);
  const key = await recipe.dealKey(unhex(seed), agreed);
  const swaps = await swapsOf(pack, key);
  const deck = swaps.at(-1)?.deck ?? pack;
  const drawn = lots.map(async ([label, bound]) => (
    { label, bound, drawn: await recipe.draw(`fairdeal/1/${label}`, bound, key) }
  ));
  return {
    transcript: hex(agreed),
    key: hex(key),
    swaps,
    deck,
    lots: await Promise.all(drawn),
    root: hex(await recipe.deckRoot(deck, key)),
  };
}

/** The shuffle as a record states it; null: it is no deal, or its events cannot be read.
 * @param {Prepared} made
 * @returns {Promise<Recorded | null>}
 */
export async function recordedIn({ bundle, decoded }) {
  if (bundle.kind !== "deal" || decoded === undefined) return null;
  const [opened] = decoded;
  const of = (/** @type {string} */ type) => decoded.filter((each) => each.type === type);
  const [shuffle] = of("deal.shuffled");
  const [revealed] = of("deal.revealed");
  const seed = revealed?.data.seed ?? textOr(opened?.data.seed);
  const shown = of("deal.seed_revealed").map(({ data }) => data);
  const dealt = decoded.find(({ type, data }) => type.endsWith(".dealt") && Array.isArray(data.hands));
  const record = {
    transcript: shuffle?.data.transcript ?? null,
    root: shuffle?.data.root ?? null,
    deck: listOr(shuffle?.data.deck),
    hands: listOr(dealt?.data.hands).map(listOr),
  };
  const seeds = await seedsOf(opened?.data, seed, shown);
  return { seeds, inputs: inputsOf(opened?.data, seed, shown), ...record };
}

/** Where each card of the hands lay in the pack, from 0; null: it is not known.
 * @param {readonly (readonly (string | null)[])[]} hands
 * @param {readonly string[]} deck
 */
export function placesOf(hands, deck) {
  const places = new Map(deck.map((card, at) => [card, at]));
  return hands.map((hand) => hand.map((card) => (card === null ? null : places.get(card) ?? null)));
}

/**
 * @param {readonly string[]} pack
 * @param {Uint8Array} key
 */
async function swapsOf(pack, key) {
  /** @type {Swap[]} */
  const made = [];
  let deck = pack;
  for await (const [last, other] of recipe.swaps(pack.length, key)) {
    const [mine, yours] = [deck[last] ?? "", deck[other] ?? ""];
    deck = deck.with(last, yours).with(other, mine);
    made.push({ last, other, deck });
  }
  return made;
}

/** The inputs of the shuffle; null: not all are known.
 * @param {any} opened
 * @param {string | null} seed
 * @param {readonly any[]} shown
 * @returns {Inputs | null}
 */
function inputsOf(opened, seed, shown) {
  const known = gameOf(`${opened.game}/${opened.rules}`);
  if (known === undefined || seed === null) return null;
  const reveals = shown.map((each) => (
    { seat: each.seat, seed: each.seed, commitment: opened.commitments[each.seat] ?? "" }
  ));
  const lots = known.lots[opened.seats] ?? [];
  return { opened, pack: known.pack, seed, reveals, lots };
}

/** The seeds of the server and the seats.
 * @param {any} opened
 * @param {string | null} server
 * @param {readonly any[]} shown
 * @returns {Promise<Seed[]>}
 */
async function seedsOf(opened, server, shown) {
  const deal = unhex(opened.deal.replaceAll("-", ""));
  /** @type {{ seat: number | null, commitment: string, seed: string | null }[]} */
  const all = [{ seat: null, commitment: opened.commitment, seed: server }];
  for (const [seat, commitment] of opened.commitments.entries()) {
    const seed = shown.find((each) => each.seat === seat)?.seed ?? null;
    if (commitment !== null) all.push({ seat, commitment, seed });
  }
  return Promise.all(all.map(async (each) => {
    const { seat, seed } = each;
    if (seed === null) return { ...each, made: null };
    const opens = seat === null
      ? await commitmentOf(opened, unhex(seed))
      : await recipe.commitment(deal, "P", seat, unhex(seed));
    return { ...each, made: hex(opens) };
  }));
}

/** @param {unknown} value */
function textOr(value) {
  return typeof value === "string" ? value : null;
}

/** A list; a value that is sealed is none.
 * @param {any} value
 * @returns {readonly any[]}
 */
function listOr(value) {
  return Array.isArray(value) ? value : [];
}
