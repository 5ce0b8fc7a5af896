// Check the actor of each event; the same as verifier/actors.py.

import { moveOf } from "./events.mjs";
import { isByHand } from "./reading.mjs";
import { AT_TABLE, FIRST, IN_DEAL, LATER } from "./tables.mjs";
import { Failure, Sentence, eventsOf, say, seats } from "./verdicts.mjs";

const BOT = "bot:";
const FORM = /^bot:(0|[1-9][0-9]{0,2}):([a-z_]{1,40})\/[1-9][0-9]{0,8}(?:@(?:0|[1-9][0-9]{0,8}))?$/;

const SIGNATURES = ["deal.move_signed", "deal.act_signed", "table.act_signed"];

function at(decoded, detail, field = "actor") {
  return new Failure(detail, { ...decoded, field });
}

export function actors(made) {
  const events = eventsOf(made);
  const count = made.bundle.kind === "deal" ? ofADeal(events) : ofATable(events);
  return say`${count} commands are by those whom they were for`;
}

function ofADeal(events) {
  const [first] = events;
  const levels = [...first.data.bots];
  const play = (seat, level) => {
    if (seat in levels) levels[seat] = level;
  };
  const byHand = isByHand(first.data);
  let [count, before] = [0, null];
  for (const each of events) {
    const again = byHand && each !== first && each.command === first.command;
    if (!again && !follows(each, before)) {
      if (moveOf(each.type) !== undefined) seeMover(each, levels[each.data.seat] ?? null);
      else seeOneOf(each, givers(IN_DEAL, each) ?? ["system"]);
      count += 1;
    }
    before = last(each, before);
    if (each.type === "deal.seat_taken_over") play(each.data.seat, each.data.bot);
    if (each.type === "deal.seat_returned") play(each.data.seat, null);
  }
  return count;
}

/** Whether the player of the seat, or the bot that plays there at that time, made this move. */
function seeMover(decoded, level) {
  const { actor, data: { seat } } = decoded;
  if (!actor.startsWith(BOT)) {
    if (level !== null) {
      throw at(decoded, say`a bot plays on ${seats([seat])}, and did not make this move`);
    }
    seeOneOf(decoded, [`seat:${seat}`]);
    return;
  }
  if (level === null) throw at(decoded, say`no bot plays on ${seats([seat])}`);
  const [, sits, policy] = FORM.exec(actor) ?? [];
  if (sits === undefined) throw at(decoded, "this names no bot");
  if (Number(sits) !== seat || policy !== level) {
    throw at(decoded, say`on ${seats([seat])} plays the bot ${level}`);
  }
}

/**
 * The actors that may give a command beginning with this event, by its first line; or undefined.
 */
function givers(lines, { type, data }) {
  const line = lines.find(({ event, where = {} }) => event === type
    && Object.entries(where).every(([name, allowed]) => allowed.includes(data[name] ?? null)));
  if (line === undefined) return undefined;
  const [kind, field] = line.names.replace("}", "").split("{");
  return field === undefined ? kind.split("|") : [data[field]].flat().map((each) => `${kind}${each}`);
}

function ofATable(events) {
  let [count, before] = [0, null];
  for (const each of events) {
    const isLater = follows(each, before);
    before = last(each, before);
    if (isLater) continue;
    const named = givers(AT_TABLE, each);
    if (named !== undefined) seeOneOf(each, named);
    count += 1;
  }
  return count;
}

/**
 * Whether an event is a consequence recorded together with the event before it, by the same actor.
 */
function follows(decoded, before) {
  if (decoded.command !== before?.command) return false;
  if (decoded.actor !== before.actor) throw at(decoded, "it follows by itself from what another did");
  if (decoded.at !== before.at) {
    throw at(decoded, "it was recorded at another time than what it came with", "at");
  }
  if (!SIGNATURES.includes(decoded.type) && !mayFollow(decoded, before)) {
    throw at(decoded, "it begins a command of its own", "command");
  }
  return true;
}

/** The last event that is not itself a signature. */
const last = (decoded, before) => (
  SIGNATURES.includes(decoded.type) && decoded.command === before?.command ? before : decoded
);

/** Whether an event can follow another one (not a signature) within the same command. */
function mayFollow({ type, data }, before) {
  if (moveOf(type) !== undefined || FIRST.includes(type)) return false;
  const lines = LATER.filter(({ event }) => event === type);
  const line = lines.find(({ after }) => after === before.type);
  if (line === undefined) return lines.length === 0;
  return !line.same || (data.seats ?? [data.seat]).includes(before.data.seat);
}

function seeOneOf(decoded, named) {
  const { actor } = decoded;
  if (named.some((each) => actor === each || (each.endsWith(":") && actor.startsWith(each)))) return;
  const names = named.map((each) => each.replace(/:$/, ""));
  const whom = new Sentence(names.map(() => "{}").join(" or "), names);
  throw at(decoded, say`this is for ${whom} to do, and it is by ${actor}`);
}
