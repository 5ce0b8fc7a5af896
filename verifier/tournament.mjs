// A tournament as the fold of its record, and the standings that follow from it: clauses C1 to C4 and
// C15 to C19 of domain/tournaments/RULES.md.

import { gameOf } from "./events.mjs";

/** The matchpoints of a bye (C17). */
const BYE = 2;
/** The unit of scores by comparison: a hundredth of a point (C27). */
const HUNDREDTHS = 100;

/** A tournament before anybody has joined. */
export function openedTournament(opened) {
  const game = gameOf(`${opened.game}/${opened.rules}`);
  return {
    opened, game, sides: game.sides[opened.seats], players: [], rounds: [], corrections: [], paused: false,
    closed: null, length: 1,
  };
}

/** A name that may be erased; null: it is, or the commitment to it is closed. */
export const known = (name) => (typeof name === "string" ? name : null);

// --- What it is -------------------------------------------------------------------------------------

const isDone = ({ drawn, tables }) => drawn !== null && tables.every(({ result }) => result !== null);

/** The step that the tournament waits for. */
export function statusOf({ closed, rounds }) {
  if (closed !== null) return closed === "over" ? "over" : "closed";
  if (rounds.length === 0) return "open";
  const last = rounds.at(-1);
  if (last.drawn === null) return "drawing";
  return isDone(last) ? "break" : "playing";
}

export const playerOf = ({ players }, number) => (number >= 1 && number <= players.length ? players[number - 1] : undefined);

/** The people who have been a player, by the events with which they came (C4). */
export const personsOf = ({ bot, former, taken }) => (bot === null ? [...former, taken] : []);

/** The table with a number in a round; undefined: there is none. */
export const tableOf = ({ rounds }, round, number) => (
  round >= 1 && round <= rounds.length && number >= 1 ? rounds[round - 1].tables[number - 1] : undefined
);

/** All complete contestants, each as the numbers of its players (C1). */
export function contestantsOf({ sides, players }) {
  if (sides[0].length === 1) return players.map(({ number }) => [number]);
  return players.filter(({ partner }) => partner !== null).map(({ partner, number }) => [partner, number]);
}

/** Whether no player of a contestant has withdrawn. */
export const stays = ({ players }, contestant) => contestant.every((each) => !players[each - 1].withdrawn);

/** The players whose seeds a round that is called still waits for (C6). */
export function owing({ rounds }) {
  const { shown, committed } = rounds.at(-1);
  const known = new Set(shown.map(({ number }) => number));
  return committed.filter((each) => !known.has(each));
}

/** Whether a round has boards that are not revealed (C26). */
export function isCovered({ opened, rounds }) {
  const last = rounds.at(-1);
  return last !== undefined && last.drawn !== null && last.boards.length < opened.boards;
}

/** The contestant of a player; 0: a bot of the house. */
export const numberOf = ({ players }, player) => (player === 0 ? 0 : players[player - 1].partner ?? player);

/** The options of a table with so many seats: fewer deals at a smaller table (C15). */
export function optionsOf({ opened: { options, seats: all }, game: { deals } }, seats) {
  const count = deals === null ? undefined : options[deals];
  if (!Number.isSafeInteger(count)) return options;
  return { ...options, [deals]: Math.max(1, Math.floor((count * seats) / all)) };
}

// --- Its events -------------------------------------------------------------------------------------

/** Let an event happen that is possible. */
export function happen(state, { type, data, at, position }) {
  state.length = position;
  THEN[type](state, data, at);
}

