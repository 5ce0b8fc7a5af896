// A card in two signs or three.

import { h } from "../vendor/preact.mjs";
import { SuitPicture, indexOf, nameOf, parse } from "../cards.js";
import { settings } from "../storage.js";

/** Text, and no emoji. */
const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };

/** A card in two signs or three; with German suits in words.
 * @param {string} code
 */
export function shortCard(code) {
  const card = parse(code);
  if (card === null || settings.value.deck === "german") return nameOf(code);
  return `${indexOf(card.rank)}${SIGNS[card.suit]}`;
}

/** Some cards, one after the other.
 * @param {readonly string[]} codes
 */
export const shortCards = (codes) => codes.map(shortCard).join(" ");

/** A card in a line of text: its index, and its suit as a picture.
 * @param {{ code: string }} props
 */
export function ShortCard({ code }) {
  const card = parse(code);
  return h("span", { class: "short" }, card === null ? code : [indexOf(card.rank), h(SuitPicture, { key: code, suit: card.suit })]);
}
