// Replay a table event by event, and check that each event is possible after the earlier ones. See
// domain/judge/table_rules.py and domain/table/series.py. Parts that need the rules of a game are
// left open: points, and the point at which they end a series.

import { badOption, eventOf, gameOf, isOlder, misfit } from "./events.mjs";
import { equal, isObject } from "./forms.mjs";
import { Failure, eventsOf, say } from "./verdicts.mjs";

export const SECOND = 1_000_000;
export const NOT_SOUND = say("finding-table-not-sound");
export const BEGINNING = say("finding-may-go-on");
const DISMISSED = say("finding-dismissed-ruling");
const MAKING_DUE = ["table.seat_taken", "table.deal_recorded", "table.deal_voided"];
const VOIDS_ALLOWED = 2;
/** The numbers that boards can have, from 1. */
const NUMBERS = 2 ** 16;
/** How far ahead the clock of a test table can be, in seconds. */
const MOST_AHEAD = 366 * 86_400;
const INVITATION = "invitation:";
const INVITED = /^invitation:([1-9][0-9]{0,4})$/;
/** The limits on disputes for each deal, and on answers for each dispute. */
const MOST_DISPUTES = 400;

export function failed(each, field, detail, ...clauses) {
  return new Failure(detail, { ...each, field, clauses });
}

/** From this version on, a seat that has voided a deal is left out (F4), and a person may add a seed to a
 * deal that does not wait for it (F1). */
const LEAVES_OUT = 6;

/** The state of a table before a player has joined. */
export function openedBy(made) {
  const [first] = eventsOf(made);
  const { data: opened, at, schema } = first;
  const { game, rules, options, seats } = opened;
  const known = gameOf(`${game}/${rules}`);
  const bad = badOption(known, options, seats);
  if (bad !== undefined) throw failed(first, "options", bad);
  return {
    opened, schema, dueSince: at, sides: known.sides[seats], branch: null, rematchOf: null, drawn: null,
    rematch: null, closed: false, ended: false, players: Array(seats).fill(null),
    commitments: Array(seats).fill(null), leftOut: [], ready: [], nextDeal: null, deals: [], auditors: [],
    disputes: {}, watchers: [], readers: [], invitations: [], persons: {}, ahead: 0,
  };
}

// --- What a table is -----------------------------------------------------------------------------

const hasBranchedOut = ({ branch, deals }) => branch !== null && deals.some((each) => each.recorded);
const isStarted = ({ players }) => !players.includes(null);

/** The kind of event that the table waits for. */
export function statusOf(table) {
  if (table.closed) return "closed";
  if (table.ended || hasBranchedOut(table)) return "over";
  if (!isStarted(table)) return "open";
  if (table.deals.at(-1)?.on) return "playing";
  if (owing(table).length > 0) return "committing";
  return unready(table).length > 0 ? "pausing" : "due";
}

/** Whether no deal of the series, and no reveal of one, can follow. */
export const isComplete = (table) => ["over", "closed"].includes(statusOf(table)) && !isCovered(table);

export const nextNumber = ({ deals }) => deals.length + 1;

/** The seats that may add a seed (F1); none at a branch. */
const mayAdd = (table) => (table.branch !== null ? [] : table.players.flatMap(
  (player, seat) => (player?.commits || (mayAny(table) && player?.bot === null) ? [seat] : []),
));

const mayAny = ({ schema, drawn }) => schema >= LEAVES_OUT && !drawn?.boards;

/** The seats that add a seed to the next deal: without those that are left out (F4). */
export const adding = (table) => mayAdd(table).filter((seat) => (
  table.commitments[seat] !== null || (table.players[seat].commits && !table.leftOut.includes(seat))
));

const owing = (table) => adding(table).filter((seat) => table.commitments[seat] === null);

/** The seats that the next deal waits for in a pause. The first deal comes without one. */
const unready = ({ opened, deals, players, ready }) => (
  opened.pause_seconds === 0 || deals.length === 0 ? [] : players.flatMap(
    (player, seat) => (player?.kind === "person" && !ready.includes(seat) ? [seat] : []),
  ));