const THEN = {
  "tournament.player_joined": (state, { player: number, name, bot, partner, team, holder, commitment }) => {
    state.players.push({
      number, name: known(name), bot, partner, team, holder, commitment, seed: null, withdrawn: false,
      taken: state.length, erased: bot === null && known(name) === null, former: [],
    });
  },
  "tournament.scheduled": () => {},
  "tournament.player_substituted": (state, { player: number, name, holder, commitment }) => {
    const player = state.players[number - 1];
    Object.assign(player, {
      name: known(name), holder, commitment, seed: null, withdrawn: false, former: personsOf(player),
      taken: state.length, erased: known(name) === null,
    });
  },
  "tournament.player_withdrew": ({ players }, { player }) => {
    players[player - 1].withdrawn = true;
  },
  "tournament.person_erased": ({ players }, { player: number, taken }) => {
    const player = players[number - 1];
    player.erased ||= player.taken === taken;
  },
  "tournament.seed_shown": ({ players, rounds }, { player: number, seed }) => {
    const player = players[number - 1];
    player.seed = seed;
    rounds.at(-1).shown.push({ number, commitment: player.commitment, seed });
  },
  "tournament.round_called": (state, { round: number }, at) => {
    const { opened, players, rounds } = state;
    const shown = opened.seeds_each_round ? [] : [...rounds.at(-1)?.shown ?? []];
    const committed = players.filter(({ commitment, withdrawn }) => commitment !== null && !withdrawn)
      .map((player) => player.number);
    const calledFor = new Set(contestantsOf(state).filter((each) => stays(state, each)).map(([first]) => first));
    rounds.push({ number, calledAt: at, drawn: null, tables: [], shown, boards: [], committed, calledFor });
  },
  "tournament.round_drawn": (state, drawn) => {
    const tables = drawn.tables.map((players) => ({ players, table: null, result: null }));
    Object.assign(state.rounds[drawn.round - 1], { drawn, tables });
  },
  "tournament.table_opened": (state, { round, number, table }) => {
    tableOf(state, round, number).table = table;
  },
  "tournament.result_recorded": (state, result) => {
    tableOf(state, result.round, result.number).result = result;
  },
  "tournament.board_revealed": ({ rounds }, data) => {
    rounds[data.round - 1].boards.push(data);
  },
  "tournament.score_corrected": ({ corrections }, data) => {
    corrections.push(data);
  },
  "tournament.paused": (state) => {
    state.paused = true;
  },
  "tournament.resumed": (state) => {
    state.paused = false;
  },
  "tournament.closed": (state, { reason }) => {
    state.closed = reason;
  },
};

// --- The standings ----------------------------------------------------------------------------------

const byesOf = ({ drawn }) => drawn?.byes ?? [];
const signOf = ({ game: { better } }) => (better === "high" ? 1 : -1);

/** The standings, the best first; `lot` orders equal ones (C18). */
export function standings(state, lot) {
  const known = contestantsOf(state);
  const of = new Map(known.flatMap((players) => players.map((each) => [each, players[0]])));
  const rows = new Map(known.map((players) => [players[0], { players, points: 0, met: [], won: 0, lost: 0, reached: 0 }]));
  for (const round of state.rounds) addRound(state, round, of, rows);
  for (const { player, points } of state.corrections) {
    const row = rows.get(of.get(player));
    if (row !== undefined) row.points += points;
  }
  const lots = new Map(lot.map((number, at) => [number, at]));
  const keys = new Map([...rows].map(([number, row]) => {
    const opponents = row.met.reduce((sum, other) => sum + (rows.get(other)?.points ?? 0), 0);
    return [row, [...orderOf(state, row, opponents), lots.get(number) ?? lots.size]];
  }));
  const sorted = [...rows.values()].sort((one, other) => compared(keys.get(one), keys.get(other)));
  const equalBefore = (row, at) => at > 0 && compared(keys.get(sorted[at - 1]).slice(0, -1), keys.get(row).slice(0, -1)) === 0;
  let rank = 0;
  return sorted.map(({ players, points }, at) => {
    if (!equalBefore(sorted[at], at)) rank = at + 1;
    return { rank, players, points };
  });
}

function compared(one, other) {
  for (const [at, each] of one.entries()) if (each !== other[at]) return each - other[at];
  return 0;
}

/** The order of the standings, the lot apart; the smaller the better. */
function orderOf(state, row, opponents) {
  const { format, scoring } = state.opened;
  const sign = scoring === "matchpoints" ? -1 : -signOf(state);
  return [format === "knock_out" ? -row.reached : 0, sign * row.points, format === "swiss" ? -opponents : 0, -row.won, row.lost];
}

