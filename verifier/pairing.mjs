// How the contestants of a round are divided among tables: clauses C5 and C8 to C14 of
// domain/tournaments/RULES.md. A contestant is a number; EMPTY is a place that bots of the house fill.

export const EMPTY = 0;
/** The choices that are tried for a round of a Swiss without, and then with more, repetitions. */
const STEPS = 20_000;

/** The larger of numbers that may be many; a default where there are none. */
const most = (numbers, none) => numbers.reduce((one, other) => Math.max(one, other), none);

/** The places of each table, and how many contestants are left over (C8). */
export function sizes(count, size, least) {
  for (let over = 0; over < count; over += 1) {
    const playing = count - over;
    const tables = Math.ceil(playing / size);
    const [each, more] = [Math.floor(playing / tables), playing % tables];
    if (each >= least) return { tables: Array.from({ length: tables }, (_, at) => each + (at < more ? 1 : 0)), over };
  }
  return { tables: [], over: count };
}

/** The contestants who play, and those with a bye: the fewest byes before, the last of the draw (C8). */
function withoutByes(order, over, byes) {
  const count = (row) => byes.get(order[row]) ?? 0;
  const rows = order.map((_, row) => row).sort((one, other) => count(one) - count(other) || other - one);
  const out = new Set(rows.slice(0, over).map((row) => order[row]));
  return [order.filter((each) => !out.has(each)), order.filter((each) => out.has(each))];
}

// --- Tables in the order of the draw ----------------------------------------------------------------

/** Tables in the order of the draw, the players of one team apart (C5, C10, C11). */
export function inOrder(order, { tables, over }, byes, teams) {
  const [playing, out] = withoutByes(order, over, byes);
  return { tables: apart(playing, tables, teams), byes: out };
}

/** The first who fits is seated next; who would meet a team mate waits for a later table. */
function apart(order, tables, teams) {
  const waiting = [...order];
  let groups = tables.map((size) => {
    const group = [];
    for (let place = 0; place < size; place += 1) {
      const here = teamsOf(group, teams);
      const at = waiting.findIndex((each) => !here.has(teams.get(each)));
      group.push(...waiting.splice(Math.max(at, 0), 1));
    }
    return group;
  });
  exchange(groups, teams);
  const known = counted(order.map((each) => teams.get(each)));
  const small = new Map(order.map((each) => [each, teams.get(each)])
    .filter(([, team]) => known.get(team) <= tables.length));
  if (groups.some((group) => clashes(group, small))) groups = dealtByTeams(order, tables, teams, known);
  return groups;
}

function counted(values) {
  const counts = new Map();
  for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

const teamsOf = (group, teams) => new Set(group.map((each) => teams.get(each)).filter((team) => team !== null));

function fits(one, group, teams) {
  const team = teams.get(one) ?? null;
  return team === null || group.every((other) => teams.get(other) !== team);
}

const clashes = (group, teams) => group.some((one, at) => !fits(one, group.slice(0, at), teams));

const without = (group, at) => group.filter((_, place) => place !== at);

/** Exchange who meets a team mate for the nearest contestant with whom no team mates meet. */
function exchange(groups, teams) {
  const chairs = groups.flatMap((group, table) => group.map((_, seat) => [table, seat]));
  const tablesOf = counted(groups.flatMap((group) => [...teamsOf(group, teams)]));
  const count = (group, by) => {
    for (const team of teamsOf(group, teams)) tablesOf.set(team, (tablesOf.get(team) ?? 0) + by);
  };
  for (let at = chairs.length - 1; at >= 0; at -= 1) {
    const [table, seat] = chairs[at];
    const group = groups[table];
    const isEverywhere = (tablesOf.get(teams.get(group[seat]) ?? "") ?? 0) === groups.length;
    if (isEverywhere || fits(group[seat], group.slice(0, seat), teams)) continue;
    const near = chairs.map((_, other) => other)
      .sort((one, other) => Math.abs(one - at) - Math.abs(other - at) || one - other);
    for (const other of near) {
      const [there, chair] = chairs[other];
      if (there === table) continue;
      const theirs = groups[there];
      if (fits(theirs[chair], without(group, seat), teams) && fits(group[seat], without(theirs, chair), teams)) {
        for (const each of [group, theirs]) count(each, -1);
        [group[seat], theirs[chair]] = [theirs[chair], group[seat]];
        for (const each of [group, theirs]) count(each, 1);
        break;
      }
    }
  }
}

/** Team by team, the largest first, each contestant to the next table with a free seat. */
function dealtByTeams(order, tables, teams, known) {
  const rank = new Map(order.map((each, at) => [each, at]));
  const keys = (each) => [teams.get(each) === null ? 1 : 0, -known.get(teams.get(each))];
  const line = [...order].sort((one, other) => {
    const [mine, yours] = [keys(one), keys(other)];
    return mine[0] - yours[0] || mine[1] - yours[1]
      || byCodePoints(teams.get(one) ?? "", teams.get(other) ?? "") || rank.get(one) - rank.get(other);
  });
  const groups = tables.map(() => []);
  const rows = Array.from({ length: most(tables, 0) }, (_, row) => row);
  const cells = rows.flatMap((row) => tables.flatMap((size, at) => (row < size ? [at] : [])));
  cells.forEach((at, place) => groups[at].push(line[place]));
  return groups;
}

/** The order of two texts by their characters, wherever these stand in Unicode. */
function byCodePoints(one, other) {
  const [mine, yours] = [one, other].map((text) => Array.from(text, (each) => each.codePointAt(0)));
  for (const [at, each] of mine.entries()) {
    if (at >= yours.length) return 1;
    if (each !== yours[at]) return each - yours[at];
  }
  return mine.length - yours.length;
}

// --- Two at a table ---------------------------------------------------------------------------------

const inTwos = (line) => Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at], line[2 * at + 1]]);

