// The standings of a tournament and the seats of its rounds; both print well.

import { h } from "../vendor/preact.mjs";
import { levelName, t } from "../language.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["Tournament"]} Tournament */

const HUNDREDTHS = 100;

/** The names of players, as a reader knows them.
 * @param {Tournament} tournament
 * @param {readonly number[]} numbers
 */
export function namesOf(tournament, numbers) {
  return numbers.map((number) => nameOf(tournament.players[number - 1])).join(" · ");
}

/** @param {Schemas["TournamentPlayer"] | undefined} player */
function nameOf(player) {
  if (player === undefined) return t("evening-house-bot");
  return player.bot === null ? player.name : `${t("evening-bot", { level: levelName(player.bot) })} ${player.player}`;
}

/** @param {{ tournament: Tournament, me: number | null, acts?: (row: Schemas["Standing"]) => ComponentChildren }} props `acts`: what
 *   can be done about a contestant. */
export function Standings({ tournament, me, acts }) {
  const { standings, format } = tournament;
  const isSwiss = format === "swiss";
  if (standings.length === 0) return h("p", {}, t("evening-nobody"));
  return h(
    "div",
    { class: "wide", tabIndex: 0, role: "region", "aria-label": t("evening-standings") },
    h(
      "table",
      { class: "sheet standings" },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, t("evening-rank")),
        h("th", { scope: "col" }, t("evening-player")),
        h("th", { scope: "col" }, t("evening-score")),
        isSwiss && h("th", { scope: "col", class: "opponents" }, t("evening-opponents")),
        h("th", { scope: "col" }, t("evening-deals-won")))),
      h("tbody", {}, standings.map((row) => h(
        "tr",
        { key: row.players[0], class: me !== null && row.players.includes(me) ? "mine" : undefined },
        h("td", {}, row.rank),
        h("th", { scope: "row" }, h("details", {}, h("summary", {}, namesOf(tournament, row.players), row.withdrawn && h("small", {}, " ", t("evening-withdrawn"))), h(Lines, { tournament, row }), acts?.(row))),
        h("td", {}, h("strong", {}, scoreOf(tournament, row.points))),
        isSwiss && h("td", { class: "opponents" }, scoreOf(tournament, row.opponents)),
        h("td", {}, `${row.won} : ${row.lost}`),
      ))),
    ),
  );
}

/** The units of a score in a point: comparisons of boards are in hundredths.
 * @param {Pick<Tournament, "scoring">} tournament
 */
export const unitsOf = ({ scoring }) => (scoring === "mean" || scoring === "median" ? HUNDREDTHS : 1);

/** A score as people read it.
 * @param {Pick<Tournament, "scoring">} tournament
 * @param {number} points
 */
export const scoreOf = (tournament, points) => String(points / unitsOf(tournament)).replace("-", "\u2212");

/** The parts of a score.
 * @param {{ tournament: Tournament, row: Schemas["Standing"] }} props
 */
function Lines({ tournament, row }) {
  if (row.lines.length === 0) return h("p", {}, t("evening-no-lines"));
  return h("ul", {}, row.lines.map((line, at) => h(
    "li",
    { key: at },
    t(`evening-lines-${line.kind}`, { round: line.round, table: line.table ?? 0 }),
    ": ",
    line.kind === "correction" && line.points > 0 && "+",
    scoreOf(tournament, line.points),
    line.reason !== null && ` – ${line.reason}`,
  )));
}

/** The rounds, the last one first.
 * @param {{ tournament: Tournament, me: number | null }} props
 */
export function Rounds({ tournament, me }) {
  return tournament.played.toReversed().map((round, at) => h(
    "details",
    { key: round.round, open: at === 0, class: "round" },
    h("summary", {}, h("h3", {}, t("evening-round", { round: round.round })), " ",
      round.drawn_at === null ? t("evening-drawing") : t("evening-finished", { finished: round.finished, tables: round.tables.length })),
    h("ol", { class: "seating" }, round.tables.map((table) => h(
      "li",
      { key: table.number, class: me !== null && table.players.includes(me) ? "mine" : undefined },
      h("span", {}, table.table === null ? t("evening-table", { number: table.number }) : h("a", { href: `/t/${table.table}` }, t("evening-table", { number: table.number }))),
      h("span", {}, table.players.map((player, seat) => h(
        "span",
        { key: seat, class: table.ranks?.[seat] === 1 ? "first" : undefined },
        namesOf(tournament, [player]),
        table.points !== null && h("b", {}, ` ${table.points[seat] ?? ""}`),
      ))),
    ))),
    round.boards.length > 0 && h("p", { class: "row" }, `${t("evening-boards-title")}:`, round.boards.map(({ board }) =>
      h("a", { key: board, href: `/tournament/${tournament.id}/boards/${round.round}/${board}` }, t("evening-board-link", { board })))),
    round.byes.length > 0 && h("p", {}, t("evening-byes", { names: namesOf(tournament, round.byes) })),
    round.absent.length > 0 && h("p", {}, t("evening-absent", { names: namesOf(tournament, round.absent) })),
  ));
}
