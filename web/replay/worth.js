// The worth of moves in words.

import { t } from "../language.js";
import { moveWords } from "../table/move_words.js";

/** @import { Schemas } from "../types.js" */

/** The best value; a value is a part of it. */
export const WHOLE = 1000;

/**
 * A line of a graph: how far ahead the side of a seat was at each review.
 * @typedef {object} Line
 * @property {number} seat
 * @property {readonly (number | null)[]} values null: not known at the moves of others.
 */

/** The lines of an analysis that have a move. Of two sides one line says all: what one side has, the other has not. Where there
 * are more, the deal decides who plays against whom: each side has a line, of its own moves.
 * @param {readonly Pick<Schemas["Review"], "seat" | "played">[]} reviews
 * @param {readonly Pick<Schemas["Seat"], "side">[]} seats
 * @returns {Line[]}
 */
export function linesOf(reviews, seats) {
  const sides = seats.map(({ side }) => side);
  const all = [...new Set(sides)];
  const opposed = all.length === 2;
  const shown = opposed ? [reviews[0]?.seat ?? 0] : all.map((side) => sides.indexOf(side));
  const lines = shown.map((seat) => ({
    seat,
    values: reviews.map(({ seat: mover, played: { value } }) => {
      if (sides[mover] === sides[seat]) return value;
      return opposed ? WHOLE - value : null;
    }),
  }));
  return lines.filter(({ values }) => values.some((each) => each !== null));
}

/** @param {number} value */
export function percent(value) {
  return Math.round((100 * value) / WHOLE);
}

/** The move of an alternative; an absent one is to wait.
 * @param {Schemas["Game"]} game
 * @param {Schemas["Alternative"]} alternative
 */
export function wordsOf(game, { move }) {
  return move === undefined ? t("replay-analysis-wait") : moveWords(game, move);
}
