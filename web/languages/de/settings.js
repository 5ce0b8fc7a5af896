// Deutsch: die Einstellungen.

/** @type {typeof import("../en/settings.js").default} */
export default {
  title: "Einstellungen",
  about: "Sie gelten für diesen Browser auf diesem Gerät, und niemand sonst erfährt sie.",
  language: "Sprache",
  languageOfBrowser: "Wie im Browser",
  choices: {
    deck: { label: "Blatt", values: { french: "Französisch", german: "Deutsch" } },
    colours: {
      label: "Farben auf den Karten",
      values: { two: "Zwei", four: "Vier", tournament: "Turnierblatt" },
    },
    theme: { label: "Helligkeit", values: { system: "Wie das Gerät", light: "Hell", dark: "Dunkel", contrast: "Hoher Kontrast" } },
    motion: {
      label: "Bewegung",
      values: { system: "Wie das Gerät", reduced: "Weniger", full: "Voll" },
    },
  },
  sound: "Töne",
  soundHint: "Ein leiser Ton, wenn Sie am Zug sind, wenn andere eine Karte legen und wenn ein Spiel endet.",
  confirmation: "Erst Karten wählen, dann mit einer Schaltfläche spielen",
  confirmationHint: "Sonst genügt ein Tippen auf eine Karte, wenn nur ein Zug möglich ist.",
};
