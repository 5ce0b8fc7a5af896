// English: verification of records.


/** @typedef {{ fails: number, first: number | null, open: number }} Found */

export default {
  title: "Verify a record",
  intro: "Everything is checked by this browser. Nothing is sent.",
  insecure: "This page came by plain HTTP, where browsers switch cryptography off. Open it by HTTPS or on localhost, or use “fairdeal verify”.",
  loading: "The record is being read…",
  noDeal: "This address names no deal.",
  replay: "Replay this deal",
  shuffle: "The shuffle, step by step",
  drop: "Drop files here, or choose them",
  dropHint: "A record (bundle) or a saved replay; with it receipts, checkpoints, the log’s key, proofs of consistency, and the file with your seeds.",
  /** @param {string} names */
  unread: (names) => `This could not be read: ${names}. Drop the files themselves, not a folder.`,
  remove: "Remove",
  /** @param {string} name */
  removeFile: (name) => `Remove ${name}`,
  kinds: {
    bundle: "Record", replay: "Replay", receipt: "Receipt", checkpoint: "Checkpoint", key: "Key",
    consistency: "Proof of consistency", seeds: "Seeds", unknown: "Unknown file",
  },
  answers: {
    /** @param {Found} found */
    fails: ({ fails, first }) => `This record is false: ${fails === 1 ? "one check fails" : `${fails} checks fail`}${first === null ? "" : `, first at event ${first}`}.`,
    unreadable: () => "This file is no record.",
    hand: () => "Nothing fails, but the cards were laid by hand: a branch or a test, which counts nowhere.",
    /** @param {Found} found */
    open: ({ open }) => `Nothing fails, but ${open === 1 ? "one check is" : `${open} checks are`} undecided.`,
    rest: () => "Everything that a browser can check holds.",
    holds: () => "Every check holds.",
  },
  /** @param {number} events @param {string} view */
  about: (events, view) => `${events} events, as ${view} may see them`,
  /** @param {string} view */
  views: (view) => (view === "full" ? "everyone" : view === "public" ? "spectators" : `seat ${view.slice(5)}`),
  statuses: { holds: "holds", fails: "fails", open: "undecided", hand: "laid by hand", none: "nothing to check" },
  /** @param {number} seat */
  seat: (seat) => `seat ${seat}`,
  notHere: "not checked here",
  /** @param {number} at */
  atEvent: (at) => `It fails at event ${at}.`,
  look: "Look at it",
  /** @param {number} ms */
  took: (ms) => `Checked by JavaScript in ${ms} ms.`,
  checks: {
    key: ["Key of the service", "Log and receipts are signed by a key that is known from elsewhere than the file."],
    form: ["Form", "Every event is well-formed, and known to this program."],
    chain: ["Hash chain", "Each hash follows from all events before it: nothing was changed, added or left out."],
    openings: ["Openings", "Every hidden value that is shown is the one that was committed to."],
    commitments: ["Commitments", "The seeds were committed to before the cards could be known."],
    seeds: ["Seeds", "The seeds that were shown are those committed to."],
    pack: ["Pack", "The pack and the lots follow from the seeds."],
    root: ["Root of the pack", "The root that was published before play is that of the pack."],
    receipts: ["Receipts", "The service has signed that it accepted exactly these events."],
    log: ["Transparency log", "The record is in the log that the service has signed."],
    actors: ["Actors", "Each event was recorded by somebody who may record it."],
    signatures: ["Signatures of players", "Players with keys have signed their moves."],
    moves: ["Moves", "Every move is legal under the rules."],
    consequences: ["Consequences", "What follows from moves follows from the rules."],
    score: ["Score", "The points are counted by the rules."],
    bots: ["Bots", "The bots’ moves are made again from what they saw."],
    hints: ["Hints", "The hints are made again from what their players saw."],
    series: ["Series", "The deals are those of the table, and all of them."],
    agree: ["One record", "Both files are the same record, as far as both go."],
    signed: ["Signed once", "No key has signed two records that exclude each other."],
    settled: ["Settled", "Which of the two is in the log."],
    frames: ["Replay", "The replay shows the events of the record, and no others."],
  },
  addedTitle: "What each file adds",
  adds: {
    receipt: "The service cannot deny that it accepted this record up to that event.",
    checkpoint: "The log that you saw then is the one that holds this record.",
    key: "The signatures are by the key that you trust, not only by one that the record names.",
    consistency: "The log of later has grown from the log of earlier: nothing was taken out.",
    seeds: "The seed that you added is in the shuffle.",
  },
  addsNothing: "It changes no verdict on the first record.",
  /** @param {string} one @param {string} other */
  compared: (one, other) => `${one} and ${other}`,
  refused: "Files that were not used",
  commandTitle: "For the rest",
  commandAbout: "Rules, scores and most bots need the rules of the game. This command checks everything, offline as well.",
  showShuffle: "Show the shuffle",
  showReplay: "Show the replay",
  saveRecord: "Save the record",
};
