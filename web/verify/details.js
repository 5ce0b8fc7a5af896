// The details of verdicts in the language of the page, with the names of the players.

import { h } from "../vendor/preact.mjs";
import { tag, texts } from "../language.js";
import { Seats, Sentence } from "../../verifier/verdicts.mjs";

/** @import { Verdict } from "../../verifier/verify.mjs" */

/** @typedef {(seat: number) => string} NameOf */

const ENGLISH = "en";
const SEAT = /^seat:([0-9]+)$/;
const VIEWS = ["full", "public"];
const HASH = /[0-9a-f]{64}$/;
const WORD_FIRST = /^\p{Ll}+[\s:,]/u;
const WORDS = /\p{L}/u;
/** The language whose capitals are not for sentences. */
const WITHOUT_CAPITALS = "ka";

/** A detail: translated, or in English and marked as English.
 * @param {{ detail: Pick<Verdict, "detail" | "told">, nameOf?: NameOf | undefined }} props
 */
export function Detail({ detail: { detail, told }, nameOf = texts("verify").seat }) {
  const said = told === undefined ? null : inWords(told.sentence, nameOf);
  if (told === undefined || said === null) return h(InEnglish, { text: detail });
  const { type, field, clauses } = told;
  const where = [type, field].filter((each) => each !== null).join(" · ");
  return h("span", {}, asSentence(said), where !== "" && [" ", h("code", { translate: false }, where)],
    clauses.length > 0 && ` ${clauses.join(", ")}`);
}

/** A technical text that has no translation.
 * @param {{ text: string }} props
 */
export function InEnglish({ text }) {
  if (tag.value === ENGLISH) return h("span", {}, text);
  return h("span", {}, texts("verify").inEnglish, " ", h("span", { lang: ENGLISH }, text));
}

/** A value of a sentence, or a sentence, as text. null: there is no translation.
 * @param {unknown} value
 * @param {NameOf} nameOf
 * @returns {string | null}
 */
function inWords(value, nameOf) {
  if (value instanceof Seats) return value.seats.map(nameOf).join(", ");
  if (value instanceof Sentence) {
    const values = value.values.map((each) => inWords(each, nameOf));
    const pattern = patternOf(value.code);
    const known = values.every((each) => each !== null);
    return pattern === null || !known ? null : pattern.replace(/\{(\d+)\}/g, (_, at) => values[at] ?? "");
  }
  const text = String(value);
  const [, seat] = SEAT.exec(text) ?? [];
  if (seat !== undefined) return nameOf(Number(seat));
  return VIEWS.includes(text) ? texts("verify").views(text) : text;
}

/** The translation of a sentence; null: there is none. One without words may go without.
 * @param {string} code
 */
function patternOf(code) {
  const known = texts("verify").details[code];
  if (known !== undefined) return known;
  if (tag.value !== ENGLISH && WORDS.test(code)) return null;
  let at = 0;
  return code.replaceAll("{}", () => `{${at++}}`);
}

/** A capital at the start, unless a value such as a file is there, and a point at the end, unless a
 * hash is there.
 * @param {string} said
 */
function asSentence(said) {
  const begins = WORD_FIRST.test(said) && tag.value !== WITHOUT_CAPITALS;
  const first = begins ? said.charAt(0).toLocaleUpperCase(tag.value) : said.charAt(0);
  return `${first}${said.slice(1)}${HASH.test(said) ? "" : "."}`;
}
