// The names of players in the sentences of the service, which number seats and sides.

/** @import { Schemas } from "../types.js" */

/** @typedef {Pick<Schemas["Explanations"][number], "text" | "values">} Explanation */
/** @typedef {(number: number) => string} NameOf */

const NOT_IN_A_NUMBER = "(?<![\\p{L}\\d+-])";
const WORD_BEFORE = /(\p{L}+)\s$/u;

/**
 * The text of an explanation, with names behind the numbers of seats and sides: "Seat 2 (Ann) deals".
 *
 * The number of a seat is the first one in each sentence, in every language; in lists with points,
 * each number of a seat follows the same word.
 * @param {Explanation} explanation
 * @param {{ seat: NameOf, side: NameOf }} names
 */
export function withNames({ text, values }, names) {
  const { seat, side, seats, sides } = values;
  if (typeof seat === "number") return insert(text, [seat], "", names.seat);
  if (typeof side === "number") return insert(text, [side], "", names.side);
  if (Array.isArray(seats)) return inList(text, seats, "seat", names.seat);
  if (Array.isArray(sides)) return inList(text, sides, "side", names.side);
  return text;
}

/** Name the numbers of a list, or those of its items.
 * @param {string} text
 * @param {readonly any[]} items
 * @param {"seat" | "side"} field
 * @param {NameOf} nameOf
 */
function inList(text, items, field, nameOf) {
  if (items.every((each) => typeof each === "number")) return insert(text, items, "", nameOf);
  const numbers = items.map((each) => each?.[field]).filter((each) => typeof each === "number");
  const before = text.slice(0, place(text, numbers[0], "")?.index ?? 0);
  const [, word = ""] = WORD_BEFORE.exec(before) ?? [];
  return word === "" ? text : insert(text, numbers, `${word}\\s`, nameOf);
}

/** Put names behind numbers, each behind the one before.
 * @param {string} text
 * @param {readonly number[]} numbers
 * @param {string} before A pattern of the text before each number.
 * @param {NameOf} nameOf
 */
function insert(text, numbers, before, nameOf) {
  let [made, rest] = ["", text];
  for (const number of numbers) {
    const found = place(rest, number, before);
    if (found === null) break;
    const end = found.index + found[0].length;
    made += rest.slice(0, end);
    const isInBrackets = made.lastIndexOf("(") > made.lastIndexOf(")");
    made += isInBrackets ? ` – ${nameOf(number)}` : ` (${nameOf(number)})`;
    rest = rest.slice(end);
  }
  return made + rest;
}

/** @param {string} text @param {number | undefined} number @param {string} before */
function place(text, number, before) {
  return new RegExp(`${NOT_IN_A_NUMBER}${before}${number}(?!\\d)`, "iu").exec(text);
}
