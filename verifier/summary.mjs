// A record in a few sentences. See verifier/summary.py.

import { SUMMARY } from "./tables.mjs";
import { say } from "./verdicts.mjs";

const ANSWERS = ["fails", "hand", "open", "holds"];

/** Sum up the comparison of two records: which is genuine, where they part, how it is known. */
export function rivalsSummary(verdicts) {
  const { agree, signed, settled } = Object.fromEntries(verdicts.map((each) => [each.check, each]));
  const shown = [];
  let answer = say("rivals-same", { why: agree.sentence });
  if (agree.status !== "holds") {
    const { position: event, field, sentence: what } = agree;
    shown.push(say("rivals-part", { event, before: event - 1, field, what }));
    answer = genuine(settled);
  }
  if (settled !== undefined) shown.push(say("rivals-known", { why: settled.sentence }));
  if (signed?.status === "fails") shown.push(signed.sentence);
  return { answer, trust: null, shown, rests: [], cannot: say("rivals-cannot") };
}

/** Which of two records is genuine, as the log settles it. */
function genuine({ status, sentence }) {
  if (status !== "holds") return say(status === "fails" ? "rivals-both" : "rivals-open");
  const { name, absent } = sentence.values;
  return say("rivals-genuine", { name, absent });
}

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
  const unchecked = Object.entries(SUMMARY.unchecked).filter(([, check]) => found.get(check)?.status === "open");
  const counted = Object.entries(SUMMARY.counted)
    .map(([key, [check, name]]) => [key, holds(check) ? found.get(check).sentence.values[name] : 0])
    .filter(([, number]) => number > 0);
  return {
    answer: first,
    trust,
    shown: shown.map(([key]) => say(key)),
    rests: [
      ...[...unchecked, ...rests].map(([key]) => say(key)),
      ...counted.map(([key, number]) => say(key, { count: number })),
      say(SUMMARY.always),
    ],
    cannot,
  };
}
