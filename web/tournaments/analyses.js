// The analyses of a board: what each player missed, table by table.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { Problem, get, send, useAction } from "../api.js";
import { sleep } from "../runtime.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Refusal } from "../parts/refusal.js";
import { PAUSE } from "../replay/analysis.js";
import { blundersOf } from "../replay/puzzles.js";
import { REFUSED, mayAnalyse } from "../replay/source.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["Analysis"]} Analysis */
/** @typedef {ReadonlyMap<string, Analysis>} Analyses By deals. */

/** The analyses of the deals of a board, as far as they are made: one after the other, when the reader asks.
 * @param {Schemas["Board"]["results"]} results
 * @param {string | null} credential
 */
export function useAnalyses(results, credential) {
  const [made, setMade] = useState(/** @type {Analyses} */ (new Map()));
  const shown = useRef(true);
  useEffect(() => () => void (shown.current = false), []);
  const deals = results.flatMap(({ deal }) => deal ?? []);
  const { run, busy, refusal } = useAction(async () => {
    const known = new Map(made);
    for (const deal of deals.filter((each) => known.get(each)?.status !== "done")) {
      const options = { params: { deal }, credential };
      let found = mayAnalyse(credential) ? await send("post", "/v1/deals/{deal}/analysis", null, options) : await get("/v1/deals/{deal}/analysis", options);
      while (shown.current && found.status === "running") {
        setMade(new Map(known.set(deal, found)));
        await sleep(PAUSE);
        found = await get("/v1/deals/{deal}/analysis", options);
      }
      if (!shown.current) return;
      setMade(new Map(known.set(deal, found)));
    }
  });
  return { made, deals, run, busy, refusal };
}

/** The button that asks, and how far the answer is.
 * @param {ReturnType<typeof useAnalyses>} props
 */
export function Asking({ made, deals, run, busy, refusal }) {
  const all = [...made.values()];
  const running = all.find(({ status }) => status === "running");
  const done = all.filter(({ status }) => status === "done").length;
  if (refusal instanceof Problem && REFUSED.includes(refusal.status)) return h("p", { role: "status" }, t("evening-not-shown"));
  if (all.some(({ method }) => method === null)) return h("p", { role: "status" }, t("replay-analysis-no-judge"));
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    done < deals.length && h(Button, { onPress: () => run(), busy }, t("evening-analyse")),
    running !== undefined && h("p", {}, h("progress", { "aria-label": t("replay-analysis-title"), max: running.moves, value: running.done }), " ", t("evening-analysed", { done, all: deals.length })),
    !busy && all.some(({ status }) => status === "none") && h("p", { role: "status" }, t("evening-analysis-needs")),
  );
}

/** The mistakes of a seat in a deal; a blunder is a link to the worst one.
 * @param {{ analysis: Analysis, seat: number }} props
 */
export function Mistakes({ analysis: { deal, reviews }, seat }) {
  const own = reviews.filter((review) => review.seat === seat);
  const blunders = blundersOf(own), inaccuracies = own.filter(({ verdict }) => verdict === "inaccuracy");
  const [worst] = blunders.toSorted((one, other) => other.loss - one.loss);
  if (blunders.length + inaccuracies.length === 0) return h("small", { class: "mistakes" }, t("evening-no-mistake"));
  return h(
    "small",
    { class: "mistakes" },
    worst !== undefined && h("a", { href: `/replay/${deal}/${worst.at}/full` }, t("evening-blunders", { count: blunders.length })),
    worst !== undefined && inaccuracies.length > 0 && ", ",
    inaccuracies.length > 0 && t("evening-inaccuracies", { count: inaccuracies.length }),
  );
}
