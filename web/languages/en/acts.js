// English: what a person does at a table.

export default {
  moves: "Your move",
  chooseFor: "Pick a card",
  sending: "Your move is being sent…",
  early: "This would end the deal early. Do you want it?",
  confirm: "Yes",
  result: "Result of the deal",
  /** Who has won a deal.
   * @param {string} names Those of the others.
   * @param {number} count How many have won it.
   * @param {boolean} mine Whether the reader has.
   */
  dealWon: (names, count, mine) => {
    if (mine) return names === "" ? "You win the deal" : `You and ${names} win the deal`;
    return count > 1 ? `${names} win the deal` : `${names} wins the deal`;
  },
  drawn: "Nobody wins the deal",
  replayDeal: "Replay this deal",
  verifyDeal: "Verify this deal",
  disputeDeal: "Disputes of this deal",
  /** @param {string} names */
  won: (names) => `${names} won the series.`,
  beginning: "The game begins as soon as every seat is taken. Leave this page open.",
  invite: "Invite people",
  ready: "Next deal",
  leave: "Leave the deal",
  leaveAsk: "If you leave, the table's terms decide: a bot plays on for you, or your side loses the series.",
  comeBack: "Come back",
  hint: "Hint",
  away: "You have left. A bot plays for you until you come back.",
  resign: "Resign the series",
  resignAsk: "If you resign, and all persons of your side do, the series ends and your side has lost.",
  leaveSeat: "Leave the seat",
  rematch: "Play again",
  rematchHere: "The same players play again",
  tokenEnded: "The link or token with which you came has been used, has ended, or was never valid.",
  afterEnd: "If you have taken your seat already, go on in the browser in which you sat down. Otherwise ask for a new link.",
  toLobby: "To all tables",
  notVisible: "This table is private, or there is none with this address.",
  audits: "You are an auditor of this table.",
  auditsPrivate: "You are an auditor of this table. It is private: an auditor reads its disputes and replays its finished deals, but does not see the table.",
  disputes: "Disputes of this table",
  fairness: "Shuffle and signatures",
  seedsHere: "Your seeds, commitments and the proved openings are in this browser.",
  seedFile: "Save them as a file",
  distrust: "Your seed was not shown: the service has not proved the opening of this deal.",
  keyHere: "Your moves are signed by a key in this browser.",
  keyMissing: "Your seat has a key that is not in this browser: you can do nothing here.",
};
