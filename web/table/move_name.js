// The words for a move that was not made, or not yet.

import { nameOf } from "../cards.js";
import { details } from "./words.js";

/** @import { Named } from "./words.js" */

/** A move in words: what, and which cards.
 * @param {Named} game
 * @param {Readonly<Record<string, unknown>>} move
 */
export function moveName(game, move) {
  const { type, ...data } = move;
  const { cards, values } = details(game, { data });
  const told = [...values, ...cards.map(nameOf)];
  return `${game.move_names[String(type)] ?? String(type)}${told.length > 0 ? ` – ${told.join(", ")}` : ""}`;
}