/** The key of each seat (F7); none at a branch. */
export const keysOf = ({ branch, players }) => (
  players.map((player) => (branch !== null ? null : player?.key ?? null))
);

/** The seats that have voided too many deals (F5), or have left or resigned (L4, L5). */
function forfeited({ deals }) {
  const voids = deals.flatMap(({ voided }) => voided);
  const often = voids.filter((seat) => voids.filter((one) => one === seat).length > VOIDS_ALLOWED);
  return new Set([...often, ...deals.flatMap(({ abandoned }) => abandoned?.seats ?? [])]);
}

/** The kind of event that should have ended or closed the series but is missing, or undefined. */
export function owedAtTheEnd(table) {
  if (table.ended || table.closed) return undefined;
  if (forfeited(table).size > 0 || hasPlayedAll(table)) return "table.series_ended";
  return table.deals.some(({ abandoned }) => abandoned) ? "table.closed" : undefined;
}

// --- Possible next events ------------------------------------------------------------------------

/**
 * Every event after the first, up to the first that is impossible: {before, each, after}. `after`
 * is null if the event is impossible. Otherwise it is {table, owed, mayEnd, remarks}: `owed` is the
 * event that must come next, and `mayEnd` says whether the rules may end the series there.
 */
export function* steps(made) {
  let place = { table: openedBy(made), owed: null, mayEnd: false, remarks: [] };
  for (const each of eventsOf(made).slice(1)) {
    const before = place.table;
    place = follow(place, each);
    yield { before, each, after: place };
    if (place === null) return;
  }
}

function follow(place, each) {
  if (each.type === "table.act_signed") return place;
  const due = dueNext(place, each);
  if (due === null) return null;
  const { table } = place;
  const changed = THEN[each.type](table, each.data, each);
  const after = { ...table, ...changed };
  if (MAKING_DUE.includes(each.type)) after.dueSince = each.at;
  const remarks = [...place.remarks, ...(due.remarks ?? [])];
  const owed = due.owes?.(after) ?? null;
  const mayEnd = each.type === "table.deal_recorded" && boardsOf(after) === 0;
  return { table: after, owed, mayEnd, remarks };
}

/** The consequences of an event that is possible next; null if it is not possible. */
function dueNext({ table, owed, mayEnd }, each) {
  const { type, data, at } = each;
  if (owed !== null) return owed(each) ? {} : null;
  if (mayEnd && type === "table.series_ended") return {};
  const rule = MAY_BE[type];
  if (rule === undefined) return null;
  const goesOn = !table.closed && !table.ended;
  if (!goesOn && !AT_ANY_TIME.test(type)) return null;
  if (rule(table, data, each)) return { owes: OWES[type]?.(table, data) };
  if (type === "table.dispute_ruled" && isOlder(table.schema)) {
    const auditors = table.auditors.map((auditor) => ({ ...auditor, dismissed: false }));
    if (mayBeRuled({ ...table, auditors }, data, { at })) return { remarks: [DISMISSED] };
  }
  return null;
}

const AT_ANY_TIME = new RegExp(
  "^table\\.(deal_revealed|dispute|auditor|watcher|reader|invitation|rematch_opened|person_erased|seat_token_issued)",
);
const isOn = (table, deal) => statusOf(table) === "playing" && table.deals.at(-1).deal === deal;
const isNext = (table, { number, deal }) => (
  number === nextNumber(table) && (table.nextDeal === null || table.nextDeal === deal)
);
const isTheDeal = (table, { number, deal }) => (
  isOn(table, deal) && table.deals.at(-1).number === number
);
const isPinned = ({ version, head }, { schema }) => (
  version !== null && head !== null) || (schema === 1 && version === null && head === null);
