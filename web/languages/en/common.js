// English: what every page needs, and the names of cards.

/** @import { Deck, Rank, Suit } from "../../cards.js" */

/** @type {Readonly<Record<Rank, string>>} */
const RANKS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
/** @type {Readonly<Record<Deck, Readonly<Record<Suit, string>>>>} */
const SUITS = {
  french: { C: "clubs", D: "diamonds", H: "hearts", S: "spades" },
  german: { C: "acorns", D: "bells", H: "hearts", S: "leaves" },
};
/** @type {Partial<Record<Rank, string>>} */
const GERMAN_RANKS = { J: "under", Q: "over" };

export default {
  skip: "Skip to the content",
  navigation: "Pages",
  menu: "Menu",
  links: {
    play: "Play",
    host: "Host",
    verify: "Verify",
    settings: "Settings",
    rules: "Rules",
    contract: "API",
  },
  /** The levels of bots.
   * @type {Readonly<Record<string, string>>}
   */
  levels: { easy: "easy", casual: "casual", medium: "medium", hard: "hard", expert: "expert" },
  close: "Close",
  reconnecting: "The connection is lost. Trying again…",
  unreachable: "The service does not answer. Nothing has been lost: try again.",
  retry: "Try again",
  archive: "The record in the archive",
  unknownPage: "There is no such page",
  unknownPageHint: "The address may be misspelt, or what was here is gone.",
  /** A time span in words; null: browsers know the language.
   * @type {null | ((count: number, unit: "second" | "minute" | "hour" | "day") => string)}
   */
  relative: null,
  sharing: {
    copy: "Copy the link",
    copied: "Copied",
    /** @param {string} label */
    qr: (label) => `QR code: ${label}`,
  },
  cards: {
    unknown: "face-down card",
    suits: SUITS,
    /** @type {Partial<Record<Rank, string>>} */
    indices: {},
    /** @type {Partial<Record<Rank, string>>} */
    germanIndices: { J: "U", Q: "O" },
    /** The name of a card.
     * @param {Rank} rank
     * @param {Suit} suit
     * @param {Deck} deck
     */
    name(rank, suit, deck) {
      const special = deck === "german" ? GERMAN_RANKS[rank] : undefined;
      return `${special ?? RANKS[rank]} of ${SUITS[deck][suit]}`;
    },
  },
};
