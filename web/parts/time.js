// Times in the reader's language: how long ago something was.

import { h } from "../vendor/preact.mjs";
import { signal } from "../vendor/signals.mjs";
import { tag, texts } from "../language.js";
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

/** A time span from now, in words; from the language's texts where browsers do not know it.
 * @param {string} language
 * @param {number} ms Negative: in the past.
 */
function inWords(language, ms) {
  const seconds = Math.round(ms / SECOND);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  const count = unit === "second" ? 0 : Math.trunc(seconds / size);
  const { relative } = texts("common");
  if (relative !== null) return relative(count, unit);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(count, unit);
}

/** A moment, as the time since then or until then; the exact time is its title.
 * @param {{ at: string }} props
 */
export function Moment({ at }) {
  const when = new Date(at);
  const exact = new Intl.DateTimeFormat(tag.value, { dateStyle: "medium", timeStyle: "medium" });
  const words = inWords(tag.value, when.getTime() - minute.value);
  return h("time", { dateTime: at, title: exact.format(when) }, words);
}