const isSeat = ({ opened }, seat) => seat >= 0 && seat < opened.seats;
const inOrder = (seats) => seats.every((seat, at) => at === 0 || seats[at - 1] < seat);
const there = (list, number) => number >= 1 && number <= list.length && !list[number - 1].dismissed;
const hasNoOrigin = ({ branch, rematchOf, drawn, players }) => (
  branch === null && rematchOf === null && drawn === null && players.every((player) => player === null)
);

const MAY_BE = {
  "table.branched": hasNoOrigin,
  "table.rematched": hasNoOrigin,
  "table.drawn": (table, data) => hasNoOrigin(table) && fitsBoards(table, data),
  "table.rematch_opened": ({ ended, closed, branch, drawn, rematch }) => (
    ended && !closed && branch === null && drawn === null && rematch === null
  ),
  "table.seat_taken": (table, { seat, bot, commits, key, holder }, { actor, at }) => (
    !isStarted(table) && table.players[seat] === null && (bot === null || !(commits || key))
      && !(boardsOf(table) > 0 && commits)
      && (!actor.startsWith(INVITATION) || mayComeIn(table, { seat, bot, holder }, { actor, at }))
  ),
  "table.seat_left": (table, { seat }) => !isStarted(table) && Boolean(table.players[seat]),
  "table.seat_committed": (table, { seat, ...named }) => (
    mayAdd(table).includes(seat) && table.commitments[seat] === null && isNext(table, named)
  ),
  "table.closed": (table) => statusOf(table) !== "playing",
  "table.seat_ready": (table, { seat, number }) => (
    statusOf(table) !== "playing" && unready(table).includes(seat) && number === nextNumber(table)
  ),
  "table.clock_moved": ({ opened, ahead }, { seconds }) => (
    opened.test === true && seconds > 0 && ahead + seconds <= MOST_AHEAD
  ),
  "table.deal_opened": (table, named, { at }) => mayBeOpened(table, at) && isNext(table, named),
  "table.deal_voided": mayBeVoided,
  "table.deal_abandoned": (table, data, each) => (
    isTheDeal(table, data) && isPinned(data, each) && inOrder(data.seats)
      && (data.reason === "closed") === (data.seats.length === 0)
      && (boardsOf(table) === 0 || data.reason === "closed")
      && data.seats.every((seat) => isSeat(table, seat))
  ),
  "table.deal_recorded": (table, data) => isTheDeal(table, data) && isResult(data.result),
  "table.deal_revealed": mayBeRevealed,
  "table.watcher_admitted": (table, { watcher, by }) => (
    !isCovered(table) && watcher === table.watchers.length + 1 && (by === null || isSeat(table, by))
  ),
  "table.watcher_dismissed": ({ watchers }, { watcher }) => there(watchers, watcher),
  "table.reader_admitted": (table, { reader, by, deal }) => (
    !isCovered(table) && reader === table.readers.length + 1 && (by === null || isSeat(table, by))
      && (deal === null || table.deals.some((each) => each.deal === deal))
  ),
  "table.reader_dismissed": ({ readers }, { reader }) => there(readers, reader),
  "table.invited": (table, { invitation, seat }) => (
    !isCovered(table) && invitation === table.invitations.length + 1 && free(table).length > 0
      && (seat === null || free(table).includes(seat))
  ),
  "table.invitation_withdrawn": ({ invitations }, { invitation, invited }) => (
    there(invitations, invitation) && !invitations[invitation - 1].used
      && invitations[invitation - 1].invited === invited
  ),
  "table.auditor_admitted": (table, { auditor }) => (
    !isCovered(table) && auditor === table.auditors.length + 1
  ),
  "table.auditor_dismissed": ({ auditors }, { auditor }) => there(auditors, auditor),
  "table.dispute_opened": (table, { deal, dispute, seat, at }) => (
    at >= 1 && at <= lastEvent(table, deal) && isSeat(table, seat)
      && dispute === disputesOf(table, deal).length + 1 && dispute <= MOST_DISPUTES
  ),
  "table.dispute_answered": (table, data) => (
    isWaiting(table, data) && disputeOf(table, data).answers < MOST_DISPUTES
      && isSeat(table, data.seat)
  ),
  "table.dispute_withdrawn": (table, data) => (
    isWaiting(table, data) && disputeOf(table, data).rulings.length === 0
      && disputeOf(table, data).seat === data.seat
  ),
  "table.dispute_appealed": (table, data, { at }) => (
    disputeOf(table, data)?.rulings.length === 1 && !disputeOf(table, data).appealed
      && isSeat(table, data.seat) && mayAppeal(table, at)
  ),
  "table.dispute_ruled": mayBeRuled,
  "table.person_erased": ({ persons }, { seat, taken }) => persons[taken] === seat,
  "table.seat_token_issued": ({ players }, { seat }) => players[seat]?.bot === null,
};

