// The language of the page. Its texts are modules, one for each area of the page, loaded when needed.

import { batch, signal } from "./vendor/signals.mjs";
import { settings } from "./storage.js";

/**
 * The texts of each area. English is the type: `tsc` finds what another language lacks.
 * @typedef {object} Areas
 * @property {typeof import("./languages/en/acts.js").default} acts
 * @property {typeof import("./languages/en/common.js").default} common
 * @property {typeof import("./languages/en/disputes.js").default} disputes
 * @property {typeof import("./languages/en/host.js").default} host
 * @property {typeof import("./languages/en/lobby.js").default} lobby
 * @property {typeof import("./languages/en/seat.js").default} seat
 * @property {typeof import("./languages/en/settings.js").default} settings
 * @property {typeof import("./languages/en/replay.js").default} replay
 * @property {typeof import("./languages/en/verify.js").default} verify
 * @property {typeof import("./languages/en/shuffle.js").default} shuffle
 * @property {typeof import("./languages/en/series.js").default} series
 * @property {typeof import("./languages/en/table.js").default} table
 */

/** @type {Readonly<Record<string, string>>} The languages, each by its own name. */
export const LANGUAGES = { en: "English", ru: "Русский", de: "Deutsch", ka: "ქართული" };
const ENGLISH = "en";

/** The tag of the language that is shown. */
export const tag = signal(ENGLISH);
const loaded = signal(/** @type {Partial<Areas>} */ ({}));

/** The texts of an area, which must be loaded.
 * @template {keyof Areas} A
 * @param {A} area
 * @returns {Areas[A]}
 */
export function texts(area) {
  const found = loaded.value[area];
  if (found === undefined) throw new Error(`The texts of ${area} are not loaded.`);
  return found;
}

/** The level of a bot in words.
 * @param {string} level
 */
export function levelName(level) {
  return texts("common").levels[level] ?? level;
}

/** The language to show: that of the settings, or the first of the browser's that there is.
 * @param {string} chosen
 * @param {readonly string[]} accepted
 */
export function pick(chosen, accepted) {
  const wanted = [chosen, ...accepted].map((each) => each.toLowerCase().split("-")[0] ?? "");
  return wanted.find((each) => each in LANGUAGES) ?? ENGLISH;
}

/** Load the texts of some areas, in the language to show.
 * @param {readonly (keyof Areas)[]} areas
 */
export async function loadTexts(...areas) {
  const wanted = pick(settings.value.language, navigator.languages);
  const kept = wanted === tag.value ? loaded.value : {};
  const known = /** @type {(keyof Areas)[]} */ (Object.keys(loaded.value));
  const missing = [...new Set([...known, ...areas])].filter((area) => !(area in kept));
  if (missing.length === 0) return;
  const found = await Promise.all(
    missing.map(async (area) => [area, (await import(`./languages/${wanted}/${area}.js`)).default]),
  );
  batch(() => {
    const others = wanted === tag.value ? loaded.value : {};
    loaded.value = { ...others, ...Object.fromEntries(found) };
    tag.value = wanted;
  });
  document.documentElement.lang = wanted;
}
