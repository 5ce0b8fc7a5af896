// Statements of people in a dispute, and the score that a ruling changes: on the page of disputes and in print.

import { h } from "../vendor/preact.mjs";
import { playerNames } from "../cards.js";
import { t } from "../language.js";
import { Day, Moment } from "../parts/time.js";
import { sidesOf } from "./source.js";

/** @import { Schemas } from "../types.js" */

/** A text of a person, with its writer and time, and whether the host may have written it.
 * @param {object} props
 * @param {string} props.title
 * @param {string} props.at
 * @param {string} props.text
 * @param {boolean} [props.owner_may_act]
 * @param {readonly (string | false)[]} [props.notes] What else a reader must know of it.
 * @param {boolean} [props.isPrinted] In print a time is a date.
 */
export function Said({ title, at, text, owner_may_act: isOfHost = false, notes = [], isPrinted = false }) {
  return h(
    "figure",
    { class: "said" },
    h("figcaption", {}, h("strong", {}, title), " · ", isPrinted ? h(Day, { at }) : h(Moment, { at })),
    h("blockquote", { dir: "auto" }, text),
    [isOfHost && t("disputes-owner-may-act"), ...notes].map((note) => note !== false && h("p", { key: note, class: "hint" }, note)),
  );
}

/** The score without a ruling, and with it.
 * @param {{ table: Schemas["Table"], before: readonly number[], after: readonly number[] }} props
 */
export function Score({ table, before, after }) {
  return h(
    "div",
    { class: "wide", tabIndex: 0, role: "region", "aria-label": t("disputes-rule-after") },
    h(
      "table",
      { class: "sheet" },
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("disputes-rule-before")), h("th", { scope: "col" }, t("disputes-rule-after")))),
      h("tbody", {}, sidesOf(table).map((seats, side) =>
        h("tr", { key: side }, h("th", { scope: "row" }, playerNames(table, seats)), h("td", {}, before[side]), h("td", {}, after[side])))),
    ),
  );
}