/** The boards that the series of a table consists of; 0: its deals have cards of their own. */
export const boardsOf = ({ drawn }) => drawn?.boards ?? 0;

/** Whether a table has played the last board of its round (C24). */
const hasPlayedAll = (table) => boardsOf(table) > 0
  && table.deals.filter(({ recorded }) => recorded).length === boardsOf(table);

/** Whether boards of a table are still to come, or were not revealed (C26). */
const isCovered = (table) => boardsOf(table) > 0
  && !(["over", "closed"].includes(statusOf(table)) && table.deals.every((line) => line.revealed));

/** Whether a table has the terms that boards need, if it plays any (C24). */
function fitsBoards({ opened }, { boards, seeds }) {
  if (boards === 0) return seeds === null;
  return boards > 0 && boards < NUMBERS && seeds !== null
    && opened.abandon === "bot" && !opened.hints && !Array.isArray(opened.decks);
}

/** Whether a deal is the first board that is not revealed, and its record grows by that. */
function mayBeRevealed(table, { number, deal, version }) {
  const line = table.deals.find((each) => !each.revealed);
  return boardsOf(table) > 0 && line !== undefined && !line.on && line.deal === deal
    && line.number === number && version === lastEvent(table, deal) + 1;
}

/** Whether all are ready, or the pause is over. */
function mayBeOpened(table, at) {
  const { dueSince, opened: { pause_seconds: pause } } = table;
  return statusOf(table) === "due"
    || (statusOf(table) === "pausing" && at - dueSince >= pause * SECOND);
}

/** The seats that a person can take; a rematch keeps its seats for its players. */
const free = (table) => (statusOf(table) !== "open" || table.rematchOf !== null ? []
  : table.players.flatMap((player, seat) => (player === null ? [seat] : [])));

/** The invitation that an actor is, with its number; undefined if it is none of the table. */
function invitationOf({ invitations }, actor) {
  const [, number] = INVITED.exec(actor) ?? [];
  return number === undefined ? undefined : invitations[number - 1];
}

/** Whether a person may take a seat by an invitation, which is then held by no API key. */
function mayComeIn(table, { seat, bot, holder }, { actor, at }) {
  const known = invitationOf(table, actor);
  return known !== undefined && !known.dismissed && !known.used && at < known.until
    && (known.seat === null || known.seat === seat) && bot === null && holder === null;
}

/** All seats that owed a commitment when the time was over, or some that could owe a seed (F4). */
function mayBeVoided(table, data, each) {
  const { deal, seats } = data;
  if (statusOf(table) === "committing") {
    return isNext(table, data) && equal(seats, owing(table))
      && data.version === null && data.head === null
      && each.at - table.dueSince >= table.opened.reveal_seconds * SECOND;
  }
  return isTheDeal(table, data) && isOn(table, deal) && seats.length > 0 && inOrder(seats)
    && seats.every((seat) => table.deals.at(-1).adding.includes(seat)) && isPinned(data, each);
}

/** Whether an event could settle a deal, judged by its form. */
function isResult(result) {
  const names = Object.keys(result).sort().join();
  const { type, schema, data } = result;
  return names === "data,schema,type" && eventOf(type)?.version === schema && isObject(data)
    && misfit(type, schema, data) === undefined;
}

