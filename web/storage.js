// The settings of this device: kept in its browser, and applied to the document.

import { effect, signal } from "./vendor/signals.mjs";

/**
 * @typedef {object} Settings
 * @property {string} language The tag of the language; "": the browser's.
 * @property {"french" | "german"} deck The suits.
 * @property {"two" | "four" | "tournament"} colours The colours of the suits.
 * @property {"system" | "light" | "dark" | "contrast"} theme
 * @property {"system" | "reduced" | "full"} motion
 * @property {string} name The name of the person at tables.
 * @property {string} level The level of the bots in games that begin at once.
 * @property {boolean} sound
 * @property {boolean} confirmation Whether a move needs a second tap, or a button, after the choice of its cards.
 * @property {boolean} forced Whether a move without a choice plays itself where all others are bots.
 * @property {boolean} digits Whether the keys 1 to 9 press the buttons of moves.
 */

/** @type {Settings} */
export const DEFAULTS = {
  language: "",
  deck: "french",
  colours: "two",
  theme: "system",
  motion: "system",
  name: "",
  level: "easy",
  sound: false,
  confirmation: false,
  forced: true,
  digits: true,
};

const KEY = "fairdeal.settings";

/** What this device keeps; null in a document that may keep nothing, such as a replay within another site. */
export const device = () => allowed("localStorage");

/** What this tab keeps, in the same way. */
export const tab = () => allowed("sessionStorage");

/** @param {"localStorage" | "sessionStorage"} name @returns {Storage | null} */
function allowed(name) {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/** The value under a key; null if there is nothing, or nothing that can be read.
 * @param {Storage | null} storage
 * @param {string} key
 * @returns {unknown}
 */
export function read(storage, key) {
  try {
    return JSON.parse(storage?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Write a value; a browser that keeps nothing loses it with the page.
 * @param {Storage | null} storage
 * @param {string} key
 * @param {unknown} value
 */
export function write(storage, key, value) {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // full, or forbidden by the browser: the value holds until the page is closed
  }
}

/** The stored settings. A value of another type than its default is left out.
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settingsFrom(stored) {
  const given = /** @type {Record<string, unknown>} */ (stored ?? {});
  const fits = Object.entries(DEFAULTS).filter(
    ([name, usual]) => typeof given[name] === typeof usual,
  );
  return { ...DEFAULTS, ...Object.fromEntries(fits.map(([name]) => [name, given[name]])) };
}

export const settings = signal(DEFAULTS);

/** Change some settings, on this device.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  settings.value = { ...settings.value, ...changes };
  write(device(), KEY, settings.value);
}

/** Read the settings, follow their changes in other tabs, and apply them to the document. */
export function startSettings() {
  const load = () => (settings.value = settingsFrom(read(device(), KEY)));
  load();
  addEventListener("storage", (event) => event.key === KEY && load());
  effect(() => {
    const { theme, motion, colours, deck } = settings.value;
    Object.assign(document.documentElement.dataset, { theme, motion, colours, deck });
  });
}

/** Whether things may move on the screen. */
export function mayMove() {
  const { motion } = settings.value;
  if (motion !== "system") return motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
