// The shuffle of a record step by step, and its replay if the file has the views.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { readReplay } from "../replay/file.js";
import { Replay } from "../replay/replay.js";
import { timeline } from "../replay/timeline.js";
import { prepare } from "../../verifier/verify.mjs";
import { Button } from "../parts/button.js";
import { save } from "../parts/saving.js";
import { kindOf, textOf } from "./files.js";
import { recordName, recordOf } from "./run.js";
import { recordedIn, shuffled } from "./shuffle.js";
import { ShuffleSteps } from "./shuffle_steps.js";

/** @import { VNode } from "../vendor/preact.mjs" */
/** @import { Given } from "./files.js" */

/** @param {{ file: Given }} props */
export function Inside({ file }) {
  const [shown, setShown] = useState(/** @type {VNode | null} */ (null));
  useEffect(() => setShown(null), [file]);
  const show = async (/** @type {() => Promise<VNode>} */ make) => {
    setShown(await make());
  };
  return h(
    "div",
    {},
    h(
      "p",
      { class: "row" },
      h(Button, { onPress: () => void show(() => shuffleOf(file)) }, t("verify-show-shuffle")),
      kindOf(file) === "replay" &&
        h(Button, { onPress: () => void show(async () => h(ReplayOf, { file })) }, t("verify-show-replay")),
      h(Button, { onPress: () => save(textOf(recordOf(file)), recordName(file)) }, t("verify-save-record")),
    ),
    shown,
  );
}

/** The shuffle in a record.
 * @param {Given} file
 */
async function shuffleOf(file) {
  const recorded = await recordedIn(await prepare(recordOf(file).content));
  const made = recorded?.inputs ? await shuffled(recorded.inputs) : null;
  return h(ShuffleSteps, { recorded, made });
}

/** The replay in a file.
 * @param {{ file: Given }} props
 */
function ReplayOf({ file }) {
  const { table, game, views } = readReplay(textOf(file));
  const timelines = views.map(timeline);
  const known = timelines.map(({ view }) => view);
  const [eyes, setEyes] = useState(known[0] ?? "");
  const [made] = timelines.filter(({ view }) => view === eyes);
  if (made === undefined) return null;
  return h(Replay, { timeline: made, eyes, known, table, game, decided: null, start: 1, onEyes: setEyes });
}
