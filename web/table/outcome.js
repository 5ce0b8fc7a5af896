// How a deal or a series has ended, and what can be done with it.

import { h } from "../vendor/preact.mjs";
import { get } from "../api.js";
import { credentialFor } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { texts } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { useResource } from "../parts/resource.js";
import { addressOf } from "../replay/address.js";
import { Explanations } from "./log.js";
import { playerNames } from "./words.js";

/** @import { Schemas } from "../types.js" */

/** The result of a deal that is over.
 * @param {{ deal: Schemas["Deal"], game: string, table: Schemas["Table"] }} props
 */
export function DealOutcome({ deal, game, table }) {
  return h(
    "section",
    { class: "result", "aria-labelledby": "result" },
    h("h2", { id: "result" }, texts("acts").result),
    h(Explanations, { explanations: deal.explanations, game, table }),
    h(DealLinks, { table: deal.table, deal: deal.id, eyes: deal.view }),
  );
}

/** The result of a series that is over.
 * @param {{ table: Schemas["Table"], credential: string | null, seat: number | null, shown: boolean }} props `shown`:
 *   whether the last deal is shown already.
 */
export function SeriesOutcome({ table, credential, seat, shown }) {
  const t = texts("acts");
  const { data, refusal } = useResource(
    (signal) => get("/v1/tables/{table}/series", { params: { table: table.id }, credential, signal }),
    [table.id, credential],
  );
  const last = data?.deals.at(-1);
  return h(
    "section",
    { class: "result", "aria-label": texts("table").seriesOver },
    h(Refusal, { refusal }),
    data !== null && data.winner !== null &&
      h("p", { class: "winner" }, t.won(playerNames(table, data.sides[data.winner]?.seats ?? []))),
    last !== undefined && !shown &&
      h(DealLinks, { table: table.id, deal: last.deal, eyes: seat === null ? "full" : `seat:${seat}` }),
  );
}

/** @param {{ table: string, deal: string, eyes: string }} props */
function DealLinks({ table, deal, eyes }) {
  const t = texts("acts");
  const { kind } = credentialFor(table) ?? {};
  return h(
    "p",
    { class: "row" },
    h("a", { class: "button", href: addressOf({ deal, at: 1, eyes }) }, t.replayDeal),
    h("a", { class: "button", href: `/verify/${deal}` }, t.verifyDeal),
    (kind === "seat" || (kind === "key" && keyMay("disputes"))) && h("a", { class: "button", href: `/d/${deal}` }, t.disputeDeal),
  );
}
