// A trick on the felt: one that has left it is held as it lay, and a card is drawn as laid before the answer.

import { MIDDLE } from "./scene.js";

/** @import { Item, Place, Scene, Shape, Shown } from "./scene.js" */

/** A scene with the trick that has just left it, as it lay: what a person has to see before it is swept.
 * @param {Scene} before The scene before the last card was laid.
 * @param {readonly Item[]} items Its cards.
 * @param {{ laid: readonly { seat: number | null, cards: readonly Shown[] }[], taker: number | null }} trick
 * @returns {{ scene: Scene, items: readonly Item[] } | null} null: it does not fit the scene.
 */
export function held(before, items, { laid, taker }) {
  const target = before.places.find(({ shape }) => shape === "laid" || shape === "pairs" || shape === "row");
  if (target === undefined) return null;
  const { shape, zone } = target;
  /** @type {Set<number>} */
  const used = new Set();
  /** @type {Item[]} */
  const trick = [];
  for (const { seat, cards } of laid) {
    for (const card of cards) {
      const from = items.find((item) => !used.has(item.key) && card !== null && item.card === card)
        ?? items.find((item) => !used.has(item.key) && item.card === null && item.by === seat && item.shape === shape)
        ?? items.find((item) => !used.has(item.key) && item.card === null && item.by === seat && item.shape === "hand");
      if (from === undefined) return null;
      used.add(from.key);
      const its = from.shape === shape ? from : { ...from, ...placeOfNew([...items, ...trick], shape, seat) };
      trick.push({ ...its, card: card ?? from.card, place: from.shape === shape ? from.place : `${zone}:${seat ?? ""}`, shape, by: seat });
    }
  }
  const others = items.filter(({ key }) => !used.has(key));
  const seats = before.seats.map((seat) => ({ ...seat, awaited: false }));
  return { scene: { ...before, seats, best: taker }, items: [...others, ...trick] };
}

/** The cards of a scene, some of them as if they were laid already: a move is drawn before it is answered.
 * @param {readonly Item[]} items
 * @param {readonly Pick<Place, "zone" | "shape">[]} zones The zones of the game.
 * @param {readonly unknown[]} cards
 * @param {number | null} seat The seat that lays them.
 * @returns {readonly Item[]}
 */
export function laidEarly(items, zones, cards, seat) {
  const target = zones.find(({ shape }) => MIDDLE.includes(shape));
  if (target === undefined || cards.length === 0) return items;
  const { shape, zone } = target;
  let made = items;
  for (const card of cards) {
    const place = placeOfNew(made, shape, seat);
    const isLaid = (/** @type {Item} */ item) => item.shape === "hand" && item.card !== null && item.card === card;
    made = made.map((item) => (isLaid(item) ? { ...item, ...place, place: `${zone}:${seat ?? ""}`, shape, by: seat } : item));
  }
  return made;
}

/** The group and the number of a card that is laid last.
 * @param {readonly Item[]} items
 * @param {Shape} shape
 * @param {number | null} seat
 * @returns {{ group: number, at: number }}
 */
function placeOfNew(items, shape, seat) {
  const there = items.filter((item) => item.shape === shape);
  if (shape === "row") return { group: 0, at: there.length };
  if (shape === "laid") return { group: 0, at: there.filter(({ by }) => by === seat).length };
  const last = Math.max(-1, ...there.map(({ group }) => group));
  const [first, ...more] = there.filter(({ group }) => group === last);
  const answers = first !== undefined && more.length === 0 && first.by !== seat;
  return answers ? { group: last, at: 1 } : { group: last + 1, at: 0 };
}
