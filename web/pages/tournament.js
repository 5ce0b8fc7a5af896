// The page of a tournament: the own seat, standings, rounds, and what its director does.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { hostKey } from "../credentials.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Page, announce } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { SaveButton } from "../parts/saving.js";
import { Day, Moment, minute } from "../parts/time.js";
import { every } from "../runtime.js";
import { Director, actsOn } from "../tournaments/director.js";
import { Join, OwnEntry } from "../tournaments/own_entry.js";
import { useTournament } from "../tournaments/source.js";
import { Rounds, Standings } from "../tournaments/standings.js";

/** @import { Credential } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */
/** @import { Params } from "../router.js" */

await loadTexts("tournament");

/** How often the page looks for news, in ms. An answer that has not changed is not sent again. */
const LOOK = 3_000;

/** @param {{ params: Params }} props */
export default function TournamentPage({ params }) {
  const id = params["tournament"] ?? "";
  const { data, refusal, reload, entry, credential } = useTournament(id);
  const ended = data?.status === "over" || data?.status === "closed";
  useEffect(() => (ended ? undefined : every(LOOK, () => document.hidden || reload())), [ended, reload]);
  const round = data?.played.length ?? 0;
  useEffect(() => {
    if (round > 0) announce(t("evening-round-begins", { round }));
  }, [round]);
  return h(
    Page,
    { title: data?.name ?? t("evening-title"), kind: "tournament" },
    h(Refusal, { refusal: data === null ? refusal : null }),
    data !== null && h(Shown, { tournament: data, entry, credential, reload }),
  );
}

/** @param {{ tournament: Schemas["Tournament"], entry: Credential | null, credential: string | null, reload: () => void }} props */
function Shown({ tournament, entry, credential, reload }) {
  const { format, status, rounds, played, players, paused, joining } = tournament;
  const last = played.at(-1);
  const mine = entry === null ? null : players.find(({ name }) => name === entry.name)?.player ?? null;
  const mayJoin = joining === "anyone" && (status === "open" || (status === "break" && format !== "round_robin" && format !== "knock_out"));
  const directed = tournament.director && hostKey.value !== null ? { tournament, credential: hostKey.value, reload } : null;
  return [
    h("p", { key: "about", class: "about" }, t(`evening-formats-${format}`), " · ", t(`evening-statuses-${status}`, { round: played.length, rounds }), " · ", t("evening-players", { count: players.length })),
    paused !== null && h("p", { key: "paused", role: "status" }, t("evening-paused", { reason: paused })),
    status === "playing" && last?.ends_at != null && h("p", { key: "ends" }, t("evening-ends"), " ", h(Moment, { at: last.ends_at })),
    paused === null && h(Upcoming, { key: "next", tournament }),
    entry !== null && h(OwnEntry, { key: "own", tournament, entry, reload }),
    directed !== null && h(Director, { key: "director", ...directed }),
    entry === null && mayJoin && h(Join, { key: "join", tournament, reload }),
    h("section", { key: "standings", "aria-labelledby": "standings" }, h("h2", { id: "standings" }, t("evening-standings")), h(Standings, { tournament, me: mine, ...(directed !== null && { acts: (/** @type {Schemas["Standing"]} */ row) => actsOn(directed, row) }) })),
    played.length > 0 && h("section", { key: "rounds", "aria-labelledby": "rounds" }, h("h2", { id: "rounds" }, t("evening-rounds-title")), h(Rounds, { tournament, me: mine })),
    h("p", { key: "more", class: "row" },
      h(Button, { onPress: () => print() }, t("evening-print")),
      played.length > 0 && h("a", { href: `/tournament/${tournament.id}/sheets` }, t("evening-sheets")),
      h("a", { href: "/rules/tournaments" }, t("evening-rules")),
      h("a", { href: "/tournament" }, t("evening-all"))),
    h("p", { key: "files", class: "row" }, h(Files, { tournament, isIn: entry !== null || tournament.director, credential })),
  ];
}

/** The standings as a sheet, and for who takes part the evidence of the whole evening.
 * @param {{ tournament: Schemas["Tournament"], isIn: boolean, credential: string | null }} props
 */
function Files({ tournament: { id, name }, isIn, credential }) {
  const options = { params: { tournament: id }, credential };
  return [
    h(SaveButton, { key: "sheet", path: "/v1/tournaments/{tournament}", options, type: "text/csv", name: `${name}.csv` }, t("evening-sheet-save")),
    isIn && h(SaveButton, { key: "evidence", path: "/v1/tournaments/{tournament}/bundle", options, type: "application/x-ndjson", name: `${name}.ndjson` }, t("evening-evidence-save")),
  ];
}

/** When rounds begin.
 * @param {{ tournament: Schemas["Tournament"] }} props
 */
function Upcoming({ tournament: { status, played, starts, next_round_at: next } }) {
  if (status === "over" || status === "closed") return null;
  const isBetween = status === "open" || status === "break";
  const [first = null, ...later] = starts.slice(played.length);
  const at = isBetween ? next ?? first : first;
  const isPast = at !== null && Date.parse(at) < minute.value;
  return [at, ...later].map((time, index) => {
    const round = played.length + index + 1;
    if (time === null || (index === 0 && isPast && !isBetween)) return null;
    if (index === 0 && isPast && next === null) return h("p", { key: round }, t("evening-begins-late", { round }));
    return h("p", { key: round }, t("evening-begins", { round }), " ", h(Day, { at: time }), index === 0 && [" (", h(Moment, { key: "until", at: time }), ")"]);
  });
}
