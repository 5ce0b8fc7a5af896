// How a deal or a series has ended, and what can be done with it.

import { h } from "../vendor/preact.mjs";
import { get } from "../api.js";
import { credentialFor } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { useResource } from "../parts/resource.js";
import { addressOf } from "../replay/address.js";
import { Explanations } from "./log.js";
import { Points, sideName, useSeries } from "./score.js";
import { playerNames } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** Who won.
 * @param {"deal" | "series"} what
 * @param {Schemas["Table"]} table
 * @param {readonly number[]} seats The seats that won.
 * @param {number | null} me The reader's own.
 */
function wonBy(what, table, seats, me) {
  const others = seats.filter((seat) => seat !== me);
  const names = playerNames(table, others);
  if (seats.length === 0) return t("acts-drawn");
  if (others.length === seats.length) return t(`acts-${what}-won`, { names, count: seats.length });
  return others.length === 0 ? t(`acts-${what}-won-by-you`) : t(`acts-${what}-won-with-you`, { names });
}

/** The result of a deal that is over: who won it, what it means for the series, and why.
 * @param {{ session: Session, deal: Schemas["Deal"], game: Schemas["Game"], table: Schemas["Table"] }} props
 */
export function DealOutcome({ session, deal, game, table }) {
  const series = useSeries(session, table, deal);
  const counted = series?.deals.find((each) => each.deal === deal.id)?.counted ?? [];
  const winners = winnersOf(counted, game.score.better);
  const seats = winners.flatMap((side) => series?.sides[side]?.seats ?? []);
  return h(
    "section",
    { class: "result", "aria-labelledby": "result" },
    h("h2", { id: "result" }, t("acts-result")),
    counted.length > 0 &&
      h("p", { class: "headline" }, wonBy("deal", table, seats, session.seat)),
    series !== null && counted.length > 0 &&
      h(
        "ul",
        { class: "standing" },
        series.sides.map(({ seats: its, points }, side) =>
          h(
            "li",
            { key: side, class: its.includes(session.seat ?? -1) ? "mine" : "" },
            h("span", { class: "name" }, sideName(table, its)),
            h(Points, { points, target: table.target, score: game.score, gained: counted[side] ?? 0 }),
          )),
      ),
    h(Explanations, { explanations: deal.explanations, game: game.key, table, me: session.seat }),
  );
}

/** The sides that have won a deal; none: it is drawn.
 * @param {readonly number[]} counted The points of each side for it.
 * @param {"high" | "low"} better
 */
function winnersOf(counted, better) {
  const best = better === "high" ? Math.max(...counted) : Math.min(...counted);
  const sides = counted.flatMap((points, side) => (points === best ? [side] : []));
  return sides.length === counted.length ? [] : sides;
}

/** The result of a series that is over.
 * @param {{ table: Schemas["Table"], credential: string | null, seat: number | null, shown: boolean }} props `shown`:
 *   whether the last deal is shown already.
 */
export function SeriesOutcome({ table, credential, seat, shown }) {
  const { data, refusal } = useResource(
    (signal) => get("/v1/tables/{table}/series", { params: { table: table.id }, credential, signal }),
    [table.id, credential],
  );
  const last = data?.deals.at(-1);
  return h(
    "section",
    { class: "result", "aria-label": t("table-series-over") },
    h(Refusal, { refusal }),
    data !== null && data.winner !== null &&
      h("p", { class: "headline winner" }, wonBy("series", table, data.sides[data.winner]?.seats ?? [], seat)),
    last !== undefined && !shown &&
      h(DealLinks, { table: table.id, deal: last.deal, eyes: seat === null ? "full" : `seat:${seat}` }),
  );
}

/** The links of a deal that is over.
 * @param {{ table: string, deal: string, eyes: string }} props
 */
export function DealLinks({ table, deal, eyes }) {
  const { kind } = credentialFor(table) ?? {};
  return h(
    "p",
    { class: "row" },
    h("a", { class: "button", href: addressOf({ deal, at: 1, eyes }) }, t("acts-replay-deal")),
    h("a", { class: "button", href: `/verify/${deal}` }, t("acts-verify-deal")),
    (kind === "seat" || (kind === "key" && keyMay("disputes"))) && h("a", { class: "button", href: `/d/${deal}` }, t("acts-dispute-deal")),
  );
}
