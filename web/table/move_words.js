// A move in words.

import { capital } from "../../languages/catalogue.mjs";
import { nameOf } from "../cards.js";
import { details } from "./sentences.js";

/** @import { Schemas } from "../types.js" */

/** The name of a type of move, where it stands alone.
 * @param {Schemas["Game"]} game
 * @param {string} type
 */
export const moveName = ({ move_names: names }, type) => capital(names[type] ?? type);

/** A move as words: its name, its values and its cards.
 * @param {Schemas["Game"]} game
 * @param {object} move
 */
export function moveWords(game, move) {
  const { type, ...data } = /** @type {{ type: string, [field: string]: unknown }} */ (move);
  const { cards, values } = details(game, { data });
  const told = [...values, ...cards.map(nameOf)];
  return `${moveName(game, type)}${told.length > 0 ? ` – ${told.join(", ")}` : ""}`;
}
