// The keys of a replay: arrows for events, with Shift for commands.

import { useLayoutEffect } from "../vendor/hooks.mjs";

/** @import { Player } from "./player.js" */

/** Elements that have a use for arrows themselves. */
const OWN = "input, select, textarea, [contenteditable], dialog";

/** Follow the keys while a replay is shown, from its first frame on.
 * @param {Player} player
 */
export function useKeys(player) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    function onKey(event) {
      const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(OWN) !== null) return;
      const steps = { ArrowRight: [player.next, player.nextCommand], ArrowLeft: [player.previous, player.previousCommand] };
      const step = steps[/** @type {keyof typeof steps} */ (key)]?.[shiftKey ? 1 : 0];
      if (step === undefined) return;
      event.preventDefault();
      step();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [player]);
}
