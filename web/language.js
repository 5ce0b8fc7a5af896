// The language of the page: its texts, from the catalogues that the service has as well.

import { batch, signal } from "./vendor/signals.mjs";
import { Texts } from "../languages/catalogue.mjs";
import { settings } from "./storage.js";

const ENGLISH = "en";
/** The element of the whole document; without one, as in Node, the page is in English. */
const root = globalThis.document?.documentElement ?? { lang: ENGLISH, dataset: {} };
/** The language in which the service has sent the document: the language of the browser, if the page has it. */
const SERVED = root.lang || ENGLISH;

/** @type {Readonly<Record<string, string>>} The languages that the page has, each by its own name. */
export const LANGUAGES = JSON.parse(root.dataset["languages"] ?? "{}");

/** The tag of the language that is shown. */
export const tag = signal(SERVED);
const shown = signal(new Texts(SERVED));

/** @typedef {{ texts: Texts, files: Map<string, Promise<void>> }} Loaded */

/** @type {Map<string, Loaded>} What is loaded of each language. */
const loaded = new Map();
/** @type {Set<string>} The files of texts that are needed in any language. */
const needed = new Set();

/** A text in the language that is shown.
 * @param {string} key
 * @param {Readonly<Record<string, unknown>>} [values]
 */
export const t = (key, values) => shown.value.text(key, values);

/** A text for a reader who knows the people at a table.
 * @param {import("../languages/catalogue.mjs").People} people
 * @param {string} key
 * @param {Readonly<Record<string, unknown>>} values
 */
export const tFor = (people, key, values) => shown.value.textFor(people, key, values);

/** Whether there is a text.
 * @param {string} key
 */
export const has = (key) => shown.value.has(key);

/** A text, or something else where there is none.
 * @param {string} key
 * @param {string} otherwise
 */
export const tOr = (key, otherwise) => (has(key) ? t(key) : otherwise);

/** The level of a bot in words.
 * @param {string} level
 */
export const levelName = (level) => tOr(`common-levels-${level}`, level);

/** Load files of texts, and show the language of the settings once it has all that are needed.
 * @param {readonly string[]} names Those that `page_files.py` names: "first", "page", "records", or the key of a game.
 */
export async function loadTexts(...names) {
  for (const name of names) needed.add(name);
  const chosen = () => (settings.value.language in LANGUAGES ? settings.value.language : SERVED);
  const language = chosen();
  const of = loaded.get(language) ?? { texts: new Texts(language), files: new Map() };
  loaded.set(language, of);
  await Promise.all([...needed].map((name) => file(language, name, of)));
  if (language !== chosen()) return;
  batch(() => {
    shown.value = of.texts;
    tag.value = language;
  });
  root.lang = language;
}

/** Load a file of texts, once.
 * @param {string} language
 * @param {string} name
 * @param {Loaded} of
 */
function file(language, name, { texts, files }) {
  const known = files.get(name) ?? source(language, name).then((text) => texts.add(text), (error) => {
    files.delete(name);
    throw error;
  });
  files.set(name, known);
  return known;
}

/** @param {string} language @param {string} name */
async function source(language, name) {
  const inside = globalThis.document?.getElementById(`texts-${language}-${name}`); // of a page in one file
  if (inside) return inside.textContent ?? "";
  const answer = await fetch(new URL(`../languages/${language}/${name}.ftl`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.text();
}
