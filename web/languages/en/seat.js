// English: taking a seat.

export default {
  title: "Take a seat",
  name: "Your name",
  device: "Keep my seat on this device",
  deviceHint: "Otherwise it is forgotten when this tab is closed.",
  sit: "Sit down",
  which: "Seat",
  /** @param {number} seat */
  numbered: (seat) => `Seat ${seat}`,
  proof: "More proof",
  commits: "Add seeds of my own to the shuffle",
  commitsHint: "If at least one of the server and the seats with seeds is honest, the cards are random and nobody could foresee them. The seeds are kept in this browser: play the series here.",
  signs: "Sign my moves with a key",
  signsHint: "The key is made in this browser and cannot leave it. The server can then not invent a move of yours: play the series here.",
  insecure: "Seeds and keys need HTTPS: this page came by plain HTTP.",
};
