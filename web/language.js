// The language of the page. Its texts are modules, one for each area of the page, loaded when needed.

import { batch, signal } from "./vendor/signals.mjs";
import { Texts } from "../languages/catalogue.mjs";
import { settings } from "./storage.js";

/**
 * The texts of each area. English is the type: `tsc` finds what another language lacks.
 * @typedef {object} Areas
 * @property {typeof import("./languages/en/acts.js").default} acts
 * @property {typeof import("./languages/en/common.js").default} common
 * @property {typeof import("./languages/en/disputes.js").default} disputes
 * @property {typeof import("./languages/en/host.js").default} host
 * @property {typeof import("./languages/en/linked.js").default} linked
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

/** The texts of catalogues, of the language that is shown. */
const shown = signal(new Texts(ENGLISH));
/** @type {Set<string>} */
const catalogues = new Set();

/** A text of the catalogues that are loaded.
 * @param {string} key
 * @param {Readonly<Record<string, unknown>>} [values]
 */
export const text = (key, values) => shown.value.text(key, values);

/** Load some catalogues, in the language to show.
 * @param {readonly string[]} names
 */
export async function loadCatalogues(...names) {
  for (const name of names) catalogues.add(name);
  const wanted = pick(settings.value.language, navigator.languages);
  const made = new Texts(wanted);
  for (const source of await Promise.all([...catalogues].map((name) => catalogue(wanted, name)))) made.add(source);
  shown.value = made;
}

/** @param {string} wanted @param {string} name */
async function catalogue(wanted, name) {
  return (await fetch(new URL(`../languages/${wanted}/${name}.ftl`, import.meta.url))).text();
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
  if (wanted !== tag.value && catalogues.size > 0) await loadCatalogues();
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
