// Where files are dropped or chosen. They stay in this browser: nothing is sent.

import { h } from "../vendor/preact.mjs";
import { useEffect, useId, useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { kindOf, readFiles } from "./files.js";

/** @import { Given } from "./files.js" */
/** @typedef {(files: readonly Given[]) => readonly Given[]} Change */

/**
 * @param {object} props
 * @param {readonly Given[]} props.files
 * @param {(change: Change) => void} props.onFiles Called with what to make of the files there are by then.
 */
export function Drop({ files, onFiles }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [unread, setUnread] = useState(/** @type {readonly string[]} */ ([]));
  const add = async (/** @type {Iterable<File>} */ chosen) => {
    const found = await readFiles(chosen);
    const names = new Set(found.read.map(({ name }) => name));
    setUnread(found.unread);
    onFiles((before) => [...before.filter(({ name }) => !names.has(name)), ...found.read]);
  };
  useEffect(() => {
    /** @param {DragEvent} event */
    function onDrag(event) {
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") void add(event.dataTransfer?.files ?? []);
    }
    const kinds = /** @type {const} */ (["dragover", "dragleave", "drop"]);
    for (const kind of kinds) addEventListener(kind, onDrag);
    return () => kinds.forEach((kind) => removeEventListener(kind, onDrag));
  });
  return h(
    "div",
    { class: over ? "drop over" : "drop" },
    h("input", {
      id,
      class: "unseen",
      type: "file",
      multiple: true,
      onChange: (/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.currentTarget);
        void add([...(input.files ?? [])]).then(() => (input.value = ""));
      },
    }),
    h("label", { for: id, class: "button" }, t("verify-drop")),
    h("p", { class: "hint" }, t("verify-drop-hint")),
    h("p", { role: "alert" }, unread.length > 0 && t("verify-unread", { names: unread.join(", ") })),
    files.length > 0 &&
      h(
        "ul",
        { class: "files" },
        files.map((file) =>
          h(
            "li",
            { key: file.name },
            `${t(`verify-kinds-${kindOf(file)}`)}: ${file.name} `,
            h(Button, { onPress: () => onFiles((before) => before.filter((each) => each !== file)), label: t("verify-remove-file", { name: file.name }) }, t("verify-remove")),
          ),
        ),
      ),
  );
}
