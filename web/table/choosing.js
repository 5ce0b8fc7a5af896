// Which move a person means: the cards and values chosen so far, and what can still be chosen. It
// follows from the compact form of the legal moves alone (`choices`), which stands for exactly these.

/** @import { Schemas } from "../types.js" */

/** @typedef {Schemas["Choice"]} Choice */
/** @typedef {string | number | boolean | null} Value */
/** @typedef {{ readonly type: string, readonly [field: string]: unknown }} Move */

/**
 * The choice of a person.
 * @typedef {object} Chosen
 * @property {readonly string[]} cards In the order of the choice.
 * @property {Readonly<Record<string, Readonly<Record<string, Value>>>>} values By move type and field.
 */

/**
 * @typedef {object} Option
 * @property {string} field
 * @property {readonly Value[]} values Those that fit what else is chosen.
 * @property {Value} value The chosen one, or the first that fits.
 */

/**
 * A type of move that is still possible.
 * @typedef {object} Offer
 * @property {string} type
 * @property {string | null} clause The clause that grants it.
 * @property {boolean} early Whether it would end the deal early.
 * @property {readonly Option[]} options The fields that need a value; a field with one value needs none.
 * @property {Move | null} move The complete move; null: cards are missing.
 */

/** @type {Chosen} */
export const NOTHING = { cards: [], values: {} };

/**
 * A field that takes cards.
 * @typedef {object} Slot
 * @property {string} field
 * @property {readonly string[]} cards
 * @property {number} least
 * @property {number} most
 * @property {boolean} list
 */

/** The results of `choosable`, by the choices and the cards.
 * @type {WeakMap<readonly Choice[], Map<string, ReadonlySet<string>>>}
 */
const known = new WeakMap();

/** The cards that can be chosen besides those that are chosen.
 * @param {readonly Choice[]} choices
 * @param {readonly string[]} cards
 * @returns {ReadonlySet<string>}
 */
export function choosable(choices, cards) {
  const results = known.get(choices) ?? new Map();
  known.set(choices, results);
  const name = cards.join();
  if (!results.has(name)) results.set(name, searched(choices, cards));
  return results.get(name) ?? new Set();
}

/**
 * @param {readonly Choice[]} choices
 * @param {readonly string[]} cards
 */
function searched(choices, cards) {
  const named = new Set(choices.flatMap((choice) => slotsOf(choice).flatMap((slot) => slot.cards)));
  const fits = (/** @type {string} */ card) =>
    !cards.includes(card) && choices.some((choice) => canContinue(choice, [...cards, card]));
  return new Set([...named].filter(fits));
}

/** Choose a card, or take it back. One that does not fit beside the others replaces them.
 * @param {readonly Choice[]} choices
 * @param {Chosen} chosen
 * @param {string} card
 * @returns {Chosen}
 */
export function toggle(choices, chosen, card) {
  if (chosen.cards.includes(card)) {
    const left = chosen.cards.filter((each) => each !== card);
    const still = choices.some((choice) => canContinue(choice, left));
    return { ...chosen, cards: still ? left : [] };
  }
  if (choosable(choices, chosen.cards).has(card)) return { ...chosen, cards: [...chosen.cards, card] };
  return choosable(choices, []).has(card) ? { ...chosen, cards: [card] } : chosen;
}

/** Choose a value of a field.
 * @param {Chosen} chosen
 * @param {string} type
 * @param {string} field
 * @param {Value} value
 * @returns {Chosen}
 */
export function setValue(chosen, type, field, value) {
  return { ...chosen, values: { ...chosen.values, [type]: { ...chosen.values[type], [field]: value } } };
}

/** The part of a choice that remains after the legal moves have changed.
 * @param {readonly Choice[]} choices
 * @param {Chosen} chosen
 * @returns {Chosen}
 */
export function keepFitting(choices, chosen) {
  if (choices.length === 0) return NOTHING;
  const fits = choices.some((choice) => canContinue(choice, chosen.cards));
  return fits ? chosen : { ...chosen, cards: [] };
}

/** The types of moves that fit the chosen cards, each with its open fields and its move.
 * @param {readonly Choice[]} choices
 * @param {Chosen} chosen
 * @returns {Offer[]}
 */
