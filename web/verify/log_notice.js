// The notice that the log of the service is not the one that this browser has seen.

import { h, render } from "../vendor/preact.mjs";
import { loadTexts, t, tag } from "../language.js";
import { Button } from "../parts/button.js";
import { save } from "../parts/saving.js";
import { loadRest } from "../router.js";
import { read, tab, write } from "../storage.js";
import { compareLog, forget } from "./log_watch.js";

/** @import { Notice } from "./log_watch.js" */

const SESSION = "fairdeal.log_compared";

/** Compare the log, once a session. */
export async function watch() {
  if (read(tab(), SESSION) !== null) return;
  try {
    await notice();
    write(tab(), SESSION, true);
  } catch {
    // nothing answers now: the next page of this session compares it
  }
}

/** Show a notice above the page if there is one. */
async function notice() {
  const found = await compareLog();
  if (found === null) return;
  await Promise.all([loadRest(), loadTexts("records")]);
  const place = document.createElement("div");
  document.body.prepend(place);
  render(h(LogNotice, { found, onClose: () => place.remove() }), place);
}

/** @param {{ found: Notice, onClose: () => void }} props */
function LogNotice({ found, onClose }) {
  const text = found.status === "begun-anew"
    ? t("log-begun-anew", { ...found, date: new Date(found.date).toLocaleDateString(tag.value) })
    : t(`log-${found.status}`, { old: found.old, size: found.size });
  const close = () => {
    if (found.status === "begun-anew") forget(found.seen);
    onClose();
  };
  return h(
    "aside",
    { class: "refusal", "aria-label": t("log-title") },
    h("p", { role: "alert" }, text),
    h(
      "p",
      { class: "row" },
      found.status !== "begun-anew" && h(Button, { onPress: () => save(`${JSON.stringify(found.fork)}\n`, "forked-log.json") }, t("log-save")),
      h(Button, { onPress: close }, t("log-close")),
    ),
  );
}
