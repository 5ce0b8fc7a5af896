// The score sheet of a table: the sides, each deal with its points explained, and the ledger.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { credentialFor } from "../credentials.js";
import { auditorOf } from "../entrance.js";
import { t } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Auditing } from "../table/auditor.js";
import { Explanations } from "../table/log.js";
import { ScoreTable, maySeeDisputes, stateOf } from "../table/score_table.js";
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
  const isParty = maySeeDisputes(table);
  const me = mine?.seat ?? null;
  const { deals } = series;
  return h(
    "div",
    {},
    h(ScoreTable, { table, series }),
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
          link(`/replay/${deal.deal}/1/${eyes}`, t("series-replay"), deal),
          isParty && deal.voided.length === 0 && link(`/d/${deal.deal}`, t("series-disputes"), deal),
        ),
      ),
    ),
  );
}

/** A link below the heading of a deal: it is seen there which one it is, and heard in the name.
 * @param {string} href
 * @param {string} words
 * @param {{ number: number }} deal
 */
function link(href, words, { number }) {
  return h("a", { href, "aria-label": `${words}: ${t("series-deal")} ${number}` }, words);
}

/** How many hints each player was given; empty: none.
 * @param {Schemas["Table"]} table
 * @param {Schemas["Series"]["deals"][number]} deal
 */
function hintsOf(table, { hints }) {
  const given = (hints ?? []).flatMap((count, seat) => (count > 0 ? [`${playerName(table, seat)} ${count}`] : []));
  return given.join(", ");
}
