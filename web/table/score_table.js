// The points of a series: its sides, each deal with its points, and the ledger.

import { h } from "../vendor/preact.mjs";
import { credentialFor } from "../credentials.js";
import { auditorOf, keyMay } from "../entrance.js";
import { t } from "../language.js";
import { peopleOf } from "./sentences.js";

/** @import { Schemas } from "../types.js" */

/** @param {{ table: Schemas["Table"], series: Schemas["Series"], names?: readonly string[] }} props `names`: of the sides. */
export function ScoreTable({ table, series, names = [] }) {
  const mine = credentialFor(table.id);
  const isParty = maySeeDisputes(table);
  const people = peopleOf(table, mine?.seat ?? null);
  const { sides, deals, titles_explained: titles, ranks, winner, ledger, adjustments } = series;
  return h(
    "div",
    { class: "wide", tabIndex: 0, role: "region", "aria-label": t("series-title") },
    h(
      "table",
      { class: "sheet" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, t("series-deal")), sides.map((_, at) =>
          h("th", { key: at, scope: "col" }, names[at] ?? people.side(at)),
        )),
      ),
      h("tbody", {}, deals.map((deal) => h(Row, { key: deal.number, deal, sides: sides.length }))),
      adjustments.length > 0 && h("tbody", {}, adjustments.map(({ deal, dispute, points }) => {
        const words = t("series-ruling", { deal: deals.find((each) => each.deal === deal)?.number ?? 0 });
        return h("tr", { key: `${deal} ${dispute}` },
          h("th", { scope: "row" }, isParty ? h("a", { href: `/d/${deal}/${dispute}` }, words) : words),
          points.map((each, at) => h("td", { key: at }, each > 0 ? `+${each}` : signed(each))));
      })),
      h(
        "tfoot",
        {},
        h("tr", {}, h("th", { scope: "row" }, t("series-points")), ledger.map((points, at) =>
          h("td", { key: at }, h("strong", {}, signed(points)), at === winner && ` ${t("series-winner")}`, titleOf(titles, at)),
        )),
        ranks !== null && ranks.length > 0 && h("tr", {}, h("th", { scope: "row" }, t("series-rank")), ranks.map((rank, at) => h("td", { key: at }, rank))),
      ),
    ),
  );
}

/** Whether this device belongs to a party of the table, who may open its disputes.
 * @param {Schemas["Table"]} table
 */
export function maySeeDisputes(table) {
  const mine = credentialFor(table.id);
  return mine?.kind === "seat" || (mine?.kind === "key" && keyMay("disputes")) || auditorOf(table.id) !== null;
}

/**
 * @param {Schemas["Series"]["titles_explained"]} titles
 * @param {number} at
 */
function titleOf(titles, at) {
  const text = titles?.[at]?.text;
  return text === undefined || text === "" ? null : ` (${text})`;
}

/** How a deal stands that has no points to show; null: it has some.
 * @param {Schemas["Series"]["deals"][number]} deal
 * @returns {"voided" | "abandoned" | "playing" | null}
 */
export function stateOf(deal) {
  const points = pointsOf(deal);
  if (deal.voided.length > 0) return "voided";
  if (deal.abandoned !== null && points.every((each) => each === 0)) return "abandoned";
  return points.length === 0 ? "playing" : null;
}

/** @param {Schemas["Series"]["deals"][number]} deal */
function pointsOf({ counted, points }) {
  return counted ?? points ?? [];
}

/** Points with the sign of a minus, which is as wide as a digit.
 * @param {number} points
 */
function signed(points) {
  return String(points).replace("-", "\u2212");
}

/** @param {{ deal: Schemas["Series"]["deals"][number], sides: number }} props */
function Row({ deal, sides }) {
  const state = stateOf(deal);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, deal.number),
    state === null
      ? pointsOf(deal).map((each, at) => h("td", { key: at }, signed(each)))
      : h("td", { colSpan: sides }, t(`series-${state}`)),
  );
}
