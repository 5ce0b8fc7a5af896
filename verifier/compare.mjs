// Compare two bundles of one deal or table: is it one record, and which one is in the log? The
// verdicts are the same as those in verifier/comparing.py. A key is not trusted because a bundle
// names it.

import { canonical, parsed } from "./reading.mjs";
import { Failure, NotYet, say, together, verdict } from "./verdicts.mjs";
import { same } from "./recipe.mjs";
import { grown, logged, placed } from "./log.mjs";
import { seeReceipt } from "./receipts.mjs";
import { trusted } from "./trust.mjs";
import { Malformed, prepare } from "./verify.mjs";

/** The fields of an event, in the order in which they are searched for a difference. */
const FIRST = ["type", "schema", "data", "actor", "at", "cause", "command", "correlation"];
const SHOWN = 60;

/**
 * Whether two bundles claim to be the only record of a stream, or of a table's deal of one number.
 */
export function areRivals(one, other) {
  const place = placeOf(one);
  return one.stream === other.stream || (place !== null && place === placeOf(other));
}

/** The table of a deal, and the deal's number there, as its record states them. */
function placeOf({ kind, events }) {
  try {
    const { table, number } = parsed(events[0].body, "body")?.data ?? {};
    const known = kind === "deal" && table !== undefined && number !== undefined;
    return known ? canonical([table, number]) : null;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return null;
  }
}

/** Check two bundles of the same deal or table, {name, file, held}, against each other. */
export async function* compare(...files) {
  const both = [];
  for (const { name, file, held } of files) both.push({ name, made: await prepare(file, held) });
  const [one, other] = both;
  const parting = partingOf(one.made, other.made);
  yield await verdict("agree", () => agree(one, other, parting));
  yield await verdict("signed", () => signedOnce(one.made, other.made, parting));
  if (parting !== null) yield await verdict("settled", () => settled(both, parting));
}

// --- Are they of one record? ---------------------------------------------------------------------

/** The first event, from 1, that differs; null if one record contains the whole other one. */
function partingOf(one, other) {
  const shared = Math.min(one.bundle.events.length, other.bundle.events.length);
  for (let at = 0; at < shared; at++) {
    if (one.bundle.events[at].body !== other.bundle.events[at].body) return at + 1;
  }
  return null;
}

function agree(one, other, parting) {
  const [mine, yours] = [one, other].map(({ made }) => made.bundle.events);
  if (parting === null) {
    if (mine.length === yours.length) return say("finding-one-record", { events: mine.length });
    const [longer, last] = mine.length > yours.length
      ? [one, yours.length] : [other, mine.length];
    return say("finding-longer", { event: last, name: longer.name });
  }
  const [field, shown] = difference(mine[parting - 1].body, yours[parting - 1].body);
  const detail = say("finding-differ", { one: one.name, mine: shown[0], other: other.name, yours: shown[1] });
  throw new Failure(detail, { position: parting, field });
}

/** The first difference between two events: where it is, and the two values there. */
function difference(one, other) {
  try {
    return deeper(parsed(one, "body"), parsed(other, "body"), "");
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return ["body", [say("finding-one-text"), say("finding-another-text")]];
  }
}

function deeper(one, other, where) {
  for (const [key, mine, yours] of parts(one, other)) {
    if (text(mine) !== text(yours)) {
      const inner = where ? `${where}.${key}` : key;
      if (mine === undefined || yours === undefined) return [inner, [mine, yours].map(shown)];
      return deeper(mine, yours, inner);
    }
  }
  return [where, [one, other].map(shown)];
}

const text = (value) => (value === undefined ? "nothing" : canonical(value));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const rank = (key) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** Pair the values under the same key or index of two values; undefined for a missing one. */
function parts(one, other) {
  if (isObject(one) && isObject(other)) {
    const own = (each, key) => (Object.hasOwn(each, key) ? each[key] : undefined);
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
      .sort((first, second) => rank(first) - rank(second))
      .map((key) => [key, own(one, key), own(other, key)]);
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.map((each, place) => [`${place}`, each, other[place]]);
  }
  return [];
}

