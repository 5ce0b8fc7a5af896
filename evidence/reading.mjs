// Reading bundles that anybody may have made: their form is exact, or it is told where it is not.

import { COMMITMENT, seeData } from "./events.mjs";
import {
  Malformed, counted, hexadecimal, identifier, is, isObject, isText, list, matching, object,
  optional, text, whole, word,
} from "./forms.mjs";
import { Failure } from "./verdicts.mjs";

export { Malformed } from "./forms.mjs";

export const FORMAT = "fairdeal/1/bundle";
/** What stands where nothing was committed to: in a deal whose deck was laid by hand. */
export const NO_DIGEST = "0".repeat(64);
/** Whether a deal says that its pack follows from no seed. */
export const isByHand = ({ commitment }) => commitment === NO_DIGEST;
const LONGEST = 16 << 20;
const DEEPEST = 254;

/** What was given is no bundle (or no receipt) at all. */
export class Unreadable extends Error {}

// --- Canonical JSON (RFC 8785), whole numbers only -----------------------------------------------

export function canonical(value, depth = 0) {
  if (depth > DEEPEST) throw new RangeError("too deep");
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join()}]`;
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).sort();
    // eslint-disable-next-line no-control-regex
    if (!keys.every((key) => /^[\x00-\x7f]*$/.test(key))) throw new RangeError("no such key");
    const members = keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`);
    return `{${members.join()}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError("no integer");
  if (typeof value === "string" && !value.isWellFormed()) throw new RangeError("no text");
  return JSON.stringify(value);
}

export function parsed(text, where) {
  let value;
  let fits = false;
  try {
    value = JSON.parse(text);
    fits = canonical(value) === text;
  } catch {
    throw new Malformed(where, "this is no JSON that has a canonical form");
  }
  if (!fits) throw new Malformed(where, "this is not the canonical form of its JSON");
  return value;
}

const RECEIPT = object({
  deal: identifier,
  position: counted,
  head: hexadecimal(32),
  at: whole,
  key: hexadecimal(4),
  signature: hexadecimal(64),
});
const OPENING = object({ slot: text, salt: hexadecimal(32), payload: text });
const ENTRY = object({
  body: text,
  hash: hexadecimal(32),
  openings: (value, where) => {
    const openings = list(OPENING)(value, where);
    if (openings.some(({ slot }, at) => at > 0 && openings[at - 1].slot >= slot)) {
      throw new Malformed(where, "must be in the order of their slots, each once");
    }
    return openings;
  },
});
const BUNDLE = object({
  format: word(FORMAT),
  kind: word("deal", "table"),
  stream: identifier,
  view: matching(/^(full|public|seat:(0|[1-9][0-9]{0,2}))$/),
  game: text,
  rules: text,
  events: (value, where) => {
    const events = list(ENTRY)(value, where);
    if (events.length === 0) throw new Malformed(where, "a record has events");
    return events;
  },
  head: hexadecimal(32),
  receipts: list(RECEIPT),
  log: optional(object({
    version: counted,
    position: whole,
    path: list(hexadecimal(32)),
    checkpoint: text,
  })),
  key: optional(text),
});

const GROWTH = object({ log: text, from: whole, to: whole, proof: list(hexadecimal(32)) });

// --- Files ---------------------------------------------------------------------------------------

function decoded(file) {
  if (isText(file)) return file;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    throw new Unreadable("the file is no JSON");
  }
}

function loaded(file) {
  if (file.length > LONGEST) throw new Unreadable(`no bundle is longer than ${LONGEST} bytes`);
  const said = decoded(file);
  try {
    return [said, JSON.parse(said)];
  } catch {
    throw new Unreadable("the file is no JSON");
  }
}

/** The bundle in a file. */
export function readBundle(file) {
  const [said, value] = loaded(file);
  if (!isObject(value) || value.format !== FORMAT) throw new Unreadable(`the file is no ${FORMAT}`);
  return BUNDLE(parsed(said, "bundle"), "bundle");
}

/** The receipt in a file, or that of an answer which was kept whole. */
export function readReceipt(file) {
  const [, value] = loaded(file);
  try {
    return RECEIPT(isObject(value) && "receipt" in value ? value.receipt : value, "receipt");
  } catch (error) {
    throw new Unreadable(error.message);
  }
}

/** The proof of consistency in a file, as /v1/log/consistency has given it. */
export function readGrowth(file) {
  const [, value] = loaded(file);
  try {
    return GROWTH(value, "consistency");
  } catch (error) {
    throw new Unreadable(error.message);
  }
}

// --- Events --------------------------------------------------------------------------------------

const ENVELOPE = object({
  actor: text,
  at: whole,
  cause: optional(text),
  command: identifier,
  correlation: optional(text),
  data: is(isObject, "an object"),
  schema: counted,
  type: text,
});
/** Every event of a bundle; throws a Failure where one has not the form of an event. */
export async function readEvents(bundle, games) {
  const told = bundle.events.map((entry, at) => readEvent(entry, at + 1));
  const first = bundle.kind === "deal" ? "deal.opened" : "table.opened";
  for (const each of told) {
    if ((each.type === first) !== (each === told[0])) {
      throw new Failure(`a record begins with ${first}, and once`, each);
    }
  }
  const [opened] = told;
  const { game, rules, seats } = opened.data;
  const stream = opened.data[bundle.kind];
  for (const [field, value] of Object.entries({ stream, game, rules })) {
    if (bundle[field] !== value) throw new Failure("the bundle says otherwise", { ...opened, field });
  }
  if (bundle.kind === "deal" && opened.data.number < 1) {
    throw new Failure("the first deal is number 1", { ...opened, field: "number" });
  }
  const known = Object.hasOwn(games, `${game}/${rules}`) ? games[`${game}/${rules}`] : undefined;
  if (known === undefined) {
    throw new Failure(`${game}/${rules} is not known here`, { ...opened, field: "rules" });
  }
  if (!Object.hasOwn(known.lots, seats)) {
    throw new Failure("there is no such table", { ...opened, field: "seats" });
  }
  if (bundle.view.startsWith("seat:") && Number(bundle.view.slice(5)) >= seats) {
    throw new Failure("there is no such seat", { field: "view" });
  }
  const last = told.at(-1);
  const whole = bundle.kind === "deal" && bundle.view === "full" && !isByHand(opened.data);
  if (whole && last.type !== "deal.revealed") {
    throw new Failure("a full record ends with deal.revealed", last);
  }
  return told;
}

function readEvent({ body, openings }, position) {
  let type = null;
  try {
    const envelope = ENVELOPE(parsed(body, "body"), "body");
    type = envelope.type;
    const commitments = new Map(slotsOf(envelope.data).flatMap(([slot, value]) => (
      isObject(value) && Object.keys(value).sort().join() === "count,sha256"
        ? [[slot, COMMITMENT(value, `body.data.${slot}`)]] : []
    )));
    const opened = new Map(openings.map(({ slot, salt, payload }) => (
      [slot, { salt, payload, value: parsed(payload, `openings.${slot}`) }]
    )));
    const { actor, at, command, schema } = envelope;
    const data = openedData(envelope.data, opened);
    seeData(type, schema, data);
    return {
      position, type, schema, actor, at, command, data, commitments, openings: opened,
    };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Failure(error.message, { position, type });
  }
}

/** Every place where a secret can stand: the fields, and the items of those that are lists. */
function slotsOf(data) {
  return Object.entries(data).flatMap(([key, value]) => (
    Array.isArray(value) ? value.map((item, at) => [`${key}/${at}`, item]) : [[key, value]]
  ));
}

function openedData(data, openings) {
  const value = (slot, closed) => (openings.has(slot) ? openings.get(slot).value : closed);
  return Object.fromEntries(Object.entries(data).map(([key, closed]) => [
    key,
    Array.isArray(closed)
      ? closed.map((item, at) => value(`${key}/${at}`, item))
      : value(key, closed),
  ]));
}
