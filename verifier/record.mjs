// Decode the events of a bundle, with the values that the viewer may know. The same as
// verifier/record.py; anything that the tables do not list is left open.

import {
  eventOf, gameOf, isAllowed, isSealed, leavesOf, misfit, upcast,
} from "./events.mjs";
import {
  Malformed, counted, hexadecimal, identifier, is, isObject, object, optional, text, whole,
} from "./forms.mjs";
import { isByHand, parsed } from "./reading.mjs";
import { Failure, NotHere } from "./verdicts.mjs";

const COMMITMENT = object({ count: counted, sha256: hexadecimal(32) });
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

/**
 * Every event of a bundle. Throws a Failure if the form is wrong, NotHere if the event is unknown.
 */
export function readEvents(bundle) {
  const decoded = bundle.events.map((entry, at) => readEvent(entry, at + 1));
  seeOpening(bundle, decoded);
  const [first, ...rest] = decoded;
  for (const each of rest) {
    if (!isAllowed(first, each)) {
      const detail = `a record that begins with ${first.type}@${first.schema} does not hold `
        + `${each.type}@${each.schema}`;
      throw new Failure(detail, { ...each, field: "schema" });
    }
  }
  return decoded;
}

/** The record begins with the opening of its kind, exactly once, and the header agrees with it. */
function seeOpening(bundle, decoded) {
  const first = `${bundle.kind}.opened`;
  for (const each of decoded) {
    if ((each.type === first) !== (each === decoded[0])) {
      throw new Failure(`a record begins with ${first}, and once`, each);
    }
  }
  const [opened] = decoded;
  const { game, rules, seats } = opened.data;
  const stream = opened.data[bundle.kind];
  for (const [field, value] of Object.entries({ stream, game, rules })) {
    if (bundle[field] !== value) throw new Failure("the bundle says otherwise", { ...opened, field });
  }
  const known = gameOf(`${game}/${rules}`);
  if (known === undefined) throw new NotHere(`not known here: ${game}/${rules}`);
  if (bundle.kind === "deal" && opened.data.number < 1) {
    throw new Failure("the first deal is number 1", { ...opened, field: "number" });
  }
  if (!Object.hasOwn(known.lots, seats)) {
    throw new Failure("there is no such table", { ...opened, field: "seats" });
  }
  if (bundle.view.startsWith("seat:") && Number(bundle.view.slice(5)) >= seats) {
    throw new Failure("there is no such seat", { field: "view" });
  }
  const last = decoded.at(-1);
  const isWhole = bundle.kind === "deal" && bundle.view === "full" && !isByHand(opened.data);
  if (isWhole && last.type !== "deal.revealed") {
    throw new Failure("a full record ends with deal.revealed", last);
  }
}

function readEvent({ body, openings }, position) {
  let type = null;
  try {
    const envelope = ENVELOPE(parsed(body, "body"), "body");
    ({ type } = envelope);
    const { actor, at, command, schema } = envelope;
    const commitments = new Map(slotsOf(envelope.data)
      .filter(([, value]) => isSealed(value))
      .map(([slot, value]) => [slot, COMMITMENT(value, `body.data.${slot}`)]));
    const opened = openedData(envelope.data, openings);
    seeKnown(type, schema, position);
    const field = misfit(type, schema, opened);
    if (field !== undefined) {
      const detail = "the value is not allowed, or it is missing";
      throw new Failure(detail, { position, type, field });
    }
    const data = upcast(type, schema, opened);
    const leaves = leavesOf(type, data);
    return { position, type, schema, actor, at, command, data, commitments, leaves, openings };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Failure(error.message, { position, type });
  }
}

function seeKnown(type, schema, position) {
  const known = eventOf(type);
  if (known === undefined || schema > known.version) {
    throw new NotHere(`not known here: ${type}@${schema}, event ${position}`);
  }
  if (schema < 1) throw new Failure(`${type}@${schema} is not known here`, { position });
}

/** Every slot where a secret can stand: the fields, and the items of list fields. */
function slotsOf(data) {
  return Object.entries(data).flatMap(([key, value]) => (
    Array.isArray(value) ? value.map((item, at) => [`${key}/${at}`, item]) : [[key, value]]
  ));
}

/** The data with the values of the openings in their slots, if it has these slots. */
function openedData(data, openings) {
  const payloads = new Map(openings.map(({ slot, payload }) => [slot, payload]));
  const value = (slot, closed) => {
    if (!payloads.has(slot)) return closed;
    const where = `openings.${slot}`;
    const opened = parsed(payloads.get(slot), where);
    if (isObject(opened)) throw new Malformed(where, "no secret is an object");
    return opened;
  };
  return Object.fromEntries(Object.entries(data).map(([key, closed]) => [
    key,
    Array.isArray(closed)
      ? closed.map((item, at) => value(`${key}/${at}`, item))
      : value(key, closed),
  ]));
}
