// A move in words.

import { nameOf } from "../cards.js";
import { details } from "./sentences.js";

/** @import { Schemas } from "../types.js" */

/** A move as words: its name, its values and its cards.
 * @param {Schemas["Game"]} game
 * @param {object} move
 */
export function moveWords(game, move) {
  const { type, ...data } = /** @type {{ type: string, [field: string]: unknown }} */ (move);
  const { cards, values } = details(game, { data });
  const told = [...values, ...cards.map(nameOf)];
  return `${game.move_names[type] ?? type}${told.length > 0 ? ` – ${told.join(", ")}` : ""}`;
}
