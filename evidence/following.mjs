// A table, event by event: what can have happened there after what came before, as far as it takes no
// rules of a game. As evidence/following.py.

import { Failure } from "./verdicts.mjs";

const SECOND = 1_000_000;
const MAKING_DUE = ["table.seat_taken", "table.deal_recorded", "table.deal_voided"];
const NAMING = [
  "table.seat_committed", "table.deal_opened", "table.deal_voided", "table.deal_abandoned",
  "table.deal_recorded",
];

export function failed(each, field, detail, ...clauses) {
  return new Failure(detail, { ...each, field, clauses });
}

/** What a table is before anybody sits there. */
function initial({ data: opened, at }) {
  const { seats } = opened;
  return {
    opened, since: at, branch: null, rematchOf: null, rematch: null, closed: false, ended: false,
    players: Array(seats).fill(null), commitments: Array(seats).fill(null),
    deals: [], called: new Map(), auditors: [], watchers: [], disputes: new Map(),
  };
}

export const adding = ({ branch, players }) => (branch !== null ? [] : players.flatMap(
  (player, seat) => (player?.commits ? [seat] : []),
));
const owing = (table) => adding(table).filter((seat) => table.commitments[seat] === null);
const isStarted = ({ players }) => !players.includes(null);
const isOn = ({ deals, closed, ended }) => !closed && !ended && deals.at(-1)?.on === true;
const isCommitting = (table) => (
  !table.closed && !table.ended && isStarted(table) && !isOn(table) && owing(table).length > 0
);
export const isNeverOpened = (table, { type }) => (
  type === "table.deal_voided" && isCommitting(table)
);
export const nextNumber = ({ deals }) => deals.length + 1;

/** Every event after the first with the table before it, and at last the table as it is. */
export function* steps([first, ...rest]) {
  const table = initial(first);
  for (const each of rest) {
    const { number, deal } = each.data;
    if (NAMING.includes(each.type)) {
      if (!table.called.has(number)) table.called.set(number, deal);
      if (table.called.get(number) !== deal) {
        throw failed(each, "deal", "this number was that of another deal before");
      }
    }
    if (!MAY_BE.get(each.type)?.(table, each)) {
      throw failed(each, null, "this can not have happened here");
    }
    yield [table, each];
    THEN.get(each.type)?.(table, each.data, each);
    if (MAKING_DUE.includes(each.type)) table.since = each.at;
  }
  yield [table, null];
}

const goesOn = ({ closed, ended }) => !closed && !ended;
const isTheDeal = (table, { number, deal }) => (
  isOn(table) && table.deals.at(-1).deal === deal && table.deals.at(-1).number === number
);
const isPinned = ({ version, head }, schema) => (
  schema === 1 ? version === undefined : version !== null && head !== null
);
const inOrder = (seats) => seats.every((seat, at) => at === 0 || seats[at - 1] < seat);
const there = (list, number) => number >= 1 && number <= list.length
  && !list[number - 1].dismissed;

/** A table has one origin at the most, and that before anybody sits there. */
const mayHaveOrigin = (table) => (
  goesOn(table) && table.branch === null && table.rematchOf === null
    && table.players.every((player) => player === null)
);

