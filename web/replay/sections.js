// The first moment of a replay that shows cards.

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
