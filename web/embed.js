// A replay within another site: one finished deal of a public table. It has an origin of its own, so it takes no
// credential and keeps nothing; links open new windows, which have no way back to it.

import { h, render } from "./vendor/preact.mjs";
import { useEffect, useMemo } from "./vendor/hooks.mjs";
import { useResource } from "./api.js";
import { loadTexts, t } from "./language.js";
import { Refusal } from "./parts/refusal.js";
import { addressOf, momentOf } from "./replay/address.js";
import { Steps, Why } from "./replay/controls.js";
import { useKeys } from "./replay/keys.js";
import { Ending, Position } from "./replay/moment.js";
import { player as makePlayer } from "./replay/player.js";
import { firstMoment } from "./replay/sections.js";
import { openReplay } from "./replay/source.js";
import { startSettings } from "./storage.js";
import { sentence } from "./table/sentences.js";

/** @import { Moment } from "./replay/address.js" */
/** @import { Source } from "./replay/source.js" */
/** @import { Timeline } from "./replay/timeline.js" */

/** @param {{ moment: Moment }} props */
function Embedded({ moment: { deal, at, eyes } }) {
  const { data, refusal } = useResource(async (signal) => {
    const source = await openReplay(deal, eyes, signal, [null]);
    return { source, timeline: await source.load(eyes, signal) };
  }, []);
  return [
    h(Refusal, { key: "refusal", refusal }),
    data === null && refusal === null && h("p", { key: "wait", role: "status" }, t("replay-loading")),
    data !== null && h(Replayed, { key: "replay", ...data, at }),
  ];
}

/** @param {{ source: Source, timeline: Timeline, at: number }} props */
function Replayed({ source: { deal, number, table, game }, timeline, at }) {
  const player = useMemo(() => makePlayer(timeline, at > 1 ? at : firstMoment(timeline, game, table)), [timeline]);
  useKeys(player);
  const [shown, event] = [player.shown.value, player.event.value];
  const title = `${game.title} · ${t("table-deal")} ${number}`;
  useEffect(() => void (document.title = title), [title]);
  return h(
    "main",
    { class: "embedded replay" },
    h(
      "header",
      {},
      h("h1", {}, title, h("span", { class: "about", dir: "auto" }, table.name)),
      h("a", { class: "brand", href: addressOf({ deal, at: player.at.value, eyes: timeline.view }), title: t("embed-whole") }, "Fairdeal ↗"),
    ),
    h(Position, { timeline, at: shown, game, table }),
    h(Steps, { player, game }),
    h("div", { class: "told" }, player.atEnd.value ? h(Ending, { player, game, table }) : h(Why, { player, game, table })),
    h("p", { class: "unseen", role: "status" }, event === null ? "" : sentence(game, table, event)),
  );
}

/** Open what a link leads to in a window of its own.
 * @param {Event} event
 */
function apart({ target }) {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link !== null) Object.assign(link, { target: "_blank", rel: "noopener" });
}

async function start() {
  startSettings();
  await loadTexts("first", "page", "records");
  const [, , deal = "", event = "1", eyes = "full"] = location.pathname.split("/");
  const moment = momentOf({ deal, event, eyes });
  if (moment !== null) render(h(Embedded, { moment }), /** @type {HTMLElement} */ (document.getElementById("page")));
}

for (const pressed of ["click", "auxclick"]) addEventListener(pressed, apart, { capture: true });
void start();
