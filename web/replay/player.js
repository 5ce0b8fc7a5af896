// The state of a replay that is shown: the moment, whose eyes, the preview, and what may be known.

import { batch, computed, signal } from "../vendor/signals.mjs";
import { device, read, write } from "../storage.js";
import { dealAt, eventAt, explanationAt, horizon, nextCommand, previousCommand, within } from "./timeline.js";

/** @import { Timeline } from "./timeline.js" */

const KEY = "fairdeal.replay";

/** @typedef {ReturnType<typeof player>} Player */

/** A player of a replay.
 * @param {Timeline} first
 * @param {number} start The event at which it begins.
 */
export function player(first, start) {
  const timeline = signal(first);
  const at = signal(within(first, start));
  const furthest = signal(at.value);
  const hideEnd = signal(read(device(), KEY) === "hide");
  const preview = signal(/** @type {number | null} */ (null));
  const shown = computed(() => preview.value ?? at.value);
  const last = computed(() => horizon(timeline.value, { hideEnd: hideEnd.value, furthest: furthest.value }));

  /** @param {number} position */
  function go(position) {
    batch(() => {
      at.value = within(timeline.value, position);
      furthest.value = Math.max(furthest.value, at.value);
      preview.value = null;
    });
  }

  return {
    timeline,
    at,
    hideEnd,
    preview,
    /** The event that is shown: the preview, or the moment. */
    shown,
    /** The last event that may be known. */
    last,
    deal: computed(() => dealAt(timeline.value, shown.value)),
    event: computed(() => eventAt(timeline.value, shown.value)),
    explanation: computed(() => explanationAt(timeline.value, shown.value)),
    atEnd: computed(() => at.value >= timeline.value.length),
    go,
    next: () => go(at.value + 1),
    previous: () => go(at.value - 1),
    nextCommand: () => go(nextCommand(timeline.value, at.value)),
    previousCommand: () => go(previousCommand(timeline.value, at.value)),
    /** @param {boolean} hide */
    hide: (hide) => {
      batch(() => {
        hideEnd.value = hide;
        furthest.value = at.value;
      });
      write(device(), KEY, hide ? "hide" : "show");
    },
  };
}