function addRound(state, round, of, rows) {
  const { format, scoring } = state.opened;
  const bye = scoring === "matchpoints" && format !== "round_robin" ? BYE : 0;
  for (const number of new Set(byesOf(round).filter((each) => of.has(each)).map((each) => of.get(each)))) {
    rows.get(number).points += bye;
  }
  for (const [at, { players, result }] of round.tables.entries()) {
    const here = new Map();
    for (const [seat, player] of players.entries()) {
      if (of.has(player) && !here.has(of.get(player))) here.set(of.get(player), seat);
    }
    for (const [number, seat] of here) {
      const row = rows.get(number);
      row.points += pointsOf(state, round, at, seat) ?? 0;
      if (result === null) continue;
      row.met.push(...[...here.keys()].filter((other) => other !== number));
      row.won += result.won[seat];
      row.lost += result.lost[seat];
    }
  }
  if (format !== "knock_out") return;
  const won = round.tables.map(({ result }, at) => (result === null ? [] : [winner(state, round, at)]));
  for (const number of [...won.flat(), ...byesOf(round)]) {
    if (rows.has(number)) rows.get(number).reached = round.number + 1;
  }
}

/** The points of a table for the contestant on a seat; null: nothing counts yet (C17, C26). */
function pointsOf(state, round, at, seat) {
  const { opened: { scoring, boards }, game: { sides } } = state;
  const { players, result } = round.tables[at];
  if (boards > 0 && scoring !== "matchpoints") {
    const shown = round.boards.filter(({ results }) => results.length > 0);
    return shown.length === 0 ? null : shown.reduce((sum, board) => sum + byBoard(state, board.results, at, seat), 0);
  }
  if (result === null) return null;
  if (scoring !== "matchpoints") return result.points[seat];
  const { ranks } = result;
  return sides[players.length].filter((side) => !side.includes(seat))
    .reduce((sum, [other]) => sum + (ranks[other] > ranks[seat] ? 2 : 0) + (ranks[other] === ranks[seat] ? 1 : 0), 0);
}

/** The score of a seat for a board: as played, or in hundredths less what is usual on that seat (C27). */
function byBoard(state, results, at, seat) {
  const { scoring } = state.opened;
  const own = results[at];
  if (!["mean", "median"].includes(scoring)) return own.length > 0 ? own[seat] : 0;
  const all = results.filter((each) => each.length > 0).map((each) => each[seat]);
  if (all.length === 0) return 0;
  const sign = signOf(state);
  const mine = own.length > 0 ? own[seat] : sign * Math.min(...all.map((each) => sign * each));
  const [sum, count] = usual(all, scoring);
  return roundedEven(BigInt(HUNDREDTHS) * (BigInt(mine) * count - sum), count);
}

/** The mean or the median of some numbers, as a fraction. */
function usual(numbers, by) {
  if (by === "mean") return [numbers.reduce((sum, each) => sum + BigInt(each), 0n), BigInt(numbers.length)];
  const sorted = [...numbers].sort((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const middle = sorted.slice(sorted.length % 2 ? half : half - 1, half + 1);
  return [middle.reduce((sum, each) => sum + BigInt(each), 0n), BigInt(middle.length)];
}

/** A fraction as a whole number; a half becomes the even one. */
function roundedEven(above, below) {
  const [sign, size] = above < 0n ? [-1n, -above] : [1n, above];
  const [whole, rest] = [size / below, size % below];
  const isUp = 2n * rest > below || (2n * rest === below && whole % 2n === 1n);
  return Number(sign * (whole + (isUp ? 1n : 0n)));
}

/** The contestant that has won a table of a round; the first of those who share the place (C14, C27). */
export function winner(state, round, at) {
  const { players, result } = round.tables[at];
  const isCompared = ["mean", "median"].includes(state.opened.scoring);
  const place = ([seat]) => (isCompared
    ? -signOf(state) * (pointsOf(state, round, at, seat) ?? 0) : result?.ranks[seat] ?? 0);
  const best = state.game.sides[players.length].reduce((one, other) => (place(other) < place(one) ? other : one));
  return numberOf(state, players[best[0]]);
}
