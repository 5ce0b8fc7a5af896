// Cards as inline SVG: suits and ranks are paths; the figures of the courts are pictures of their own,
// which come from `cards/` (see `cards/CREDITS.txt`), and until then a court shows its index alone.
//
// A card that is not known is drawn as its back: nothing in the document differs from card to card.
//
// The words of a table are here, too: players, fields and values, from the names that the API gives.

import { h } from "./vendor/preact.mjs";
import { t } from "./language.js";
import { settings } from "./storage.js";

/** @import { Schemas } from "./types.js" */

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
    D: "M43 19A9 9 0 1 1 57 19A38 38 0 1 1 43 19ZM14 46Q50 58 86 46V51.5Q50 63.5 14 51.5ZM13 57Q50 69 87 57V61.5Q50 73.5 13 61.5ZM46.5 94V83A7 7 0 1 1 53.5 83V94Z",
    H: "M50 94C12 62 6 46 8 30C11 8 41 4 50 28C59 4 89 8 92 30C94 46 88 62 50 94Z",
    S: "M50 4Q62 22 76 24Q88 40 84 56Q70 74 54 74V96H46V74Q30 74 16 56Q12 40 24 24Q38 22 50 4Z",
  },
};
/** The ranks as strokes in a square of 1000 around the origin, by Adrian Kennard (CC0); two are ours, for
 * German packs.
 * @type {Readonly<Record<string, string>>}
 */
const INDICES = {
  A: "M-270 460h160M-200 450L0-460L200 450M110 460h160M-120 130h240",
  6: "M-250 100a250 250 0 0 1 500 0v110a250 250 0 0 1-500 0v-420a250 250 0 0 1 250-250c150 0 180 60 200 85",
  7: "M-265-320v-140h530C135-200-90 100-90 460",
  8: "M-1-50a205 205 0 1 1 2 0h-2a255 255 0 1 0 2 0z",
  9: "M250-100a250 250 0 0 1-500 0v-110a250 250 0 0 1 500 0v420a250 250 0 0 1-250 250c-150 0-180-60-200-85",
  2: "M-225-225c-20-40 25-235 225-235s225 135 225 235C225-25-225 160-225 460h450v-160",
  3: "M-250-320v-140h450L-110-80c10-10 60-40 110-40c200 0 250 120 250 270c0 200-80 310-280 310s-230-160-230-160",
  4: "M50 460h200M150 460v-920L-300 175v25h570",
  5: "M170-460h-345l-35 345s10-85 210-85c100 0 255 120 255 320s-75 340-275 340s-235-175-235-175",
  10: "M-260 430v-860M-50 0v-310a150 150 0 0 1 300 0v620a150 150 0 0 1-300 0z",
  J: "M50-460h200M150-460v710a100 100 0 0 1-400 0v-30",
  Q: "M-260 100c300 0 220 360 520 360M-175 0v-285a175 175 0 0 1 350 0v570a175 175 0 0 1-350 0z",
  K: "M-285-460h200M-185-460v920M-285 460h200M85-460h200M185-440L-170 155M85 460h200M185 440L-10-70",
  U: "M-300-460h200M-200-460v710a200 200 0 0 0 400 0v-710M100-460h200",
  O: "M-200 0v-260a200 200 0 0 1 400 0v520a200 200 0 0 1-400 0z",
};
/** The places of pips, by rank: the column, and the row from 0 (top) to 1.
 * @type {Readonly<Partial<Record<Rank, readonly (readonly [number, number])[]>>>}
 */
