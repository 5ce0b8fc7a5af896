// Buttons, and links that look like buttons.

import { h } from "../vendor/preact.mjs";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/**
 * A button. While its action is on, it stays focusable and does nothing.
 * @param {object} props
 * @param {() => void} [props.onPress] Nothing for the button that sends its form.
 * @param {"plain" | "main" | "danger" | "value"} [props.look]
 * @param {boolean} [props.busy]
 * @param {boolean} [props.disabled]
 * @param {boolean} [props.pressed] Of a button that is on or off.
 * @param {string} [props.label] The name, if the content does not say it.
 * @param {ComponentChildren} [props.children]
 */
export function Button({ onPress, look = "plain", busy, disabled, pressed, label, children }) {
  const unable = busy === true || disabled === true;
  return h(
    "button",
    {
      type: onPress === undefined ? "submit" : "button",
      class: `button ${look}`,
      "aria-disabled": unable ? "true" : undefined,
      "aria-busy": busy ? "true" : undefined,
      "aria-pressed": pressed,
      "aria-label": label,
      onClick: (/** @type {Event} */ event) => {
        if (unable) event.preventDefault();
        else onPress?.();
      },
    },
    children,
  );
}
