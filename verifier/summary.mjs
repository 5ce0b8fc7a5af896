// A record in a few sentences. See verifier/summary.py.

import { SUMMARY } from "./tables.mjs";
import { say } from "./verdicts.mjs";

const ANSWERS = ["fails", "hand", "open", "holds"];

/** Sum up the verdicts on one record. Of a record that fails nothing is said to be shown. */
export function summary(verdicts) {
  const found = new Map(verdicts.map((each) => [each.check, each]));
  const holds = (check) => found.get(check)?.status === "holds";
  const count = (status) => verdicts.filter((each) => each.status === status).length;
  const answer = ANSWERS.find((status) => count(status) > 0) ?? "holds";
  const first = say(`summary-${answer}`, { count: count(answer) });
  const trust = found.get("key")?.sentence ?? null;
  const cannot = say(SUMMARY.cannot);
  if (answer === "fails") return { answer: first, trust, shown: [], rests: [], cannot };
  const shown = Object.entries(SUMMARY.shown).filter(([, checks]) => checks.every(holds));
  const rests = Object.entries(SUMMARY.rests).filter(([, [check, but]]) => (
    found.has(check) && (!holds(check) || but.includes(found.get(check).sentence.key))
  ));
  return {
    answer: first,
    trust,
    shown: shown.map(([key]) => say(key)),
    rests: [...rests.map(([key]) => say(key)), say(SUMMARY.always)],
    cannot,
  };
}
