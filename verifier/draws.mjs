// The draw of a round: the lot that follows from the seeds, and the seats by the clauses of the format
// (C6 to C14, C21 of domain/tournaments/RULES.md).

import { EMPTY, bracket, cycle, inOrder, knockOut, neighbours, pairOf, roundRobin, sizes, swiss } from "./pairing.mjs";
import { below, commitment, dealKey, hex, joined, stream, taggedHash, u32, unhex } from "./recipe.mjs";
import { contestantsOf, numberOf, owing, standings, statusOf, stays, winner } from "./tournament.mjs";

const DRAW = "fairdeal/1/draw";
const SEEDS = "fairdeal/1/seeds";
/** The formats that admit no player after the first call (C2). */
export const CLOSED_FIELD = ["round_robin", "knock_out"];
export const BY_STANDINGS = ["by_standings", "swiss"];
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

/** The contestants of the round that is called; all, if seeds left fewer than two (C6, C8). */
export function entitled(state) {
  const [missing, field] = [new Set(owing(state)), fieldOf(state)];
  const there = field.filter((each) => !each.some((player) => missing.has(player)));
  return there.length >= 2 ? there : field;
}

/** Those who can be contestants of the round after the last one drawn, whatever their seeds. */
function fieldOf(state) {
  const { opened: { format }, rounds } = state;
  const last = rounds.findLast(({ drawn }) => drawn !== null);
  const staying = contestantsOf(state).filter((each) => stays(state, each));
  if (last === undefined || !CLOSED_FIELD.includes(format)) return staying;
  const known = format === "knock_out" ? through(state, last) : rounds[0].calledFor;
  return staying.filter(([first]) => known.has(first));
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
  if (number > 1 && BY_STANDINGS.includes(format)) {
    order = standings(state, lot).map(({ players: [first] }) => first);
  }
  order = order.filter((each) => present.has(each));
  const byes = byesIn(state);
  const filled = (groups) => (fill === null
    ? groups : { tables: [...groups.tables, ...groups.byes.map((each) => [each, EMPTY])], byes: [] });
  if (format === "swiss") return filled(swiss(order, metIn(state), byes));
  if (format === "round_robin") return filled(presentOf(roundRobin(await firstOrder(state, lot), number), present));
  if (format === "knock_out") return knockOut(await reached(state, present, lot));
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

/** The contestants of the first call in the order of the first lot; `lot`: the one of the round that is called. */
async function firstOrder(state, lot) {
  const [first] = state.rounds;
  const order = first.drawn === null ? lot : await lotOf(state, first, first.drawn.seed);
  return order.filter((each) => first.calledFor.has(each));
}

/** The contestants of a knock-out that go on after a round (C14). */
const through = (state, each) => (
  new Set([...each.tables.map((_, at) => winner(state, each, at)), ...each.drawn.byes])
);

/** The contestants in the slots of the bracket in the round that is called (C14). */
async function reached(state, here, lot) {
  let slots = bracket(await firstOrder(state, lot));
  for (const each of state.rounds.slice(0, -1)) {
    const on = through(state, each);
    slots = neighbours(slots).map((pair) => pair.find((one) => on.has(one)) ?? EMPTY);
  }
  return slots.map((each) => (here.has(each) ? each : EMPTY));
}

/** How often each contestant of a round robin meets each other one (C12). */
const cyclesOf = ({ opened: { rounds, most }, sides }) => (
  Math.max(1, Math.floor(rounds / Math.max(1, cycle(Math.floor(most / sides[0].length)))))
);

/** The contestants of each table that was drawn. */
const groupsIn = (state) => state.rounds.flatMap(({ tables }) => tables.map(({ players }) => (
  [...new Set(players.filter((each) => each !== 0).map((each) => numberOf(state, each)))]
)));

/** How often each had a bye, or only bots of the house as opponents (C8). */
const byesIn = (state) => countsOf([
  ...state.rounds.flatMap(({ drawn }) => drawn?.byes ?? []),
  ...groupsIn(state).filter(({ length }) => length === 1).flat(),
]);

/** How often two contestants have met. */
const metIn = (state) => countsOf(groupsIn(state).flatMap((numbers) => (
  numbers.flatMap((one, at) => numbers.slice(at + 1).map((other) => pairOf(one, other)))
)));

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
export function isDecided(state) {
  if (statusOf(state) !== "break") return false;
  if (state.rounds.length >= state.opened.rounds) return true;
  if (state.opened.format === "round_robin" && state.rounds.length >= cyclesOf(state) * cycle(state.rounds[0].calledFor.size)) {
    return true;
  }
  return fieldOf(state).length < 2;
}