const PIPS = {
  2: [[0, 0], [0, 1]],
  3: [[0, 0], [0, 0.5], [0, 1]],
  4: [[-1, 0], [1, 0], [-1, 1], [1, 1]],
  5: [[-1, 0], [1, 0], [-1, 1], [1, 1], [0, 0.5]],
  6: [[-1, 0], [1, 0], [-1, 0.5], [1, 0.5], [-1, 1], [1, 1]],
  7: [[-1, 0], [1, 0], [-1, 0.5], [1, 0.5], [-1, 1], [1, 1], [0, 0.25]],
  8: [[-1, 0], [1, 0], [-1, 0.5], [1, 0.5], [-1, 1], [1, 1], [0, 0.25], [0, 0.75]],
  9: [[-1, 0], [1, 0], [-1, 0.33], [1, 0.33], [-1, 0.67], [1, 0.67], [-1, 1], [1, 1], [0, 0.5]],
  T: [[-1, 0], [1, 0], [-1, 0.33], [1, 0.33], [-1, 0.67], [1, 0.67], [-1, 1], [1, 1], [0, 0.17], [0, 0.83]],
};
const COURTS = "JQK";
const COURT_X = 64;
const COURT_Y = 16;
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
  if (card === null) return t("common-cards-unknown");
  const { deck } = settings.value;
  const values = { rank: t(`common-cards-ranks-${ofDeck(card.rank)}`), suit: t(`common-cards-of-${deck}-${card.suit}`) };
  return t("common-cards-name", values);
}

/** The index of a rank in the reader's language.
 * @param {Rank} rank
 */
export function indexOf(rank) {
  if (rank === "T") return "10";
  return "JQKA".includes(rank) ? t(`common-cards-indices-${ofDeck(rank)}`) : rank;
}

/** A rank in the keys of texts: under and over of a German deck have names of their own.
 * @param {Rank} rank
 */
const ofDeck = (rank) => (settings.value.deck === "german" && "JQ".includes(rank) ? `german-${rank}` : rank);

/** A suit as a picture with its name.
 * @param {{ suit: Suit }} props
 */
export function SuitPicture({ suit }) {
  const { deck } = settings.value;
  const label = suitName(suit);
  return h(
    "svg",
    { class: `suit suit-${suit}`, viewBox: "0 0 100 100", role: "img", "aria-label": label },
    h("path", { d: SUITS[deck][suit], "fill-rule": "evenodd" }),
  );
}

/** A card as a picture, 250 by 350.
 * @param {object} props
 * @param {string | null} props.code null: a card that is not known.
 * @param {boolean} [props.named] Whether it has a name: not within a button that has the name.
 * @param {boolean} [props.big] Whether its index is big, as a small card needs it.
 */
export function Card({ code, named = true, big = true }) {
  const card = code === null ? null : parse(code);
  const about = named ? { role: "img", "aria-label": nameOf(code) } : { "aria-hidden": true };
  const frame = { viewBox: "0 0 250 350", ...about };
  const paper = h("rect", { class: "paper", x: 1.5, y: 1.5, width: 247, height: 347, rx: 20 });
  if (card === null) return h("svg", { class: "card back", ...frame }, paper, BACK);
  return h(
    "svg",
    { class: `card suit-${card.suit}`, ...frame },
    paper,
    h(Face, { code: String(code), ...card, big }),
    h(Index, { ...card, big }),
  );
}

/** @param {{ code: string, rank: Rank, suit: Suit, big: boolean }} props */
function Face({ code, rank, suit, big }) {
  if (COURTS.includes(rank)) {
    const size = { x: COURT_X, y: COURT_Y, width: 250 - COURT_X - 10, height: 350 - 2 * COURT_Y };
    return [
      h("image", { key: "court", href: new URL(`cards/${code}.svg`, import.meta.url).pathname, preserveAspectRatio: "none", ...size }),
      h("rect", { key: "frame", class: "court", ...size }),
    ];
  }
  if (rank === "A" && !big) return h(Pip, { suit, x: 143, y: 175, size: 150 });
  if (big) return h(Pip, { suit, x: 160, y: 232, size: 150 });
  return (PIPS[rank] ?? []).map(([column, row]) =>
    h(Pip, { key: `${column} ${row}`, suit, x: 143 + 56 * column, y: 62 + 226 * row, size: 56, turned: row > 0.5 }),
  );
}

/** The rank and the suit at the upper left corner: fans overlap to the right.
 * @param {{ rank: Rank, suit: Suit, big: boolean }} props
 */
