// A card in two signs or three.

import { indexOf, nameOf, parse } from "../cards.js";
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
