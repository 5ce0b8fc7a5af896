// Check the boards of a tournament: the same cards and the true results at every table. The same as
// verifier/boards.py.

import { soundCourse } from "./course.mjs";
import { seenTables } from "./drawn.mjs";
import { SECOND, failed } from "./following.mjs";
import { equal } from "./forms.mjs";
import { ByHand, NotHere, NotYet, Nothing, eventsOf, say } from "./verdicts.mjs";

/** By how much the clocks of the processes that record may differ, in µs. */
const SLACK = 5 * SECOND;

/** The tables of a round had the same board, with the results that its reveal records. */
export async function boards(made) {
  const state = await soundCourse(made);
  if (state.opened.boards === 0) throw new Nothing(say("finding-no-boards"));
  const sights = await seenTables(made);
  const seen = new Map(sights.map((each) => [each.table, each]));
  const revealed = eventsOf(made).filter(({ type }) => type === "tournament.board_revealed");
  const found = revealed.map((each) => seeBoard(state, each, seen));
  const sum = (name) => found.reduce((total, each) => total + each[name], 0);
  const said = say("finding-boards", { boards: revealed.length, results: sum("results"), decks: sum("decks") });
  if (state.opened.test) throw new ByHand(say("finding-test-tournament", { said }));
  if (sum("missing") === 0) return said;
  const open = say("finding-boards-missing", { missing: sum("missing") });
  const isHere = sights.every(({ isChecked }) => isChecked !== false);
  throw new (isHere ? NotYet : NotHere)(say("finding-left-open", { said, open }));
}

/** Compare a board that counts at all tables of its round. */
function seeBoard(state, each, seen) {
  const { round, number: which, seed, results } = each.data;
  const found = { results: 0, decks: 0, missing: 0 };
  if (results.length === 0) return found;
  const committed = state.opened.board_commitments[(round - 1) * state.opened.boards + which - 1];
  let root = null;
  for (const [at, { table }] of state.rounds[round - 1].tables.entries()) {
    const known = seen.get(table);
    if (known === undefined || known.failure !== undefined || known.open !== undefined) {
      found.missing += 1;
      continue;
    }
    const board = known.boards.find(({ number }) => number === which);
    const fail = (key, field) => failed(each, field, say(`finding-board-${key}`, { number: at + 1 }));
    if (!equal(results[at], board?.points ?? [])) throw fail("result", "results");
    found.results += 1;
    if (board === undefined) continue;
    if (board.at > each.at + SLACK) throw fail("early", "at");
    if (board.root === null) {
      found.missing += 1;
      continue;
    }
    if (board.commitment !== committed || (board.seed ?? seed) !== seed) throw fail("seed", "deal.seed");
    if (board.root !== (root ?? board.root)) throw fail("deck", "deal.root");
    root = board.root;
    found.decks += 1;
  }
  return found;
}