/** The last event that can be disputed in a finished deal; 0 if there is none. */
function lastEvent({ deals }, deal) {
  const line = deals.findLast((each) => each.deal === deal && !each.on);
  if (line === undefined) return 0;
  return line.abandoned ? line.abandoned.version ?? Infinity : line.version;
}

const disputesOf = ({ disputes }, deal) => disputes[deal] ?? [];
const disputeOf = (table, { deal, dispute }) => disputesOf(table, deal)[dispute - 1];
/** Whether a dispute waits for a ruling: for the first one, or for the one on the appeal. */
function isWaiting(table, data) {
  const dispute = disputeOf(table, data);
  if (dispute === undefined || dispute.withdrawn) return false;
  return dispute.rulings.length === (dispute.appealed ? 1 : 0);
}

function mayBeRuled(table, data, { at }) {
  const { auditor, ruling, adjustment } = data;
  return isWaiting(table, data) && !disputeOf(table, data).rulings.includes(auditor)
    && mayRule(table, table.auditors[auditor - 1], at) && adjustment.length === table.sides.length
    && (ruling === "upheld" || adjustment.every((points) => points === 0));
}

const mayRule = ({ opened }, auditor, at) => (
  auditor !== undefined && !auditor.dismissed && at < auditor.until
    && (auditor.early || opened.fixed_auditors !== true)
);

/** Whether a table has, or can still admit, a second auditor who may rule. */
const mayAppeal = (table, at) => table.opened.fixed_auditors !== true
  || table.auditors.filter((auditor) => mayRule(table, auditor, at)).length > 1;

/** Required next events, by event type: a test of whether the next event is the required one. */
const OWES = {
  "table.deal_voided": () => (after) => (forfeited(after).size > 0 ? isForfeit(after) : null),
  "table.deal_recorded": () => (after) => (
    hasPlayedAll(after) ? ({ type }) => type === "table.series_ended" : null
  ),
  "table.deal_abandoned": (_, { seats }) => (after) => (
    seats.length > 0 ? isForfeit(after) : ({ type }) => type === "table.closed"
  ),
};

/** Seats that forfeited come last; all others share the place before them (F5, L4). */
function isForfeit(table) {
  const out = forfeited(table);
  const lost = table.sides.map((side) => side.some((seat) => out.has(seat)));
  const ranks = lost.map((each) => (each ? 1 + lost.filter((one) => !one).length : 1));
  const winner = ranks.filter((rank) => rank === 1).length === 1 ? ranks.indexOf(1) : null;
  return ({ type, data }) => type === "table.series_ended" && data.winner === winner
    && equal(data.ranks, ranks) && equal(data.titles, ranks.map(() => ""));
}

// --- Effects of events ---------------------------------------------------------------------------

const nobody = ({ players }) => players.map(() => null);
const put = (list, at, value) => list.map((each, place) => (place === at ? value : each));
const ended = ({ deals }, how) => ({ deals: [...deals.slice(0, -1), { ...deals.at(-1), ...how, on: false }] });
const dismissed = (list, number) => put(list, number - 1, { ...list[number - 1], dismissed: true });

