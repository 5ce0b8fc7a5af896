// The page of all tournaments: the public ones, and the host's own.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { hostKey } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Day } from "../parts/time.js";
import { OpenTournament } from "../tournaments/opening.js";

/** @import { Schemas } from "../types.js" */

await loadTexts("tournament");

const MOST = 50;

export default function TournamentsPage() {
  const credential = hostKey.value;
  const { data, refusal } = useResource(async (signal) => {
    const [{ tournaments }, { games }] = await Promise.all([
      get("/v1/tournaments", { query: { limit: MOST }, credential, signal }),
      get("/v1/games", { signal }),
    ]);
    return { tournaments, games };
  }, [credential]);
  const mayOpen = credential !== null && keyMay("tables");
  return h(
    Page,
    { title: t("evening-all"), kind: "tournaments" },
    h("p", {}, t("evening-about")),
    h(Refusal, { refusal }),
    mayOpen && data !== null && h(Opening, { games: data.games, credential }),
    credential === null && h("p", { class: "hint" }, t("evening-needs-key"), " ", h("a", { href: "/host" }, t("link-host"))),
    data?.tournaments.length === 0 && h("p", {}, t("evening-none")),
    h("ul", { class: "lines" }, data?.tournaments.map((line) => h(Line, { key: line.id, line }))),
  );
}

/** @param {{ games: readonly Schemas["GameSummary"][], credential: string }} props */
function Opening({ games, credential }) {
  const [shown, setShown] = useState(false);
  return h(
    "p",
    {},
    h(Button, { look: "main", onPress: () => setShown(true) }, t("evening-open")),
    shown && h(Dialog, { title: t("evening-open"), onClose: () => setShown(false) }, h(OpenTournament, { games, credential })),
  );
}

/** @param {{ line: Schemas["TournamentSummary"] }} props */
function Line({ line }) {
  const { id, name, format, status, round, rounds, players, opened_at: at } = line;
  return h(
    "li",
    {},
    h("h2", {}, h("a", { href: `/tournament/${id}` }, name)),
    h("p", {}, t(`evening-formats-${format}`), " · ", t(`evening-statuses-${status}`, { round, rounds }), " · ", t("evening-players", { count: players })),
    h("p", { class: "hint" }, h(Day, { at })),
  );
}
