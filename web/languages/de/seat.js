// Deutsch: Platz nehmen.

/** @type {typeof import("../en/seat.js").default} */
export default {
  title: "Platz nehmen",
  name: "Ihr Name",
  device: "Meinen Platz auf diesem Gerät behalten",
  deviceHint: "Sonst ist er vergessen, wenn dieser Tab geschlossen wird.",
  sit: "Platz nehmen",
  which: "Platz",
  numbered: (seat) => `Platz ${seat}`,
  proof: "Mehr Beweise",
  commits: "Eigene Startwerte zum Mischen beitragen",
  commitsHint: "Ist der Server oder einer der Plätze mit Startwerten ehrlich, so sind die Karten zufällig, und niemand konnte sie voraussehen. Die Startwerte bleiben in diesem Browser: Spielen Sie die Serie hier.",
  signs: "Meine Züge mit einem Schlüssel signieren",
  signsHint: "Der Schlüssel entsteht in diesem Browser und kann ihn nicht verlassen. Der Server kann dann keinen Zug von Ihnen erfinden: Spielen Sie die Serie hier.",
  insecure: "Startwerte und Schlüssel brauchen HTTPS: Diese Seite kam über einfaches HTTP.",
};
