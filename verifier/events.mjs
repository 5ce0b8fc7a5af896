// Events as the tables define them: types, fields, secrets, and the events a stream may hold. See
// verifier/field_types.py, domain/judge/record_rules.py and domain/kernel/options.py.

import { isObject } from "./forms.mjs";
import { say } from "./verdicts.mjs";
import { ADDED, CARDS, EVENTS, FIRST_FIXED, GAMES, VERSIONS } from "./tables.mjs";

/** The largest number of cards that a commitment hides. */
export const MOST_CARDS = 999;
const KNOWN_CARDS = new Set(CARDS.split(" "));
const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** The table entry of an event type, or undefined. */
export const eventOf = (type) => own(EVENTS, type);

/** The API's name of an event that is a move, or undefined. */
export const moveOf = (type) => eventOf(type)?.move;

/** The table entry of a game with its rules version, such as "goat/1", or undefined. */
export function gameOf(rules) {
  const game = own(GAMES, rules);
  return game && { ...game, pack: game.pack.split(" ") };
}

// --- Versions ------------------------------------------------------------------------------------

/** The version of an event that is written to a stream today; undefined if it cannot be in one. */
function versionIn({ type: first, schema }, type) {
  if ((own(ADDED, type) ?? 0) > schema || !isOf(first, type)) return undefined;
  const known = Object.keys(VERSIONS[first]).map(Number);
  const newest = Math.max(...known.filter((each) => each <= Math.max(schema, FIRST_FIXED)));
  return own(VERSIONS[first][newest], type) ?? 1;
}

const areaOf = (type) => type.split(".")[0];
const APART = ["table", "tournament"];

/** Whether an event is of the kind of a stream; those of games are of deals. */
function isOf(first, type) {
  const [kind, other] = [areaOf(first), areaOf(type)];
  return APART.includes(kind) ? other === kind : !APART.includes(other);
}

/** Whether a record that begins with this first event may hold another one. */
export function isAllowed(first, { type, schema }) {
  const fixed = versionIn(first, type);
  if (fixed === undefined) return false;
  return schema === fixed || (first.schema < FIRST_FIXED && schema < fixed);
}

/** The oldest version of deal.opened for the deals of a table that begins with a version. */
export const leastDealVersion = (schema) => (schema >= FIRST_FIXED ? FIRST_FIXED : 1);

/** Whether a stream was written before versions were fixed. */
export const isOlder = (schema) => schema < FIRST_FIXED;

/** The fields added since a version, with the values they have in older data. */
function addedAfter(type, schema) {
  const later = Object.entries(eventOf(type).added ?? {})
    .filter(([version]) => Number(version) > schema);
  return Object.assign({}, ...later.map(([, values]) => values));
}

/** Convert data of an older version to today's version. */
export const upcast = (type, schema, data) => ({ ...addedAfter(type, schema), ...data });

// --- Fields --------------------------------------------------------------------------------------

/** Whether a value has the form of a commitment. */
export const isSealed = (value) => (
  isObject(value) && Object.keys(value).sort().join() === "count,sha256"
);

const isText = (pattern) => (value) => typeof value === "string" && pattern.test(value);

const KINDS = {
  int: Number.isSafeInteger,
  bool: (value) => typeof value === "boolean",
  id: isText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  digest: isText(/^[0-9a-f]{64}$/),
  key: isText(/^[0-9a-f]{64}$/),
  signature: isText(/^[0-9a-f]{128}$/),
  text: (value) => typeof value === "string",
  card: (value) => value === null || KNOWN_CARDS.has(value),
  cards: (value) => fits("card[]", value),
  hands: (value) => Array.isArray(value)
    && value.every((hand) => isSealed(hand) || fits("cards", hand)),
  object: isObject,
};

function fits(kind, value) {
  if (kind.endsWith("?")) return value === null || fits(kind.slice(0, -1), value);
  if (kind.endsWith("[]")) {
    return Array.isArray(value) && value.every((each) => fits(kind.slice(0, -2), each));
  }
  if (kind.includes("|")) return kind.split("|").includes(value);
  return KINDS[kind](value);
}

/** The first field that is missing, unexpected or of the wrong kind, or undefined. */
export function misfit(type, schema, data) {
  const { fields } = eventOf(type);
  const hidden = hiddenIn(type, schema);
  const later = addedAfter(type, schema);
  const names = Object.keys(fields).filter((name) => !Object.hasOwn(later, name));
  const odd = [
    ...names.filter((name) => !Object.hasOwn(data, name)),
    ...Object.keys(data).filter((name) => !names.includes(name)),
  ].sort();
  if (odd.length > 0) return odd[0];
  return names.find((name) => {
    const kind = fields[name];
    const maySeal = ["card", "cards"].includes(kind)
      || (Object.hasOwn(hidden, name) && kind !== "hands");
    return !(maySeal && isSealed(data[name])) && !fits(kind, data[name]);
  });
}

/** The hidden fields of a version of an event, with the audience of each. */
function hiddenIn(type, schema) {
  const { hidden = {}, hidesFrom = 1 } = eventOf(type);
  if (schema < hidesFrom) return {};
  const later = addedAfter(type, schema);
  return Object.fromEntries(Object.entries(hidden).filter(([name]) => !Object.hasOwn(later, name)));
}

/** The audiences that are no seats. */
const AUDIENCES = { nobody: -1, all_erasable: -2, owner: -3 };
/** Whether a value for an audience can be erased, and a bundle therefore may leave it closed. */
export const isErasable = (audience) => audience < AUDIENCES.nobody;
/** Whether a value is for every reader. */
export const isForAll = (audience) => audience === AUDIENCES.all_erasable;

/**
 * The slots of an event that must be hidden: the seat that may open each, or the number of another
 * audience, and the cards.
 */
export function leavesOf(type, schema, data) {
  const { fields } = eventOf(type);
  const hidden = hiddenIn(type, schema);
  const cards = (value) => (isSealed(value) ? value.count : value.length);
  return new Map(Object.entries(hidden).flatMap(([name, audience]) => {
    const value = data[name];
    if (audience === "each") {
      return value.map((hand, seat) => [`${name}/${seat}`, { audience: seat, cards: cards(hand) }]);
    }
    const seat = AUDIENCES[audience] ?? data[audience];
    return [[name, { audience: seat, cards: fields[name] === "cards" ? cards(value) : 1 }]];
  }));
}

// --- Options -------------------------------------------------------------------------------------

/** The first error in the options of a table, or undefined. */
export function badOption({ options }, given, seats) {
  for (const [name, value] of Object.entries(given)) {
    const option = own(options, name);
    const known = Object.keys(options).join(", ");
    if (option === undefined) return say("form-no-such-option", { name, options: known });
    const { values, low, high, perSeat } = option;
    const step = perSeat ? seats : 1;
    const allowed = values?.includes(value) ?? (
      Number.isSafeInteger(value) && value >= low * step && value <= high * step
        && value % step === 0
    );
    if (allowed) continue;
    if (values) return say("form-option-one-of", { name, values: values.join(", ") });
    const range = { name, low: low * step, high: high * step };
    return step === 1
      ? say("form-option-number", range) : say("form-option-multiple", { ...range, step });
  }
  return undefined;
}
