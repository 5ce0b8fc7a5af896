// A revealed board of a tournament: how all tables played the same cards, and where two of them parted.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { hostKey } from "../credentials.js";
import { loadTexts, t } from "../language.js";
import { Checkbox } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Beside } from "../replay/beside.js";
import { openReplay } from "../replay/source.js";
import { useTournament } from "../tournaments/source.js";
import { namesOf, scoreOf } from "../tournaments/standings.js";

/** @import { Schemas } from "../types.js" */
/** @import { Params } from "../router.js" */

await loadTexts("tournament", "records");

const TWO = 2;

/** @param {{ params: Params }} props */
export default function BoardPage({ params }) {
  const id = params["tournament"] ?? "";
  const round = Number(params["round"]), board = Number(params["board"]);
  const { data: tournament, refusal, entry } = useTournament(id);
  return h(
    Page,
    { title: t("evening-board", { board, round }), kind: "board" },
    h("p", {}, h("a", { href: `/tournament/${id}` }, tournament?.name ?? t("evening-title"))),
    h(Refusal, { refusal }),
    tournament !== null && h(Board, { key: `${round}/${board}`, tournament, round, board, credential: hostKey.value ?? entry?.token ?? null }),
  );
}

/** @param {{ tournament: Schemas["Tournament"], round: number, board: number, credential: string | null }} props */
function Board({ tournament, round, board, credential }) {
  const [chosen, setChosen] = useState(/** @type {readonly number[]} */ ([]));
  const tables = chosen.length === TWO ? chosen.join(",") : undefined;
  const { data, refusal } = useResource((signal) => get("/v1/tournaments/{tournament}/rounds/{number}/boards/{board}", {
    params: { tournament: tournament.id, number: round, board }, ...(tables !== undefined && { query: { tables } }), credential, signal,
  }), [tournament.id, round, board, tables, credential]);
  /** @param {number} number @param {boolean} is */
  const choose = (number, is) => setChosen(is ? [...chosen, number].slice(-TWO) : chosen.filter((each) => each !== number));
  if (data === null) return h(Refusal, { refusal });
  return h(
    "div",
    {},
    h(
      "div",
      { class: "wide", tabIndex: 0, role: "region", "aria-label": t("evening-results") },
      h(
        "table",
        { class: "sheet" },
        h("thead", {}, h("tr", {},
          h("th", { scope: "col" }, t("evening-compare")),
          h("th", { scope: "col" }, t("evening-table-of-round")),
          Array.from({ length: tournament.seats }, (_, seat) => h("th", { key: seat, scope: "col" }, t("evening-seat", { seat: seat + 1 }))))),
        h("tbody", {}, data.results.map((each) => h("tr", { key: each.number },
          h("td", {}, h(Checkbox, { label: t("evening-table", { number: each.number }), checked: chosen.includes(each.number), onChange: (is) => choose(each.number, is) })),
          h("th", { scope: "row" }, h("a", { href: `/t/${each.table}` }, t("evening-table", { number: each.number }))),
          each.players.map((player, seat) => h("td", { key: seat }, namesOf(tournament, [player]), " ", h(Points, { result: each, seat }))),
        ))),
      ),
    ),
    h("p", { class: "hint" }, t("evening-compare-hint")),
    data.parted !== null && h(Compared, { key: tables, parted: data.parted }),
  );
}

/** The points of a seat, with what they are beside the other tables.
 * @param {{ result: Schemas["Board"]["results"][number], seat: number }} props
 */
function Points({ result: { points, compared }, seat }) {
  if (points === null) return h("b", {}, t("evening-not-played"));
  const beside = compared?.[seat];
  return [
    h("b", { key: "points" }, points[seat]),
    beside !== undefined && h("small", { key: "beside" }, ` (${beside > 0 ? "+" : ""}${scoreOf({ scoring: "mean" }, beside)})`),
  ];
}

/** Two tables side by side, which step together.
 * @param {{ parted: NonNullable<Schemas["Board"]["parted"]> }} props
 */
function Compared({ parted }) {
  const { data, refusal } = useResource(async (signal) => {
    const sources = await Promise.all(parted.tables.map(({ deal }) => openReplay(deal, "full", signal)));
    return await Promise.all(sources.map(async (source) => ({ source, timeline: await source.load("full", signal) })));
  }, [parted]);
  return h(
    "section",
    { "aria-labelledby": "parted" },
    h("h2", { id: "parted" }, parted.moves === 0 ? t("evening-parted-at-once") : t("evening-parted", { moves: parted.moves })),
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("replay-loading")),
    data !== null && h(Beside, { sides: data.map((each, at) => ({ ...each, name: t("evening-table", { number: parted.tables[at]?.number ?? 0 }) })), alike: parted.moves }),
  );
}
