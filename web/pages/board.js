// A revealed board of a tournament: how all tables played the same cards, and where two of them parted.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { Problem, get, useResource } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Checkbox } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Beside } from "../replay/beside.js";
import { REFUSED, openReplay } from "../replay/source.js";
import { Asking, Mistakes, useAnalyses } from "../tournaments/analyses.js";
import { useTournament } from "../tournaments/source.js";
import { namesOf, scoreOf } from "../tournaments/standings.js";

/** @import { Schemas } from "../types.js" */
/** @import { Params } from "../router.js" */
/** @typedef {Schemas["Tournament"]} Tournament */

await loadTexts("tournament", "records");

const TWO = 2;

/** @param {{ params: Params }} props */
export default function BoardPage({ params }) {
  const id = params["tournament"] ?? "";
  const round = Number(params["round"]), board = Number(params["board"]);
  const { data: tournament, refusal, credential } = useTournament(id);
  return h(
    Page,
    { title: t("evening-board", { board, round }), kind: "board" },
    h("p", {}, h("a", { href: `/tournament/${id}` }, tournament?.name ?? t("evening-title"))),
    h(Refusal, { refusal }),
    tournament !== null && h(Board, { key: `${round}/${board}`, tournament, round, board, credential }),
  );
}

/** @param {{ tournament: Tournament, round: number, board: number, credential: string | null }} props */
function Board({ tournament, round, board, credential }) {
  const [chosen, setChosen] = useState(/** @type {readonly number[]} */ ([]));
  const tables = chosen.length === TWO ? chosen.join(",") : undefined;
  const { data, refusal } = useResource((signal) => get("/v1/tournaments/{tournament}/rounds/{number}/boards/{board}", {
    params: { tournament: tournament.id, number: round, board }, ...(tables !== undefined && { query: { tables } }), credential, signal,
  }), [tournament.id, round, board, tables, credential]);
  /** @param {number} number @param {boolean} is */
  const choose = (number, is) => setChosen(is ? [...chosen, number].slice(-TWO) : chosen.filter((each) => each !== number));
  if (data === null) return h(Refusal, { refusal });
  return h(Results, { tournament, data, refusal, chosen, onChoose: choose, credential });
}

/**
 * @param {{ tournament: Tournament, data: Schemas["Board"], refusal: ReturnType<typeof useResource>["refusal"], chosen: readonly number[],
 *   onChoose: (number: number, is: boolean) => void, credential: string | null }} props `refusal`: of the comparison of two tables.
 */
function Results({ tournament, data, refusal, chosen, onChoose, credential }) {
  const analyses = useAnalyses(data.results, credential);
  const isRefused = refusal instanceof Problem && REFUSED.includes(refusal.status);
  return h(
    "div",
    {},
    h(
      "div",
      { class: "wide", tabIndex: 0, role: "region", "aria-label": t("evening-results") },
      h(
        "table",
        { class: "sheet results" },
        h("thead", {}, h("tr", {},
          h("th", { scope: "col" }, t("evening-compare")),
          Array.from({ length: tournament.seats }, (_, seat) => h("th", { key: seat, scope: "col" }, t("evening-seat", { seat: seat + 1 }))))),
        h("tbody", {}, data.results.map((each) => h("tr", { key: each.number },
          h("th", { scope: "row" }, h(Checkbox, { label: t("evening-table", { number: each.number }), checked: chosen.includes(each.number), onChange: (is) => onChoose(each.number, is) })),
          each.players.map((player, seat) => h("td", { key: seat },
            h("span", {}, namesOf(tournament, [player])), " ", h(Points, { tournament, result: each, seat }), " ", h(MistakesAt, { made: analyses.made, deal: each.deal, seat }))),
        ))),
      ),
    ),
    data.results.some(({ compared }) => compared !== null) && h("p", { class: "hint" }, t("evening-compared-hint")),
    h(Asking, analyses),
    h("p", { class: "hint" }, t("evening-compare-hint")),
    isRefused ? h("p", { role: "status" }, t("evening-not-shown")) : h(Refusal, { refusal }),
    !isRefused && data.parted !== null && h(Compared, { key: data.parted.tables.map(({ number }) => number).join(), parted: data.parted }),
  );
}

/** The points of a seat, with what they are beside the other tables.
 * @param {{ tournament: Tournament, result: Schemas["Board"]["results"][number], seat: number }} props
 */
function Points({ tournament, result: { points, compared }, seat }) {
  const made = points?.[seat], beside = compared?.[seat];
  if (made === undefined) return h("b", {}, t("evening-not-played"));
  return [
    h("b", { key: "points" }, scoreOf({ scoring: "points" }, made)),
    beside !== undefined && h("small", { key: "beside" }, ` (${beside > 0 ? "+" : ""}${scoreOf(tournament, beside)})`),
  ];
}

/** The mistakes of a seat, once its deal is analysed.
 * @param {{ made: ReturnType<typeof useAnalyses>["made"], deal: string | null, seat: number }} props
 */
function MistakesAt({ made, deal, seat }) {
  const analysis = deal === null ? undefined : made.get(deal);
  return analysis?.status === "done" ? h(Mistakes, { analysis, seat }) : null;
}

/** Two tables side by side, which step together.
 * @param {{ parted: NonNullable<Schemas["Board"]["parted"]> }} props
 */
function Compared({ parted: { moves, tables } }) {
  const { data, refusal } = useResource((signal) => Promise.all(tables.map(async ({ deal, number }) => {
    const source = await openReplay(deal, "full", signal);
    return { source, timeline: await source.load("full", signal), name: t("evening-table", { number }) };
  })), [tables]);
  const isAlike = data?.every(({ timeline }) => timeline.explanations.size === moves) ?? false;
  return h(
    "section",
    { "aria-labelledby": "parted" },
    h("h2", { id: "parted" }, isAlike ? t("evening-parted-nowhere") : moves === 0 ? t("evening-parted-at-once") : t("evening-parted", { moves })),
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("replay-loading")),
    data !== null && h(Beside, { sides: data, alike: moves }),
  );
}
