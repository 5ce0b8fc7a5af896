// The sections of a replay: its first moment with cards, and the number of each trick.

import { MIDDLE } from "../table/motion.js";
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

/** The heading of each trick, bout or pile: it stands before the move that begins it.
 * @param {Timeline} timeline
 * @param {Game} game
 * @param {Table} table
 * @returns {ReadonlyMap<number, string>} By the positions of these moves.
 */
export function headingsOf({ deals, events }, game, table) {
  const isLaid = (/** @type {Deal} */ deal) => describe(deal, game, table).places.some(({ shape, count }) => MIDDLE.includes(shape) && count > 0);
  const zone = game.zones.find(({ shape }) => MIDDLE.includes(shape))?.zone ?? "";
  /** @type {Map<number, string>} */
  const headings = new Map();
  let isOn = false;
  for (const { position, command } of events) {
    const deal = /** @type {Deal} */ (deals[position - 1]);
    if (!isOn && command === position && isLaid(deal)) {
      isOn = true;
      headings.set(position, `${game.words.zones[zone] ?? zone} ${headings.size + 1}`);
    }
    if (deal.last_trick?.position === position) isOn = false;
  }
  return headings;
}
