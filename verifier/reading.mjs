// Read untrusted bundles: the form is exact, or the error names the place.

import { say } from "./verdicts.mjs";
import {
  Malformed, counted, hexadecimal, identifier, isObject, isText, list, matching, object, optional,
  text, whole, word,
} from "./forms.mjs";

export { Malformed } from "./forms.mjs";

export const FORMAT = "fairdeal/1/bundle";
/** The value in place of a commitment in a deal whose deck was laid by hand. */
export const NO_DIGEST = "0".repeat(64);
/** Whether a deal states that its pack follows from no seed. */
export const isByHand = ({ commitment }) => commitment === NO_DIGEST;
export const LONGEST = 16 << 20;
const DEEPEST = 254;
/** The greatest nesting depth of a file. */
const DEEPEST_READ = 1024;
/** The greatest depth of a log's tree. */
export const LONGEST_PATH = 64;

/** The input is not a bundle (or not a receipt) at all; the sentence says why. */
export class Unreadable extends Error {
  constructor(sentence) {
    super(sentence.key);
    this.sentence = sentence;
  }
}

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
  const [value, isCanonical] = read(text, where);
  if (!isCanonical) throw new Malformed(where, say("finding-not-canonical"));
  return value;
}

/**
 * The value of a JSON text, and whether this is its canonical form. Otherwise it differs in spaces, in
 * the order of keys or in escapes: no object has a key twice, and each number is a plain integer.
 */
function read(text, where) {
  let value;
  let isCanonical;
  try {
    value = JSON.parse(text);
    isCanonical = canonical(value) === text;
  } catch {
    throw new Malformed(where, say("finding-no-canonical-json"));
  }
  if (!isCanonical && !isUnderstoodAlike(text, value)) throw new Malformed(where, say("finding-not-canonical"));
  return [value, isCanonical];
}

/** Whether all JSON readers understand a text as this value. */
function isUnderstoodAlike(text, value) {
  const bare = withoutTexts(text);
  const numbers = bare.match(/[-\d][-+.\deE]*/g) ?? [];
  return bare.split(":").length - 1 === keysIn(value)
    && numbers.every((each) => /^(0|-?[1-9]\d*)$/.test(each));
}

/** JSON without its quoted texts. */
function withoutTexts(text) {
  const parts = [];
  let at = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', at)) {
    parts.push(text.slice(at, start));
    for (at = start + 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    at += 1;
  }
  return parts.join("") + text.slice(at);
}

/** The number of keys in all objects of a value. */
function keysIn(value) {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce((sum, each) => sum + keysIn(each), Array.isArray(value) ? 0 : inner.length);
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
      throw new Malformed(where, say("finding-must-slots-in-order"));
    }
    return openings;
  },
});
const BUNDLE = object({
  format: word(FORMAT),
  kind: word("deal", "table", "tournament"),
  stream: identifier,
  view: matching(/^(full|public|seat:(0|[1-9][0-9]{0,2}))$/),
  game: text,
  rules: text,
  events: (value, where) => {
    const events = list(ENTRY)(value, where);
    if (events.length === 0) throw new Malformed(where, say("finding-no-events"));
    return events;
  },
  head: hexadecimal(32),
  receipts: (value, where) => {
    const receipts = list(RECEIPT)(value, where);
    if (receipts.some(({ position }, at) => at > 0 && receipts[at - 1].position >= position)) {
      throw new Malformed(where, say("finding-must-positions-in-order"));
    }
    return receipts;
  },
  log: optional(object({
    version: counted,
    position: whole,
    path: list(hexadecimal(32), LONGEST_PATH),
    checkpoint: text,
  })),
  key: optional(text),
});

const GROWTH = object({ log: text, from: whole, to: whole, proof: list(hexadecimal(32), 2 * LONGEST_PATH) });

// --- Files ---------------------------------------------------------------------------------------

function decoded(file) {
  if (isText(file)) return file;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    throw new Unreadable(say("finding-no-json"));
  }
}

/** The text and the JSON of a file; throws Unreadable. */
export function loaded(file) {
  if (file.length > LONGEST) throw new Unreadable(say("finding-too-long", { most: LONGEST }));
  const said = decoded(file);
  let value;
  try {
    value = JSON.parse(said);
  } catch {
    throw new Unreadable(say("finding-no-json"));
  }
  if (!isUsual(value)) throw new Unreadable(say("finding-no-json"));
  return [said, value];
}

/** Whether every JSON reader can read a value: its texts, its numbers and its depth. */
function isUsual(value, depth = 0) {
  if (isText(value)) return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST_READ
    && Object.entries(value).every(([key, each]) => (
      key.isWellFormed() && isUsual(each, depth + 1)
    ));
}

/** Read a bundle from a file's text. */
export function readBundle(file) {
  const [said, value] = loaded(file);
  if (!isObject(value) || value.format !== FORMAT) throw new Unreadable(say("finding-no-format", { format: FORMAT }));
  const [, isCanonical] = read(said, "bundle");
  return { ...BUNDLE(value, "bundle"), rewritten: !isCanonical };
}

/** Read a receipt from a file, or from a saved answer that contains one. */
export function readReceipt(file) {
  const [, value] = loaded(file);
  try {
    return RECEIPT(isObject(value) && "receipt" in value ? value.receipt : value, "receipt");
  } catch (error) {
    throw new Unreadable(error.sentence);
  }
}

/** Read a proof of consistency from a saved answer of /v1/log/consistency. */
export function readGrowth(file) {
  const [, value] = loaded(file);
  try {
    return GROWTH(value, "consistency");
  } catch (error) {
    throw new Unreadable(error.sentence);
  }
}
