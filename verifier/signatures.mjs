// Check the signatures of players who brought keys, on their moves and acts. See
// verifier/signatures.py, domain/judge/signing.py for the statements, and events/seat_keys.py.

import { genesis, mayOpen } from "./chain.mjs";
import { isOlder, moveOf } from "./events.mjs";
import { isKey } from "./keys.mjs";
import { signedBy } from "./notes.mjs";
import { canonical } from "./reading.mjs";
import { bytes, hex, tagged, u32, unhex } from "./recipe.mjs";
import { Failure, NotYet, Nothing, eventsOf, say, seats, together } from "./verdicts.mjs";

export const MOVE = "fairdeal/1/move";
export const ACT = "fairdeal/1/act";

const MOVE_SIGNED = "deal.move_signed";
const SIGNATURES = [MOVE_SIGNED, "deal.act_signed", "table.act_signed"];
/** The number of digits shown of a key; the reader's own key is compared in full. */
const SHOWN = 16;

function at(each, field, detail) {
  return new Failure(detail, { ...each, field, clauses: ["F7"] });
}

export async function signatures(made) {
  const isDeal = made.bundle.kind === "deal";
  const said = isDeal ? inDeal(made) : atTable(made);
  seePlaces(said);
  const signed = said.flatMap(([decoded, statement], place) => (
    statement === null ? [] : [{ decoded, statement, by: said[place + 1][0] }]
  ));
  let missing = 0;
  for (const each of signed) {
    const { decoded, statement, by } = each;
    if (by.command !== decoded.command) {
      throw at(by, null, say("finding-other-command"));
    }
    const isThere = typeof by.data.signature === "string";
    if (!isThere && !mayOpen(made.bundle, statement.seat)) missing += 1;
    else await seeSignature(made, each);
  }
  if (missing > 0) {
    const fit = signed.length - missing;
    throw new NotYet(together([say("finding-fit", { fit, count: signed.length }), say("finding-others-not-in-view")]));
  }
  return isDeal ? dealWords(made, signed) : tableWords(made, signed);
}

function dealWords({ decoded: [{ schema, data: { keys } }], held }, signed) {
  const signing = keys.flatMap((key, seat) => (key === null ? [] : [seat]));
  if (signing.length === 0) throw new Nothing(say("finding-unkeyed"));
  const moves = signed.filter(({ by }) => by.type === MOVE_SIGNED).length;
  const acts = signed.length - moves;
  const shown = signing.map((seat) => `${seat}: ${keys[seat].slice(0, SHOWN)}…`).join(", ");
  const unknown = signing.filter((seat) => !held.seatKeys.has(seat));
  const who = seats(signing);
  const what = acts > 0 ? say("finding-moves-and-acts-of", { moves, acts, seats: who }) : say("finding-moves-of", { moves, seats: who });
  const notes = [];
  if (isOlder(schema)) notes.push(say("finding-acts-unsigned"));
  if (unknown.length > 0) notes.push(say("finding-key-of-unknown", { seats: seats(unknown) }));
  return together([say("finding-signed-by-keys", { what, keys: shown }), ...notes]);
}

function tableWords({ decoded: [opened] }, signed) {
  if (isOlder(opened.schema)) throw new Nothing(say("finding-older-than-acts"));
  if (signed.length === 0) throw new Nothing(say("finding-no-acts"));
  const who = new Set(signed.map(({ statement }) => statement.seat));
  return say("finding-acts-signed", { acts: signed.length, seats: seats(who) });
}

// --- What must be signed -------------------------------------------------------------------------

/** Every event of a deal that must be signed, with its statement. */
function inDeal(made) {
  const decoded = eventsOf(made);
  const [opened] = decoded;
  const { keys, bots } = opened.data;
  seeKeys(opened, keys, made.held.seatKeys);
  if (![0, opened.data.seats].includes(keys.length)) {
    throw at(opened, "keys", say("finding-key-for-each-seat"));
  }
  const levels = [...bots];
  return decoded.map((each, place) => {
    const { type, data } = each;
    const { seat } = data;
    let act = null;
    if (moveOf(type) !== undefined) {
      act = (levels[seat] ?? null) === null ? [seat, said(each), MOVE_SIGNED] : null;
    } else if (!isOlder(opened.schema)) {
      act = actInDeal(each, each.command !== decoded[place - 1]?.command);
    }
    if (type === "deal.seat_taken_over" && seat in levels) levels[seat] = data.bot;
    if (type === "deal.seat_returned" && seat in levels) levels[seat] = null;
    return [each, statementOf(act, keys, "deal.act_signed")];
  });
}

function actInDeal({ type, data: { seat, reason }, actor }, begins) {
  const isAbandoned = type === "deal.abandoned";
  if (type === "deal.seat_taken_over" && reason === "left") return [seat, { type: "leave" }];
  if (type === "deal.seat_returned") return [seat, { type: "return" }];
  if (type === "deal.resigned") return [seat, { type: "resign" }];
  const by = seatOf(actor);
  if (isAbandoned && reason === "left") return by === null ? null : [by, { type: "leave" }];
  const isGivenUp = isAbandoned && reason === "resigned" && begins && by !== null;
  return isGivenUp ? [by, { type: "resign" }] : null;
}

