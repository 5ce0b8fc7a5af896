// Times in the reader's language: how long ago something was.

import { h } from "../vendor/preact.mjs";
import { signal } from "../vendor/signals.mjs";
import { t, tag } from "../language.js";
import { every, now } from "../runtime.js";

const SECOND = 1_000;
/** @type {readonly (readonly ["day" | "hour" | "minute", number])[]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** The time of this device in ms, to the last half minute. */
export const minute = signal(now());
every(30 * SECOND, () => (minute.value = now()));

/** A time span from now, in words.
 * @param {number} ms Negative: in the past.
 */
function inWords(ms) {
  const seconds = Math.round(Math.abs(ms) / SECOND);
  const found = UNITS.find(([, each]) => seconds >= each);
  if (found === undefined) return t("common-now");
  const [unit, size] = found;
  return t(ms < 0 ? "common-past" : "common-future", { unit, count: Math.trunc(seconds / size) });
}

/** The day and the minute of a moment.
 * @param {{ at: string }} props
 */
export function Day({ at }) {
  const words = new Intl.DateTimeFormat(tag.value, { dateStyle: "medium", timeStyle: "short" });
  return h("time", { dateTime: at }, words.format(new Date(at)));
}

/** A moment, as the time since then or until then; the exact time is its title.
 * @param {{ at: string }} props
 */
export function Moment({ at }) {
  const when = new Date(at);
  const exact = new Intl.DateTimeFormat(tag.value, { dateStyle: "medium", timeStyle: "medium" });
  const words = inWords(when.getTime() - minute.value);
  return h("time", { dateTime: at, title: exact.format(when) }, words);
}
