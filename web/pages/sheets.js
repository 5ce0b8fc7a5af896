// Sheets of a tournament to print: the cards that say where to sit, and the score lists of a round.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { credentialFor } from "../credentials.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Select } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { ScoreTable } from "../table/score_table.js";
import { useTournament } from "../tournaments/source.js";
import { namesOf } from "../tournaments/standings.js";

/** @import { Schemas } from "../types.js" */
/** @import { Params } from "../router.js" */
/** @typedef {Schemas["Tournament"]} Tournament */
/** @typedef {Tournament["played"][number]} Round */

await loadTexts("tournament");

/** @param {{ params: Params }} props */
export default function SheetsPage({ params }) {
  const id = params["tournament"] ?? "";
  const { data, refusal } = useTournament(id);
  return h(
    Page,
    { title: t("evening-sheets"), kind: "sheets" },
    h("p", { class: "not-printed" }, h("a", { href: `/tournament/${id}` }, data?.name ?? t("evening-title"))),
    h(Refusal, { refusal }),
    data !== null && h(Sheets, { tournament: data }),
  );
}

/** @param {{ tournament: Tournament }} props */
function Sheets({ tournament }) {
  const rounds = tournament.played.filter(({ drawn_at: drawn }) => drawn !== null);
  const [chosen, setChosen] = useState("");
  const [kind, setKind] = useState("cards");
  const round = rounds.find((each) => String(each.round) === chosen) ?? rounds.at(-1);
  if (round === undefined) return h("p", {}, t("evening-no-round"));
  return [
    h(
      "div",
      { key: "choice", class: "row fields not-printed" },
      h(Select, { label: t("evening-sheet"), value: kind, choices: [["cards", t("evening-seating-cards")], ["lists", t("evening-score-lists")]], onChange: setKind }),
      h(Select, { label: t("evening-rounds-title"), value: String(round.round), choices: rounds.map((each) => /** @type {const} */ ([String(each.round), t("evening-round", { round: each.round })])), onChange: setChosen }),
      h(Button, { look: "main", onPress: () => print() }, t("evening-print")),
    ),
    kind === "cards" ? h(SeatingCards, { key: "cards", tournament, round }) : h(ScoreLists, { key: `lists of ${round.round}`, tournament, round }),
  ];
}

/** A card for each player, to cut out: the table and the seat.
 * @param {{ tournament: Tournament, round: Round }} props
 */
function SeatingCards({ tournament, round }) {
  const people = round.tables.flatMap(({ number, players }) => players.map((player, seat) => ({ number, player, seat })))
    .filter(({ player }) => tournament.players[player - 1]?.bot === null);
  if (people.length === 0) return h("p", {}, t("evening-no-people"));
  return h("ul", { class: "seating-cards" }, people.map(({ number, player, seat }) => h(
    "li",
    { key: player },
    h("small", {}, tournament.name, " · ", t("evening-round", { round: round.round })),
    h("strong", {}, namesOf(tournament, [player])),
    h("span", {}, t("evening-table", { number }), " · ", t("evening-seat", { seat: seat + 1 })),
  )));
}

/** The score list of each table of a round.
 * @param {{ tournament: Tournament, round: Round }} props
 */
function ScoreLists({ tournament, round }) {
  return round.tables.map(({ number, table, players }) => table !== null && h(
    "section",
    { key: number, class: "score-list" },
    h("h2", {}, `${tournament.name} · ${t("evening-round", { round: round.round })} · ${t("evening-table", { number })}`),
    h(ScoreList, { table, tournament, players }),
    h("p", { class: "signatures" }, t("evening-signatures")),
  ));
}

/** @param {{ table: string, tournament: Tournament, players: readonly number[] }} props `players`: by seats. */
function ScoreList({ table: id, tournament, players }) {
  const { data, refusal } = useResource(async (signal) => {
    const options = { params: { table: id }, credential: credentialFor(id)?.token ?? null, signal };
    const [table, series] = await Promise.all([get("/v1/tables/{table}", options), get("/v1/tables/{table}/series", options)]);
    return { table, series };
  }, [id]);
  return data === null ? h(Refusal, { refusal }) : h(ScoreTable, { ...data, names: data.series.sides.map(({ seats }) => namesOf(tournament, seats.map((seat) => players[seat] ?? 0))) });
}