export function offers(choices, chosen) {
  const fitting = choices.filter((choice) => canContinue(choice, chosen.cards));
  const types = [...new Set(fitting.map(({ type }) => type))];
  return types.map((type) => {
    const complete = fitting.filter((each) => each.type === type && assigned(each, chosen.cards) !== null);
    const open = complete.length > 0 ? complete : fitting.filter((each) => each.type === type);
    const { left, options } = narrowed(open, chosen.values[type] ?? {});
    const first = /** @type {Choice} */ (left[0]);
    const cards = assigned(first, chosen.cards);
    const values = Object.fromEntries(options.map(({ field, value }) => [field, value]));
    return {
      type,
      clause: first.clause,
      early: first.early,
      options: options.filter((option) => option.values.length > 1),
      move: cards === null ? null : { type, ...ordered(first, { ...cards, ...values }) },
    };
  });
}

/** The only move that the chosen cards can become: one that needs no button.
 * @param {readonly Choice[]} choices
 * @param {Chosen} chosen
 * @returns {Move | null}
 */
export function onlyMove(choices, chosen) {
  if (chosen.cards.length === 0 || choosable(choices, chosen.cards).size > 0) return null;
  const [offer, ...others] = offers(choices, chosen);
  return offer === undefined || others.length > 0 || offer.options.length > 0 ? null : offer.move;
}

/** The first move that the chosen cards make as they are: the one of the button that is marked.
 * @param {readonly Choice[]} choices
 * @param {Chosen} chosen
 * @returns {Move | null}
 */
export function mainMove(choices, chosen) {
  const ready = offers(choices, chosen).find(({ early, move }) => !early && move !== null);
  return ready === undefined || ready.options.length > 0 ? null : ready.move;
}

/** The only legal move, besides those that end the deal early; null: there is a choice.
 * @param {readonly Choice[]} choices
 * @returns {Move | null}
 */
export function forcedMove(choices) {
  const [choice, ...others] = choices.filter(({ early }) => !early);
  if (choice === undefined || others.length > 0) return null;
  const fields = Object.values(choice.fields);
  const isOpen = fields.some(({ cards, values, least }) => (cards ?? values ?? []).length > (least ?? 1));
  return isOpen ? null : movesOf(choice)[0] ?? null;
}

/** Every move that a choice stands for. Only for tests and short lists: there may be many.
 * @param {Choice} choice
 * @returns {Move[]}
 */
export function movesOf(choice) {
  /** @type {Record<string, unknown>[]} */
  let moves = [{}];
  for (const [field, { cards, values, least, most }] of Object.entries(choice.fields)) {
    const each = cards == null ? values ?? [] : least == null ? cards : subsets(cards, least, most ?? least);
    moves = moves.flatMap((move) => each.map((value) => ({ ...move, [field]: value })));
  }
  const named = (/** @type {Record<string, unknown>} */ move) =>
    slotsOf(choice).flatMap(({ field }) => /** @type {string[]} */ ([move[field]]).flat());
  const distinct = moves.filter((move) => new Set(named(move)).size === named(move).length);
  return distinct.map((move) => ({ type: choice.type, ...move }));
}

/** The values of the fields without cards, field by field, and the choices that have them all.
 * @param {readonly Choice[]} choices
 * @param {Readonly<Record<string, Value>>} wanted
 * @returns {{ left: readonly Choice[], options: Option[] }}
 */
function narrowed(choices, wanted) {
  const fields = [...new Set(choices.flatMap((choice) => Object.keys(choice.fields)))];
  /** @type {Option[]} */
  const options = [];
  let left = choices;
  for (const field of fields) {
    const lists = left.map((choice) => choice.fields[field]?.values ?? []);
    const values = /** @type {Value[]} */ ([...new Set(lists.flat())]);
    if (values.length === 0) continue;
    const value = wanted[field] !== undefined && values.includes(wanted[field]) ? wanted[field] : values[0];
    options.push({ field, values, value: value ?? null });
    left = left.filter((choice) => choice.fields[field]?.values?.includes(value ?? null));
  }
  return { left, options };
}

/** A move's fields in the order of the choice.
 * @param {Choice} choice
 * @param {Readonly<Record<string, unknown>>} values
 */
