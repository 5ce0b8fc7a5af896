// The worth of moves in words.

import { texts } from "../language.js";
import { moveWords } from "../table/move_words.js";

/** @import { Schemas } from "../types.js" */

/** The best value; a value is a part of it. */
export const WHOLE = 1000;

/** @param {number} value */
export function percent(value) {
  return Math.round((100 * value) / WHOLE);
}

/** The move of an alternative; an absent one is to wait.
 * @param {Schemas["Game"]} game
 * @param {Schemas["Alternative"]} alternative
 */
export function wordsOf(game, { move }) {
  return move === undefined ? texts("replay").analysis.wait : moveWords(game, move);
}
