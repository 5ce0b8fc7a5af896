// The score sheet of a table: the sides, each deal with its points explained, and the ledger.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { credentialFor } from "../credentials.js";
import { auditorOf, keyMay } from "../entrance.js";
import { t } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Auditing } from "../table/auditor.js";
import { Explanations } from "../table/log.js";
import { peopleOf } from "../table/sentences.js";
import { playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Params } from "../router.js" */

/** @param {{ params: Params }} props */
export default function SeriesPage({ params }) {
  const id = params["table"] ?? "";
  const credential = (credentialFor(id) ?? auditorOf(id))?.token ?? null;
  return h(Opened, { key: credential, id, credential });
}

/** @param {{ id: string, credential: string | null }} props */
function Opened({ id, credential }) {
  const { data, refusal } = useResource(async (signal) => {
    const options = { params: { table: id }, credential, signal };
    const [table, series] = await Promise.all([
      get("/v1/tables/{table}", options),
      get("/v1/tables/{table}/series", options),
    ]);
    return { table, series };
  }, [id, credential]);
  return h(
    Page,
    { title: t("series-title") },
    h("p", {}, h("a", { href: `/t/${id}` }, data?.table.name ?? t("series-back"))),
    data !== null && h(Auditing, { table: id }),
    h(Refusal, { refusal }),
    data !== null && h(Sheet, data),
  );
}

/** @param {{ table: Schemas["Table"], series: Schemas["Series"] }} props */
function Sheet({ table, series }) {
  const mine = credentialFor(table.id);
  const eyes = mine?.kind === "seat" && mine.seat !== undefined ? `seat:${mine.seat}` : "full";
  const isParty = mine?.kind === "seat" || (mine?.kind === "key" && keyMay("disputes")) || auditorOf(table.id) !== null;
  const me = mine?.seat ?? null;
  const people = peopleOf(table, me);
  const { sides, deals, titles_explained: titles, ranks, winner, ledger, adjustments } = series;
  return h(
    "div",
    {},
    h(
      "div",
      { class: "wide", tabIndex: 0, role: "region", "aria-label": t("series-title") },
      h(
        "table",
        { class: "sheet" },
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, t("series-deal")), sides.map((_, at) =>
            h("th", { key: at, scope: "col" }, people.side(at)),
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
    ),
    deals.length === 0 && h("p", {}, t("series-none")),
    deals.filter((deal) => deal.fault !== null || stateOf(deal) !== "playing" || hintsOf(table, deal) !== "").map((deal) =>
      h(
        "section",
        { key: deal.number },
        h("h2", {}, `${t("series-deal")} ${deal.number}`),
        deal.fault !== null && h("p", { class: "refusal" }, deal.fault.text),
        h(Explanations, { explanations: deal.explanations, game: series.game, table, me }),
        hintsOf(table, deal) !== "" && h("p", {}, `${t("series-hints")}: ${hintsOf(table, deal)}`),
        stateOf(deal) !== "playing" && h(
          "p",
          { class: "row" },
          h("a", { href: `/replay/${deal.deal}/1/${eyes}` }, `${t("series-replay")}: ${t("series-deal")} ${deal.number}`),
          isParty && deal.voided.length === 0 &&
            h("a", { href: `/d/${deal.deal}` }, `${t("series-disputes")}: ${t("series-deal")} ${deal.number}`),
        ),
      ),
    ),
  );
}

/** How many hints each player was given; empty: none.
 * @param {Schemas["Table"]} table
 * @param {Schemas["Series"]["deals"][number]} deal
 */
function hintsOf(table, { hints }) {
  const given = (hints ?? []).flatMap((count, seat) => (count > 0 ? [`${playerName(table, seat)} ${count}`] : []));
  return given.join(", ");
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
function stateOf(deal) {
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
