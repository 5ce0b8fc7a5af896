// The lobby: open a table, join by a link, one's own tables, and all tables that may be seen.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { get } from "../api.js";
import { hostKey } from "../credentials.js";
import { endedAt, keyMay } from "../entrance.js";
import { t } from "../language.js";
import { Entry } from "../lobby/entry.js";
import { OpenTable } from "../lobby/open_table.js";
import { PlayNow } from "../lobby/play_now.js";
import { OwnTables } from "../lobby/own_tables.js";
import { Tables } from "../lobby/tables.js";
import { Ended } from "../parts/ended.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { useResource } from "../parts/resource.js";

export default function LobbyPage() {
  const credential = hostKey.value;
  const { data, refusal } = useResource(async (signal) => {
    const found = await get("/v1/games", { signal });
    return { games: new Map(found.games.map((game) => [game.key, game])), playNow: found.play_now };
  }, []);
  useEffect(() => () => void (endedAt.value = null), []);
  return h(
    Page,
    { title: t("lobby-title") },
    endedAt.value === "lobby" && h(Ended, {}),
    h(Refusal, { refusal }),
    data !== null && [
      h(OwnTables, { key: "own", games: data.games }),
      data.playNow && h(PlayNow, { key: "now", games: data.games }),
      credential !== null && keyMay("tables") && h("div", { key: "open", class: "row" }, h(OpenTable, { games: data.games, credential })),
      h(Tables, { key: "all", games: data.games }),
    ],
    h("section", { "aria-labelledby": "entry" }, h("h2", { id: "entry" }, t("lobby-entry-title")), h(Entry, {})),
    credential === null && h("p", {}, t("lobby-no-key"), " ", h("a", { href: "/host" }, t("lobby-to-host"))),
  );
}