function Index({ rank, suit, big }) {
  const index = indexOf(rank);
  const size = big ? 78 : 58;
  const [x, y] = big ? [44, 56] : [33, 44];
  const path = INDICES[index];
  return [
    path === undefined
      ? h("text", { key: "rank", x, y: y + 0.36 * size, class: "index", style: { fontSize: `${size}px` } }, index)
      : h("path", { key: "rank", class: "index", d: path, transform: `translate(${x} ${y}) scale(${size / 1000})` }),
    h(Pip, { key: "suit", suit, x, y: y + 0.98 * size, size: 0.74 * size }),
  ];
}

/** @param {{ suit: Suit, x: number, y: number, size: number, turned?: boolean }} props */
function Pip({ suit, x, y, size, turned = false }) {
  const scale = size / 100;
  const turn = turned ? " rotate(180)" : "";
  return h("path", {
    d: SUITS[settings.value.deck][suit],
    "fill-rule": "evenodd",
    transform: `translate(${x} ${y})${turn} scale(${scale}) translate(-50 -50)`,
  });
}

/** The frame of a back, a ring, and the mark of a check in it: one path, as a table has many backs. */
const BACK = h("path", {
  d: "M30 20h190a10 10 0 0 1 10 10v290a10 10 0 0 1-10 10h-190a10 10 0 0 1-10-10v-290a10 10 0 0 1 10-10ZM125 131a44 44 0 1 1 0 88a44 44 0 1 1 0-88ZM104 176l15 16l28-32",
});

/** @typedef {Pick<Schemas["Game"], "words" | "move_names"> & Partial<Pick<Schemas["Game"], "trumps">>} Named */
/** @typedef {Pick<Schemas["Table"], "seats">} Seated */

/** The name of the player of a seat; bots have numbers.
 * @param {Seated} table
 * @param {number} seat
 */
export function playerName({ seats }, seat) {
  const found = seats[seat];
  if (found?.erased === true) return t("table-erased-name");
  if (found === undefined || (found.name ?? null) === null) return t("table-free-seat");
  return found.bot === null ? String(found.name) : `${t("table-bot")} ${seats.slice(0, seat + 1).filter(({ bot }) => bot !== null).length}`;
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
export function valueName({ words, trumps }, field, value) {
  if (typeof value === "boolean") return value ? t("table-yes") : t("table-no");
  const named = words.values[field]?.[String(value)];
  const suit = trumpSuit(trumps, String(value));
  if (suit !== null && (named === undefined || named === value || settings.value.deck === "german")) return suitName(suit);
  return named ?? String(value);
}

/** The name of a suit, as the deck shows it.
 * @param {Suit} suit
 */
export const suitName = (suit) => t(`common-cards-suits-${settings.value.deck}-${suit.toLowerCase()}`);

/** The suit of a letter.
 * @param {string} value
 */
export function suitOf(value) {
  return value.length === 1 ? parse(`A${value}`)?.suit ?? null : null;
}

/** The suit of a value of trumps: its letter's, or that of most of its cards.
 * @param {Named["trumps"]} trumps
 * @param {string} value
 */
function trumpSuit(trumps, value) {
  const cards = trumps?.cards[value] ?? [];
  const most = suitOf(cards.at(-1)?.at(-1) ?? "");
  return suitOf(value) ?? (2 * cards.filter((card) => card.endsWith(most ?? "?")).length > cards.length ? most : null);
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

/** A value of trumps: a suit as a picture, anything else as a word with its suit.
 * @param {{ value: string, game: Schemas["Game"] }} props
 */
export function TrumpView({ value, game }) {
  const field = Object.keys(game.words.values).find((each) => value in (game.words.values[each] ?? {})) ?? "";
  const suit = trumpSuit(game.trumps, value);
  const picture = suit !== null && h(SuitPicture, { key: value, suit });
  return suitOf(value) !== null ? picture : h("b", {}, picture && h("span", { "aria-hidden": "true" }, picture, " "), valueName(game, field, value));
}
