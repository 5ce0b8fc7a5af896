// The page of a replay: any moment of a deal, as any seat truly saw it.

import { h } from "../vendor/preact.mjs";
import { useCallback, useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { address, get, problemIn, useAction, useResource, usualHeaders } from "../api.js";
import { credentialFor, credentials } from "../credentials.js";
import { useIdentified } from "../entrance.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Page } from "../parts/frame.js";
import { CopyLink } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";
import { save } from "../parts/saving.js";
import { Analysis } from "../replay/analysis.js";
import { addressOf, eyesOf, frameOf, momentOf } from "../replay/address.js";
import { written } from "../replay/file.js";
import { OwnNotes } from "../replay/notes.js";
import { Replay } from "../replay/replay.js";
import { openReplay, unlessPlayed } from "../replay/source.js";
import { StillPlayed } from "../replay/still_played.js";
import { WhatIf } from "../replay/what_if.js";
import { after } from "../runtime.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Moment } from "../replay/address.js" */
/** @import { Source } from "../replay/source.js" */
/** @import { Params } from "../router.js" */

/** For how long a moment is shown until the address names it, in ms: browsers limit how often it changes. */
const SETTLED = 200;

await loadTexts("records");

/** @param {{ params: Params }} props */
export default function ReplayPage({ params }) {
  const moment = momentOf(params);
  return moment === null ? h(Page, { title: t("replay-title") }, h("p", {}, t("replay-no-moment"))) : h(Opened, { moment });
}

/** @param {{ moment: Moment }} props */
function Opened({ moment }) {
  const { deal } = moment;
  const { data, refusal } = useResource((signal) => unlessPlayed(deal, openReplay(deal, moment.eyes, signal), signal), [deal]);
  if (data !== null && typeof data !== "string") return h(Watched, { source: data, moment });
  return h(
    Replaying,
    { bar: null },
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("replay-loading")),
    data !== null && h(StillPlayed, { table: data }),
  );
}

/** The page, with a bar as at a table: on a small screen there is room for the cards.
 * @param {{ bar: ComponentChildren, children?: ComponentChildren }} props
 */
function Replaying({ bar, children }) {
  return h(Page, { title: t("replay-title"), kind: "replaying", bar }, h("div", {}, children));
}

/** @param {{ source: Source, moment: Moment }} props */
function Watched({ source, moment }) {
  const { deal, table, game } = source;
  const [eyes, setEyes] = useState(moment.eyes);
  const at = useRef(moment.at);
  const { data: timeline, refusal } = useResource((signal) => source.load(eyes, signal), [source, eyes]);
  const { data: decided } = useResource((signal) => source.decided(signal), [source]);
  // the view that is shown: the one that was asked for may not be loaded yet, or cannot be
  const view = timeline?.view ?? eyes;
  const cancel = useRef(() => {});
  const onMoment = useCallback((/** @type {number} */ position) => {
    at.current = position;
    cancel.current();
    const { pathname } = location;
    cancel.current = after(SETTLED, () => {
      if (location.pathname !== pathname) return; // another page is being loaded
      history.replaceState(history.state, "", addressOf({ deal, at: position, eyes: view }));
    });
  }, [deal, view]);
  useEffect(() => () => cancel.current(), []);
  return h(
    Replaying,
    { bar: h(About, { source, eyes: view }) },
    h(Refusal, { refusal }),
    timeline !== null &&
      h(Replay, {
        timeline,
        eyes: refusal === null ? eyes : view,
        table,
        game,
        decided,
        start: at.current,
        onEyes: setEyes,
        onMoment,
        share: (position) => h(Share, { source, at: position, eyes: view }),
        actions: (position, go) => h(Actions, { source, at: position, eyes: view, length: timeline.length, onGo: go }),
      }),
  );
}

/** The game, the way back to the table, and the deals before and after this one.
 * @param {{ source: Source, eyes: string }} props
 */
function About({ source, eyes }) {
  const { table, game, number } = source;
  const { data: near } = useResource((signal) => neighbours(source, signal), [source]);
  return h(
    "p",
    { class: "about" },
    near?.before != null && [h("a", { key: "before", rel: "prev", href: addressOf({ deal: near.before, at: 1, eyes }) }, `← ${t("table-deal")} ${number - 1}`), " · "],
    h("a", { href: `/rules/${game.key}` }, game.title),
    ` · ${t("table-deal")} ${number} · `,
    h("a", { href: `/t/${table.id}` }, table.name),
    " · ",
    h("a", { href: `/t/${table.id}/series` }, t("table-scores")),
    near?.after != null && [" · ", h("a", { key: "after", rel: "next", href: addressOf({ deal: near.after, at: 1, eyes }) }, `${t("table-deal")} ${number + 1} →`)],
  );
}

