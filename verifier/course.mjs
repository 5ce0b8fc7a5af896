// Check the course of a tournament: what is possible next, by the clauses of domain/tournaments/RULES.md;
// its draws follow from the seeds, and its standings from the results.

import { mayGive } from "./actors.mjs";
import {
  BY_STANDINGS, CLOSED_FIELD, TWO_AT_A_TABLE, committed, draw, entitled, isDecided, lastLot, leadsTo,
} from "./draws.mjs";
import { badOption } from "./events.mjs";
import { SECOND, failed } from "./following.mjs";
import { equal } from "./forms.mjs";
import {
  contestantsOf, happen, isCovered, numberOf, openedTournament, owing, personsOf, playerOf, standings as standingsOf, statusOf, stays, tableOf,
} from "./tournament.mjs";
import { ByHand, NotYet, eventsOf, say, together } from "./verdicts.mjs";

const MOST_ROUNDS = 60;
const MOST_PLAYERS = 4_000;
/** The clock calls no round later after the opening. */
const MOST_DAYS = 366;
const DAY = 24 * 3600 * SECOND;
/** The most boards of all rounds together. */
const MOST_BOARDS = 500;
/** The number of boards that a round can have, and one more. */
const NUMBERS = 2 ** 16;
/** The most lines of the standings that are said. */
const SHOWN = 20;
const NOT_SOUND = say("finding-tournament-not-sound");

// --- What is possible next --------------------------------------------------------------------------

const AFTER_THE_END = ["tournament.person_erased", "tournament.board_revealed", "tournament.score_corrected"];

/** The clause that an event offends, and how; undefined: it is possible. */
const breach = (clause, key, values = {}) => ({ clause, detail: say(`tournament-${key}`, values) });

function openingBreach({ opened, game, sides }) {
  const { seats, format, fill, break_seconds: pause, rounds, commitments, most } = opened;
  if (sides === undefined) return breach("C8", "seats", { seats: Object.keys(game.sides).map(Number) });
  if (TWO_AT_A_TABLE.includes(format) && game.sides[seats].length !== 2) return breach("C12", "two-at-a-table");
  if (format === "knock_out" && fill !== null) return breach("C14", "knock-out-bots");
  if (format === "fixed" && pause !== null) return breach("C20", "director-seats");
  if (rounds < 1 || rounds > MOST_ROUNDS || commitments.length !== rounds) return breach("C6", "rounds", { most: MOST_ROUNDS });
  const found = boardsBreach(opened);
  if (found !== undefined) return found;
  if (most < 2 || most > MOST_PLAYERS) return breach("C2", "most", { most: MOST_PLAYERS });
  return undefined;
}

/** Why a tournament cannot have these boards; undefined: it can (C22 to C27). */
function boardsBreach({ rounds, boards, board_commitments: commitments, scoring, table_terms: terms }) {
  const every = rounds * boards;
  if (boards < 0 || every > MOST_BOARDS || commitments.length !== every) return breach("C22", "boards", { most: MOST_BOARDS });
  if (boards === 0) return ["mean", "median"].includes(scoring) ? breach("C27", "compares-boards") : undefined;
  const abandon = Object.hasOwn(terms, "abandon") ? terms.abandon : "bot";
  const hints = Object.hasOwn(terms, "hints") ? terms.hints : false;
  return isSaid(hints) || abandon !== "bot" ? breach("C24", "board-terms") : undefined;
}

/** Whether a value is neither nothing nor empty. */
const isSaid = (value) => (typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value));

async function breachOf(state, each) {
  const rule = RULES[each.type];
  if (rule === undefined) return { clause: "C21", detail: say("finding-impossible") };
  if (state.closed !== null && !AFTER_THE_END.includes(each.type)) return breach("C21", "is-over");
  return rule(state, each.data, each);
}

