// English: disputes.

/** @import { Schemas } from "../../types.js" */

/** @type {Readonly<Record<Schemas["OpenDisputeRequest"]["claim"], string>>} */
const CLAIMS = {
  deal: "The cards or their shuffle",
  legality: "A move against the rules",
  score: "The result of the deal",
  authorship: "A move that its player did not make",
  knowledge: "A player knew hidden cards",
  delay: "The play was held up",
};

export default {
  title: "Disputes",
  loading: "The disputes are being read…",
  noDeal: "This address names no deal.",
  parties: "Disputes are for the players, the host and the auditors of the table. In this browser is no seat, key or auditor's token of theirs.",
  replay: "Replay",
  verify: "Verify the record",
  /** @param {string} name */
  toTable: (name) => `To the table “${name}”`,
  ofTable: "All disputes of the table",
  forget: "Forget the auditor's token",
  forgetHint: "This browser has the token of an auditor. Once it is forgotten, only the link of the host brings it back.",
  none: "Nothing is disputed.",
  openFirst: "Disputes without a ruling come first.",
  claims: CLAIMS,
  /** @param {number} number @param {string} claim */
  heading: (number, claim) => `Dispute ${number}: ${claim}`,
  /** @param {number} deal */
  deal: (deal) => `Deal ${deal}`,
  statuses: { open: "open", upheld: "upheld", dismissed: "dismissed" },
  /** @param {number} at */
  event: (at) => `Event ${at}`,
  /** @param {number} at */
  look: (at) => `Event ${at} in the replay`,
  /** @param {string} name */
  says: (name) => `${name} disputes it`,
  /** @param {string} name */
  answers: (name) => `${name} answers`,
  /** @param {string} name */
  rules: (name) => `${name} rules`,
  /** @param {number} number @param {string | null} name */
  auditor: (number, name) => (name === null ? `Auditor ${number}` : `Auditor ${name}`),
  ledger: "Ledger",
  waits: {
    you: "It waits for your ruling.",
    /** @param {string} names */
    auditors: (names) => `It waits for a ruling by ${names}.`,
    auditor: "It waits for the ruling of an auditor.",
    nobody: "It waits for an auditor: the host has appointed none yet.",
    appoint: "Appoint an auditor",
    answer: "You may answer until then.",
    players: "The players may answer until then.",
    final: "The ruling is final. Nobody can answer any more.",
  },
  news: "There is news in the disputes.",
  open: {
    title: "Dispute an event",
    about: "An auditor of the table reads your claim with the record and rules it. Its players, its host and its auditors read it.",
    event: "Event",
    claim: "Claim",
    text: "What was wrong",
    send: "Open the dispute",
    /** @param {number} number */
    done: (number) => `Dispute ${number} is open.`,
  },
  answer: {
    text: "Your answer",
    send: "Answer",
    done: "Your answer is on record.",
  },
  rule: {
    title: "Ruling",
    verdict: "Verdict",
    upheld: "The claim is upheld",
    dismissed: "The claim is dismissed",
    /** @param {string} names */
    points: (names) => `Points in the ledger for ${names}`,
    pointsHint: "Negative: the side loses them.",
    text: "Reasons",
    send: "Rule",
    hint: "A ruling is final.",
    done: "Your ruling is on record.",
  },
  check: {
    title: "Verified in this browser",
    /** @param {number} at */
    good: (at) => `No check fails, at event ${at} or elsewhere in the record.`,
    /** @param {number} at */
    near: (at) => `The record fails at or near event ${at}.`,
    /** @param {number} at */
    elsewhere: (at) => `No check fails at or near event ${at}, but the record fails elsewhere.`,
    all: "All checks",
  },
  evidence: {
    title: "Evidence of the service",
    loading: "The evidence is being read…",
    before: "No player had moved before this event.",
    move: "The move",
    /** @param {string} seconds */
    took: (seconds) => `It took ${seconds} s.`,
    /** @param {string} name */
    seen: (name) => `As ${name} saw it before the move`,
    /** @param {number} count */
    legal: (count) => `Legal moves at that moment: ${count}`,
    sound: "Played again under the rules, the deal shows no fault.",
    faults: "Played again under the rules, the deal shows faults:",
  },
  host: {
    title: "Disputes",
    none: "Nothing is disputed at your tables.",
    more: "Show more",
    /** @param {string} table @param {number} number */
    line: (table, number) => `${table}: dispute ${number}`,
    /** @param {number} count */
    answers: (count) => `answers: ${count}`,
  },
};
