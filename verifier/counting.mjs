// Check that the deals given are the deals of a table, and that none is missing. The same as
// verifier/counting.py, except for checks that need rules (dealer and leader).

import { eventOf, leastDealVersion } from "./events.mjs";
import {
  BEGINNING, NOT_SOUND, SECOND, adding, failed, isComplete, keysOf, nextNumber, openedBy, statusOf,
  steps,
} from "./following.mjs";
import { equal } from "./forms.mjs";
import { isByHand } from "./reading.mjs";
import { hex } from "./recipe.mjs";
import { ByHand, NotHere, NotYet, eventsOf, say, sentence, together } from "./verdicts.mjs";

/** The first version of a table that may have given decks, if it is a test. */
const WITH_DECKS = 6;

/**
 * Check every deal that was given with a table. made: the table. every: the deals; each has bundle
 * and heads, and either events or the reason why it has none.
 */
export function seeDeals(made, every) {
  const given = [...new Map(every.map((deal) => [deal.bundle.stream, deal])).values()];
  const open = [];
  let [seen, ended, before, table] = [0, 0, undefined, openedBy(made)];
  for (const step of steps(made)) {
    const { each, after } = step;
    if (after === null) throw new NotYet(NOT_SOUND);
    ({ table } = after);
    seeReady(each, before);
    if (!isOfADeal(step)) continue;
    const deal = given.find(({ bundle }) => bundle.stream === each.data.deal);
    if (deal !== undefined) open.push(...seeDeal(step.before, each, deal));
    if (each.type === "table.deal_opened") {
      seeAway(step.before, each, deal, before);
      before = deal;
    } else {
      ended += 1;
      seen += deal === undefined ? 0 : 1;
    }
  }
  open.push(...seeNoOthers(made, table, given));
  const said = seen === ended
    ? say`all ${ended} deals that ended were given, and agree with the table`
    : say`bundles of ${seen} of ${ended} deals were given, and agree with the table`;
  if (table.branch !== null) {
    const { deal, at } = table.branch;
    throw new ByHand(say`${said}; a branch of ${deal} from event ${at}, by hand`);
  }
  if (hasDecks(table)) {
    throw new ByHand(say`${said}; a test table, where decks may be laid by hand`);
  }
  if (!isComplete(table)) open.push(say`the series is on: ${sentence(BEGINNING)}`);
  throw new NotHere(together([said, ...open, "not checked here: who deals and who leads"]));
}

/** Whether an event belongs to a deal that has a stream of its own. */
function isOfADeal({ before, each: { type } }) {
  if (type === "table.deal_voided") return statusOf(before) === "playing";
  return ["table.deal_opened", "table.deal_abandoned", "table.deal_recorded"].includes(type);
}

/** No deal given as one of this table was dropped from it. Returns what remains uncertain. */
function* seeNoOthers(made, table, given) {
  const events = eventsOf(made);
  const opened = new Map(events.filter(({ type }) => type === "table.deal_opened")
    .map(({ data: { number, deal } }) => [number, deal]));
  for (const deal of given) {
    const decoded = eventsOf(deal);
    const { number, deal: id, table: of } = decoded[0].data;
    if (of !== table.opened.table) continue;
    if (opened.get(number) === id) {
      const isOver = decoded.some(({ type }) => type === "deal.revealed");
      if (isOver && statusOf(table) === "playing" && table.deals.at(-1).deal === id) {
        const name = say`deal ${number}, ${id}`;
        yield say`${name}, is over, and the record of the table ends before it is counted`;
      }
    } else if (number < nextNumber(table) || table.ended) {
      const at = events.find(({ data }) => data.number === number) ?? events.at(-1);
      const detail = say`${id} was opened here as deal ${number}, and the table has it not`;
      throw failed(at, "deal", detail);
    } else {
      yield say`the record of the table ends before deal ${number}, ${id}`;
    }
  }
}

function seeDeal(table, each, deal) {
  const events = eventsOf(deal);
  const has = (type, fits) => events.some((one) => one.type === type && fits(one.data));
  const { data } = each;
  if (each.type === "table.deal_opened") {
    seeTerms(table, each, events[0]);
    seeClock(table, each, events);
    return [];
  }
  if (each.type === "table.deal_recorded") {
    seePin(each, deal);
    const { type, schema } = data.result;
    if (schema !== eventOf(type)?.version || !has(type, (one) => equal(one, data.result.data))) {
      throw failed(each, "result", "the deal ended with another result");
    }
    return [];
  }
  const { seats, reason } = data;
  if (each.type === "table.deal_voided") seeVoid(table, each, events);
  else if (!has("deal.abandoned", (one) => equal(one, { seats, reason }))) {
    throw failed(each, "reason", "the deal was not abandoned for that");
  }
  if (data.version === null) {
    return [say`the table does not say which record of ${deal.bundle.stream} it means`];
  }
  seePin(each, deal);
  return [];
}

/** The version of deal.opened from which on a deal says itself that it belongs to a test. */
const SAYS_TEST = 6;

