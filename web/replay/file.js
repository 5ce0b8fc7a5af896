// The file of a replay: the record of a deal, and its frames for all eyes. It replays offline; the
// record in it is evidence, the frames are not.

import { isObject, timeline } from "./timeline.js";

/** @import { Prepared } from "../../verifier/verify.mjs" */
/** @import { DealEvent, Frames, Game, Table } from "./types.js" */

export const FORMAT = "fairdeal/page/replay";

/**
 * @typedef {object} ReplayFile
 * @property {string} bundle The record, as its exact text.
 * @property {Table} table
 * @property {Game} game
 * @property {readonly (readonly Frames[])[]} views For all eyes: all pages of frames.
 */

/** The text of a replay's file.
 * @param {ReplayFile} file
 */
export function written(file) {
  return JSON.stringify({ format: FORMAT, ...file });
}

/** Read the text of a replay's file. Its views must be of the deal of its record.
 * @param {string} text
 * @returns {ReplayFile}
 * @throws {SyntaxError} It is no such file.
 */
export function readReplay(text) {
  const value = JSON.parse(text);
  const { format, bundle, table, game, views } = value;
  const isWhole = format === FORMAT && typeof bundle === "string" && Array.isArray(table?.seats)
    && Array.isArray(game?.zones) && isList(views) && views.every((pages) => isList(pages) && pages.every(isPage));
  if (!isWhole) throw new SyntaxError("this is no file of a replay");
  return { bundle, table, game, views };
}

/** @param {unknown} value @returns {value is [any, ...any[]]} */
const isList = (value) => Array.isArray(value) && value.length > 0;

/** Whether a value has the form of a page of frames.
 * @param {any} page
 */
function isPage(page) {
  return isObject(page?.first) && Array.isArray(page.frames)
    && page.frames.every((/** @type {any} */ frame) => isObject(frame?.patch) && isObject(frame.event));
}

/** The first event of the frames that differs from the record; null: none does.
 *
 * Cards that a view does not know are null there, so null is compared with nothing.
 * @param {ReplayFile} file
 * @param {Prepared} made The record.
 * @returns {number | null}
 */
export function firstFalse({ views }, { bundle, decoded = [] }) {
  const recorded = new Map(decoded.map((each) => [each.position, each]));
  for (const pages of views) {
    const made = timeline(pages);
    if (made.deal !== bundle.stream || made.length !== bundle.events.length) return 1;
    for (const event of made.events) {
      const known = recorded.get(event.position);
      if (known?.type !== event.type || !covers(known.data, data(event))) return event.position;
    }
  }
  return null;
}

/** @param {DealEvent} event @returns {unknown} */
const data = (event) => event.data;

/** Whether a value has everything that another one has; null there stands for anything.
 * @param {unknown} whole
 * @param {unknown} part
 * @returns {boolean}
 */
function covers(whole, part) {
  if (part === null || part === whole) return true;
  if (typeof part !== "object" || typeof whole !== "object" || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  if (Array.isArray(part) && part.length !== /** @type {unknown[]} */ (whole).length) return false;
  return Object.entries(part).every(([name, each]) => covers(Reflect.get(whole, name), each));
}
