// Check the actor of each event; the same as verifier/actors.py.

import { moveOf } from "./events.mjs";
import { isByHand } from "./reading.mjs";
import { AT_TABLE, AT_TOURNAMENT, FIRST, IN_DEAL, LATER } from "./tables.mjs";
import { Failure, eventsOf, say, seats } from "./verdicts.mjs";

const BOT = "bot:";
const FORM = /^bot:(0|[1-9][0-9]{0,2}):([a-z_]{1,40})\/([1-9][0-9]{0,8})(?:@(0|[1-9][0-9]{0,8}))?$/;

const SIGNATURES = ["deal.move_signed", "deal.act_signed", "table.act_signed"];

function at(decoded, detail, field = "actor") {
  return new Failure(detail, { ...decoded, field });
}

export function actors(made) {
  const events = eventsOf(made);
  const { kind } = made.bundle;
  const count = kind === "deal" ? turns(events).length : commands(events, kind);
  return say("finding-commands", { count });
}

/** Every bot move, with its actor; throws a Failure if an actor may not act. */
export const botTurns = (events) => turns(events).filter((each) => each !== null);

/** The bot that a record names as an actor, or undefined. */
export function readBot(actor) {
  const [, seat, policy, version, budget] = FORM.exec(actor) ?? [];
  if (seat === undefined) return undefined;
  return {
    seat: Number(seat),
    policy,
    version: Number(version),
    budget: budget === undefined ? null : Number(budget),
    label: actor.slice(`${BOT}${seat}:`.length),
  };
}

/** Check the actor of every command of a deal. Returns each bot move, else null. */
function turns(events) {
  const [first] = events;
  const levels = [...first.data.bots];
  const play = (seat, level) => {
    if (seat in levels) levels[seat] = level;
  };
  const byHand = isByHand(first.data);
  const found = [];
  let before = null;
  for (const each of events) {
    const again = byHand && each !== first && each.command === first.command;
    if (!again && !follows(each, before)) {
      const isMove = moveOf(each.type) !== undefined;
      if (!isMove) seeOneOf(each, givers(IN_DEAL, each) ?? ["system"]);
      found.push(isMove ? mover(each, levels[each.data.seat] ?? null) : null);
    }
    before = last(each, before);
    if (each.type === "deal.seat_taken_over") play(each.data.seat, each.data.bot);
    if (each.type === "deal.seat_returned") play(each.data.seat, null);
  }
  return found;
}

/** The bot that made a move, as it plays on the seat at that time; null: its player made it. */
function mover(decoded, level) {
  const { actor, data: { seat } } = decoded;
  if (!actor.startsWith(BOT)) {
    if (level !== null) {
      throw at(decoded, say("finding-bot-plays", { seats: seats([seat]) }));
    }
    seeOneOf(decoded, [`seat:${seat}`]);
    return null;
  }
  if (level === null) throw at(decoded, say("finding-no-bot-plays", { seats: seats([seat]) }));
  const bot = readBot(actor);
  if (bot === undefined) throw at(decoded, say("finding-no-bot-named"));
  if (bot.seat !== seat || bot.policy !== level) {
    throw at(decoded, say("finding-other-bot-plays", { seats: seats([seat]), level }));
  }
  return { decoded, bot };
}

/**
 * The actors that may give a command beginning with this event, by its first line; or undefined.
 */
function givers(lines, { type, data }) {
  const line = lines.find(({ event, where = {} }) => event === type
    && Object.entries(where).every(([name, allowed]) => allowed.includes(data[name] ?? null)));
  if (line === undefined) return undefined;
  const [kind, field] = line.names.replace("}", "").split("{");
  if (field === undefined) return kind.split("|");
  return [data[field]].flat().flatMap((each) => `${kind}${each}`.split("|"));
}

/** The number of commands of a table, where only the first event of each has an actor of its own, or of a tournament. */
function commands(events, kind) {
  const lines = kind === "table" ? AT_TABLE : AT_TOURNAMENT;
  let [count, before] = [0, null];
  for (const each of events) {
    const isLater = follows(each, before);
    before = last(each, before);
    if (!(isLater && kind === "table")) {
      const named = givers(lines, each) ?? (kind === "table" ? undefined : []);
      if (named !== undefined) seeOneOf(each, named);
    }
    if (!isLater) count += 1;
  }
  return count;
}

/**
 * Whether an event is a consequence recorded together with the event before it, by the same actor.
 */
function follows(decoded, before) {
  if (decoded.command !== before?.command) return false;
  if (decoded.actor !== before.actor) throw at(decoded, say("finding-follows-another"));
  if (decoded.at !== before.at) {
    throw at(decoded, say("finding-other-time"), "at");
  }
  if (!SIGNATURES.includes(decoded.type) && !mayFollow(decoded, before)) {
    throw at(decoded, say("finding-begins-command"), "command");
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

const isOneOf = (actor, named) => named.some((each) => actor === each || (each.endsWith(":") && actor.startsWith(each)));

/** Whether the actor of an event of a tournament may give it. */
export const mayGive = (decoded) => isOneOf(decoded.actor, givers(AT_TOURNAMENT, decoded) ?? []);

function seeOneOf(decoded, named) {
  const { actor } = decoded;
  if (isOneOf(actor, named)) return;
  const whom = named.map((each) => each.replace(/:$/, ""));
  throw at(decoded, say("finding-for-others", { whom, actor }));
}
