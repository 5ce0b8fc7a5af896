// Words of the table: players, fields and values, from the names that the API gives.

import { h } from "../vendor/preact.mjs";
import { SuitPicture, parse } from "../cards.js";
import { t } from "../language.js";
import { settings } from "../storage.js";

/** @import { Schemas } from "../types.js" */

/** @typedef {Pick<Schemas["Game"], "words" | "move_names">} Named */
/** @typedef {Pick<Schemas["Table"], "seats">} Seated */

/** The name of the player of a seat.
 * @param {Seated} table
 * @param {number} seat
 */
export function playerName({ seats }, seat) {
  const found = seats[seat];
  if (found?.erased === true) return t("table-erased-name");
  if (found === undefined || (found.name ?? null) === null) return t("table-free-seat");
  return found.bot === null ? String(found.name) : `${t("table-bot")} ${seat}`;
}

/** @param {Seated} table @param {readonly number[]} seats */
export function playerNames(table, seats) {
  return namesOf(seats.map((seat) => playerName(table, seat)));
}

/** @param {readonly string[]} names */
export const namesOf = (names) => t("table-names", { names });

/** The name of a field of a move.
 * @param {Named} game
 * @param {string} field
 */
export function fieldName({ words }, field) {
  return words.fields[field] ?? field;
}

/** A value of a field in words. A letter of a suit is the name of the suit.
 * @param {Named} game
 * @param {string} field
 * @param {unknown} value
 * @returns {string}
 */
export function valueName({ words }, field, value) {
  if (typeof value === "boolean") return value ? t("table-yes") : t("table-no");
  const named = words.values[field]?.[String(value)];
  const suit = suitOf(String(value));
  if (suit !== null && (named === undefined || named === value)) return t(`common-cards-suits-${settings.value.deck}-${suit.toLowerCase()}`);
  return named ?? String(value);
}

/** The suit of a letter.
 * @param {string} value
 */
export function suitOf(value) {
  return value.length === 1 ? parse(`A${value}`)?.suit ?? null : null;
}

/** Whether the player of a seat is here, as far as it is known.
 * @param {readonly number[] | undefined} present The seats whose players are here.
 * @param {Pick<Schemas["Table"], "seats" | "status">} table
 * @param {number} seat
 */
export function isHere(present, { seats, status }, seat) {
  return present === undefined || status === "over" || status === "closed" || seats[seat]?.kind !== "person" || present.includes(seat);
}

/** Seconds as minutes and seconds.
 * @param {number} seconds
 */
export function span(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A value of trumps: a suit as a picture, anything else as a word; with the suit of most of its cards.
 * @param {{ value: string, game: Schemas["Game"] }} props
 */
export function TrumpView({ value, game }) {
  const field = Object.keys(game.words.values).find((each) => value in (game.words.values[each] ?? {})) ?? "";
  const suit = suitOf(value);
  if (suit !== null) return h(SuitPicture, { suit });
  const cards = game.trumps?.cards[value] ?? [];
  const most = suitOf(cards.at(-1)?.at(-1) ?? "");
  const isSuit = most !== null && 2 * cards.filter((card) => card.endsWith(most)).length > cards.length;
  return h("b", {}, isSuit && [h(SuitPicture, { key: value, suit: most }), " "], valueName(game, field, value));
}