/** The finished deals before and after one in its series; null: there is none that may be seen.
 * @param {Source} source
 * @param {AbortSignal} signal
 */
async function neighbours({ table, number, credential }, signal) {
  const options = { params: { table: table.id }, credential, signal };
  const { deals } = await get("/v1/tables/{table}/series", options).catch(() => ({ deals: [] }));
  const [before = null, after = null] = [number - 1, number + 1].map((wanted) => {
    const found = deals.find((each) => each.number === wanted);
    return found !== undefined && found.voided.length === 0 && found.explanations.length > 0 ? found.deal : null;
  });
  return { before, after };
}

/** The link to a moment, to hand to others.
 * @param {{ source: Source, at: number, eyes: string }} props
 */
function Share({ source: { deal, table, game, isForAll }, at, eyes }) {
  return [
    h(CopyLink, { key: "copy", link: location.origin + addressOf({ deal, at, eyes }), label: t("replay-copy") }),
    isForAll && h(CopyLink, { key: "frame", link: frameOf({ deal, at, eyes }, game.title), label: t("replay-copy-frame") }),
    table.visibility === "private" && h("p", { key: "private", class: "hint" }, t("replay-private-hint")),
  ];
}

/** The moment as a drawing and as a diagram in text, to hand to others.
 * @param {{ source: Source, at: number, eyes: string }} props
 */
function Picture({ source: { deal, credential }, at, eyes }) {
  const { run, busy, refusal } = useAction(async (/** @type {"image/svg+xml" | "text/plain"} */ type) => {
    const options = { params: { deal }, query: { at, view: eyes } };
    const answer = await fetch(address("/v1/deals/{deal}/position", options), { headers: { ...usualHeaders(credential), Accept: type } });
    if (!answer.ok) throw await problemIn(answer);
    save(await answer.text(), `${deal}-${at}.${type === "text/plain" ? "txt" : "svg"}`, type);
  });
  return [
    h(Button, { key: "svg", busy, onPress: () => void run("image/svg+xml") }, t("replay-picture")),
    h(Button, { key: "text", busy, onPress: () => void run("text/plain") }, t("replay-diagram")),
    h(Refusal, { key: "refusal", refusal }),
  ];
}

/** @param {{ source: Source, at: number, eyes: string, length: number, onGo: (at: number) => void }} props */
function Actions({ source, at, eyes, length, onGo }) {
  const { deal } = source;
  return h(
    "div",
    {},
    h(Analysis, { source, at, onGo }),
    h(WhatIf, { source, at }),
    h(OwnNotes, { deal, length, at, onGo }),
    h(
      "section",
      { "aria-labelledby": "further" },
      h("h2", { id: "further" }, t("replay-further")),
      h(
        "ul",
        {},
        h(Dispute, { source, at }),
        h("li", {}, h("a", { href: addressOf({ deal, at, eyes }) }, t("replay-link", { at }))),
        h("li", {}, h("a", { href: `/verify/${deal}` }, t("replay-verify"))),
        h("li", {}, h("a", { href: `/verify/${deal}/shuffle` }, t("replay-shuffle"))),
      ),
      h("div", { class: "row" }, h(Picture, { source, at, eyes })),
      h(Save, { source }),
    ),
  );
}

/** The way to dispute an event, for a player of a deal that is over.
 * @param {{ source: Source, at: number }} props
 */
function Dispute({ source: { deal, table }, at }) {
  useIdentified(credentials.value);
  if (credentialFor(table.id)?.kind !== "seat") return null;
  return h("li", {}, h("a", { href: `/d/${deal}?at=${at}` }, t("replay-dispute")));
}

/** A file with the record and every view, which replays and verifies offline.
 * @param {{ source: Source }} props
 */
function Save({ source }) {
  const { run, busy, refusal } = useAction(async () => {
    const { deal, table, game, credential } = source;
    const options = { params: { deal }, credential };
    const bundle = await get("/v1/deals/{deal}/bundle", options);
    const views = [];
    for (const each of eyesOf(table.seats.length)) views.push(await source.pages(each));
    save(written({ bundle: JSON.stringify(bundle), table, game, views }), `${game.key}-${deal}.json`);
  });
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    h(Button, { onPress: () => void run(), busy }, t("replay-save")),
    h("p", { class: "hint" }, t("replay-save-hint")),
  );
}
