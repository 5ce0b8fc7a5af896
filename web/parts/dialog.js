// A modal dialog: focus goes into it and returns to where it was. Escape closes it, and so does a tap beside it,
// unless there is something to fill in.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "./button.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/**
 * @param {object} props
 * @param {string} props.title
 * @param {() => void} props.onClose
 * @param {ComponentChildren} [props.children]
 */
export function Dialog({ title, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onClick = (/** @type {MouseEvent} */ { target, clientX: x, clientY: y }) => {
    const shown = dialog.current;
    if (target !== shown || shown === null || shown.querySelector("form") !== null) return;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) onClose();
  };
  return h(
    "dialog",
    { ref: dialog, "aria-label": title, onClose, onClick },
    h("h2", {}, title),
    children,
    h("p", { class: "row end" }, h(Button, { onPress: onClose }, t("common-close"))),
  );
}
