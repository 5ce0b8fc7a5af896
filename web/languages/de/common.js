// Deutsch: was jede Seite braucht, und die Namen der Karten.

/** @import { Rank, Suit, Deck } from "../../cards.js" */

/** @type {Readonly<Record<Rank, string>>} */
const RANKS = {
  2: "Zwei", 3: "Drei", 4: "Vier", 5: "Fünf", 6: "Sechs", 7: "Sieben", 8: "Acht", 9: "Neun",
  T: "Zehn", J: "Bube", Q: "Dame", K: "König", A: "Ass",
};
/** @type {Readonly<Record<Deck, Readonly<Record<Suit, string>>>>} */
const SUITS = {
  french: { C: "Kreuz", D: "Karo", H: "Herz", S: "Pik" },
  german: { C: "Eichel", D: "Schellen", H: "Herz", S: "Grün" },
};
/** @type {Partial<Record<Rank, string>>} */
const GERMAN_RANKS = { J: "Unter", Q: "Ober" };

/** @type {typeof import("../en/common.js").default} */
export default {
  skip: "Zum Inhalt",
  navigation: "Seiten",
  menu: "Menü",
  links: {
    play: "Spielen",
    host: "Gastgeber",
    verify: "Prüfen",
    settings: "Einstellungen",
    rules: "Regeln",
    contract: "API",
  },
  levels: { easy: "leicht", casual: "gelegentlich", medium: "mittel", hard: "schwer", expert: "Experte" },
  close: "Schließen",
  reconnecting: "Die Verbindung ist unterbrochen. Neuer Versuch…",
  unreachable: "Der Dienst antwortet nicht. Nichts ging verloren: versuchen Sie es noch einmal.",
  retry: "Erneut versuchen",
  archive: "Die Aufzeichnung im Archiv",
  unknownPage: "Diese Seite gibt es nicht",
  unknownPageHint: "Vielleicht ist die Adresse falsch geschrieben, oder es gibt die Seite nicht mehr.",
  relative: null,
  sharing: {
    copy: "Link kopieren",
    copied: "Kopiert",
    qr: (label) => `QR-Code: ${label}`,
  },
  cards: {
    unknown: "verdeckte Karte",
    suits: SUITS,
    indices: { J: "B", Q: "D" },
    germanIndices: { J: "U", Q: "O" },
    name(rank, suit, deck) {
      const special = deck === "german" ? GERMAN_RANKS[rank] : undefined;
      return `${SUITS[deck][suit]}-${special ?? RANKS[rank]}`;
    },
  },
};
