// The notes of a person on a replay: written at moments, kept for this tab, saved as a file, and opened from one.

import { h } from "../vendor/preact.mjs";
import { useId, useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { LongField } from "../parts/fields.js";
import { save } from "../parts/saving.js";
import { read, tab, write } from "../storage.js";
import { LONGEST, noted, readNotes, written } from "./annotations.js";

/** @import { Notes } from "./annotations.js" */

const KEY = "fairdeal.notes";

/** @param {{ deal: string, length: number, at: number, onGo: (at: number) => void }} props */
export function OwnNotes({ deal, length, at, onGo }) {
  const [notes, setNotes] = useState(() => kept(deal, length));
  const [isUnread, setUnread] = useState(false);
  const id = useId();
  const change = (/** @type {Notes} */ changed) => {
    setNotes(changed);
    setUnread(false);
    write(tab(), KEY, written(deal, changed));
  };
  const open = async (/** @type {File | undefined} */ file) => {
    if (file === undefined) return;
    const found = await file.text().then((text) => readNotes(text, deal, length)).catch(() => null);
    if (found === null) setUnread(true);
    else change({ ...notes, ...found });
  };
  const lines = Object.entries(notes).map(([position, text]) => ({ position: Number(position), text }));
  return h(
    "section",
    { class: "notes", "aria-labelledby": "notes" },
    h("h2", { id: "notes" }, t("replay-notes-title")),
    h("p", { class: "hint" }, t("replay-notes-about")),
    lines.length > 0 && h("ol", { class: "lines" }, lines.map(({ position, text }) =>
      h("li", { key: position, "aria-current": position === at ? "step" : undefined },
        h("button", { type: "button", class: "link", onClick: () => onGo(position) }, t("replay-event", { at: position })), " ", h("span", { dir: "auto" }, text)))),
    h(LongField, { key: at, label: t("replay-notes-note", { at }), value: notes[at] ?? "", longest: LONGEST, onInput: (text) => change(noted(notes, at, text)) }),
    h(
      "p",
      { class: "row" },
      h(Button, { onPress: () => save(written(deal, notes), `notes-${deal}.json`), disabled: lines.length === 0 }, t("replay-notes-save")),
      h("input", {
        id, class: "unseen", type: "file", accept: "application/json,.json",
        onChange: (/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.currentTarget);
          void open(input.files?.[0]).then(() => (input.value = ""));
        },
      }),
      h("label", { for: id, class: "button" }, t("replay-notes-open")),
    ),
    h("p", { role: "alert" }, isUnread && t("replay-notes-unread")),
  );
}

/** The notes on a deal that this tab keeps.
 * @param {string} deal
 * @param {number} length
 * @returns {Notes}
 */
function kept(deal, length) {
  try {
    return readNotes(String(read(tab(), KEY)), deal, length);
  } catch {
    return {};
  }
}
