// The score of a series as a strip that is always visible: marks up to a low target, figures otherwise.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { t } from "../language.js";
import { playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

const MOST_PIPS = 12;

/** The series of a table, read again when a deal begins or ends.
 * @param {Session} session
 * @param {Schemas["Table"]} table
 * @param {Schemas["Deal"] | null} deal
 */
export function useSeries(session, table, deal) {
  return useResource(
    async (signal) => {
      if (session.kind === "invite") return null;
      return await get("/v1/tables/{table}/series", { params: { table: table.id }, credential: session.credential, signal });
    },
    [table.id, table.version, session.credential, deal?.id, deal?.status],
  ).data;
}

/** The names of a side: "Nino + Mira".
 * @param {Schemas["Table"]} table
 * @param {readonly number[]} seats
 */
export function sideName(table, seats) {
  return seats.map((seat) => playerName(table, seat)).join(" + ");
}

/** @param {{ session: Session, table: Schemas["Table"], game: Schemas["Game"], deal: Schemas["Deal"] | null }} props */
export function Score({ session, table, game, deal }) {
  const series = useSeries(session, table, deal);
  if (session.kind === "invite") return null;
  const mine = (/** @type {{ seats: readonly number[] }} */ { seats }) => Number(seats.includes(session.seat ?? -1));
  return [h(
    "p",
    { key: "score", class: "score" },
    series?.sides.toSorted((one, other) => mine(other) - mine(one)).map(({ seats, points }) =>
      h(
        "span",
        { key: seats[0], class: `side${mine({ seats }) ? " mine" : ""}` },
        h("span", { class: "name" }, sideName(table, seats)),
        h(Points, { points, target: table.target, score: game.score, gained: 0 }),
      )),
    game.score.until === "deals" && deal !== null && h("span", { class: "deals" }, t("table-deal-of", { number: deal.number, all: table.target })),
  ), h(
    "a",
    { key: "scores", href: `/t/${table.id}/series`, class: "tool scores", "aria-label": t("table-scores"), title: t("table-scores") },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M5 4h14v16H5zM9 9h6M9 13h6" })),
  )];
}

/** Points as marks and a figure.
 * @param {{ points: number, target: number, score: Schemas["Game"]["score"], gained: number }} props `gained`: those
 *   that are new.
 */
export function Points({ points, target, score, gained }) {
  const isMarked = score.until === "points" && target <= MOST_PIPS && points >= 0;
  const kind = (/** @type {number} */ at) =>
    at >= points ? "" : at >= points - gained ? " new" : " full";
  return h(
    "span",
    { class: `points ${score.better}` },
    !isMarked && gained !== 0 && h("small", {}, gained > 0 ? `+${gained}` : `−${-gained}`),
    isMarked && h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: target }, (_, at) => h("i", { key: at, class: `pip${kind(at)}` }))),
    h("b", {}, score.until === "deals" ? points : [h("span", { key: "figures", "aria-hidden": "true" }, `${points}/${target}`), h("span", { key: "words", class: "unseen" }, t("table-number-of", { number: points, of: target }))]),
  );
}
