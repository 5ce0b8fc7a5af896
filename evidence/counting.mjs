// Whether the deals that were given are those of a table, and all of them, as it says: as
// evidence/counting.py, but for what takes rules (dealer, leader, points, how a series ends).

import { adding, failed, isNeverOpened, nextNumber, steps } from "./following.mjs";
import { canonical, isByHand } from "./reading.mjs";
import { hex } from "./recipe.mjs";
import { ByHand, NotYet } from "./verdicts.mjs";

const SECOND = 1_000_000;
const ENDINGS = ["table.deal_voided", "table.deal_abandoned", "table.deal_recorded"];
const equal = (one, other) => canonical(one) === canonical(other);

/**
 * See every deal that was given with a table.
 * Made: the table, its events as told. Given: the others, each with bundle, heads, and told (undefined
 * where it has not the form of a record).
 */
export function seeDeals(events, given) {
  const open = [];
  let [seen, ended, before, table] = [0, 0, undefined, null];
  for (const [now, each] of steps(events)) {
    table = now;
    if (each === null || isNeverOpened(table, each)) continue;
    const isOpening = each.type === "table.deal_opened";
    if (!isOpening && !ENDINGS.includes(each.type)) continue;
    const deal = given.find(({ bundle }) => bundle.stream === each.data.deal);
    if (deal !== undefined) open.push(...seeDeal(table, each, deal));
    if (isOpening) {
      seeAway(table, each, deal, before);
      before = deal;
    } else {
      ended += 1;
      seen += deal === undefined ? 0 : 1;
    }
  }
  open.push(...seeNoOthers(table, events, given));
  const said = seen === ended
    ? `all ${ended} deals that ended were given, and agree with the table`
    : `bundles of ${seen} of ${ended} deals were given, and agree with the table`;
  if (table.branch !== null) {
    const { deal, at } = table.branch;
    throw new ByHand(`${said}; a branch of ${deal} from event ${at}, by hand`);
  }
  if (seen < ended || open.length > 0) throw new NotYet([said, ...open].join("; "));
  return said;
}

function told(deal) {
  if (deal.told === undefined) throw new NotYet("the form of a deal that was given does not hold");
  return deal.told;
}

/** No deal that was given as one of this table was dropped from it; what can not be told. */
function* seeNoOthers(table, events, given) {
  for (const deal of given) {
    const { number, deal: id, table: of } = told(deal)[0].data;
    const line = table.deals.find((one) => one.number === number);
    if (of !== table.opened.table || (line?.opened && line.deal === id)) continue;
    if (line !== undefined || table.ended) {
      const at = events.find(({ data }) => data.number === number) ?? events.at(-1);
      const detail = `${id} was opened here as deal ${number}, and the table has it not`;
      throw failed(at, "deal", detail);
    }
    yield `the record of the table ends before deal ${number}, ${id}`;
  }
}

function seeDeal(table, each, deal) {
  const events = told(deal);
  const has = (type, fits) => events.some((one) => one.type === type && fits(one.data));
  const { data } = each;
  if (each.type === "table.deal_opened") {
    seeTerms(table, each, events[0]);
    seeClock(table, each, events);
    return [];
  }
  if (each.type === "table.deal_recorded") {
    seePin(each, deal);
    if (!has(data.result.type, (one) => equal(one, data.result.data))) {
      throw failed(each, "result", "the deal ended with another result");
    }
    return [];
  }
  const { seats, reason } = data;
  if (each.type === "table.deal_voided") seeVoid(table, each, events);
  else if (!has("deal.abandoned", (one) => equal(one, { seats, reason }))) {
    throw failed(each, "reason", "the deal was not abandoned for that");
  }
  if (each.schema === 1) {
    return [`the table does not say which record of ${deal.bundle.stream} it means`];
  }
  seePin(each, deal);
  return [];
}

/** The deal was played on what the table says; dealer and leader follow by the rules. */
function seeTerms(table, each, { data: opened }) {
  const branched = table.branch !== null;
  if (isByHand(opened) !== branched) {
    const detail = branched
      ? "the deal of a branch follows from no seed"
      : "the deck is laid by hand, and the table is no branch";
    throw failed(each, "deal.commitment", detail);
  }
  const { table: id, game, rules, options, seats } = table.opened;
  const keys = table.players.map((player) => (branched ? null : player.key ?? null));
  const terms = {
    table: id, number: nextNumber(table), game, rules, options, seats,
    bots: table.players.map((player) => player.bot),
    commitments: adding(table).length > 0 ? table.commitments : [],
    keys: keys.some((key) => key !== null) ? keys : [],
  };
  for (const [name, value] of Object.entries(terms)) {
    if (!equal(opened[name] ?? [], value)) {
      throw failed(each, `deal.${name}`, "the deal was opened on other terms");
    }
  }
}

/** The deal was played by the table's clock, and by its bots where players had left. */
function seeClock(table, each, events) {
  const { turn_limit: turn = null, time_bank: bank = 0, abandon = "bot" } = table.opened;
  const { stand_in: standIn = "medium" } = table.opened;
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

/** Who is away when the deal begins had left the deal before it, and not come back (L3). */
function seeAway(table, each, deal, before) {
  if (deal === undefined || (before === undefined && table.deals.length > 0)) return;
  const began = told(deal)
    .filter(({ type, data }) => type === "deal.seat_taken_over" && data.reason === "away")
    .map(({ data }) => [data.seat, data.bot]);
  const left = new Map();
  for (const { type, data } of before === undefined ? [] : told(before)) {
    if (type === "deal.seat_taken_over") left.set(data.seat, data.bot);
    if (type === "deal.seat_returned") left.delete(data.seat);
  }
  const bySeat = (pairs) => [...pairs].sort(([one], [other]) => one - other);
  if (!equal(bySeat(began), bySeat(left))) {
    throw failed(each, "deal.away", "others are away than had left the deal before");
  }
}

/** Those who owed a seed voided the deal, all of them, when the time was over (F4). */
function seeVoid(table, each, events) {
  const { seats } = each.data;
  const refused = (detail) => failed(each, "seats", detail, "F4");
  const void_ = events.find(({ type, data }) => (
    type === "deal.voided" && equal(data.seats, seats)
  ));
  if (void_ === undefined) throw refused("the deal was not voided by these seats");
  const shown = events.filter(({ type }) => type === "deal.seed_revealed");
  const owed = (events[0].data.commitments ?? []).flatMap((commitment, seat) => (
    commitment === null || shown.some(({ data }) => data.seat === seat) ? [] : [seat]
  ));
  if (!equal(owed, seats)) throw refused("voided by others than those who owed a seed");
  if (void_.at - events[0].at < (table.opened.reveal_seconds ?? 60) * SECOND) {
    throw refused("the time to show a seed was not over");
  }
}

/** The deal's whole record ends with this event, and this head. */
function seePin(each, { heads }) {
  const { version, head } = each.data;
  if (version !== heads.length || hex(heads.at(-1)) !== head) {
    throw failed(each, "head", "another record of the deal was counted");
  }
}
