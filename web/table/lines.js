// Events as lines of a log: cards are an index and a suit, and have their full names for a screen reader.

import { h } from "../vendor/preact.mjs";
import { nameOf, parse } from "../cards.js";
import { has, t } from "../language.js";
import { partsOf } from "./sentences.js";
import { shortCard } from "./short_card.js";

/** @import { Schemas } from "../types.js" */
/** @import { Event } from "./session.js" */
/** @import { Seated } from "../cards.js" */

/** A card in a line of text. It is one element: a long log has hundreds.
 * @param {{ code: string }} props
 */
function ShortCard({ code }) {
  return h("span", { class: `short of-${parse(code)?.suit}`, role: "img", "aria-label": nameOf(code) }, shortCard(code));
}

/** The lines of the events that say something to players.
 * @param {import("./sentences.js").Telling} game
 * @param {Seated} table
 * @param {readonly Omit<Event, "actor">[]} events
 * @param {number | null} [me] The seat of the reader; null: none.
 */
export function linesOf(game, table, events, me) {
  return events.flatMap((event) => {
    const parts = partsOf(game, table, event, me);
    if (parts === null) return [];
    const { who, act, values, cards } = parts;
    const told = [values.length > 0 && ` ${values.join(", ")}`, cards.map((code) => [" ", h(ShortCard, { key: code, code })])];
    return [{ event, line: [who !== "" && h("b", {}, who), act, told] }];
  });
}

/** The name of a trick: of Durak a bout.
 * @param {{ key: string }} game Its texts are loaded.
 * @param {number} trick
 */
export function trickName({ key }, trick) {
  return t(has(`${key}-trick-number`) ? `${key}-trick-number` : "trick-number", { trick });
}

/** The heading of each trick or bout: it stands before the move that begins it.
 * @param {Pick<Schemas["Game"], "key" | "said" | "tricks">} game Its texts are loaded.
 * @param {readonly Pick<Event, "position" | "type">[]} events All of a deal.
 * @returns {ReadonlyMap<number, string>} By the positions of these moves.
 */
export function headingsOf(game, events) {
  const { said, tricks } = game;
  /** @type {Map<number, string>} */
  const headings = new Map();
  if (tricks == null) return headings; // nor has the file of an older replay any
  let ended = 0, trick = 0;
  for (const { position, type } of events) {
    if (type in said && !tricks.before.includes(type) && trick === ended) headings.set(position, trickName(game, ++trick));
    if (tricks.ends.includes(type)) ended = trick;
  }
  return headings;
}