/** Why the clock cannot call rounds at these times; undefined: it can (C20). */
function scheduling({ length, opened: { format, rounds } }, { starts }, { at }) {
  if (length > 1) return { clause: "C20", detail: say("finding-impossible") };
  if (format === "fixed") return breach("C20", "director-seats");
  const isRising = starts.every((each, index) => each > (index === 0 ? at : starts[index - 1]));
  const isNear = starts.length > 0 && starts.at(-1) <= at + MOST_DAYS * DAY;
  return isRising && isNear && starts.length <= rounds ? undefined : breach("C20", "starts", { rounds, days: MOST_DAYS });
}

const isFull = ({ opened: { most }, players }) => players.filter(({ withdrawn }) => !withdrawn).length >= most;
const full = ({ opened: { most } }) => breach("C2", "full", { most });

function substituting(state, { player, commitment }) {
  const known = playerOf(state, player);
  if (known === undefined || known.bot !== null) return breach("C4", "no-player");
  if (!["open", "break"].includes(statusOf(state))) return breach("C4", "substitute-later");
  if (known.withdrawn && isFull(state)) return full(state);
  return commitment !== null && state.opened.format === "fixed" ? breach("C6", "director-seats") : undefined;
}

const RULES = {
  "tournament.scheduled": scheduling,
  "tournament.player_joined": joining,
  "tournament.player_withdrew": (state, { player }) => {
    const known = playerOf(state, player);
    if (known === undefined) return breach("C4", "no-player");
    return known.withdrawn ? breach("C4", "withdrawn") : undefined;
  },
  "tournament.player_substituted": substituting,
  "tournament.person_erased": (state, { player, taken }) => {
    const known = playerOf(state, player);
    return known !== undefined && personsOf(known).includes(taken) ? undefined : breach("C2", "no-player");
  },
  "tournament.round_called": (state, { round }) => {
    if (state.paused) return breach("C20", "is-paused");
    if (round !== state.rounds.length + 1 || !["open", "break"].includes(statusOf(state))) return breach("C20", "round-on");
    if (isDecided(state)) return breach("C21", "decided");
    const here = contestantsOf(state).filter((each) => stays(state, each));
    return here.length < 2 ? breach("C8", "too-few") : undefined;
  },
  "tournament.seed_shown": async (state, { player, seed }) => {
    const known = playerOf(state, player);
    if (statusOf(state) !== "drawing") return breach("C6", "not-drawing");
    if (known === undefined || known.commitment === null || !owing(state).includes(player)) return breach("C6", "no-seed-owed");
    const { opened, rounds } = state;
    const opens = opened.seeds_each_round
      ? await leadsTo(known.seed ?? known.commitment, opened, seed, rounds.length)
      : await committed(opened, "P", 0, seed) === known.commitment;
    return opens ? undefined : breach("C6", "seed");
  },
  "tournament.round_drawn": drawing,
  "tournament.table_opened": (state, { round, number }) => {
    const table = tableOf(state, round, number);
    const isNext = table !== undefined && table.table === null && round === state.rounds.length;
    return isNext ? undefined : breach("C15", "no-table");
  },
  "tournament.result_recorded": (state, { round, number, table, points, ranks, won, lost }) => {
    const known = tableOf(state, round, number);
    if (known === undefined || known.table !== table || known.result !== null) return breach("C15", "no-table");
    const fits = [points, ranks, won, lost].every((each) => each.length === known.players.length);
    if (!fits) return breach("C15", "result");
    if (state.opened.boards === 0) return undefined;
    if (isCovered(state) || round !== state.rounds.length) return breach("C26", "board-covered");
    const played = state.rounds.at(-1).boards.map(({ results }) => results[number - 1]);
    const total = known.players.map((_, seat) => played.reduce((sum, own) => sum + (own[seat] ?? 0), 0));
    return equal(points, total) ? undefined : breach("C15", "result");
  },
  "tournament.board_revealed": async (state, { round, number, seed, results }) => {
    const last = state.rounds.at(-1);
    if (last === undefined || !isCovered(state)) return breach("C25", "no-board");
    if (round !== last.number || number !== last.boards.length + 1) return breach("C25", "no-board");
    const { opened } = state;
    const index = (round - 1) * opened.boards + number - 1;
    const made = await committed(opened, "B", round * NUMBERS + number, seed);
    if (made !== opened.board_commitments[index]) return breach("C23", "seed");
    const fits = state.closed === null ? fitsTables(state, results) : results.length === 0;
    return fits ? undefined : breach("C25", "result");
  },
  "tournament.score_corrected": (state, { player, round }) => {
    if (!contestantsOf(state).some(([first]) => first === player)) return breach("C19", "no-contestant");
    return round >= 1 && round <= state.rounds.length ? undefined : breach("C19", "no-round");
  },
  "tournament.paused": ({ paused }) => (paused ? breach("C20", "already-paused") : undefined),
  "tournament.resumed": ({ paused }) => (paused ? undefined : breach("C20", "not-paused")),
  "tournament.closed": (state, { reason }) => (
    reason === "director" || isDecided(state) ? undefined : breach("C21", "not-decided")
  ),
};

