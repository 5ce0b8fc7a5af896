// The draw of a round: the lot that follows from the seeds, and the seats by the clauses of the format
// (C6 to C14, C21 of domain/tournaments/RULES.md).

import { EMPTY, bracket, cycle, inOrder, knockOut, neighbours, pairOf, roundRobin, sizes, swiss } from "./pairing.mjs";
import { below, commitment, dealKey, hex, joined, stream, taggedHash, u32, unhex } from "./recipe.mjs";
import { contestantsOf, numberOf, owing, standings, statusOf, stays, winner } from "./tournament.mjs";

const DRAW = "fairdeal/1/draw";
const SEEDS = "fairdeal/1/seeds";
/** The formats that admit no player after the first call (C2). */
export const CLOSED_FIELD = ["round_robin", "knock_out"];
export const TWO_AT_A_TABLE = ["round_robin", "swiss", "knock_out"];

const idOf = ({ tournament }) => unhex(tournament.replaceAll("-", ""));

/** The commitment to the seed of a round (role S) or of a player (role P, with index 0). */
export const committed = async (opened, role, index, seed) => (
  hex(await commitment(idOf(opened), role, index, unhex(seed)))
);

// --- The lot ----------------------------------------------------------------------------------------

const partsOf = (shown) => [...shown].sort((one, other) => one.number - other.number)
  .map(({ number, commitment: made, seed }) => joined(u32(number), unhex(made), unhex(seed)));

/** The digest of the seeds that players have shown in a round, which its boards bind (C23). */
export const seedsDigest = async (opened, { number, shown }) => (
  hex(await taggedHash(SEEDS, idOf(opened), u32(number), ...partsOf(shown)))
);

/** Whether the seed of a round is of the chain that a commitment, or an earlier seed, is of (C6). */
export async function leadsTo(known, opened, seed, number) {
  let link = seed;
  for (let index = number; index > 0; index -= 1) {
    link = await committed(opened, "P", index, link);
    if (link === known) return true;
  }
  return false;
}

/** All contestants in the order of the lot of a round (C7). */
async function lotOf(state, { number, shown }, seed) {
  const { opened } = state;
  const fixed = [idOf(opened), u32(number), unhex(opened.commitments[number - 1])];
  const agreed = await taggedHash(DRAW, ...fixed, ...partsOf(shown));
  const chance = stream(await dealKey(unhex(seed), agreed), DRAW);
  const order = contestantsOf(state).map(([first]) => first).sort((one, other) => one - other);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, chance);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The lot of the last round that was drawn; before the first one, the order of joining. */
export async function lastLot(state) {
  const last = state.rounds.findLast(({ drawn }) => drawn !== null);
  return last === undefined ? contestantsOf(state).map(([first]) => first) : lotOf(state, last, last.drawn.seed);
}

// --- The draw ---------------------------------------------------------------------------------------

/** The contestants of the round that is called (C8). */
export function entitled(state) {
  const missing = new Set(owing(state));
  return contestantsOf(state).filter((each) => stays(state, each) && !each.some((player) => missing.has(player)));
}

/** The draw of the round that is called; `fixed`: the tables of a director (C9). */
export async function draw(state, seed, fixed) {
  const called = state.rounds.at(-1);
  const here = entitled(state).map(([first]) => first);
  let [tables, byes] = [fixed, []];
  if (state.opened.format === "fixed") {
    const seated = new Set(fixed.flat());
    byes = here.filter((number) => !seated.has(number));
  } else {
    const groups = await groupsOf(state, here, await lotOf(state, called, seed));
    [tables, byes] = [seatsOf(state, groups.tables), groups.byes];
  }
  const known = new Map(contestantsOf(state).map((players) => [players[0], players]));
  return {
    round: called.number, seed, tables, byes: byes.flatMap((number) => known.get(number)), absent: owing(state),
  };
}

