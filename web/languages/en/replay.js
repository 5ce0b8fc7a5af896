// English: replays.

export default {
  title: "Replay",
  loading: "The record is being read…",
  noMoment: "This address names no moment of a deal.",
  stillPlayed: "This deal is still being played.",
  toTable: "To the table",
  /** @param {number} at */
  moment: (at) => `After event ${at}`,
  preview: "preview",
  ending: "How it ended",
  log: "Log",
  /** @param {number} seat @param {string | null} name */
  seat: (seat, name) => (name ? `Seat ${seat}, ${name}` : `Seat ${seat}`),
  steps: "Steps",
  previousMove: "Previous move",
  previous: "Previous event",
  next: "Next event",
  nextMove: "Next move",
  keys: "Arrow keys step through events; with Shift, through moves.",
  slider: "Moment",
  /** @param {number} at */
  event: (at) => `event ${at}`,
  /** @param {number} at @param {number} all */
  eventOf: (at, all) => `event ${at} of ${all}`,
  eyes: "Seen by",
  public: "a spectator",
  full: "everyone (all cards)",
  hideEnd: "Do not show the end",
  /** @param {number} at */
  decided: (at) => `The deal was decided at event ${at}: no later play could change its result.`,
  /** @param {number} at */
  decidedBy: (at) => `The deal was decided at event ${at} or earlier.`,
  decidedUnknown: "Its players, its host and its auditors can see here where the deal was decided.",
  decidedNowhere: "This deal was not played to its end, so it was not decided at any event.",
  /** @param {number} at */
  show: (at) => `Go to event ${at}`,
  copy: "Copy the link to this moment",
  privateHint: "This table is private: the link works for its players, and for readers whom the host admits.",
  further: "Further",
  /** @param {number} at */
  link: (at) => `Link to event ${at}`,
  verify: "Verify the record",
  dispute: "Dispute this event",
  shuffle: "The shuffle, step by step",
  save: "Save for offline use",
  saveHint: "One file with the record and every view. It replays and verifies without a connection.",
  analysis: {
    title: "What was each move worth?",
    about: "The strongest bot of the game values every move: as far as its player could know, and with all cards open.",
    needs: "No one has requested it yet. That needs a seat at this table, or an API key of a host in this browser.",
    start: "Show the analysis",
    noJudge: "No bot of this game can judge moves yet.",
    /** @param {number} done @param {number} all */
    progress: (done, all) => `${done} of ${all} moves`,
    /** @param {number} count */
    place: (count) => `${count} analyses are made before this one`,
    noChoice: "There was no choice at this event.",
    wait: "wait",
    /** @param {number} percent */
    lost: (percent) => `lost ${percent} %`,
    /** @param {string} move */
    better: (move) => `better: ${move}`,
    none: "No move lost anything.",
    /** @param {string} method */
    method: (method) => `By ${method}. Everybody gets the same values with fairdeal analyse.`,
    /** @param {number} seat */
    graph: (seat) => `How far ahead the side of seat ${seat} was, move by move. The list below has the moves that lost something.`,
    verdicts: { best: "best", inaccuracy: "inaccuracy", blunder: "blunder", unlucky: "unlucky" },
  },
  puzzles: {
    start: "Find the better move",
    /** @param {number} at @param {number} all */
    puzzle: (at, all) => `Puzzle ${at} of ${all}`,
    /** @param {string} who */
    about: (who) => `${who} made a blunder here. The cards are shown as this seat saw them. Find a better move.`,
    choose: "Your move",
    compare: "Compare",
    found: "Well found.",
    missed: "There is a better move.",
    /** @param {string} move @param {number} percent */
    worth: (move, percent) => `${move}, worth ${percent} %`,
    /** @param {string} move */
    yours: (move) => `Yours: ${move}.`,
    /** @param {string} move */
    best: (move) => `The best one: ${move}.`,
    /** @param {string} who @param {string} move */
    played: (who, move) => `${who} played: ${move}.`,
    next: "Next puzzle",
    none: "No move of this deal was a blunder.",
  },
  whatIf: {
    title: "What if?",
    about: "Play on from here, with bots on the other seats. It counts nowhere.",
    needs: "This needs a seat at this table, or an API key of a host in this browser.",
    cards: "Cards",
    true: "as they lay",
    resample: "those not seen yet are dealt anew",
    seat: "Play for",
    toAct: "the seat that is to act",
    /** @param {number} at */
    start: (at) => `Play on from event ${at}`,
  },
};
