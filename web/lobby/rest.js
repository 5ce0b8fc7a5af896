// The lobby besides the games that begin at once: loaded after them, with its texts.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { endedAt, hostKey } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { t } from "../language.js";
import { Ended } from "../parts/ended.js";
import { loadRest } from "../router.js";
import { Entry } from "./entry.js";
import { OpenTable } from "./open_table.js";
import { OwnTables } from "./own_tables.js";
import { Tables } from "./tables.js";

/** @import { Games } from "./tables.js" */

/** What comes before the games: a token that has ended, and one's own tables.
 * @param {{ games: Games | null }} props
 */
export function Before({ games }) {
  useEffect(() => () => void (endedAt.value = null), []);
  return [endedAt.value === "lobby" && h(Ended, { key: "ended" }), games !== null && h(OwnTables, { key: "own", games })];
}

/** What comes after them: a new table, all tables that may be seen, and joining by a link.
 * @param {{ games: Games | null }} props
 */
export function After({ games }) {
  const credential = hostKey.value;
  return [
    games !== null && credential !== null && keyMay("tables") && h("div", { key: "open", class: "row" }, h(OpenTable, { games, credential })),
    games !== null && h(Tables, { key: "all", games }),
    h("p", { key: "archive" }, h("a", { href: "/archive" }, t("archive-link")), " · ", h("a", { href: "/tournament" }, t("lobby-tournaments"))),
    h("details", { key: "entry" }, h("summary", {}, t("lobby-entry-title")), h(Entry, {})),
    credential === null && h("p", { key: "key", class: "hint" }, t("lobby-no-key"), " ", h("a", { href: "/host" }, t("lobby-to-host"))),
  ];
}

await loadRest();
