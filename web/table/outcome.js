// How a deal or a series has ended, and what can be done with it.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { credentialFor } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { addressOf } from "../replay/address.js";
import { Explained, Explanations } from "./log.js";
import { Points, sideName, useSeries } from "./score.js";
import { playerNames } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** The winners in words.
 * @param {"deal" | "series"} what
 * @param {Schemas["Table"]} table
 * @param {readonly number[]} seats The seats that won.
 * @param {number | null} me The reader's own.
 */
export function wonBy(what, table, seats, me) {
  if (seats.length === table.seats.length) return null;
  const others = seats.filter((seat) => seat !== me);
  const names = playerNames(table, others);
  if (seats.length === 0) return t("acts-drawn");
  if (others.length === seats.length) return t(`acts-${what}-won`, { names, count: seats.length });
  return others.length === 0 ? t(`acts-${what}-won-by-you`) : t(`acts-${what}-won-with-you`, { names });
}

/** The result of a deal that is over: who won it and by what, and what it means for the series. All else about it
 * is behind a fold.
 * @param {{ session: Session, deal: Schemas["Deal"], game: Schemas["Game"], table: Schemas["Table"] }} props
 */
export function DealOutcome({ session, deal, game, table }) {
  const series = useSeries(session, table, deal);
  const { seat: me } = session;
  const counted = series?.deals.find((each) => each.deal === deal.id)?.counted ?? [];
  const isCounted = deal.voided.length === 0 && deal.abandoned === null;
  const ofDeal = isCounted ? wonBy("deal", table, deal.won_by, me) : null;
  const ofSeries = series === null || series.winner === null || !session.isOver ? null : wonBy("series", table, series.sides[series.winner]?.seats ?? [], me);
  const told = deal.explanations.find(({ key }) => game.score.sentences.includes(key)) ?? deal.explanations[0];
  return h(
    "section",
    { class: "result", "aria-labelledby": "result" },
    h("h2", { id: "result", class: "unseen" }, t("acts-result")),
    h("p", { class: "headline" }, ofSeries ?? ofDeal),
    ofSeries !== null && ofDeal !== null && h("p", {}, ofDeal),
    deal.card_points !== null && h(CardPoints, { ...deal.card_points, wonBy: deal.won_by, table, me }),
    told !== undefined && h("p", {}, h(Explained, { explanation: told, game: game.key, table, me })),
    series !== null && counted.length > 0 &&
      h(
        "ul",
        { class: "standing" },
        series.sides.map(({ seats: its, points }, side) =>
          h(
            "li",
            { key: side, class: its.includes(me ?? -1) ? "mine" : "" },
            h("span", { class: "name" }, sideName(table, its)),
            h(Points, { points, target: table.target, score: game.score, gained: counted[side] ?? 0 }),
          )),
      ),
    series !== null && series.winner === null && table.status === "playing" && counted.length > 0 && h("p", {}, outlook(series, table, game)),
  );
}

/** The card points of both parties, my own first, on a bar with a mark where my party wins.
 * Enough points do not win an overbid game.
 * @param {NonNullable<Schemas["Deal"]["card_points"]> & { wonBy: readonly number[], table: Schemas["Table"], me: number | null }} props
 */
export function CardPoints({ seats, others, points, least, all, tricks, wonBy: winners, table, me }) {
  const parties = [{ seats, points, least, tricks: tricks[0] }, { seats: others, points: all - points, least: all - least + 1, tricks: tricks[1] }];
  if (me !== null && others.includes(me)) parties.reverse();
  const [first, second] = /** @type {[typeof parties[0], typeof parties[0]]} */ (parties);
  const isWon = first.points >= first.least && first.seats.some((seat) => winners.includes(seat));
  const figure = (/** @type {typeof first} */ party) =>
    h("p", { class: party === first && isWon ? "good" : "" }, h("b", {}, party.points), h("small", {}, " · ", t("table-tricks", { count: party.tricks ?? 0 })), h("span", { class: "name" }, playerNames(table, party.seats)));
  return h(
    "div",
    { class: "card-points" },
    figure(first),
    h("span", { "aria-hidden": "true" }, ":"),
    figure(second),
    h(
      "div",
      { class: `bar-of-points${isWon ? " won" : ""}`, role: "img", "aria-label": t("acts-card-points", { least: first.least, all }) },
      h("i", { style: { width: `${(100 * first.points) / all}%` } }),
      h("i", { class: "least", style: { left: `${(100 * first.least) / all}%` } }),
    ),
  );
}

/** The outlook for a series that goes on, in a sentence.
 * @param {Schemas["Series"]} series
 * @param {Schemas["Table"]} table
 * @param {Schemas["Game"]} game
 */
function outlook({ deals }, { target }, { score }) {
  if (score.until === "deals") return t("acts-outlook-deals", { count: target - deals.filter(({ result }) => result !== null).length });
  return t(`acts-outlook-${score.better}`, { target });
}

/** The result of a series that is over, whose last deal is not shown.
 * @param {{ table: Schemas["Table"], credential: string | null, seat: number | null }} props
 */
export function SeriesOutcome({ table, credential, seat }) {
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
      h("p", { class: "headline" }, wonBy("series", table, data.sides[data.winner]?.seats ?? [], seat)),
    last !== undefined && h(DealLinks, { table, deal: last.deal, explanations: last.explanations, me: seat, eyes: seat === null ? "full" : `seat:${seat}` }),
  );
}

/** What leads on from a deal that is over, and all that is said of its end.
 * @param {{ table: Schemas["Table"], deal: string, explanations: Schemas["Explanations"], me: number | null, eyes: string }} props
 */
export function DealLinks({ table, deal, explanations, me, eyes }) {
  const { kind } = credentialFor(table.id) ?? {};
  return h(
    "details",
    {},
    h("summary", {}, t("acts-deal-more")),
    h(Explanations, { explanations, game: table.game, table, me }),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: addressOf({ deal, at: 1, eyes }), "aria-label": t("acts-replay-deal") }, t("series-replay")),
      h("a", { class: "button", href: `/verify/${deal}`, "aria-label": t("acts-verify-deal") }, t("link-verify")),
    ),
    (kind === "seat" || (kind === "key" && keyMay("disputes"))) && h("p", {}, h("a", { href: `/d/${deal}` }, t("acts-dispute-deal"))),
  );
}
