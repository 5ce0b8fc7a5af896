// Decode the events of a bundle, with the values that the viewer may know. The same as
// verifier/record.py; anything that the tables do not list is left open.

import { boardFault } from "./boards.mjs";
import {
  MOST_CARDS, eventOf, gameOf, isAllowed, isSealed, leavesOf, misfit, upcast,
} from "./events.mjs";
import {
  Malformed, counted, hexadecimal, identifier, is, isObject, object, optional, text, whole,
} from "./forms.mjs";
import { isByHand, parsed } from "./reading.mjs";
import { Failure, NotHere, say } from "./verdicts.mjs";

const COUNT = is((value) => Number.isSafeInteger(value) && value >= 0 && value <= MOST_CARDS,
  say("finding-must-most", { most: MOST_CARDS }));
const COMMITMENT = object({ count: COUNT, sha256: hexadecimal(32) });
const ENVELOPE = object({
  actor: text,
  at: whole,
  cause: optional(text),
  command: identifier,
  correlation: optional(text),
  data: is(isObject, say("finding-must-object")),
  schema: counted,
  type: text,
});

/**
 * Every event of a bundle. Throws a Failure if the form is wrong, NotHere if the event is unknown.
 */
export function readEvents(bundle) {
  const [entry, ...others] = bundle.events;
  const first = readFirst(entry, `${bundle.kind}.opened`);
  const rest = others.map((each, at) => readEvent(each, at + 2));
  const decoded = [first, ...rest];
  seeOpening(bundle, decoded);
  for (const each of rest) {
    if (!isAllowed(first, each)) {
      const [beginning, other] = [first, each].map(({ type, schema }) => `${type}@${schema}`);
      const detail = say("finding-not-in-record", { first: beginning, event: other });
      throw new Failure(detail, { ...each, field: "schema" });
    }
  }
  return decoded;
}

/** The first event. Its version and rules decide whether the rest can be read here. */
function readFirst(entry, opening) {
  const first = readEvent(entry, 1, opening);
  const { game, rules } = first.data;
  if (gameOf(`${game}/${rules}`) === undefined) {
    throw new NotHere(say("finding-not-known-here", { what: `${game}/${rules}` }));
  }
  return first;
}

const beginsWith = (opening) => say("finding-begins-with", { event: opening });

/** The record has one opening, as its first event, and the header agrees with it. */
function seeOpening(bundle, decoded) {
  const [opened, ...rest] = decoded;
  for (const each of rest) {
    if (each.type === opened.type) throw new Failure(beginsWith(opened.type), each);
  }
  const { game, rules, seats } = opened.data;
  const stream = opened.data[bundle.kind];
  for (const [field, value] of Object.entries({ stream, game, rules })) {
    if (bundle[field] !== value) throw new Failure(say("finding-header"), { ...opened, field });
  }
  if (bundle.kind === "deal" && opened.data.number < 1) {
    throw new Failure(say("finding-first-is-one"), { ...opened, field: "number" });
  }
  if (!Object.hasOwn(gameOf(`${game}/${rules}`).lots, seats)) {
    throw new Failure(say("finding-no-such-table"), { ...opened, field: "seats" });
  }
  const fault = bundle.kind === "deal" ? boardFault(opened.data) : undefined;
  if (fault !== undefined) throw new Failure(fault.detail, { ...opened, field: fault.field });
  if (bundle.view.startsWith("seat:") && Number(bundle.view.slice(5)) >= seats) {
    throw new Failure(say("finding-no-such-seat"), { field: "view" });
  }
  const last = decoded.at(-1);
  const isWhole = bundle.kind === "deal" && bundle.view === "full" && !isByHand(opened.data);
  if (isWhole && last.type !== "deal.revealed") {
    throw new Failure(say("finding-ends-with", { event: "deal.revealed" }), last);
  }
}

function readEvent({ body, openings }, position, opening) {
  let type = null;
  try {
    const envelope = ENVELOPE(parsed(body, "body"), "body");
    ({ type } = envelope);
    const { actor, at, command, schema } = envelope;
    if (opening !== undefined && type !== opening) {
      throw new Failure(beginsWith(opening), { position, type });
    }
    seeKnown(type, schema, position);
    const commitments = new Map(slotsOf(envelope.data)
      .filter(([, value]) => isSealed(value))
      .map(([slot, value]) => [slot, COMMITMENT(value, `body.data.${slot}`)]));
    const opened = openedData(envelope.data, openings);
    const field = misfit(type, schema, opened);
    if (field !== undefined) {
      const detail = say("finding-value");
      throw new Failure(detail, { position, type, field });
    }
    const data = upcast(type, schema, opened);
    const leaves = leavesOf(type, schema, data);
    return { position, type, schema, actor, at, command, data, commitments, leaves, openings };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Failure(error.sentence, { position, type });
  }
}

function seeKnown(type, schema, position) {
  const known = eventOf(type);
  if (known === undefined || schema > known.version) {
    throw new NotHere(say("finding-not-known-here-event", { what: `${type}@${schema}`, event: position }));
  }
  if (schema < 1) throw new Failure(say("finding-not-known", { what: `${type}@${schema}` }), { position });
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
    if ((Array.isArray(opened) ? opened : [opened]).some(isObject)) {
      throw new Malformed(where, say("finding-secret-object"));
    }
    return opened;
  };
  return Object.fromEntries(Object.entries(data).map(([key, closed]) => [
    key,
    Array.isArray(closed)
      ? closed.map((item, at) => value(`${key}/${at}`, item))
      : value(key, closed),
  ]));
}
