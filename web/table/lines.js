// Events as lines of a log: cards are an index and a suit, and have their full names for a screen reader.

import { h } from "../vendor/preact.mjs";
import { nameOf, parse } from "../cards.js";
import { partsOf, shortCard } from "./sentences.js";

/** @import { Event } from "./session.js" */
/** @import { Named, Seated } from "../cards.js" */

/** A card in a line of text. It is one element: a long log has hundreds.
 * @param {{ code: string }} props
 */
function ShortCard({ code }) {
  return h("span", { class: `short of-${parse(code)?.suit}`, role: "img", "aria-label": nameOf(code) }, shortCard(code));
}

/** The lines of the events that say something to players.
 * @param {Named} game
 * @param {Seated} table
 * @param {readonly Omit<Event, "actor">[]} events
 */
export function linesOf(game, table, events) {
  return events.flatMap((event) => {
    const parts = partsOf(game, table, event);
    if (parts === null) return [];
    const { act, values, cards } = parts;
    const told = values.length + cards.length > 0 && [" –", values.length > 0 && " ", values.join(", "), cards.map((code) => [" ", h(ShortCard, { key: code, code })])];
    return [{ event, line: [act, told] }];
  });
}
