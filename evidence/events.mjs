// The forms of every event that there is, by type and schema: what domain/deal.py, domain/table.py and
// their neighbours say. Of the moves of the games only the names are known here; the rules judge them.

import {
  Malformed, counted, either, hexadecimal, identifier, integer, is, isObject, list, object, optional,
  text, whole, word, yes,
} from "./forms.mjs";

/** What stands for a secret. */
export const COMMITMENT = object({ count: counted, sha256: hexadecimal(32) });

const digest = hexadecimal(32);
const sealedOr = (read) => either(COMMITMENT, read);
const OPENED = {
  deal: identifier, table: identifier, number: whole, game: text, rules: text,
  options: is(isObject, "an object"), seats: whole, dealer: optional(whole),
  leader: optional(whole), bots: list(optional(text)), commitment: digest,
  seed: sealedOr(optional(digest)),
};

const OF_A_DEAL = {
  "deal.opened@1": object(OPENED),
  "deal.opened@2": object({ ...OPENED, commitments: list(optional(digest)) }),
  "deal.opened@3": object({
    ...OPENED, commitments: list(optional(digest)), keys: list(optional(digest)),
  }),
  "deal.move_signed@1": object({ seat: whole, signature: sealedOr(optional(hexadecimal(64))) }),
  "deal.seed_revealed@1": object({ seat: whole, seed: digest }),
  "deal.shuffled@1": object({
    transcript: digest, root: digest, deck: sealedOr(list(text)),
    lots: sealedOr(optional(list(whole))),
  }),
  "deal.voided@1": object({ seats: list(whole) }),
  "deal.clock_set@1": object({ turn: whole, bank: whole }),
  "deal.clock_set@2": object({ turn: whole, bank: whole, stand_ins_wait: yes }),
  "deal.time_over@1": object({ seat: whole, since: whole, until: whole }),
  "deal.seat_taken_over@1": object({ seat: whole, bot: text, reason: text }),
  "deal.seat_returned@1": object({ seat: whole }),
  "deal.resigned@1": object({ seat: whole }),
  "deal.abandoned@1": object({ seats: list(whole), reason: text }),
  "deal.revealed@1": object({ seed: digest }),
};

const TABLE = {
  table: identifier, owner: identifier, name: text, game: text, rules: text,
  options: is(isObject, "an object"), seats: whole, visibility: word("public", "private"),
  spectators: yes,
};
const TAKEN = {
  seat: whole, name: text, bot: optional(text), holder: optional(identifier),
  token: optional(digest),
};
const ENDED = { winner: optional(whole), points: list(integer), titles: list(text) };
const NUMBERED = { number: whole, deal: identifier };
const LEFT = { ...NUMBERED, seats: list(whole), reason: word("time", "left", "resigned", "closed") };
const PIN = { version: optional(counted), head: optional(digest) };
const TIMED = { ...TABLE, reveal_seconds: whole };
const RESULT = object({ type: text, schema: counted, data: is(isObject, "an object") });

const OF_A_TABLE = {
  "table.opened@1": object(TABLE),
  "table.opened@2": object(TIMED),
  "table.opened@3": object({
    ...TIMED, turn_limit: optional(whole), time_bank: whole, abandon: word("bot", "forfeit"),
    stand_in: text,
  }),
  "table.branched@1": object({
    deal: identifier, at: whole, cards: word("true", "resample"), from_seat: optional(whole),
  }),
  "table.rematched@1": object({ of: identifier }),
  "table.rematch_opened@1": object({ table: identifier }),
  "table.seat_taken@1": object(TAKEN),
  "table.seat_taken@2": object({ ...TAKEN, commits: yes }),
  "table.seat_taken@3": object({ ...TAKEN, commits: yes, key: optional(digest) }),
  "table.seat_taken@4": object({
    ...TAKEN, commits: yes, key: optional(digest), kind: word("person", "bot"),
  }),
  "table.seat_committed@1": object({ seat: whole, ...NUMBERED, commitment: digest }),
  "table.seat_left@1": object({ seat: whole }),
  "table.closed@1": object({}),
  "table.deal_opened@1": object(NUMBERED),
  "table.deal_voided@1": object({ ...NUMBERED, seats: list(whole) }),
  "table.deal_voided@2": object({ ...NUMBERED, seats: list(whole), ...PIN }),
  "table.deal_abandoned@1": object(LEFT),
  "table.deal_abandoned@2": object({ ...LEFT, ...PIN }),
  "table.deal_recorded@1": object({
    ...NUMBERED, version: counted, head: digest, result: RESULT,
  }),
  "table.series_ended@1": object(ENDED),
  "table.series_ended@2": object({ ...ENDED, ranks: list(whole) }),
  "table.watcher_admitted@1": object({
    watcher: whole, name: text, by: optional(whole), token: digest, until: whole,
  }),
  "table.watcher_dismissed@1": object({ watcher: whole }),
  "table.auditor_admitted@1": object({ auditor: whole, name: text, token: digest, until: whole }),
  "table.auditor_dismissed@1": object({ auditor: whole }),
  "table.dispute_opened@1": object({
    deal: identifier, dispute: whole, seat: whole, at: whole,
    claim: word("deal", "legality", "score", "authorship", "knowledge", "delay"), text,
  }),
  "table.dispute_ruled@1": object({
    deal: identifier, dispute: whole, ruling: word("upheld", "dismissed"),
    adjustment: list(integer), text, auditor: whole,
  }),
};

/** The events of each game, all of schema 1. */
const OF_THE_GAMES = {
  durak: "attacked beaten dealt done_said drawn ended picked_up put_away take_announced",
  goat: "beaten dealt discarded drawn led pulled scored trick_taken",
  skat: "accepted auction_won bid claim_judged claimed conceded concession_asked dealt declared"
    + " declined discarded hand_opened held passed picked_up played settled skat_taken trick_taken",
  svoi_kozyri: "beaten dealer_named dealt ended led taken trump_chosen yielded",
};

const READERS = new Map([
  ...Object.entries(OF_A_DEAL), ...Object.entries(OF_A_TABLE),
  ...Object.entries(OF_THE_GAMES).flatMap(([game, names]) => (
    names.split(" ").map((name) => [`${game}.${name}@1`, (data) => data])
  )),
]);

/** Every type with its schemas. */
export const KNOWN = [...READERS.keys()];

/** See that data are those of their type and schema; throws Malformed. */
export function seeData(type, schema, data) {
  const reader = READERS.get(`${type}@${schema}`);
  if (reader === undefined) {
    throw new Malformed("body.schema", `${type}@${schema} is not known here`);
  }
  reader(data, "body.data");
}
