// Check that a series follows from its deals. The same as verifier/series.py, except for parts that
// need the rules of a game: the points of a deal, and when points end a series.

import {
  NOT_SOUND, failed, owedAtTheEnd, openedBy, steps,
} from "./following.mjs";
import { NotHere, NotYet, say, together } from "./verdicts.mjs";

const COUNTED = [
  "table.deal_abandoned", "table.deal_recorded", "table.deal_voided", "table.series_ended",
];

export function consequences(made) {
  let [remarks, isScored] = [[], false];
  for (const { each, after } of steps(made)) {
    if (after === null) {
      if (COUNTED.includes(each.type)) throw new NotYet(NOT_SOUND); // `score` fails there
      throw failed(each, null, say("finding-impossible"));
    }
    ({ remarks } = after);
    isScored ||= each.type === "table.deal_recorded";
  }
  if (remarks.length > 0) throw new NotYet(together([...new Set(remarks)]));
  const said = say("finding-in-order");
  if (isScored) {
    throw new NotHere(together([said, say("finding-points-end-unchecked")]));
  }
  return said;
}

export function score(made) {
  let [table, last] = [openedBy(made), null];
  for (const { each, after } of steps(made)) {
    if (after === null && COUNTED.includes(each.type)) {
      throw failed(each, null, say("finding-results-not-followed"));
    }
    if (after === null) throw new NotYet(NOT_SOUND);
    [table, last] = [after.table, each];
  }
  const owed = last === null ? undefined : owedAtTheEnd(table);
  if (owed !== undefined) throw failed(last, null, say("finding-should-follow", { event: owed }));
  const which = table.opened.test ? [say("finding-test-table")] : [];
  throw new NotHere(
    together([...which, say("finding-points-unchecked")]),
  );
}
