// Check the tables of a tournament: drawn for it, with its players, and with their true results. The same
// as verifier/drawn.py.

import { course, soundCourse } from "./course.mjs";
import { EVENTS } from "./tables.mjs";
import { NOT_SOUND, failed, isComplete, openedBy, steps } from "./following.mjs";
import { equal } from "./forms.mjs";
import { seedsDigest } from "./draws.mjs";
import { NoResult, pointsIn, ranksBy } from "./points.mjs";
import { hex } from "./recipe.mjs";
import { known as nameOf, optionsOf, playerOf, tableOf } from "./tournament.mjs";
import { ByHand, Failure, NotHere, NotYet, Nothing, eventsOf, say, together } from "./verdicts.mjs";

/** The most tables that are named because something about them is open. */
const SHOWN = 5;

/** Each table that has a result was drawn for it, and has that result by its own record. */
export async function tables(made) {
  const state = await soundCourse(made);
  const places = placesOf(made);
  const sights = await seenTables(made);
  const failures = sights.filter(({ failure }) => failure !== undefined).map(({ failure }) => failure);
  if (failures.length > 0) {
    throw failures.reduce((one, other) => (other.found.position < one.found.position ? other : one));
  }
  const ended = [...places].filter(([, { result }]) => result !== undefined);
  const seen = new Set(sights.map(({ table }) => table));
  const missing = ended.filter(([table]) => !seen.has(table));
  if (ended.length === 0 && sights.length === 0) throw new Nothing(say("finding-no-results"));
  const counted = { ended: ended.length, seen: ended.length - missing.length };
  const said = say(missing.length > 0 ? "finding-tables-some" : "finding-tables-all", counted);
  if (state.opened.test) throw new ByHand(say("finding-test-tournament", { said }));
  const order = new Map([...places.keys()].map((table, at) => [table, at]));
  const rank = ({ table }) => order.get(table) ?? order.size;
  const open = sights.filter((each) => each.open !== undefined).sort((one, other) => rank(one) - rank(other));
  const why = [
    ...missing.slice(0, SHOWN).map(([, { round, number }]) => say("finding-table-missing", { round, number })),
    ...open.slice(0, SHOWN).map((each) => each.open),
  ];
  const isHere = open.every(({ isChecked }) => isChecked);
  if (why.length > 0) throw new (isHere ? NotYet : NotHere)(together([said, ...why]));
  return said;
}

/** What was seen of all tables that were given with a tournament. */
export function seenTables(made) {
  made.seen ??= made.held.sights ?? seenAmong(made);
  return made.seen;
}

async function seenAmong(made) {
  const given = await made.readOthers();
  const deals = given.filter(({ bundle }) => bundle.kind === "deal");
  const sights = [];
  for (const table of given.filter(({ bundle }) => bundle.kind === "table")) {
    const sight = await see(made, table, deals);
    if (sight !== null) sights.push(sight);
  }
  return sights;
}

/** The tables that a tournament has opened, in that order: {round, number, opened, result}. */
function placesOf(made) {
  const found = new Map();
  for (const each of eventsOf(made)) {
    const { type, data: { round, number, table } } = each;
    if (type === "tournament.table_opened") found.set(table, { round, number, opened: each });
    if (type === "tournament.result_recorded" && found.has(table)) found.get(table).result = each;
  }
  return found;
}

/**
 * Compare a table's record with its tournament: {table, failure, open, isChecked, boards}; null: the table is
 * of no round of it, or the record of the tournament is not sound. deals: those of this table, or others.
 */
export async function see(made, table, deals) {
  const { state, found } = await course(made);
  if (found !== undefined) return null;
  made.places ??= placesOf(made);
  const { stream } = table.bundle;
  const place = made.places.get(stream);
  try {
    if (place === undefined) return seeDropped(made, state, table);
    await seePlace(state, place, table);
    return { table: stream, boards: boardsOf(state, table, deals) };
  } catch (error) {
    if (error instanceof Failure) return { table: stream, failure: error };
    if (!(error instanceof NotYet)) throw error;
    if (place === undefined) return null;
    const { round, number } = place;
    const open = say("finding-table-open", { round, number, why: error.found.sentence });
    return { table: stream, open, isChecked: !(error instanceof NotHere) };
  }
}

/** A table that says it was drawn for this tournament, which has it not. */
function seeDropped(made, state, table) {
  const drawn = eventsOf(table).find(({ type }) => type === "table.drawn")?.data;
  if (drawn === undefined || drawn.tournament !== made.bundle.stream) return null;
  const { stream } = table.bundle;
  const { round, number } = drawn;
  const values = { table: stream, round, number };
  const here = tableOf(state, round, number);
  const isNotDrawn = here === undefined && state.closed === null && round >= state.rounds.length;
  if (isNotDrawn || here?.table === null) {
    return { table: stream, open: say("finding-ends-before-table", values), isChecked: true };
  }
  const place = [...made.places.values()].find((each) => each.round === round && each.number === number);
  throw failed(place?.opened ?? eventsOf(made).at(-1), "table", say("finding-table-dropped", values));
}

/** Compare a table with its place in the draw, and its result. */
async function seePlace(state, place, table) {
  const { players } = tableOf(state, place.round, place.number);
  await seeTerms(state, place, players, table);
  seeSeats(state, place, players, table);
  if (place.result !== undefined) seeResult(state, place.result, table);
}