const THEN = {
  "table.branched": (_, data) => ({ branch: data }),
  "table.rematched": (_, { of }) => ({ rematchOf: of }),
  "table.drawn": (_, data) => ({ drawn: data }),
  "table.rematch_opened": (_, { table }) => ({ rematch: table }),
  "table.seat_taken": (table, data, { position, actor }) => ({
    ...seated(table, data, data),
    invitations: used(table, actor),
    persons: data.bot === null ? { ...table.persons, [position]: data.seat } : table.persons,
  }),
  "table.person_erased": ({ persons }, { taken }) => ({ persons: { ...persons, [taken]: null } }),
  "table.seat_token_issued": () => ({}),
  "table.seat_left": (table, { seat }) => seated(table, { seat }, null),
  "table.seat_committed": ({ commitments }, { seat, deal, commitment }) => ({
    commitments: put(commitments, seat, commitment), nextDeal: deal,
  }),
  "table.closed": () => ({ closed: true }),
  "table.clock_moved": ({ ahead }, { seconds }) => ({ ahead: ahead + seconds }),
  "table.deal_opened": (table, { number, deal }) => ({
    deals: [...table.deals, {
      number, deal, on: true, voided: [], version: 0, revealed: false, adding: adding(table),
    }],
    commitments: nobody(table), ready: [], nextDeal: null,
    leftOut: table.leftOut.filter((seat) => !adding(table).includes(seat)),
  }),
  "table.seat_ready": ({ ready }, { seat }) => ({ ready: [...ready, seat] }),
  "table.deal_voided": (table, { number, deal, seats }) => {
    const leftOut = table.schema >= LEAVES_OUT ? [...table.leftOut, ...seats] : [];
    if (number < nextNumber(table)) return { ...ended(table, { voided: seats }), leftOut };
    const line = { number, deal, on: false, voided: seats, version: 0 };
    return {
      deals: [...table.deals, line], commitments: nobody(table), ready: [], nextDeal: null, leftOut,
    };
  },
  "table.deal_abandoned": (table, data) => ended(table, { abandoned: data }),
  "table.deal_recorded": (table, { version }) => ended(table, { recorded: true, version }),
  "table.deal_revealed": ({ deals }, { deal }) => ({
    deals: deals.map((line) => (line.deal === deal ? { ...line, revealed: true } : line)),
  }),
  "table.series_ended": () => ({ ended: true }),
  "table.watcher_admitted": ({ watchers }) => ({ watchers: [...watchers, {}] }),
  "table.watcher_dismissed": ({ watchers }, { watcher }) => (
    { watchers: dismissed(watchers, watcher) }
  ),
  "table.reader_admitted": ({ readers }) => ({ readers: [...readers, {}] }),
  "table.reader_dismissed": ({ readers }, { reader }) => (
    { readers: dismissed(readers, reader) }
  ),
  "table.invited": ({ invitations }, { seat, until }, { position }) => (
    { invitations: [...invitations, { seat, until, invited: position }] }
  ),
  "table.invitation_withdrawn": ({ invitations }, { invitation }) => (
    { invitations: dismissed(invitations, invitation) }
  ),
  "table.auditor_admitted": ({ auditors, deals }, { until }) => (
    { auditors: [...auditors, { until, early: deals.length === 0 }] }
  ),
  "table.auditor_dismissed": ({ auditors }, { auditor }) => (
    { auditors: dismissed(auditors, auditor) }
  ),
  "table.dispute_opened": (table, { deal, seat }) => (
    disputed(table, deal, [...disputesOf(table, deal), { seat, rulings: [], answers: 0 }])
  ),
  "table.dispute_answered": (table, data) => (
    changed(table, data, { answers: disputeOf(table, data).answers + 1 })
  ),
  "table.dispute_withdrawn": (table, data) => changed(table, data, { withdrawn: true }),
  "table.dispute_appealed": (table, data) => changed(table, data, { appealed: true }),
  "table.dispute_ruled": (table, data) => (
    changed(table, data, { rulings: [...disputeOf(table, data).rulings, data.auditor] })
  ),
};

/** The invitations after a seat was taken by an actor. */
const used = (table, actor) => table.invitations.map((each) => (
  each === invitationOf(table, actor) ? { ...each, used: true } : each
));

const disputed = ({ disputes }, deal, those) => ({ disputes: { ...disputes, [deal]: those } });

function changed(table, data, how) {
  const after = { ...disputeOf(table, data), ...how };
  return disputed(table, data.deal, put(disputesOf(table, data.deal), data.dispute - 1, after));
}

function seated({ players, commitments }, { seat }, player) {
  return { players: put(players, seat, player), commitments: put(commitments, seat, null) };
}
