// The menu and the panel lie over a table: Escape closes them, and so does a tap beside them.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Button } from "../parts/button.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** The top of the panel.
 * @param {{ session: Session, table: Schemas["Table"] }} props
 */
export function Top({ session, table }) {
  useEffect(watchOutside, []);
  return [
    h(Button, { key: "close", onPress: close }, t("common-close")),
    session.kind !== "seat" && session.kind !== "invite" && h("p", { key: "watching", class: "hint" }, t("table-watching"), table.watch_delay > 0 && ` ${t("table-watching-late", { seconds: table.watch_delay })}`),
  ];
}

/** The button of what is open.
 * @returns {HTMLElement | null}
 */
const opener = () => document.querySelector(".bar > [aria-expanded='true']");

/** Close it, and go back to its button. */
function close() {
  const button = opener();
  button?.click();
  button?.focus();
}

/** Watch for that, until the function is called that is returned. */
function watchOutside() {
  const onKeyDown = (/** @type {KeyboardEvent} */ { key }) => {
    if (key === "Escape" && document.querySelector("dialog[open]") === null) close();
  };
  // the stage lies under a sheet of glass meanwhile: the tap plays no card
  const onClick = (/** @type {MouseEvent} */ { target }) => {
    if (target instanceof Element && target.closest(".stage") !== null) opener()?.click();
  };
  addEventListener("keydown", onKeyDown);
  addEventListener("click", onClick);
  return () => {
    removeEventListener("keydown", onKeyDown);
    removeEventListener("click", onClick);
  };
}