function shown(value) {
  if (value === undefined) return say("finding-nothing");
  const characters = [...text(value)];
  return characters.length <= SHOWN
    ? characters.join("") : `${characters.slice(0, SHOWN).join("")}…`;
}

// --- Has a key signed two records that exclude each other? ---------------------------------------

/** The valid signatures of a bundle. */
async function signatures(made) {
  const none = { by: null, checkpoint: null, logged: 0, received: 0, missing: null };
  let by;
  try {
    by = await trusted(made);
  } catch (error) {
    return { ...none, missing: missing(error) };
  }
  let received = 0;
  for (const receipt of [...made.held.receipts, ...made.bundle.receipts]) {
    try {
      await seeReceipt(made, receipt, by.key);
      received = Math.max(received, receipt.position);
    } catch (error) {
      missing(error);
    }
  }
  try {
    const [, checkpoint] = await placed(made);
    return { ...none, by, checkpoint, logged: made.bundle.log.version, received };
  } catch (error) {
    return { ...none, by, received, missing: missing(error) };
  }
}

/** Why a check fails, or is undecided. */
function missing(error) {
  if (!(error instanceof Failure || error instanceof NotYet)) throw error;
  const { sentence, position, field } = error.found;
  if (field === null) return sentence;
  return position === null
    ? say("finding-in", { field, detail: sentence })
    : say("finding-at", { position, field, detail: sentence });
}

async function signedOnce(one, other, parting) {
  const both = [await signatures(one), await signatures(other)];
  const [{ by, checkpoint: mine }, { by: second, checkpoint: yours }] = both;
  if (by === null || by.key.text !== second?.key.text) throw new NotYet(say("finding-no-common-key"));
  const alike = mine && yours && same(mine.root, yours.root);
  if (mine && yours && mine.size === yours.size && !alike) {
    const detail = say("finding-two-logs", { key: whose(by), entries: mine.size });
    throw new Failure(say("finding-misconduct", { what: detail }), { field: "checkpoint" });
  }
  if (parting !== null && both.every((e) => Math.max(e.logged, e.received) >= parting)) {
    const detail = say("finding-both-signed", { key: whose(by) });
    throw new Failure(say("finding-misconduct", { what: detail }), { position: parting });
  }
  if (!mine || !yours) throw new NotYet(say("finding-not-both-logged"));
  if (mine.size === yours.size) return say("finding-one-checkpoint", { entries: mine.size });
  const how = await grown(one, mine, yours);
  if (how === null) {
    const [size, next] = [mine.size, yours.size];
    throw new NotYet(
      say("finding-growth-needed", { one: size, other: next }),
    );
  }
  return how;
}

function whose({ key, reason }) {
  const name = `${key.name}+${key.id}`;
  return reason === null ? say("finding-key-of-bundles", { key: name }) : name;
}

// --- Which one is in the log? --------------------------------------------------------------------

async function settled(both, parting) {
  const reasons = [];
  for (const { name, made } of both) reasons.push([name, ...(await held(made, parting))]);
  const names = reasons.filter(([, holds]) => holds).map(([name]) => name);
  const said = together(reasons.map(([name, , why]) => say("finding-named", { name, why })));
  if (names.length === reasons.length) throw new Failure(say("finding-log-holds-both", { said }));
  if (names.length === 0) {
    throw new NotYet(say("finding-key-decides", { said }));
  }
  const [absent] = reasons.filter(([, holds]) => !holds).map(([name]) => name);
  return say("finding-log-holds-one", { name: names[0], absent, said });
}

/** Whether the log that the reader trusts holds a record at the point of difference, and why. */
async function held(made, parting) {
  const { by, checkpoint, logged: last, missing: lacking } = await signatures(made);
  if (by === null || checkpoint === null) return [false, lacking];
  if (last < parting) {
    return [false, say("finding-log-ends", { event: last })];
  }
  try {
    return [by.reason !== null, await logged(made)];
  } catch (error) {
    return [false, missing(error)];
  }
}
