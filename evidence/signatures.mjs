// Whether the players made their moves, by the signatures of those who brought keys: as
// evidence/signatures.py, and proofs/seat_keys.py for what is signed and which keys are any.

import { canonical } from "./reading.mjs";
import { bytes, hex, tagged, u32, unhex } from "./recipe.mjs";
import { signedBy } from "./notes.mjs";
import { Failure, NotYet, Nothing, eventsOf, seats } from "./verdicts.mjs";

/** What the API calls each move, by the event that it is. */
export const MOVES = {
  "durak.attacked@1": "attack",
  "durak.beaten@1": "beat",
  "durak.take_announced@1": "take",
  "durak.done_said@1": "done",
  "goat.led@1": "lead",
  "goat.beaten@1": "beat",
  "goat.discarded@1": "discard",
  "goat.pulled@1": "pull",
  "skat.bid@1": "bid",
  "skat.held@1": "hold",
  "skat.passed@1": "pass",
  "skat.picked_up@1": "pick_up",
  "skat.discarded@1": "discard",
  "skat.declared@1": "declare",
  "skat.played@1": "play",
  "skat.conceded@1": "concede",
  "skat.concession_asked@1": "ask_to_concede",
  "skat.claimed@1": "claim",
  "skat.accepted@1": "accept",
  "skat.declined@1": "decline",
  "svoi_kozyri.trump_chosen@1": "choose_trump",
  "svoi_kozyri.led@1": "lead",
  "svoi_kozyri.beaten@1": "beat",
  "svoi_kozyri.yielded@1": "take",
};

const SIGNED = "deal.move_signed";
/** Of a key, so many digits are shown; the reader's own is compared in full. */
const SHOWN = 16;

function at(each, field, detail) {
  return new Failure(detail, { ...each, field, clauses: ["F7"] });
}

export async function signatures(made) {
  const { bundle, held } = made;
  const told = eventsOf(made);
  const [opened] = told;
  const keys = opened.data.keys ?? [];
  seeKeys(opened, keys, held.seatKeys);
  const signed = signedMoves(opened, keys, told);
  let missing = 0;
  for (const each of signed) {
    const { by, move } = each;
    const { seat, signature } = by.data;
    if (by.command !== move.command) {
      throw at(by, null, "it came with another command than the move");
    }
    const sealed = typeof signature !== "string";
    if (sealed && bundle.view !== "full" && bundle.view !== `seat:${seat}`) missing += 1;
    else await seeSignature(made, each, keys[seat]);
  }
  if (missing > 0) {
    const fit = signed.length - missing;
    throw new NotYet(`${fit} of ${signed.length} fit; the view has not the others`);
  }
  const signing = keys.flatMap((key, seat) => (key === null ? [] : [seat]));
  if (signing.length === 0) throw new Nothing("no seat has a key, and nothing is signed");
  const shown = signing.map((seat) => `${seat}: ${keys[seat].slice(0, SHOWN)}…`).join(", ");
  const unknown = signing.filter((seat) => !held.seatKeys.has(seat));
  const known = unknown.length > 0
    ? `; whose they are, only --seat-key tells: ${seats(unknown)}` : "";
  const moves = `${signed.length} moves of ${seats(signing)}`;
  return `${moves} are signed by the keys in event 1 (${shown})${known}`;
}

function seeKeys(opened, keys, known) {
  for (const [seat, key] of keys.entries()) {
    if (key !== null && !isKey(unhex(key))) {
      throw at(opened, `keys/${seat}`, "under this key more signatures fit than its owner makes");
    }
  }
  for (const [seat, mine] of known) {
    const said = keys[seat] ?? "None";
    if (said !== mine) {
      const detail = `the key that you know is ${mine}, and here stands ${said}`;
      throw at(opened, `keys/${seat}`, detail);
    }
  }
}

async function seeSignature({ bundle, heads }, { move, by }, key) {
  const { seat, signature } = by.data;
  const before = move.position - 1;
  const data = moveBytes({
    deal: bundle.stream, seat, position: before, head: hex(heads[before - 1]), move: said(move),
  });
  const given = unhex(typeof signature === "string" ? signature : "");
  if (!(await signedBy({ raw: unhex(key) }, given, data))) {
    const detail = "it is not signed by the seat's key, for this move after these events";
    throw at(by, "signature", detail);
  }
}

/** Every move of a seat with a key, with the signature that must stand after it. */
function signedMoves(opened, keys, told) {
  if (keys.length !== 0 && keys.length !== opened.data.seats) {
    throw at(opened, "keys", "there is a key, or none, for each seat");
  }
  const away = new Set(); // seats for which bots play, who have no keys (L3)
  const mustSign = (event) => event !== undefined
    && !away.has(event.data.seat)
    && Object.hasOwn(MOVES, `${event.type}@${event.schema}`)
    && typeof keys[event.data.seat] === "string";
  const signs = (by, move) => by?.type === SIGNED && by.data.seat === move.data.seat;
  const made = [];
  for (const [place, event] of told.entries()) {
    if (event.type === "deal.seat_taken_over") away.add(event.data.seat);
    if (event.type === "deal.seat_returned") away.delete(event.data.seat);
    if (mustSign(event)) {
      const by = told[place + 1];
      if (!signs(by, event)) throw at(event, "seat", "the move is not signed");
      made.push({ move: event, by });
    }
    const before = told[place - 1];
    if (event.type === SIGNED && !(mustSign(before) && signs(event, before))) {
      throw at(event, "seat", "there is no move that it would be for");
    }
  }
  return made;
}

/** A move in the words of the API, canonical: its fields but the seat, and nothing that is null. */
function said({ type, schema, data: { seat: _, ...fields } }) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return canonical({ type: MOVES[`${type}@${schema}`], ...Object.fromEntries(given) });
}

/** The bytes that the signature of a move is over. */
export const moveBytes = ({ deal, seat, position, head, move }) => tagged(
  "fairdeal/1/move",
  unhex(deal.replaceAll("-", "")), u32(seat), u32(position), unhex(head), bytes(move),
);

// --- Keys that can be somebody's -----------------------------------------------------------------

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (value) => ((value % P) + P) % P;
const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);
const ZERO = [0n, 1n, 1n, 0n];

function power(base, exponent) {
  let made = 1n;
  for (const bit of exponent.toString(2)) {
    made = (made * made) % P;
    if (bit === "1") made = (made * base) % P;
  }
  return made;
}

/** Whether 32 bytes are the one encoding of a point of the prime-order group, but not of zero. */
export function isKey(raw) {
  const y = BigInt(`0x${hex(raw.toReversed())}`) & ((1n << 255n) - 1n);
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  const root = power(square, (P + 3n) / 8n);
  const x = [root, mod(root * ROOT)].find((each) => mod(each * each) === square);
  if (y >= P || x === undefined) return false;
  const point = [x, y, 1n, mod(x * y)];
  return !isZero(point) && isZero(times(ORDER, point));
}

function add(one, other) {
  const a = (one[1] - one[0]) * (other[1] - other[0]);
  const b = (one[1] + one[0]) * (other[1] + other[0]);
  const [c, d] = [2n * one[3] * mod(other[3] * D), 2n * one[2] * other[2]];
  const [e, f, g, h] = [mod(b - a), mod(d - c), mod(d + c), mod(b + a)];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(number, point) {
  let made = ZERO;
  for (const bit of number.toString(2)) {
    made = add(made, made);
    if (bit === "1") made = add(made, point);
  }
  return made;
}

const isZero = ([x, y, z]) => x === 0n && y === z;
