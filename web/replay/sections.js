// The sections of a replay: its first moment with cards, and the number of each trick.

import { has, t } from "../language.js";
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

/** The heading of each trick or bout: it stands before the move that begins it.
 * @param {Timeline} timeline
 * @param {Game} game Its texts are loaded.
 * @returns {ReadonlyMap<number, string>} By the positions of these moves.
 */
export function headingsOf({ deals, events }, { key }) {
  const name = has(`${key}-trick-number`) ? `${key}-trick-number` : "trick-number";
  /** @type {Map<number, string>} */
  const headings = new Map();
  for (const { position } of events) {
    const trick = deals[position - 1]?.trick ?? null;
    if (trick !== (deals[position - 2]?.trick ?? null)) headings.set(position, t(name, { trick }));
  }
  return headings;
}
