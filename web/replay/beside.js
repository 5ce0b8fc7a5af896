// Replays of the same cards side by side. They step together, move by move.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Position } from "./moment.js";

/** @import { Source } from "./source.js" */
/** @import { Timeline } from "./timeline.js" */

/** @typedef {{ source: Source, timeline: Timeline, name: string }} Side */

/** @param {{ sides: readonly Side[], alike: number }} props `alike`: the first moves that are the same on all sides. */
export function Beside({ sides, alike }) {
  const last = Math.max(...sides.map(({ timeline }) => timeline.explanations.size));
  const [moves, setMoves] = useState(alike);
  return h(
    "div",
    { class: "beside" },
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("replay-steps") },
      h(Button, { onPress: () => setMoves(moves - 1), disabled: moves === 0 }, t("replay-previous-move")),
      h(Button, { look: "main", onPress: () => setMoves(moves + 1), disabled: moves === last }, t("replay-next-move")),
      h(Button, { onPress: () => setMoves(alike), disabled: moves === alike }, t("evening-to-parting")),
      h("output", {}, t("evening-moves-of", { moves, all: last })),
    ),
    h("div", { class: "pair" }, sides.map(({ source: { game, table }, timeline, name }) => h(
      "section",
      { key: table.id, "aria-label": name },
      h("h3", {}, name),
      h(Position, { timeline, at: afterMoves(timeline, moves), game, table }),
    ))),
  );
}

/** The last event before the next move after so many moves.
 * @param {Timeline} timeline
 * @param {number} moves
 */
export function afterMoves({ explanations, length }, moves) {
  const next = [...explanations.keys()][moves];
  return next === undefined ? length : next - 1;
}