/** Every event of a table that must be signed, with its statement. */
function atTable(made) {
  const [opened, ...rest] = eventsOf(made);
  const keys = Array(opened.data.seats).fill(null);
  let isBranch = false;
  const signed = rest.map((each) => {
    const { type, data } = each;
    const act = isOlder(opened.schema) ? null : actAtTable(each);
    const statement = statementOf(act, isBranch ? [] : keys, "table.act_signed");
    if (statement !== null && !isKey(unhex(statement.key))) {
      throw at(each, "key", say("finding-its-key-of-many"));
    }
    if (type === "table.seat_taken" && data.seat in keys) keys[data.seat] = data.key;
    if (type === "table.seat_left" && data.seat in keys) keys[data.seat] = null;
    if (type === "table.branched") isBranch = true;
    return [each, statement];
  });
  return [[opened, null], ...signed];
}

function actAtTable({ type, data, actor }) {
  const { seat, deal } = data;
  const by = seatOf(actor);
  switch (type) {
    case "table.seat_committed":
      return [seat, { type: "commit", deal, commitment: data.commitment }];
    case "table.seat_ready":
      return by === null ? null : [by, { type: "ready", number: data.number }];
    case "table.seat_left":
      return by === null ? null : [by, { type: "leave" }];
    case "table.watcher_admitted":
      return data.by === null ? null : [data.by, { type: "admit_watcher", name: data.name }];
    case "table.watcher_dismissed":
      return by === null ? null : [by, { type: "dismiss_watcher", watcher: data.watcher }];
    case "table.reader_admitted":
      return data.by === null ? null : [data.by, { type: "admit_reader", name: data.name, deal }];
    case "table.reader_dismissed":
      return by === null ? null : [by, { type: "dismiss_reader", reader: data.reader }];
    case "table.dispute_opened":
      return [seat, { type: "dispute", deal, at: data.at, claim: data.claim, text: data.text }];
    case "table.dispute_answered":
      return [seat, { type: "answer", deal, dispute: data.dispute, text: data.text }];
    case "table.dispute_withdrawn":
      return [seat, { type: "withdraw", deal, dispute: data.dispute }];
    case "table.dispute_appealed":
      return [seat, { type: "appeal", deal, dispute: data.dispute, text: data.text }];
    default:
      return null;
  }
}

/** The seat of an actor; null if the actor is not a seat. */
function seatOf(actor) {
  const [, seat] = /^seat:(0|[1-9][0-9]{0,2})$/.exec(actor) ?? [];
  return seat === undefined ? null : Number(seat);
}

/** A move or an act with its key, if its seat has one. */
function statementOf(act, keys, acts) {
  if (act === null) return null;
  const [seat, statement, kind = acts] = act;
  const key = keys[seat] ?? null;
  return key === null ? null : { seat, said: statement, kind, key };
}

function seeKeys(opened, keys, known) {
  for (const [seat, key] of keys.entries()) {
    if (key !== null && !isKey(unhex(key))) {
      throw at(opened, `keys/${seat}`, say("finding-key-of-many"));
    }
  }
  for (const [seat, mine] of known) {
    const given = keys[seat] ?? "None";
    if (given !== mine) {
      const detail = say("finding-key-you-know", { mine, given });
      throw at(opened, `keys/${seat}`, detail);
    }
  }
}

// --- Is it signed? -------------------------------------------------------------------------------

/**
 * Check that a signature follows every statement at once, and that there are no other signatures.
 */
function seePlaces(every) {
  const signs = (decoded, statement) => decoded?.type === statement.kind
    && decoded.data.seat === statement.seat;
  for (const [place, [decoded, statement]] of every.entries()) {
    if (statement !== null && !signs(every[place + 1]?.[0], statement)) {
      const isMove = statement.kind === MOVE_SIGNED;
      throw at(decoded, "seat", isMove ? say("finding-move-unsigned") : say("finding-act-unsigned"));
    }
    const before = every[place - 1]?.[1] ?? null;
    if (SIGNATURES.includes(decoded.type) && !(before !== null && signs(decoded, before))) {
      throw at(decoded, "seat", say("finding-signature-for-nothing"));
    }
  }
}

async function seeSignature(made, { decoded, statement, by }) {
  const { bundle, heads } = made;
  const { seat, kind, key } = statement;
  const isMove = kind === MOVE_SIGNED;
  const position = before(made.decoded, decoded);
  const head = position > 0 ? heads[position - 1] : await genesis(bundle.stream);
  const data = statementBytes({
    tag: isMove ? MOVE : ACT, stream: bundle.stream, seat, position, head: hex(head),
    said: canonical(statement.said),
  });
  const { signature } = by.data;
  const given = unhex(typeof signature === "string" ? signature : "");
  if (!(await signedBy({ raw: unhex(key) }, given, data))) {
    throw at(by, "signature", isMove
      ? say("finding-move-unsigned-by-seat")
      : say("finding-act-unsigned-by-seat"));
  }
}

/** The position of the last event before the command of an event; 0 if there is none. */
function before(events, { position, command }) {
  let last = position;
  while (last > 1 && events[last - 2].command === command) last -= 1;
  return last - 1;
}

/** A move as the API writes it: its fields except the seat, without nulls. */
function said({ type, data: { seat: _, ...fields } }) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return { type: moveOf(type), ...Object.fromEntries(given) };
}

/** The signed bytes. */
export const statementBytes = ({ tag, stream, seat, position, head, said: text }) => tagged(
  tag, unhex(stream.replaceAll("-", "")), u32(seat), u32(position), unhex(head), bytes(text),
);