/** Whether every table has a result of its seats; once it has none, it plays no more boards (C25). */
function fitsTables({ opened, rounds, sides }, results) {
  const { tables, boards } = rounds.at(-1);
  const before = boards.at(-1)?.results ?? results;
  if (tables.some(({ table }) => table === null) || results.length !== tables.length) return false;
  return results.every((own, at) => own.length === 0 || (
    before[at].length > 0 && own.length === opened.seats
      && sides.every((side) => side.every((seat) => own[seat] === own[side[0]]))
  ));
}

function joining(state, { player, bot, partner: wanted, team, token, holder, commitment }) {
  const { opened: { format }, players, rounds, sides } = state;
  if (rounds.length > 0 && (statusOf(state) !== "break" || CLOSED_FIELD.includes(format))) return breach("C2", "too-late");
  if (player !== players.length + 1) return breach("C2", "no-player");
  if (isFull(state) || player > MOST_PLAYERS) return full(state);
  if (bot !== null && !(commitment === null && token === null)) return breach("C6", "bot-brings-none");
  if (commitment !== null && format === "fixed") return breach("C6", "director-seats");
  if (wanted === null) return undefined;
  if (sides[0].length === 1) return breach("C3", "no-pairs");
  const partner = playerOf(state, wanted);
  const isFree = partner?.partner === null && !players.some((each) => each.partner === wanted);
  const agreed = team !== null || holder !== null || bot !== null;
  const fits = isFree && agreed && !partner.withdrawn && partner.team === team;
  return fits ? undefined : breach("C3", "partner");
}

async function drawing(state, drawn, { at }) {
  const { opened, rounds } = state;
  const { round, seed, tables } = drawn;
  if (statusOf(state) !== "drawing" || round !== rounds.length) return breach("C6", "not-drawing");
  const until = rounds.at(-1).calledAt + opened.reveal_seconds * SECOND;
  if (owing(state).length > 0 && at < until) return breach("C6", "seeds-owed");
  if (await committed(opened, "S", round, seed) !== opened.commitments[round - 1]) return breach("C6", "seed");
  const found = opened.format === "fixed" ? fixedBreach(state, tables) : undefined;
  if (found !== undefined) return found;
  return equal(drawn, await draw(state, seed, tables)) ? undefined : breach("C7", "draw-unfounded");
}

/** Why a director cannot name these seats; undefined: they can (C9). */
function fixedBreach(state, tables) {
  const { game, opened: { fill, seats, boards } } = state;
  const seated = tables.flat().filter((each) => each !== 0);
  const here = new Set(entitled(state).flat());
  const known = new Map(contestantsOf(state).map((players) => [players[0], players]));
  if (tables.length === 0) return breach("C9", "names-seats");
  if (new Set(seated).size !== seated.length) return breach("C9", "seated-twice");
  if (!seated.every((each) => here.has(each))) return breach("C9", "seated-stranger");
  for (const table of tables) {
    const isPlayed = boards > 0 ? table.length === seats : Object.hasOwn(game.sides, table.length);
    if (!isPlayed || table.every((each) => each === 0) || (table.includes(0) && fill === null)) return breach("C9", "table-size");
    for (const side of game.sides[table.length].filter(({ length }) => length > 1)) {
      const pair = new Set(side.map((seat) => table[seat]));
      const persons = [...pair].filter((each) => each !== 0);
      if (persons.some((each) => !isPair(known.get(numberOf(state, each)), pair))) return breach("C1", "pair-apart");
    }
  }
  return undefined;
}

