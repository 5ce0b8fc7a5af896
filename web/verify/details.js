// The reasons of verdicts in the language of the page, with the names of the players.

import { h } from "../vendor/preact.mjs";
import { loadTexts, t, tag } from "../language.js";
import { Clause } from "../parts/clause.js";

/** @import { Said } from "../../languages/catalogue.mjs" */
/** @import { Verdict } from "../../verifier/verify.mjs" */

/** @typedef {(seat: number) => string} NameOf */

await loadTexts("records", "findings");

const SEAT = /^seat:([0-9]+)$/;
const VIEWS = ["full", "public"];
const HASH = /[0-9a-f]{64}$/;
const WORD_FIRST = /^\p{Ll}+[\s:,]/u;
/** The language whose capitals are not for sentences. */
const WITHOUT_CAPITALS = "ka";

/** @param {number} seat */
const seatName = (seat) => t("verify-seat", { seat });

/** A view in words.
 * @param {string} view
 */
export const viewName = (view) => (VIEWS.includes(view) ? t(`verify-views-${view}`) : seatName(Number(view.slice(5))));

/** The reason for a verdict.
 * @param {{ verdict: Verdict, nameOf?: NameOf | undefined, game?: string | undefined }} props `game`: the game
 *   whose clauses it names.
 */
export function Detail({ verdict: { sentence, type, field, clauses }, nameOf = seatName, game }) {
  const where = [type, field].filter((each) => each !== null).join(" · ");
  return h("span", {}, asSentence(String(named(sentence, nameOf))),
    where !== "" && [" ", h("code", { translate: false }, where)], clauses.map((id) => [" ", game === undefined ? id : h(Clause, { key: id, game, id })]));
}

/** A value of a sentence, or a sentence, with the names of players in the place of their seats.
 * @param {unknown} value
 * @param {NameOf} nameOf
 * @returns {unknown}
 */
function named(value, nameOf) {
  if (typeof value === "string") {
    const [, seat] = SEAT.exec(value) ?? [];
    if (seat !== undefined) return nameOf(Number(seat));
    return VIEWS.includes(value) ? viewName(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => named(each, nameOf));
  if (!isSaid(value)) return value;
  const { key, values } = value;
  if (key === "finding-seats") return /** @type {number[]} */ (values["seats"]).map(nameOf).join(", ");
  return t(key, Object.fromEntries(Object.entries(values).map(([name, each]) => [name, named(each, nameOf)])));
}

/** A sentence in the language of the page; the seats in it are named.
 * @param {Said} sentence
 */
export const inWords = (sentence) => String(named(sentence, seatName));

/** @param {unknown} value @returns {value is Said} */
const isSaid = (value) => typeof value === "object" && value !== null && "key" in value;

/** A capital at the start, unless a value such as a file is there, and a point at the end, unless a
 * hash is there.
 * @param {string} said
 */
function asSentence(said) {
  const begins = WORD_FIRST.test(said) && tag.value !== WITHOUT_CAPITALS;
  const first = begins ? said.charAt(0).toLocaleUpperCase(tag.value) : said.charAt(0);
  return `${first}${said.slice(1)}${HASH.test(said) ? "" : "."}`;
}

/** A sentence that is no verdict's.
 * @param {{ sentence: Said }} props
 */
export const Reason = ({ sentence }) => h("span", {}, asSentence(t(sentence.key, sentence.values)));
