// Deutsch: die Abrechnung.

/** @type {typeof import("../en/series.js").default} */
export default {
  title: "Abrechnung",
  back: "Zum Tisch",
  points: "Punkte",
  voided: "Ungültig",
  none: "Noch kein Spiel ist beendet.",
  adjustments: "Durch Entscheidungen berichtigt",
  rank: "Rang",
  deal: "Spiel",
  replay: "Nachspielen",
  disputes: "Streitfälle",
  hints: "Tipps",
  winner: "Sieger",
  abandoned: "Abgebrochen",
  playing: "Läuft",
};
