// Cards, drawn by us as inline SVG: paths of suits, and an index as text in the reader's language.
//
// A card that is not known is drawn as its back: nothing in the document differs from card to card.

import { h } from "./vendor/preact.mjs";
import { texts } from "./language.js";
import { settings } from "./storage.js";

/** @typedef {"C" | "D" | "H" | "S"} Suit */
/** @typedef {"2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A"} Rank */
/** @typedef {"french" | "german"} Deck */

/** The suits as paths in a square of 100. */
const SUITS = {
  french: {
    C: "M50 6a20 20 0 0 1 15 33a20 20 0 1 1-7 33q2 16 12 22H30q10-6 12-22a20 20 0 1 1-7-33A20 20 0 0 1 50 6Z",
    D: "M50 5 86 50 50 95 14 50Z",
    H: "M50 94C12 62 6 46 8 30C11 8 41 4 50 28C59 4 89 8 92 30C94 46 88 62 50 94Z",
    S: "M50 6C60 28 92 42 92 64C92 82 72 86 57 72Q59 88 70 94H30Q41 88 43 72C28 86 8 82 8 64C8 42 40 28 50 6Z",
  },
  german: {
    C: "M46 4h8v14q28 4 30 26H16q2-22 30-26ZM20 50h60q-2 32-30 46q-28-14-30-46Z",
    D: "M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88ZM14 44v10h72V44ZM46 60v26h8V60Z",
    H: "M50 94C12 62 6 46 8 30C11 8 41 4 50 28C59 4 89 8 92 30C94 46 88 62 50 94Z",
    S: "M50 4Q62 22 76 24Q88 40 84 56Q70 74 54 74V96H46V74Q30 74 16 56Q12 40 24 24Q38 22 50 4Z",
  },
};
const CARD = /^([2-9TJQKA])([CDHS])$/;

/** The rank and the suit of a card's code; null if it is none. `T` is the ten.
 * @param {string} code
 * @returns {{ rank: Rank, suit: Suit } | null}
 */
export function parse(code) {
  const [, rank, suit] = CARD.exec(code) ?? [];
  if (rank === undefined || suit === undefined) return null;
  return { rank: /** @type {Rank} */ (rank), suit: /** @type {Suit} */ (suit) };
}

/** The name of a card in the reader's language; null: a card that is not known.
 * @param {string | null} code
 */
export function nameOf(code) {
  const card = code === null ? null : parse(code);
  const { cards } = texts("common");
  return card === null ? cards.unknown : cards.name(card.rank, card.suit, settings.value.deck);
}

/** The index of a rank in the reader's language.
 * @param {Rank} rank
 */
export function indexOf(rank) {
  if (rank === "T") return "10";
  const { cards } = texts("common");
  const german = settings.value.deck === "german" ? cards.germanIndices : {};
  return { ...cards.indices, ...german }[rank] ?? rank;
}

/** A suit as a picture with its name.
 * @param {{ suit: Suit }} props
 */
export function SuitPicture({ suit }) {
  const { deck } = settings.value;
  const label = texts("common").cards.suits[deck][suit];
  return h(
    "svg",
    { class: `suit suit-${suit}`, viewBox: "0 0 100 100", role: "img", "aria-label": label },
    h("path", { d: SUITS[deck][suit], "fill-rule": "evenodd" }),
  );
}

/** A card as a picture.
 * @param {object} props
 * @param {string | null} props.code null: a card that is not known.
 * @param {boolean} [props.named] Whether it has a name: not within a button that has the name.
 */
export function Card({ code, named = true }) {
  const card = code === null ? null : parse(code);
  const about = named ? { role: "img", "aria-label": nameOf(code) } : { "aria-hidden": true };
  const frame = { viewBox: "0 0 60 84", ...about };
  const paper = h("rect", { class: "paper", x: 1, y: 1, width: 58, height: 82, rx: 5 });
  if (card === null) return h("svg", { class: "card back", ...frame }, paper, BACK);
  const path = SUITS[settings.value.deck][card.suit];
  return h(
    "svg",
    { class: `card suit-${card.suit}`, ...frame },
    paper,
    h("text", { x: 5, y: 22, class: "index" }, indexOf(card.rank)),
    h("path", { d: path, "fill-rule": "evenodd", transform: "translate(5 27) scale(.15)" }),
    h("path", { d: path, "fill-rule": "evenodd", transform: "translate(19 40) scale(.36)" }),
  );
}

const BACK = h("path", {
  class: "pattern",
  d: "M8 8h44v68H8ZM8 25h44M8 42h44M8 59h44M19 8v68M30 8v68M41 8v68",
});
