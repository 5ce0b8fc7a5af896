// The timeline of a replay: the deal after each of its events, as one viewer saw it.

/** @import { Deal, DealEvent, Explanation, Frames } from "./types.js" */

/**
 * @typedef {object} Timeline
 * @property {string} deal
 * @property {string} view
 * @property {number} length How many events the deal has.
 * @property {readonly Deal[]} deals The deal after each event, the first event at index 0.
 * @property {readonly DealEvent[]} events The events from the second on: the first is the opening.
 * @property {ReadonlyMap<number, Explanation>} explanations Why each move was allowed, by its position.
 * @property {readonly number[]} stops The last event of each command.
 */

/** A deal as plain JSON.
 * @typedef {{ readonly [name: string]: unknown }} Plain
 */

/** The timeline of a deal. Each patch is applied once; what it leaves alone is shared.
 * @param {readonly Frames[]} pages All answers of `frames`, in order, from the first event on.
 * @returns {Timeline}
 */
export function timeline(pages) {
  const [page] = pages;
  if (page === undefined) throw new RangeError("a replay has at least one page of frames");
  const frames = pages.flatMap((each) => each.frames);
  let deal = page.first;
  const deals = [deal];
  for (const { patch } of frames) {
    deal = /** @type {Deal} */ (patched(/** @type {Plain} */ (/** @type {unknown} */ (deal)), patch));
    deals.push(deal);
  }
  const events = frames.map(({ event }) => event);
  const explanations = new Map(frames.flatMap(({ event, explanation }) => (explanation === undefined ? [] : [[event.position, explanation]])));
  return { deal: page.deal, view: page.view, length: deals.length, deals, events, explanations, stops: stopsOf(events) };
}

/** A JSON merge patch applied to a value. A field that it removes is null from there on.
 * @param {Plain} value
 * @param {Plain} patch
 * @returns {Plain}
 */
export function patched(value, patch) {
  /** @type {Record<string, unknown>} */
  const made = { ...value };
  for (const [name, change] of Object.entries(patch)) {
    const old = made[name];
    made[name] = isObject(change) ? patched(isObject(old) ? old : {}, change) : change;
  }
  return made;
}

/** The deal after an event.
 * @param {Timeline} timeline
 * @param {number} at
 * @returns {Deal}
 */
export function dealAt(timeline, at) {
  return /** @type {Deal} */ (timeline.deals[within(timeline, at) - 1]);
}

/** The event at a position; null: the opening, which is no frame.
 * @param {Timeline} timeline
 * @param {number} at
 * @returns {DealEvent | null}
 */
export function eventAt(timeline, at) {
  return timeline.events[within(timeline, at) - 2] ?? null;
}

/** Why the last move until a position was allowed; null: none was made yet.
 * @param {Timeline} timeline
 * @param {number} at
 */
export function explanationAt({ explanations }, at) {
  for (let position = at; position > 1; position -= 1) {
    const found = explanations.get(position);
    if (found !== undefined) return found;
  }
  return null;
}

/** A position that the deal has, as near as can be to the one that is asked for.
 * @param {Timeline} timeline
 * @param {number} at
 */
export function within({ length }, at) {
  return Number.isFinite(at) ? Math.min(Math.max(Math.trunc(at), 1), length) : 1;
}

/** The position after the next command; the same one at the end.
 * @param {Timeline} timeline
 * @param {number} at
 */
export function nextCommand({ stops, length }, at) {
  return stops[firstAbove(stops, at)] ?? length;
}

/** The position after the command before; the same one at the beginning.
 * @param {Timeline} timeline
 * @param {number} at
 */
export function previousCommand({ stops }, at) {
  return stops[firstAbove(stops, at - 1) - 1] ?? 1;
}

/** The last position that may be shown: all, or in a replay without spoilers what has been seen.
 * @param {Timeline} timeline
 * @param {{ hideEnd: boolean, furthest: number }} options
 */
export function horizon(timeline, { hideEnd, furthest }) {
  return hideEnd ? within(timeline, furthest) : timeline.length;
}

/** The last event of each command. Events without one that is known follow the event before.
 * @param {readonly DealEvent[]} events
 */
function stopsOf(events) {
  const isLast = (/** @type {number} */ at) => events[at]?.command !== events[at + 1]?.command;
  const opening = events[0]?.command === 1 ? [] : [1];
  const last = events.flatMap((each, at) => (isLast(at) ? [each.position] : []));
  return [...opening, ...last];
}

/** The index of the first number above a limit.
 * @param {readonly number[]} sorted
 * @param {number} limit
 */
function firstAbove(sorted, limit) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (sorted[middle]) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * @param {unknown} value
 * @returns {value is Plain}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
