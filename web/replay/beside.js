// Replays of the same cards side by side. They step together, move by move.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { announce } from "../parts/frame.js";
import { Icon } from "../parts/icon.js";
import { sentence } from "../table/sentences.js";
import { Position } from "./moment.js";
import { eventAt } from "./timeline.js";

/** @import { Source } from "./source.js" */
/** @import { Timeline } from "./timeline.js" */

/** @typedef {{ source: Source, timeline: Timeline, name: string }} Side */

/** @param {{ sides: readonly Side[], alike: number }} props `alike`: the first moves that are the same on all sides. */
export function Beside({ sides, alike }) {
  const last = Math.max(...sides.map(({ timeline }) => timeline.explanations.size));
  const start = alike === last ? 0 : alike;
  const [moves, setMoves] = useState(start);
  /** @param {number} to */
  function step(to) {
    setMoves(to);
    announce(sides.map((side) => `${side.name}: ${nextMove(side, to)}`).join(" "));
  }
  return h(
    "div",
    { class: "beside" },
    h("div", { class: "pair" }, sides.map((side) => h(
      "section",
      { key: side.timeline.deal, "aria-label": side.name },
      h("h3", {}, h("a", { href: `/replay/${side.timeline.deal}/${afterMoves(side.timeline, moves)}/full` }, side.name)),
      h("p", {}, nextMove(side, moves)),
      h(Position, { timeline: side.timeline, at: afterMoves(side.timeline, moves), game: side.source.game, table: side.source.table }),
    ))),
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("replay-steps") },
      h(Button, { onPress: () => step(moves - 1), disabled: moves === 0, label: t("replay-previous-move") }, h(Icon, { name: "previousMove" })),
      h(Button, { look: "main", onPress: () => step(moves + 1), disabled: moves === last, label: t("replay-next-move") }, h(Icon, { name: "nextMove" })),
      start > 0 && h(Button, { onPress: () => step(start), disabled: moves === start }, t("evening-to-parting")),
      h("output", {}, t("evening-moves-of", { moves, all: last })),
    ),
  );
}

/** The move that follows so many moves, in words.
 * @param {Side} side
 * @param {number} moves
 */
function nextMove({ source: { game, table }, timeline }, moves) {
  const event = eventAt(timeline, afterMoves(timeline, moves) + 1);
  return event === null || moves >= timeline.explanations.size ? t("evening-played-out") : t("evening-next-move", { move: sentence(game, table, event) });
}

/** The last event before the next move after so many moves.
 * @param {Timeline} timeline
 * @param {number} moves
 */
export function afterMoves({ explanations, length }, moves) {
  const next = [...explanations.keys()][moves];
  return next === undefined ? length : next - 1;
}
