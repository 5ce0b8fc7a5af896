// The ratings of a host's people and of bots, game by game.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { hostKey } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { levelName, loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Select } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";

/** @import { Schemas } from "../types.js" */

await loadTexts("records");

const MOST = 50;

export default function RatingsPage() {
  const credential = hostKey.value !== null && keyMay("read") ? hostKey.value : null;
  const [game, setGame] = useState("");
  const { data, refusal } = useResource((signal) => get("/v1/games", { signal }), []);
  const titles = new Map(data?.games.map(({ key, title }) => [key, title]));
  return h(
    Page,
    { title: t("ratings-title"), kind: "ratings" },
    h("p", {}, t("ratings-about")),
    credential === null && h("p", {}, t("ratings-needs-key"), " ", h("a", { href: "/host" }, t("link-host"))),
    h(Refusal, { refusal }),
    credential !== null && data !== null && h(Select, { label: t("lobby-game"), value: game, choices: [["", t("lobby-every-game")], ...titles], onChange: setGame }),
    credential !== null && data !== null && h(Ratings, { key: game, game, titles, credential }),
  );
}

/** @param {{ game: string, titles: ReadonlyMap<string, string>, credential: string }} props `game`: empty for all. */
function Ratings({ game, titles, credential }) {
  const [cursors, setCursors] = useState(/** @type {readonly (string | null)[]} */ ([null]));
  const { data, refusal } = useResource((signal) => Promise.all(cursors.map((cursor) =>
    get("/v1/ratings", { query: { limit: MOST, ...(game !== "" && { game }), ...(cursor !== null && { cursor }) }, credential, signal }))), [cursors.length, credential]);
  if (data === null) return h(Refusal, { refusal });
  const lines = data.flatMap(({ ratings }) => ratings);
  const next = data.at(-1)?.next ?? null;
  if (lines.length === 0) return h("p", {}, t("ratings-none"));
  const columns = [t("ratings-player"), ...(game === "" ? [t("lobby-game")] : []), t("ratings-rating"), t("ratings-series"), t("ratings-changed")];
  return [
    h(
      "div",
      { key: "ratings", class: "wide", tabIndex: 0, role: "region", "aria-label": t("ratings-title") },
      h(
        "table",
        { class: "sheet" },
        h("thead", {}, h("tr", {}, columns.map((title) => h("th", { key: title, scope: "col" }, title)))),
        h("tbody", {}, lines.map((line) => h(
          "tr",
          { key: `${line.game} ${line.ref} ${line.bot?.level} ${line.bot?.version}` },
          h("th", { scope: "row", dir: "auto" }, nameOf(line)),
          game === "" && h("td", {}, titles.get(line.game) ?? line.game),
          h("td", { class: "rating" }, h("strong", {}, Math.round(line.rating)), ` ± ${Math.round(line.uncertainty)}`),
          h("td", {}, line.series),
          h("td", {}, h(Moment, { at: line.changed_at })),
        ))),
      ),
    ),
    h("p", { key: "hint", class: "hint" }, t("ratings-uncertainty")),
    h(Refusal, { key: "refusal", refusal }),
    next !== null && h("p", { key: "more" }, h(Button, { onPress: () => setCursors([...cursors, next]) }, t("archive-more"))),
  ];
}

/** The person by the host's own id, or the bot.
 * @param {Schemas["Rating"]} line
 */
function nameOf({ ref, bot }) {
  return bot === null ? ref : t("ratings-bot", { level: levelName(bot.level), version: bot.version });
}