/** Whether an event can happen, by its type. */
const MAY_BE = new Map([
  ["table.branched", mayHaveOrigin],
  ["table.rematched", mayHaveOrigin],
  ["table.rematch_opened", ({ ended, closed, branch, rematch }) => (
    ended && !closed && branch === null && rematch === null
  )],
  ["table.seat_taken", (table, { data: { seat, bot, commits, key } }) => (
    goesOn(table) && !isStarted(table) && table.players[seat] === null
      && (bot === null || !(commits || key))
  )],
  ["table.seat_left", (table, { data: { seat } }) => (
    goesOn(table) && !isStarted(table) && Boolean(table.players[seat])
  )],
  ["table.seat_committed", (table, { data: { seat, number } }) => (
    goesOn(table) && owing(table).includes(seat) && number === nextNumber(table)
  )],
  ["table.closed", (table) => goesOn(table) && !isOn(table)],
  ["table.deal_opened", (table, { data: { number } }) => (
    goesOn(table) && isStarted(table) && !isOn(table) && owing(table).length === 0
      && number === nextNumber(table)
  )],
  ["table.deal_voided", mayBeVoided],
  ["table.deal_abandoned", (table, { data, schema }) => (
    isTheDeal(table, data) && isPinned(data, schema) && inOrder(data.seats)
      && (data.reason === "closed") === (data.seats.length === 0)
      && data.seats.every((seat) => seat < table.opened.seats)
  )],
  ["table.deal_recorded", (table, { data }) => isTheDeal(table, data)],
  ["table.series_ended", (table) => goesOn(table) && table.deals.length > 0 && !isOn(table)],
  ["table.watcher_admitted", (table, { data: { watcher, by } }) => (
    watcher === table.watchers.length + 1 && (by === null || by < table.opened.seats)
  )],
  ["table.watcher_dismissed", ({ watchers }, { data }) => there(watchers, data.watcher)],
  ["table.auditor_admitted", ({ auditors }, { data }) => data.auditor === auditors.length + 1],
  ["table.auditor_dismissed", ({ auditors }, { data }) => there(auditors, data.auditor)],
  ["table.dispute_opened", ({ opened, deals, disputes }, { data }) => {
    const last = deals.find((line) => line.deal === data.deal)?.version ?? 0;
    const number = (disputes.get(data.deal)?.length ?? 0) + 1;
    return data.at >= 1 && data.at <= last && data.seat < opened.seats && data.dispute === number;
  }],
  ["table.dispute_ruled", (table, { data, at }) => {
    const dispute = table.disputes.get(data.deal)?.[data.dispute - 1];
    const adjusts = data.ruling === "upheld" || data.adjustment.every((points) => points === 0);
    return dispute !== undefined && !dispute.ruled && adjusts
      && there(table.auditors, data.auditor) && at < table.auditors[data.auditor - 1].until;
  }],
]);

/** Who owed a commitment, all of them, when the time was over; or some who could owe a seed (F4). */
function mayBeVoided(table, { data, schema, at }) {
  const { number, deal, seats } = data;
  if (isCommitting(table)) {
    return number === nextNumber(table) && seats.join() === owing(table).join()
      && (schema === 1 || (data.version === null && data.head === null))
      && at - table.since >= (table.opened.reveal_seconds ?? 60) * SECOND;
  }
  return isTheDeal(table, { number, deal }) && seats.length > 0 && inOrder(seats)
    && seats.every((seat) => adding(table).includes(seat)) && isPinned(data, schema);
}

const uncommit = (table) => table.commitments.fill(null);
function over(table, version = 0) {
  Object.assign(table.deals.at(-1), { on: false, version });
}

/** What an event changes, by its type. */
const THEN = new Map([
  ["table.branched", (table, data) => { table.branch = data; }],
  ["table.rematched", (table, data) => { table.rematchOf = data.of; }],
  ["table.rematch_opened", (table, data) => { table.rematch = data.table; }],
  ["table.seat_taken", (table, data) => {
    table.players[data.seat] = data;
    table.commitments[data.seat] = null;
  }],
  ["table.seat_left", (table, { seat }) => {
    table.players[seat] = null;
    table.commitments[seat] = null;
  }],
  ["table.seat_committed", (table, { seat, commitment }) => {
    table.commitments[seat] = commitment;
  }],
  ["table.closed", (table) => { table.closed = true; }],
  ["table.deal_opened", (table, { number, deal }) => {
    table.deals.push({ number, deal, on: true, opened: true, version: 0 });
    uncommit(table);
  }],
  ["table.deal_voided", (table, { number, deal }) => {
    if (isOn(table)) {
      over(table);
    } else {
      table.deals.push({ number, deal, on: false, opened: false, version: 0 });
      uncommit(table);
    }
  }],
  ["table.deal_abandoned", (table) => over(table)],
  ["table.deal_recorded", (table, { version }) => over(table, version)],
  ["table.series_ended", (table) => { table.ended = true; }],
  ["table.watcher_admitted", ({ watchers }) => watchers.push({ dismissed: false })],
  ["table.watcher_dismissed", ({ watchers }, { watcher }) => {
    watchers[watcher - 1].dismissed = true;
  }],
  ["table.auditor_admitted", ({ auditors }, { until }) => auditors.push({ until, dismissed: false })],
  ["table.auditor_dismissed", ({ auditors }, { auditor }) => {
    auditors[auditor - 1].dismissed = true;
  }],
  ["table.dispute_opened", ({ disputes }, { deal }) => {
    disputes.set(deal, [...(disputes.get(deal) ?? []), { ruled: false }]);
  }],
  ["table.dispute_ruled", ({ disputes }, { deal, dispute }) => {
    disputes.get(deal)[dispute - 1].ruled = true;
  }],
]);