async function seeTerms(state, { round, number, opened: each }, players, table) {
  const { opened } = state;
  const events = eventsOf(table);
  const drawn = events.filter(({ type }) => type === "table.drawn").map(({ data }) => data);
  const { tournament, boards } = opened;
  const seeds = boards > 0 ? await seedsDigest(opened, state.rounds[round - 1]) : null;
  if (!equal(drawn, [{ tournament, round, number, boards, seeds }])) {
    throw failed(each, "table.drawn", say("finding-other-draw"));
  }
  const { owner, game, rules, visibility, test } = opened;
  const seats = players.length;
  const wanted = new Map(Object.entries({ owner, game, rules, options: optionsOf(state, seats), seats, visibility, test }));
  for (const [name, value] of Object.entries(opened.table_terms)) wanted.set(name, value);
  const { data: terms } = events[0];
  for (const [name, value] of wanted) {
    const kind = Object.hasOwn(EVENTS["table.opened"].fields, name) ? EVENTS["table.opened"].fields[name] : "?";
    if (value === null && !kind.endsWith("?")) continue; // the tournament has left it to the table
    const known = Object.hasOwn(terms, name) ? terms[name] : [];
    if (!equal(known, value)) throw failed(each, `table.${name}`, say("finding-other-table-terms"));
  }
}

/** The players of the draw sat down when the table was opened, each on the own seat. */
function seeSeats(state, { opened: each }, players, table) {
  const events = eventsOf(table);
  const taken = new Map(events.filter(({ type, command }) => type === "table.seat_taken" && command === events[0].command)
    .map(({ data }) => [data.seat, data]));
  for (const [seat, number] of players.entries()) {
    const [known, player] = [taken.get(seat), playerOf(state, number)];
    const { bot, holder } = player ?? { bot: state.opened.fill, holder: null };
    let isTheirs = known !== undefined && known.bot === bot && known.holder === holder;
    if (isTheirs && player !== undefined && bot === null && !player.erased) {
      isTheirs = [null, player.name].includes(nameOf(known.name));
    }
    if (!isTheirs) throw failed(each, "table.seats", say("finding-other-player", { seat, player: number }));
  }
}

/** The result is the one of the table's record up to the event that the tournament names. */
function seeResult(state, recorded, table) {
  const { version, head } = recorded.data;
  if (version > table.heads.length) throw new NotYet(say("finding-table-shorter", { events: table.heads.length }));
  if (version < 1 || hex(table.heads[version - 1]) !== head) {
    throw failed(recorded, "head", say("finding-other-table-record"));
  }
  const events = eventsOf(table).slice(0, version);
  const made = { ...table, decoded: events };
  const [known, points] = [stateAt(made), pointsOf(made, events)];
  if (!isComplete(known)) throw failed(recorded, "version", say("finding-table-not-over"));
  if (points === null) throw new NotHere(say("finding-points-unchecked"));
  for (const [name, value] of Object.entries(resultOf(state, known, events, points))) {
    if (!equal(recorded.data[name], value)) throw failed(recorded, name, say("finding-other-table-result"));
  }
}

/** The points of each side after each deal, and the table at the end of its record. */
function pointsOf(made, events) {
  try {
    return pointsIn(openedBy(made), events);
  } catch (error) {
    if (error instanceof NoResult || error instanceof Failure) throw new NotYet(NOT_SOUND);
    throw error;
  }
}

function stateAt(made) {
  try {
    let table = openedBy(made);
    for (const { after } of steps(made)) {
      if (after === null) throw new NotYet(NOT_SOUND);
      ({ table } = after);
    }
    return table;
  } catch (error) {
    if (error instanceof Failure) throw new NotYet(NOT_SOUND);
    throw error;
  }
}

/** The result of a table by seats (C15, C16). */
function resultOf({ game: { better } }, { sides, opened }, events, after) {
  const sign = better === "high" ? 1 : -1;
  const ended = events.find(({ type }) => type === "table.series_ended")?.data;
  const points = ended?.points ?? after.at(-1);
  const ranks = ended?.ranks ?? ranksBy(points, better);
  const [won, lost] = [points.map(() => 0), points.map(() => 0)];
  for (const [at, now] of after.slice(1).entries()) {
    const gained = now.map((each, side) => sign * (each - after[at][side]));
    for (const [best, counts] of [[Math.max(...gained), won], [Math.min(...gained), lost]]) {
      if (gained.filter((each) => each === best).length === 1) counts[gained.indexOf(best)] += 1;
    }
  }
  const bySeats = (values) => valuesBySeats({ sides, opened }, values);
  return { points: bySeats(points), ranks: bySeats(ranks), won: bySeats(won), lost: bySeats(lost) };
}

const valuesBySeats = ({ sides, opened }, values) => (
  Array.from({ length: opened.seats }, (_, seat) => values[sides.findIndex((side) => side.includes(seat))])
);

/** The boards that a table has played to their end: {number, points, at, commitment, root, seed}. */
function boardsOf(state, table, deals) {
  if (state.opened.boards === 0) return [];
  const events = eventsOf(table);
  let [known, after] = [null, null];
  try {
    [known, after] = [stateAt(table), pointsOf(table, events)];
  } catch (error) {
    if (error instanceof NotYet) return [];
    throw error;
  }
  if (after === null) return [];
  return events.filter(({ type }) => type === "table.deal_recorded").map(({ at, data: { number, deal } }, place) => {
    const own = after[place + 1].map((each, side) => each - after[place][side]);
    return { number, points: valuesBySeats(known, own), at, ...deckOf(deals.find(({ bundle }) => bundle.stream === deal)) };
  });
}

/** What a deal says of its cards; nothing where it was not given, or cannot be read. */
function deckOf(deal) {
  const events = deal?.decoded ?? [];
  const shuffled = events.find(({ type }) => type === "deal.shuffled");
  if (shuffled === undefined) return { root: null };
  const seed = events.find(({ type }) => type === "deal.revealed")?.data.seed ?? null;
  return { commitment: events[0].data.commitment, root: shuffled.data.root, seed };
}