/** The rounds in which each of so many contestants meets each other one. */
export const cycle = (count) => Math.max(0, count - 1 + (count % 2));

/** The pairings of a round by the circle method; a second cycle exchanges the seats (C12). */
export function roundRobin(lot, number) {
  const circle = lot.length % 2 ? [...lot, EMPTY] : [...lot];
  if (circle.length < 2) return { tables: [], byes: [...lot] };
  const length = cycle(lot.length);
  const [before, turn] = [Math.floor((number - 1) / length), (number - 1) % length];
  const rest = circle.slice(1);
  const line = [circle[0], ...rest.slice(rest.length - turn), ...rest.slice(0, rest.length - turn)];
  const pairs = line.slice(0, line.length / 2).map((one, at) => {
    const other = line[line.length - 1 - at];
    return (at + turn + before) % 2 === 0 ? [one, other] : [other, one];
  });
  return {
    tables: pairs.filter((pair) => !pair.includes(EMPTY)),
    byes: pairs.filter((pair) => pair.includes(EMPTY)).map(([one, other]) => one || other),
  };
}

/** The first round of a knock-out: neighbours meet, and byes come first (C14). */
export function bracket(lot) {
  let size = 2;
  while (size < lot.length) size *= 2;
  const byes = size - lot.length;
  return [...lot.slice(0, byes).flatMap((each) => [each, EMPTY]), ...lot.slice(byes)];
}

/** The pairings of the slots of a bracket. */
export function knockOut(slots) {
  const pairs = inTwos(slots);
  return {
    tables: pairs.filter((pair) => !pair.includes(EMPTY)),
    byes: pairs.filter(([one, other]) => (one === EMPTY) !== (other === EMPTY)).map(([one, other]) => one || other),
  };
}

/** The neighbours in the bracket. */
export const neighbours = inTwos;

/** The name of two contestants, in any order. */
export const pairOf = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** Neighbours of the standings who have not met, by the Monrad method (C13). */
export function swiss(order, met, byes) {
  const [playing, out] = withoutByes(order, order.length % 2, byes);
  const times = most([...met.values()], 0);
  for (let allowed = 0; allowed < times; allowed += 1) {
    const pairs = paired(playing, (one, other) => (met.get(pairOf(one, other)) ?? 0) <= allowed);
    if (pairs !== null) return { tables: pairs, byes: out };
  }
  return { tables: inTwos(playing), byes: out };
}

/** The first complete pairing that a search in depth finds in STEPS choices; null: it finds none. */
function paired(order, mayMeet) {
  const [free, pairs, tried] = [[...order], [], [0]];
  for (let step = 0; step < STEPS + order.length; step += 1) {
    if (free.length === 0) return pairs;
    const one = free[0];
    let at = Math.max(1, tried.at(-1) + 1);
    while (at < free.length && !mayMeet(one, free[at])) at += 1;
    if (at < free.length) {
      tried[tried.length - 1] = at;
      tried.push(0);
      pairs.push([one, free[at]]);
      free.splice(at, 1);
      free.shift();
      continue;
    }
    if (pairs.length === 0) return null;
    tried.pop();
    const [first, second] = pairs.pop();
    free.unshift(first);
    free.splice(tried.at(-1), 0, second);
  }
  return null;
}
