// Files that the browser saves.

import { h } from "../vendor/preact.mjs";
import { Unreachable, address, problemIn, useAction, usualHeaders } from "../api.js";
import { after } from "../runtime.js";
import { Button } from "./button.js";
import { Refusal } from "./refusal.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Options } from "../types.js" */

/** How long the address of a saved file is kept, in ms. */
const KEPT = 60_000;

/** Have the browser save a file.
 * @param {string | Blob} content
 * @param {string} name
 * @param {string} [type] The media type of a text.
 */
export function save(content, name, type = "application/json") {
  const href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  after(KEPT, () => URL.revokeObjectURL(href));
}

/** A button that saves an answer of the service as it is.
 * @param {{ path: string, options: Options, type: string, name: string, children?: ComponentChildren }} props
 */
export function SaveButton({ path, options, type, name, children }) {
  const { run, busy, refusal } = useAction(async () => {
    const headers = { ...usualHeaders(options.credential), Accept: type };
    const answer = await fetch(address(path, options), { headers }).catch((cause) => {
      throw new Unreachable(cause);
    });
    if (!answer.ok) throw await problemIn(answer);
    save(await answer.blob(), name);
  });
  return [h(Refusal, { key: "refusal", refusal }), h(Button, { key: "save", onPress: () => void run(), busy }, children)];
}
