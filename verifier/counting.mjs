// Check that the deals given are the deals of a table, and that none is missing. The same as
// verifier/counting.py, except for checks that need rules (dealer and leader).

import { isBoard } from "./boards.mjs";
import { eventOf, leastDealVersion } from "./events.mjs";
import {
  BEGINNING, NOT_SOUND, SECOND, adding, boardsOf, failed, isComplete, keysOf, nextNumber, openedBy, statusOf,
  steps,
} from "./following.mjs";
import { equal } from "./forms.mjs";
import { isByHand } from "./reading.mjs";
import { hex } from "./recipe.mjs";
import { ByHand, NotHere, NotYet, eventsOf, say, together } from "./verdicts.mjs";

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
    } else if (each.type !== "table.deal_revealed") {
      ended += 1;
      seen += deal === undefined ? 0 : 1;
    }
  }
  open.push(...seeNoOthers(made, table, given));
  const said = seen === ended
    ? say("finding-deals-all", { ended })
    : say("finding-deals-some", { seen, ended });
  if (table.branch !== null) {
    const { deal, at } = table.branch;
    throw new ByHand(say("finding-of-a-branch", { said, deal, event: at }));
  }
  if (hasDecks(table)) {
    throw new ByHand(say("finding-of-a-test", { said }));
  }
  if (!isComplete(table)) open.push(incomplete(table));
  throw new NotHere(together([said, ...open, say("finding-leads-unchecked")]));
}

/** The reason why the record of a table may go on. */
function incomplete(table) {
  const boards = boardsOf(table);
  if (boards === 0) return say("finding-series-on-because", { why: BEGINNING });
  return say("finding-boards-to-reveal", { boards, revealed: table.deals.filter(({ revealed }) => revealed).length });
}

/** Whether an event belongs to a deal that has a stream of its own. */
function isOfADeal({ before, each: { type } }) {
  if (type === "table.deal_voided") return statusOf(before) === "playing";
  return [
    "table.deal_opened", "table.deal_abandoned", "table.deal_recorded", "table.deal_revealed",
  ].includes(type);
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
        yield say("finding-over-uncounted", { number, deal: id });
      }
    } else if (number < nextNumber(table) || table.ended) {
      const at = events.find(({ data }) => data.number === number) ?? events.at(-1);
      const detail = say("finding-deal-dropped", { deal: id, number });
      throw failed(at, "deal", detail);
    } else {
      yield say("finding-ends-before-deal", { number, deal: id });
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
  if (each.type === "table.deal_revealed") {
    seePin(each, deal);
    return [];
  }
  if (each.type === "table.deal_recorded") {
    seePin(each, deal);
    const { type, schema } = data.result;
    if (schema !== eventOf(type)?.version || !has(type, (one) => equal(one, data.result.data))) {
      throw failed(each, "result", say("finding-other-result"));
    }
    return [];
  }
  const { seats, reason } = data;
  if (each.type === "table.deal_voided") seeVoid(table, each, events);
  else if (!has("deal.abandoned", (one) => equal(one, { seats, reason }))) {
    throw failed(each, "reason", say("finding-not-abandoned-for"));
  }
  if (data.version === null) {
    return [say("finding-which-record", { deal: deal.bundle.stream })];
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
    throw failed(each, "deal.schema", say("finding-older-than-table"));
  }
  const byHand = isByHand(opened);
  if (byHand !== branched && !(byHand && hasDecks(table))) {
    const detail = branched
      ? say("finding-branch-has-seed")
      : say("finding-by-hand-at-series");
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
    tournament: table.drawn?.boards ? table.drawn.tournament : null,
    round: table.drawn?.boards ? table.drawn.round : null,
    seeds: table.drawn?.boards ? table.drawn.seeds : null,
    test: schema >= SAYS_TEST && table.opened.test,
  };
  for (const [name, value] of Object.entries(terms)) {
    if (!equal(opened[name], value)) {
      throw failed(each, `deal.${name}`, say("finding-other-terms"));
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
    throw failed(each, "deal.clock", say("finding-other-clock"));
  }
  for (const { type, data } of events) {
    if (type === "deal.seat_taken_over" && !(abandon === "bot" && data.bot === standIn)) {
      throw failed(each, "deal.stand_in", say("finding-other-stand-in"));
    }
    const forfeited = type === "deal.abandoned" && ["time", "left"].includes(data.reason);
    if (forfeited && abandon === "bot") {
      throw failed(each, "deal.abandoned", say("finding-bot-stands-in"));
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
    throw failed(each, "deal.away", say("finding-others-away"));
  }
}

/** A seat that the server calls ready has a player who had left in the deal before. */
function seeReady(each, before) {
  if (each.type !== "table.seat_ready" || each.actor !== "system" || before === undefined) return;
  if (!absent(eventsOf(before)).has(each.data.seat)) {
    throw failed(each, "seat", say("finding-ready-had-not-left"));
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
  if (void_ === undefined) throw refused(say("finding-not-voided-by"));
  const shown = events.filter(({ type }) => type === "deal.seed_revealed");
  const owed = events[0].data.commitments.flatMap((commitment, seat) => (
    commitment === null || shown.some(({ data }) => data.seat === seat) ? [] : [seat]
  ));
  if (!equal(owed, seats)) throw refused(say("finding-voided-by-others"));
  if (void_.at - events[0].at < table.opened.reveal_seconds * SECOND) {
    throw refused(say("finding-seed-time-left"));
  }
}

/**
 * The whole record of the deal ends with this event and this head. A board is revealed
 * later than it ends (C25).
 */
function seePin(each, deal) {
  const { data: { version, head }, type } = each;
  const { heads } = deal;
  const isLast = type === "table.deal_revealed" || !isBoard(eventsOf(deal)[0].data);
  const ends = isLast ? heads.length : heads.length - 1;
  if (![ends, heads.length].includes(version) || hex(heads[version - 1]) !== head) {
    throw failed(each, "head", say("finding-other-record-counted"));
  }
}
