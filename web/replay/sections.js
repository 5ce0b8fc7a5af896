// The moments of a replay that are looked for: the first one with cards, and each full trick.

import { describe } from "../table/scene.js";

/** @import { Timeline } from "./timeline.js" */
/** @import { Deal, Game, Table } from "./types.js" */

/** The first moment at which a seat has cards.
 * @param {Timeline} timeline
 * @param {Game} game
 * @param {Table} table
 */
export function firstMoment({ deals }, game, table) {
  const isDealt = (/** @type {Deal} */ deal) => describe(deal, game, table).places.some(({ shape, count }) => shape === "hand" && count > 0);
  return 1 + Math.max(0, deals.findIndex(isDealt));
}

/** The moments at which a full trick lies on the table, or all cards of a bout.
 * @param {Pick<Game, "tricks">} game
 * @param {Pick<Timeline, "events">} timeline
 * @returns {readonly number[]}
 */
export function fullTricks({ tricks }, { events }) {
  return events.filter(({ type }) => tricks?.ends.includes(type)).map(({ position }) => position - 1);
}