const isPair = (players, pair) => players.length === pair.size && players.every((each) => pair.has(each));

// --- The checks -------------------------------------------------------------------------------------

/** The course of a tournament as far as it is possible: {state, found, byActor}. */
export function course(made) {
  made.course ??= followed(made);
  return made.course;
}

async function followed(made) {
  const [first, ...rest] = eventsOf(made);
  const state = openedTournament(first.data);
  const failure = (each, { clause, detail }) => failed(each, null, detail, clause);
  const wrong = openingBreach(state);
  if (wrong !== undefined) return { state, found: failure(first, wrong) };
  const bad = badOption(state.game, first.data.options, first.data.seats);
  if (bad !== undefined) return { state, found: failed(first, "options", bad) };
  for (const each of rest) {
    const found = await breachOf(state, each);
    if (found !== undefined) return { state, found: failure(each, found) };
    if (!mayGive(each)) return { state, found: failed(each, null, say("finding-not-for", { actor: each.actor })), byActor: true };
    happen(state, each);
  }
  return { state };
}

/** The tournament at the end of its record. */
export async function soundCourse(made) {
  const { state, found } = await course(made);
  if (found !== undefined) throw new NotYet(NOT_SOUND);
  return state;
}

/** Every event was possible after the ones before it, and every draw follows from the seeds. */
export async function draws(made) {
  const { state, found, byActor } = await course(made);
  if (found !== undefined) throw byActor ? new NotYet(NOT_SOUND) : found;
  const drawn = state.rounds.filter((each) => each.drawn !== null);
  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
  const values = {
    rounds: drawn.length,
    players: state.players.length,
    left_out: leftOut(state, eventsOf(made)),
    known_boards: sum(drawn.filter(({ shown }) => shown.length === 0).map(() => state.opened.boards)),
  };
  if (state.opened.format === "fixed") return say("finding-draws-fixed", values);
  const shown = new Set(drawn.flatMap((each) => each.shown.map(({ number }) => number)));
  if (shown.size === 0) return say("finding-draws-server", values);
  return say("finding-draws", { ...values, seeds: shown.size });
}

/** How often seeds were left out, players withdrew or scores were corrected for a draw (C6). */
function leftOut({ opened: { format } }, events) {
  let [count, since, fixed] = [0, new Set(), 0];
  for (const { type, data } of events) {
    if (type === "tournament.round_called") [since, fixed] = [new Set(), 0];
    if (type === "tournament.player_withdrew") since.add(data.player);
    if (type === "tournament.score_corrected" && BY_STANDINGS.includes(format)) fixed += 1;
    if (type === "tournament.round_drawn") count += new Set([...since, ...data.absent]).size + fixed;
  }
  return count;
}

/** The standings follow from the results, byes and corrections of the record. */
export async function standings(made) {
  const state = await soundCourse(made);
  const said = together(linesOf(standingsOf(state, await lastLot(state))));
  if (state.opened.test) throw new ByHand(say("finding-test-tournament", { said }));
  if (state.closed === null) throw new NotYet(say("finding-left-open", { said, open: say("finding-may-go-on") }));
  return said;
}

function linesOf(rows) {
  if (rows.length === 0) return [say("finding-no-contestants")];
  const lines = rows.slice(0, SHOWN).map(({ rank, players, points }) => ({ rank, players: players.join(" + "), points }));
  const more = rows.length - lines.length;
  return [say("finding-standings", { standings: lines }), ...(more > 0 ? [say("finding-more-contestants", { more })] : [])];
}
