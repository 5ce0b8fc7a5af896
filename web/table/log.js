// The events of the deal, command by command, and how the deal ended.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef } from "../vendor/hooks.mjs";
import { texts } from "../language.js";
import { sentence } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Event } from "./session.js" */

/**
 * @param {object} props
 * @param {readonly Event[]} props.events
 * @param {Schemas["Game"]} props.game
 * @param {Schemas["Table"]} props.table
 */
export function Log({ events, game, table }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [events]);
  const lines = events.map((event) => [event.position, sentence(game, table, event)]);
  return h(
    "section",
    { class: "log" },
    h("h2", {}, texts("table").log),
    h(
      "ol",
      { ref: list, tabIndex: 0, "aria-label": texts("table").log },
      lines.filter(([, text]) => text !== "").map(([position, text]) => h("li", { key: position }, text)),
    ),
  );
}

/** Sentences that the service explains something with; each names its clause, as a link.
 * @param {{ explanations: Schemas["Explanations"], game: string }} props
 */
export function Explanations({ explanations, game }) {
  return h(
    "ul",
    { class: "explained" },
    explanations.map(({ text, clause }, at) =>
      h(
        "li",
        { key: at },
        clause === null ? text : text.replace(`[${clause}]`, "").replace(/\s+([.!]?)\s*$/, "$1"),
        clause !== null && h("span", {}, " ", h("a", { href: `/rules/${game}#${clause}` }, clause)),
      ),
    ),
  );
}