function ordered(choice, values) {
  return Object.fromEntries(Object.keys(choice.fields).map((field) => [field, values[field]]));
}

/** @param {Choice} choice @returns {Slot[]} */
function slotsOf(choice) {
  return Object.entries(choice.fields).flatMap(([field, { cards, least, most }]) => {
    if (cards == null) return [];
    const list = least != null;
    return [{ field, cards, list, least: least ?? 1, most: most ?? 1 }];
  });
}

/** Whether cards are part of a move of the choice, or all of its cards.
 * @param {Choice} choice
 * @param {readonly string[]} cards
 */
function canContinue(choice, cards) {
  const slots = slotsOf(choice);
  return [...assignments(slots, cards)].some((filled) => completes(slots, filled, cards));
}

/** The chosen cards as fields of a move, in the order of their choice if possible; null: they are
 * not the cards of a move.
 * @param {Choice} choice
 * @param {readonly string[]} cards
 * @returns {Record<string, unknown> | null}
 */
function assigned(choice, cards) {
  const slots = slotsOf(choice);
  for (const filled of assignments(slots, cards)) {
    if (slots.some(({ least }, index) => (filled[index]?.length ?? 0) < least)) continue;
    return Object.fromEntries(
      slots.map(({ field, list, cards: order }, index) => {
        const its = order.filter((card) => filled[index]?.includes(card));
        return [field, list ? its : its[0]];
      }),
    );
  }
  return null;
}

/** The field of one card that the next card is for, where a move has several of them; null: there is none.
 * @param {readonly Choice[]} choices
 * @param {readonly string[]} cards Those that are chosen.
 * @returns {{ type: string, field: string } | null}
 */
export function nextField(choices, cards) {
  const open = choices.filter((choice) => !choice.early && slotsOf(choice).filter(({ list }) => !list).length > 1 && canContinue(choice, cards));
  const [field] = open.flatMap((choice) => slotsOf(choice).filter(({ list }) => !list)[cards.length]?.field ?? []);
  return open[0] === undefined || field === undefined ? null : { type: open[0].type, field };
}

/** Every way to give each card to a field that takes it: a field of one card before those that follow it.
 * @param {readonly Slot[]} slots
 * @param {readonly string[]} cards
 * @returns {Generator<readonly (readonly string[])[], void, undefined>}
 */
function* assignments(slots, cards) {
  const [card, ...others] = cards;
  if (card === undefined) {
    yield slots.map(() => []);
    return;
  }
  for (const [index, slot] of slots.entries()) {
    if (slot.most === 0) continue;
    const less = slots.with(index, { ...slot, most: slot.most - 1 });
    for (const filled of slot.cards.includes(card) ? assignments(less, others) : []) {
      yield filled.map((its, at) => (at === index ? [card, ...its] : its));
    }
    if (!slot.list) return;
  }
}

/** Whether other cards can fill what the fields still need, each card once.
 * @param {readonly Slot[]} slots
 * @param {readonly (readonly string[])[]} filled
 * @param {readonly string[]} used
 */
function completes(slots, filled, used) {
  const needs = slots.flatMap(({ least, cards }, index) => {
    const missing = Math.max(0, least - (filled[index]?.length ?? 0));
    const free = cards.filter((card) => !used.includes(card));
    return Array.from({ length: missing }, () => free);
  });
  /** @type {Map<string, number>} */
  const taken = new Map();
  /** @param {number} need @param {Set<string>} tried @returns {boolean} */
  const place = (need, tried) =>
    (needs[need] ?? []).some((card) => {
      if (tried.has(card)) return false;
      tried.add(card);
      const other = taken.get(card);
      if (other !== undefined && !place(other, tried)) return false;
      taken.set(card, need);
      return true;
    });
  return needs.every((_, need) => place(need, new Set()));
}

/**
 * @param {readonly string[]} cards
 * @param {number} least
 * @param {number} most
 * @returns {string[][]}
 */
function subsets(cards, least, most) {
  /** @type {string[][]} */
  let all = [[]];
  for (const card of cards) {
    all = [...all, ...all.filter(({ length }) => length < most).map((some) => [...some, card])];
  }
  return all.filter(({ length }) => length >= least);
}
