// Notes on the moments of a deal: a file beside the record (docs/replaying.md). Notes are no evidence: nothing checks
// their author.

import { isObject } from "./timeline.js";

export const FORMAT = "fairdeal/1/annotations";
/** The longest text of a note. */
export const LONGEST = 1_000;
/** The most notes of a deal. */
export const MOST = 500;
/** The longest file. */
export const LONGEST_FILE = 1_000_000;

/** @typedef {Readonly<Record<number, string>>} Notes The texts by the positions of events. */

/** The text of a file of notes.
 * @param {string} deal
 * @param {Notes} notes
 */
export function written(deal, notes) {
  const lines = Object.entries(notes).map(([at, text]) => ({ at: Number(at), text }));
  return `${JSON.stringify({ format: FORMAT, deal, notes: lines }, null, 1)}\n`;
}

/** Read the text of a file of notes on a deal.
 * @param {string} text
 * @param {string} deal
 * @param {number} length How many events the deal has.
 * @returns {Notes}
 * @throws {SyntaxError} It is no such file, or belongs to another deal.
 */
export function readNotes(text, deal, length) {
  const value = text.length > LONGEST_FILE ? null : JSON.parse(text);
  const lines = isObject(value) && value["format"] === FORMAT && value["deal"] === deal ? value["notes"] : null;
  const isWhole = Array.isArray(lines) && lines.length <= MOST && lines.every((each) => isObject(each) && fits(each, length));
  if (!isWhole) throw new SyntaxError("these are no notes on this deal");
  return Object.fromEntries(lines.map(({ at, text: said }) => [at, said]));
}

/** @param {Readonly<Record<string, unknown>>} note @param {number} length */
function fits({ at, text }, length) {
  const isPlaced = typeof at === "number" && Number.isInteger(at) && at >= 1 && at <= length;
  return isPlaced && typeof text === "string" && text.length > 0 && text.length <= LONGEST;
}

/** The notes with another text at a position; without a text there is no note.
 * @param {Notes} notes
 * @param {number} at
 * @param {string} text
 * @returns {Notes}
 */
export function noted(notes, at, text) {
  const { [at]: _before, ...others } = notes;
  const said = text.slice(0, LONGEST);
  return said.trim() === "" || Object.keys(others).length >= MOST ? others : { ...others, [at]: said };
}
