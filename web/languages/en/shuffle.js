// English: the shuffle step by step.

export default {
  title: "The shuffle, step by step",
  intro: "Every value is computed by this browser, and compared with the record.",
  insecure: "This page came by plain HTTP, where browsers switch cryptography off. Open it by HTTPS or on localhost.",
  loading: "The record is being read…",
  none: "There is no shuffle here.",
  notYet: "The next steps follow from seeds that this record does not show: the deal is not over yet, or its cards were laid by hand.",
  verify: "Verify the record",
  replay: "Replay this deal",
  server: "Server",
  /** @param {number} seat */
  seat: (seat) => `Seat ${seat}`,
  seed: "seed",
  commitment: "commitment",
  hidden: "not shown yet",
  asRecorded: "as recorded",
  otherwise: "the record says otherwise",
  seeds: { title: "Seeds", about: "Each seed was committed to, as a hash, before the deal began. Shown seeds must have these hashes." },
  agreed: { title: "What was agreed: T", about: "T is a hash of everything that was fixed before the shuffle: the game, its pack, the server’s commitment, and the seeds of the seats." },
  key: { title: "The key: K", about: "K = HMAC(seed of the server, T). All chance of the deal follows from it." },
  swaps: { title: "Each swap", about: "From the last place to the second, each card changes places with one at a random place up to its own (Fisher–Yates)." },
  pack: { title: "The pack", about: "The result, in the order in which it is dealt. The root of the tree over its salted cards was published before play." },
  hands: { title: "The hands", about: "Above each card is its place in the pack." },
  swap: "The pack after the swap",
  previousSwap: "Previous swap",
  nextSwap: "Next swap",
  /** @param {number} step @param {number} all */
  ofSwaps: (step, all) => `swap ${step} of ${all}`,
  before: "The pack in the order of the rules, before the first swap.",
  /** @param {number} one @param {number} other */
  swapped: (one, other) => (one === other ? `Place ${one} keeps its card.` : `Places ${one} and ${other} change cards.`),
  /** @param {string} label @param {number} bound @param {number} drawn */
  lot: (label, bound, drawn) => `Lot “${label}”: ${drawn} of 0 to ${bound - 1}.`,
};
