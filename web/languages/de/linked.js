// Deutsch: die Frage nach dem Zugang in einem Link.

/** @type {typeof import("../en/linked.js").default} */
export default {
  titles: {
    seat: "Ein Platz im Link",
    invite: "Eine Einladung",
    read: "Spiele zum Lesen",
    view: "Ein Tisch zum Zuschauen",
    key: "Ein API-Schlüssel im Link",
    audit: "Die Arbeit eines Prüfers",
  },
  about: {
    seat: (name, table) => `Der Link hat den Platz von „${name}“ am Tisch „${table}“. Wer sich setzt, spielt für „${name}“.`,
    invite: (name) => `Der Link lädt Sie an den Tisch „${name}“ ein.`,
    read: (name, table) => `Der Link ist für „${name}“. Er zeigt beendete Spiele des Tisches „${table}“.`,
    view: (name, table) => `Der Link ist für „${name}“. Er zeigt den Tisch „${table}“.`,
    key: (name) => `Der Link hat den API-Schlüssel „${name}“. Wenn Sie ihn verwenden, handelt dieser Browser als Gastgeber für dessen Besitzer: Tische, die Sie eröffnen, gehören ihm. Verwenden Sie ihn nur, wenn Sie ihn erwartet haben.`,
    audit: (name, table) => `Mit dem Link wird dieser Browser der des Prüfers „${name}“ ${table === null ? "eines privaten Tisches" : `des Tisches „${table}“`}. Ein Prüfer liest die Beweise und entscheidet Streitfälle.`,
  },
  use: {
    seat: (name) => `Als ${name} hinsetzen`,
    invite: () => "Hineingehen",
    read: () => "Spiele lesen",
    view: () => "Am Tisch zuschauen",
    key: () => "Diesen Schlüssel verwenden",
    audit: (name) => `Als ${name} weitermachen`,
  },
  otherKey: "Der Link hat einen API-Schlüssel, aber dieser Browser benutzt schon einen anderen. Der Schlüssel im Link wurde nicht übernommen. Um ihn zu benutzen, vergessen Sie den jetzigen Schlüssel auf der Seite des Gastgebers und öffnen Sie den Link noch einmal.",
  decline: "Ohne den Link weiter",
};
