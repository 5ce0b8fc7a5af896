// The worth of each move of a deal: requested once, made by the service in steps. Shown as a list, or as
// puzzles.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { get, send, useAction } from "../api.js";
import { sleep } from "../runtime.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Refusal } from "../parts/refusal.js";
import { playerName } from "../cards.js";
import { Puzzles, blundersOf } from "./puzzles.js";
import { mayAnalyse } from "./source.js";
import { WHOLE, linesOf, percent, wordsOf } from "./worth.js";

/** @import { Schemas } from "../types.js" */
/** @import { Source } from "./source.js" */
/** @import { Line } from "./worth.js" */

/** @typedef {Schemas["Analysis"]} Made */
/** @typedef {Schemas["Review"]} Review */

/** How long to wait until the next look at an analysis that goes on, in ms. */
export const PAUSE = 700;
/** The same after a refusal, which may pass. */
const LONG_PAUSE = 3_000;
const HEIGHT = 120;
const STEP = 8;

/** @typedef {{ source: Source, at: number, onGo: (at: number) => void }} Props */

/** @param {Props} props */
export function Analysis({ source, at, onGo }) {
  const { deal, credential } = source;
  const options = { params: { deal }, credential };
  const [made, setMade] = useState(/** @type {Made | null} */ (null));
  const [asPuzzles, setAsPuzzles] = useState(false);
  const may = mayAnalyse(credential);
  const { run, busy, refusal } = useAction(async (/** @type {boolean} */ requests) => {
    setMade(await (requests ? send("post", "/v1/deals/{deal}/analysis", null, options) : get("/v1/deals/{deal}/analysis", options)));
  });
  useEffect(() => {
    let shown = true;
    if (made?.status === "running" && !busy) {
      void sleep(refusal === null ? PAUSE : LONG_PAUSE).then(() => shown && run(false));
    }
    return () => void (shown = false);
  }, [made, busy]);
  const isMissing = made === null || made.status === "failed";
  /** Whether there is a button for a form: not for the one that is shown, nor for puzzles where none are.
   * @param {boolean} puzzling
   */
  const isOffered = (puzzling) => isMissing || (
    made.status === "done" && puzzling !== asPuzzles && (!puzzling || blundersOf(made.reviews).length > 0)
  );
  /** @param {boolean} puzzling */
  function start(puzzling) {
    setAsPuzzles(puzzling);
    if (isMissing) void run(may);
  }
  return h(
    "section",
    { class: "replay-log", "aria-labelledby": "analysis" },
    h("h2", { id: "analysis" }, t("replay-analysis-title")),
    h("p", {}, t("replay-analysis-about")),
    h(Refusal, { refusal }),
    h("div", { class: "row" }, [false, true].filter(isOffered).map((puzzling) =>
      h(Button, { key: String(puzzling), onPress: () => start(puzzling), busy }, puzzling ? t("replay-puzzles-start") : t("replay-analysis-start")))),
    made?.status === "none" && h("p", {}, made.method === null ? t("replay-analysis-no-judge") : t("replay-analysis-needs")),
    made?.status === "running" &&
      h("p", {}, h("progress", { "aria-label": t("replay-analysis-title"), max: made.moves, value: made.done }), ` ${made.place ? t("replay-analysis-place", { count: made.place }) : t("replay-analysis-progress", { done: made.done, all: made.moves })}`),
    made?.status === "done" && (asPuzzles ? h(Puzzles, { reviews: made.reviews, source }) : h(Done, { made, source, at, onGo })),
  );
}

/** @param {Props & { made: Made }} props */
function Done({ made, source, at, onGo }) {
  const { game, table } = source;
  const here = made.reviews.find((each) => each.at === at);
  const notable = made.reviews.filter(({ verdict }) => verdict !== "best");
  const who = (/** @type {number} */ seat) => playerName(table, seat);
  const words = (/** @type {Review} */ review) => {
    const best = wordsOf(game, review.best);
    return `${who(review.seat)}: ${wordsOf(game, review.played)} – ${t(`replay-analysis-verdicts-${review.verdict}`)}${said(review, best)}`;
  };
  const said = (/** @type {Review} */ { verdict, loss, open_loss, played, best: { move } }, /** @type {string} */ best) => {
    if (verdict === "best") return "";
    const lost = t("replay-analysis-lost", { percent: percent(verdict === "unlucky" ? open_loss : loss) });
    return JSON.stringify(move) === JSON.stringify(played.move) || verdict === "unlucky" ? `, ${lost}` : `, ${lost}; ${t("replay-analysis-better", { move: best })}`;
  };
  return h(
    "div",
    {},
    linesOf(made.reviews, table.seats).map((line, _, all) => [
      all.length > 1 && h("h3", { key: `of ${line.seat}` }, who(line.seat)),
      h(Graph, { key: line.seat, name: who(line.seat), reviews: made.reviews, line, at, onGo }),
    ]),
    h("p", { role: "status" }, here === undefined ? t("replay-analysis-no-choice") : words(here)),
    notable.length === 0
      ? h("p", {}, t("replay-analysis-none"))
      : h("div", { class: "lines" }, h("ol", {}, notable.map((review) =>
          h("li", { key: review.at, class: review.verdict },
            h("button", { type: "button", "aria-current": review.at === at ? "step" : undefined, onClick: () => onGo(review.at) }, words(review)))))),
    h("p", { class: "hint" }, t("replay-analysis-method", { method: String(made.method) })),
  );
}

/** A line. A mark stands for a move; a large one for a blunder, or for the moment that is shown.
 * @param {{ name: string, reviews: readonly Review[], line: Line, at: number, onGo: (at: number) => void }} props
 */
function Graph({ name, reviews, line: { values }, at, onGo }) {
  const points = reviews.flatMap(({ at: event, verdict }, index) => {
    const value = values[index] ?? null;
    return value === null ? [] : [{ event, verdict, x: STEP * (index + 0.5), y: HEIGHT * (1 - value / WHOLE) }];
  });
  const width = STEP * Math.max(reviews.length, 1);
  return h(
    "svg",
    { class: "graph", viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("replay-analysis-graph", { name }) },
    h("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }),
    points.map(({ event, verdict, x, y }) =>
      h("circle", { key: event, class: verdict, cx: x, cy: y, r: verdict === "blunder" || event === at ? 3 : 1.5, onClick: () => onGo(event) })),
  );
}
