// Which card is which from view to view, and how it moves: every card keeps its key, also where its face
// is hidden, so that a change of the view is a movement of cards. Movements are short, can be
// interrupted, and are fades for a person who wants no motion.

/** @import { Spot } from "./layout.js" */
/** @import { Place, Scene, Shape, Shown } from "./scene.js" */

/**
 * A card of a scene.
 * @typedef {object} Item
 * @property {number} key The same from scene to scene.
 * @property {Shown} card
 * @property {string} place The id of its place.
 * @property {Shape} shape
 * @property {number | null} by The seat that has laid it, or that holds it.
 * @property {number} group The number of its group in its place.
 * @property {number} at Its number in the group.
 */

/** Where the cards of a place come from, the likeliest first.
 * @type {Readonly<Record<Shape, readonly Shape[]>>}
 */
const SOURCES = {
  hand: ["hand", "deck", "laid", "pairs", "row", "heap"],
  laid: ["laid", "hand", "deck", "heap", "row", "pairs"],
  pairs: ["pairs", "hand", "deck", "heap", "laid", "row"],
  row: ["row", "hand", "deck", "heap", "laid", "pairs"],
  deck: ["deck", "hand", "heap", "laid", "row", "pairs"],
  heap: ["heap", "laid", "pairs", "row", "deck", "hand"],
};

/** The cards of a scene, each with the key that it had before.
 * @param {Pick<Scene, "places">} scene
 * @param {readonly Item[]} before None: the cards get new keys.
 * @returns {readonly Item[]}
 */
export function follow({ places }, before) {
  const slots = places.flatMap(slotsOf);
  const known = new Map(before.flatMap((item) => (item.card === null ? [] : [[item.card, item]])));
  /** @type {Set<Item>} */
  const left = new Set(before);
  /** @type {Map<object, number>} */
  const keys = new Map();
  const take = (/** @type {object} */ slot, /** @type {Item | undefined} */ item) => {
    if (item === undefined) return;
    left.delete(item);
    keys.set(slot, item.key);
  };
  for (const slot of slots) if (slot.card !== null) take(slot, known.get(slot.card));
  // an open card takes the key of a hidden one before those are used up by hidden cards
  for (const isOpen of [true, false]) {
    const rest = slots.filter((slot) => !keys.has(slot) && (slot.card !== null) === isOpen);
    for (const slot of rest) take(slot, [...left].find((item) => item.place === slot.place && fits(item, slot)));
    for (const slot of rest) if (!keys.has(slot)) take(slot, likeliest(slot, left));
  }
  let next = Math.max(-1, ...before.map(({ key }) => key)) + 1;
  return slots.map((slot) => ({ ...slot, key: keys.get(slot) ?? next++ }));
}

/** A card that was open can turn over, but it cannot become another one.
 * @param {{ card: Shown }} item
 * @param {{ card: Shown }} slot
 */
function fits(item, slot) {
  return item.card === null || slot.card === null;
}

/** @param {Omit<Item, "key">} slot @param {ReadonlySet<Item>} left */
function likeliest(slot, left) {
  const cost = (/** @type {Item} */ item) =>
    2 * SOURCES[slot.shape].indexOf(item.shape) + (item.by === slot.by && slot.by !== null ? 0 : 1);
  const able = [...left].filter((item) => fits(item, slot));
  return able.sort((one, other) => cost(one) - cost(other))[0];
}

/** @param {Place} place @returns {Omit<Item, "key">[]} */
function slotsOf({ id, shape, groups, seats }) {
  const owner = seats.length === 1 ? seats[0] ?? null : null;
  return groups.flatMap((cards, group) =>
    cards.map(({ card, by }, at) => ({ card, place: id, shape, by: by ?? owner, group, at })),
  );
}

/**
 * @typedef {object} Movement
 * @property {number} key The card.
 * @property {number} duration In ms.
 * @property {number} delay In ms.
 * @property {"play" | "sweep"} easing
 */

const PLAY_MS = 180;
const SWEEP_MS = 300;
const DEAL_MS = 400;
const DRAW_STEP_MS = 60;
const DEAL_STEP_MS = 24;
const LONGEST_DEAL_MS = 900;
/** More cards than these that leave a deck at once are dealt, not drawn. */
const DRAWN = 8;
const FADE_MS = 160;
const EASINGS = { play: "cubic-bezier(.2,.7,.2,1)", sweep: "cubic-bezier(.4,0,.6,1)" };
/** The shapes of places where a trick lies. */
export const MIDDLE = ["laid", "pairs", "row"];

/** The movements between two scenes: first the trick is swept, then cards are drawn.
 * @param {readonly Item[]} before
 * @param {readonly Item[]} after
 * @returns {Movement[]}
 */
export function movements(before, after) {
  const was = new Map(before.map((item) => [item.key, item]));
  const isSwept = (/** @type {Item} */ item) =>
    MIDDLE.includes(was.get(item.key)?.shape ?? "") && (item.shape === "heap" || item.shape === "hand");
  const isDrawn = (/** @type {Item} */ item) => was.get(item.key)?.shape === "deck" && item.shape === "hand";
  const taken = after.filter(isDrawn);
  const drawn = taken.length > DRAWN ? taken.toSorted((one, other) => one.at - other.at) : taken;
  const sweeping = after.some(isSwept);
  const step = drawn.length > DRAWN ? Math.min(DEAL_STEP_MS, (LONGEST_DEAL_MS - DEAL_MS) / drawn.length) : DRAW_STEP_MS;
  return after.map((item) => {
    const { key } = item;
    if (isSwept(item)) return { key, duration: SWEEP_MS, delay: 0, easing: "sweep" };
    if (!isDrawn(item)) return { key, duration: PLAY_MS, delay: 0, easing: "play" };
    const delay = drawn.indexOf(item) * step + (sweeping ? SWEEP_MS : 0);
    return { key, duration: drawn.length > DRAWN ? DEAL_MS : PLAY_MS, delay, easing: "play" };
  });
}

/** The CSS transform of a card.
 * @param {Spot} spot
 * @param {number} [drawn] The width that it is drawn with, if that is another one.
 */
export function transformOf({ x, y, turn, width }, drawn = width) {
  const [left, top] = [x - drawn / 2, y - 0.7 * drawn].map((value) => Math.round(10 * value) / 10);
  const scale = drawn === width ? "" : ` scale(${Math.round((1000 * width) / drawn) / 1000})`;
  return `translate(${left}px,${top}px) rotate(${Math.round(10 * turn) / 10}deg)${scale}`;
}

/** Move a card on the screen.
 * @param {Element} element
 * @param {Spot} from
 * @param {Spot} to
 * @param {Movement} movement
 */
export function move(element, from, to, { duration, delay, easing }) {
  element.animate([{ transform: transformOf(from, to.width) }, { transform: transformOf(to) }], {
    duration, delay, easing: EASINGS[easing], fill: "backwards",
  });
}

/** Let a card appear at its new place.
 * @param {Element} element
 */
export function fade(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
}