async function groupsOf(state, here, lot) {
  const { opened: { format, fill }, rounds } = state;
  const { number } = rounds.at(-1);
  const present = new Set(here);
  let order = lot;
  if (number > 1 && ["by_standings", "swiss"].includes(format)) {
    order = standings(state, lot).map(({ players: [first] }) => first);
  }
  order = order.filter((each) => present.has(each));
  const byes = countsOf(rounds.flatMap(({ drawn }) => drawn?.byes ?? []));
  const filled = (groups) => (fill === null
    ? groups : { tables: [...groups.tables, ...groups.byes.map((each) => [each, EMPTY])], byes: [] });
  if (format === "swiss") return filled(swiss(order, metIn(state), byes));
  if (format === "round_robin") {
    const first = number === 1 ? order : await firstOrder(state);
    return filled(presentOf(roundRobin(first, number), present));
  }
  if (format === "knock_out") return knockOut(number === 1 ? bracket(order) : await reached(state, present));
  const teams = new Map(order.map((each) => [each, state.players[each - 1].team]));
  return inOrder(order, tableSizes(state, order.length), byes, teams);
}

function countsOf(values) {
  const counts = new Map();
  for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

function tableSizes({ opened: { seats, fill, boards }, sides, game }, count) {
  const smaller = sides[0].length === 1 && boards === 0 && Object.hasOwn(game.sides, seats - 1);
  return sizes(count, sides.length, fill === null ? sides.length - (smaller ? 1 : 0) : 1);
}

/** The pairings without those who are not there; their opponents have a bye. */
function presentOf({ tables, byes }, here) {
  const isWhole = (group) => group.every((each) => here.has(each));
  const left = tables.filter((group) => !isWhole(group)).flat();
  return { tables: tables.filter(isWhole), byes: [...byes, ...left].filter((each) => here.has(each)) };
}

/** The contestants of the first round in the order of its lot. */
async function firstOrder(state) {
  const [first] = state.rounds;
  const seated = new Set([...first.tables.flatMap(({ players }) => players), ...first.drawn.byes]);
  return (await lotOf(state, first, first.drawn.seed)).filter((each) => seated.has(each));
}

/** The contestants in the slots of the bracket in the next round (C14). */
async function reached(state, here) {
  let slots = bracket(await firstOrder(state));
  for (const each of state.rounds.slice(0, -1)) {
    const through = new Set([...each.tables.map((_, at) => winner(state, each, at)), ...(each.drawn?.byes ?? [])]);
    slots = neighbours(slots).map((pair) => pair.find((one) => through.has(one)) ?? EMPTY);
  }
  return slots.map((each) => (here.has(each) ? each : EMPTY));
}

/** How often each contestant of a round robin meets each other one (C12). */
const cyclesOf = ({ opened: { rounds, most }, sides }) => (
  Math.max(1, Math.floor(rounds / Math.max(1, cycle(Math.floor(most / sides[0].length)))))
);

/** How often two contestants have met. */
const metIn = (state) => countsOf(state.rounds.flatMap(({ tables }) => tables.flatMap(({ players }) => {
  const numbers = [...new Set(players.filter((each) => each !== 0).map((each) => numberOf(state, each)))];
  return numbers.flatMap((one, at) => numbers.slice(at + 1).map((other) => pairOf(one, other)));
})));

/** The players of tables by seats: each contestant takes the seats of a side. */
function seatsOf(state, groups) {
  const { opened: { seats: all, fill }, sides: [first], game } = state;
  const known = new Map(contestantsOf(state).map((players) => [players[0], players]));
  const isFull = fill !== null || first.length > 1;
  return groups.map((group) => {
    const players = Array(isFull ? all : group.length).fill(EMPTY);
    game.sides[players.length].forEach((side, at) => {
      const contestant = known.get(group[at]) ?? [];
      contestant.forEach((player, place) => {
        players[side[place]] = player;
      });
    });
    return players;
  });
}

/** Whether no further round can be drawn: the last was played, or one is left (C21). */
export async function isDecided(state) {
  if (statusOf(state) !== "break") return false;
  if (state.rounds.length >= state.opened.rounds) return true;
  if (state.opened.format === "round_robin" && state.rounds.length >= cyclesOf(state) * cycle((await firstOrder(state)).length)) {
    return true;
  }
  if (state.opened.format === "knock_out") {
    const called = { number: state.rounds.length + 1, drawn: null, tables: [], shown: [], boards: [] };
    const next = { ...state, rounds: [...state.rounds, called] };
    const here = new Set(contestantsOf(state).filter((each) => stays(state, each)).map(([number]) => number));
    return (await reached(next, here)).filter((each) => each !== EMPTY).length <= 1;
  }
  return contestantsOf(state).filter((each) => stays(state, each)).length <= 1;
}