/** The deal was played on the terms of its table; dealer and leader need the rules. */
function seeTerms(table, each, { data: opened, schema }) {
  const branched = table.branch !== null;
  if (schema < leastDealVersion(table.schema)) {
    throw failed(each, "deal.schema", "the deal is in an older form than its table");
  }
  const byHand = isByHand(opened);
  if (byHand !== branched && !(byHand && hasDecks(table))) {
    const detail = branched
      ? "the deal of a branch follows from no seed"
      : "the deck is laid by hand, and the table is neither a branch nor a test";
    throw failed(each, "deal.commitment", detail);
  }
  const { table: id, game, rules, options, seats } = table.opened;
  const keys = keysOf(table);
  const terms = {
    table: id, number: nextNumber(table), game, rules, options, seats,
    bots: table.players.map((player) => player.bot),
    commitments: adding(table).length > 0 && !byHand ? table.commitments : [],
    keys: keys.some((key) => key !== null) ? keys : [],
    hints: table.opened.hints,
    test: schema >= SAYS_TEST && table.opened.test,
  };
  for (const [name, value] of Object.entries(terms)) {
    if (!equal(opened[name], value)) {
      throw failed(each, `deal.${name}`, "the deal was opened on other terms");
    }
  }
}

/** Whether a table may have deals with given decks: a test, since there are such decks. */
const hasDecks = ({ opened, schema }) => opened.test && schema >= WITH_DECKS;

/** The deal was played with the table's clock, and with its bots for players who had left. */
function seeClock(table, each, events) {
  const { turn_limit: turn, time_bank: bank, abandon, stand_in: standIn } = table.opened;
  const clocks = events.filter(({ type }) => type === "deal.clock_set")
    .map(({ data }) => [data.turn, data.bank]);
  if (!equal(clocks, turn === null ? [] : [[turn, bank]])) {
    throw failed(each, "deal.clock", "the deal was played by another clock");
  }
  for (const { type, data } of events) {
    if (type === "deal.seat_taken_over" && !(abandon === "bot" && data.bot === standIn)) {
      throw failed(each, "deal.stand_in", "another bot stood in than the table says");
    }
    const forfeited = type === "deal.abandoned" && ["time", "left"].includes(data.reason);
    if (forfeited && abandon === "bot") {
      throw failed(each, "deal.abandoned", "at this table a bot stands in");
    }
  }
}

/** Seats away when the deal begins had left the deal before it and not returned (L3). */
function seeAway(table, each, deal, before) {
  if (deal === undefined || (before === undefined && table.deals.length > 0)) return;
  const began = new Map(eventsOf(deal)
    .filter(({ type, data }) => type === "deal.seat_taken_over" && data.reason === "away")
    .map(({ data }) => [data.seat, data.bot]));
  const bySeat = (pairs) => [...pairs].sort(([one], [other]) => one - other);
  if (!equal(bySeat(began), bySeat(before === undefined ? [] : absent(eventsOf(before))))) {
    throw failed(each, "deal.away", "others are away than had left the deal before");
  }
}

/** A seat that the server calls ready has a player who had left in the deal before. */
function seeReady(each, before) {
  if (each.type !== "table.seat_ready" || each.actor !== "system" || before === undefined) return;
  if (!absent(eventsOf(before)).has(each.data.seat)) {
    throw failed(each, "seat", "the player who is called ready had not left the deal before");
  }
}

/** The seats of persons for whom bots play at the end of a deal, with the bots' levels. */
function absent([{ data: { bots } }, ...events]) {
  const now = new Map();
  for (const { type, data: { seat, bot } } of events) {
    if (type === "deal.seat_taken_over" && bots[seat] === null) now.set(seat, bot);
    if (type === "deal.seat_returned") now.delete(seat);
  }
  return now;
}

/** A deal was voided by exactly the seats that owed a seed, after the time was over (F4). */
function seeVoid(table, each, events) {
  const { seats } = each.data;
  const refused = (detail) => failed(each, "seats", detail, "F4");
  const void_ = events.find(({ type, data }) => (
    type === "deal.voided" && equal(data.seats, seats)
  ));
  if (void_ === undefined) throw refused("the deal was not voided by these seats");
  const shown = events.filter(({ type }) => type === "deal.seed_revealed");
  const owed = events[0].data.commitments.flatMap((commitment, seat) => (
    commitment === null || shown.some(({ data }) => data.seat === seat) ? [] : [seat]
  ));
  if (!equal(owed, seats)) throw refused("voided by others than those who owed a seed");
  if (void_.at - events[0].at < table.opened.reveal_seconds * SECOND) {
    throw refused("the time to show a seed was not over");
  }
}

/** The whole record of the deal ends with this event and this head. */
function seePin(each, { heads }) {
  const { version, head } = each.data;
  if (version !== heads.length || hex(heads.at(-1)) !== head) {
    throw failed(each, "head", "another record of the deal was counted");
  }
}
