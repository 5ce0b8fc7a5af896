// Whether each event is by whom it can be, as evidence/actors.py says it.

import { isByHand } from "./reading.mjs";
import { MOVES } from "./signatures.mjs";
import { Failure, eventsOf } from "./verdicts.mjs";

const BOT = "bot:";
const FORM = /^bot:(0|[1-9][0-9]{0,2}):([a-z_]{1,40})\/[1-9][0-9]{0,8}(?:@(?:0|[1-9][0-9]{0,8}))?$/;

/** What is the server's own to do at a table. */
const OF_THE_SERVER = new Set([
  "table.deal_opened", "table.deal_voided", "table.deal_abandoned", "table.deal_recorded",
  "table.series_ended",
]);

function at(told, detail) {
  return new Failure(detail, { ...told, field: "actor" });
}

export function actors(made) {
  const events = eventsOf(made);
  const count = made.bundle.kind === "deal" ? ofADeal(events) : ofATable(events);
  return `${count} commands are by those whom they were for`;
}

function ofADeal(told) {
  const [first] = told;
  const levels = new Map(first.data.bots.entries());
  const byHand = isByHand(first.data);
  let count = 0;
  for (const [place, each] of told.entries()) {
    const again = byHand && each !== first && each.command === first.command;
    if (!again && Object.hasOwn(MOVES, `${each.type}@${each.schema}`)) {
      seeMover(each, levels.get(each.data.seat) ?? null);
      count += 1;
    } else if (!again && !follows(each, told[place - 1])) {
      seeOneOf(each, givers(each));
      count += 1;
    }
    if (each.type === "deal.seat_taken_over") levels.set(each.data.seat, each.data.bot);
    if (each.type === "deal.seat_returned") levels.set(each.data.seat, null);
  }
  return count;
}

/** The bot, or the player, makes the moves of a seat: whoever plays there by then. */
function seeMover(told, level) {
  const { actor, data: { seat } } = told;
  if (!actor.startsWith(BOT)) {
    if (level !== null) throw at(told, `a bot plays on seat ${seat}, and did not make this move`);
    seeOneOf(told, [`seat:${seat}`]);
    return;
  }
  if (level === null) throw at(told, `no bot plays on seat ${seat}`);
  const [, sits, policy] = FORM.exec(actor) ?? [];
  if (sits === undefined) throw at(told, "this names no bot");
  if (Number(sits) !== seat || policy !== level) {
    throw at(told, `on seat ${seat} plays the bot ${level}`);
  }
}

/** Whom the first event of a command may be by, that is no move. */
function givers({ type, data }) {
  const { seat, reason } = data;
  const own = ["deal.seed_revealed", "deal.seat_returned", "deal.resigned"].includes(type)
    || (type === "deal.seat_taken_over" && reason === "left");
  if (own) return [`seat:${seat}`];
  if (type === "deal.abandoned" && reason === "closed") return ["key:"];
  if (type === "deal.abandoned" && ["left", "resigned"].includes(reason)) {
    return data.seats.map((each) => `seat:${each}`);
  }
  return ["system"];
}

function ofATable(told) {
  let count = 0;
  for (const [place, each] of told.entries()) {
    if (follows(each, told[place - 1])) continue;
    if (each.type === "table.seat_committed") seeOneOf(each, [`seat:${each.data.seat}`]);
    if (OF_THE_SERVER.has(each.type)) seeOneOf(each, ["system"]);
    count += 1;
  }
  return count;
}

/** Whether an event came by itself with the one before it, by whoever brought that about. */
function follows(told, before) {
  if (told.command !== before?.command) return false;
  if (told.actor !== before.actor) throw at(told, "it follows by itself from what another did");
  return true;
}

function seeOneOf(told, named) {
  const { actor } = told;
  if (named.some((each) => actor === each || (each.endsWith(":") && actor.startsWith(each)))) return;
  const whom = named.map((each) => each.replace(/:$/, "")).join(" or ");
  throw at(told, `this is for ${whom} to do, and it is by ${actor}`);
}
