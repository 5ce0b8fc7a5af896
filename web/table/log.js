// The events of the deal, command by command, and how the deal ended.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef } from "../vendor/hooks.mjs";
import { has, loadTexts, t, tFor } from "../language.js";
import { Clause } from "../parts/clause.js";
import { useLater } from "../router.js";
import { linesOf } from "./lines.js";
import { peopleOf } from "./sentences.js";

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
  return h(
    "section",
    { class: "log" },
    h("h2", {}, t("table-log")),
    h(
      "ol",
      { ref: list, tabIndex: 0, "aria-label": t("table-log") },
      linesOf(game, table, events).map(({ event, line }) => h("li", { key: event.position }, line)),
    ),
  );
}

/** Sentences that the service explains something with, in the words of a player; each names its clause, as a link.
 * @param {{ explanations: Schemas["Explanations"], game: string, table: Pick<Schemas["Table"], "seats">, me: number | null }} props
 */
export function Explanations({ explanations, game, table, me }) {
  const isLoaded = useLater(() => loadTexts(game).then(() => true));
  const people = peopleOf(table, me);
  return h(
    "ul",
    { class: "explained" },
    isLoaded !== null && explanations.map(({ clause, key, values, text: otherwise }, at) => {
      const text = has(key) ? tFor(people, key, { ...values, clause }) : otherwise;
      return h(
        "li",
        { key: at },
        clause === null ? text : text.replace(`[${clause}]`, "").replace(/\s+([.!]?)\s*$/, "$1"),
        clause !== null && h("span", {}, " ", h(Clause, { game, id: clause })),
      );
    }),
  );
}
