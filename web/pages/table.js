// A table: played from a seat, or watched. Its data are asked for while its felt is loaded; what is around the
// cards is loaded after them.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
import { credentialFor } from "../credentials.js";
import { t, tag } from "../language.js";
import { Page, announce } from "../parts/frame.js";
import { loaded, useLater } from "../router.js";
import { after } from "../runtime.js";
import { mayMove, settings } from "../storage.js";
import { layersOf } from "../table/scene.js";
import { Session } from "../table/session.js";

/** @import { Params } from "../router.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Schemas } from "../types.js" */
/** @import { Hand, Trick } from "../table/felt.js" */

/** @param {{ params: Params }} props */
export default function TablePage({ params }) {
  const id = params["table"] ?? "";
  const credential = credentialFor(id)?.token ?? null;
  const had = useRef(false);
  if (credential !== null) had.current = true;
  return h(Followed, { key: `${id} ${credential}`, id, credential, ended: credential === null && had.current });
}

/** @param {{ id: string, credential: string | null, ended: boolean }} props */
function Followed({ id, credential, ended }) {
  const [session] = useState(() => new Session(id, credential, { mayMove, ended, first: loaded(() => import("../table/felt.js")) }));
  useEffect(() => {
    void session.start();
    return () => session.stop();
  }, []);
  useEffect(() => void session.readGame(), [tag.value]);
  const felt = useLater(() => import("../table/felt.js"));
  return h(TableView, { session, felt });
}

/** @typedef {typeof import("../table/later.js") | null} Later What is loaded after the cards. */
/** @typedef {typeof import("../table/felt.js")} Felt */
/** @typedef {{ session: Session, table: Schemas["Table"], game: Schemas["Game"], felt: Felt, later: Later }} At */

/** @param {{ session: Session, felt: Felt | null }} props */
function TableView({ session, felt }) {
  const [table, game] = [session.table.value, session.game.value];
  const failure = session.failure.value;
  const hasCards = felt !== null && (session.deal.value !== null || table?.deal === null || session.broken.value !== null);
  const later = useLater(() => import("../table/later.js"), hasCards || failure !== null);
  const people = useLater(() => import("../table/phrases.js"), later !== null && table !== null && table.phrases !== "off");
  useEffect(() => people?.listen(session), [people]);
  const { sound } = settings.value;
  useEffect(() => (sound ? sounding(session) : undefined), [sound]);
  useEffect(() => {
    later?.resume(session);
    return later?.attend(session);
  }, [later]);
  session.onSteps = (steps) => later !== null && announce(...later.toldBy(session, steps));
  if (failure !== null) return h(Page, { title: t("table-board") }, later !== null && h(later.Failure, { session, failure }));
  if (table === null || game === null || felt === null) return h(Page, { title: t("table-board") }, h("p", { role: "status" }, t("table-loading")));
  return h(Shown, { session, table, game, felt, later, people });
}

/** Load the sounds of a table and play them, until the function is called that is returned.
 * @param {Session} session
 */
function sounding(session) {
  const listening = import("../table/sounds.js").then(({ listen }) => listen(session));
  return () => void listening.then((stop) => stop());
}

/** @param {At & { people: typeof import("../table/phrases.js") | null }} props */
function Shown({ session, table, game, felt, later, people }) {
  const [deal, seat] = [session.deal.value, session.seat];
  const [isOpen, setOpen] = useState(false);
  const end = session.isOver ? t("table-series-over") : table.status === "closed" ? t("table-was-closed") : null;
  const isEnd = end !== null;
  const first = useRef(isEnd);
  useEffect(() => {
    if (isEnd && !first.current) announce(end);
  }, [isEnd]);
  const isPlaying = deal?.status === "playing";
  const waits = seat !== null && deal !== null && deal.away.includes(seat);
  const isSheet = useSettled(!isPlaying || waits, deal?.id ?? "", felt.HELD_MS);
  const status = isEnd && isSheet
    ? h("p", { class: "status" }, h("strong", {}, end))
    : later !== null && !(isSheet && table.waiting_for.kind === "ready") && h(later.Status, { table, deal, game, me: seat, offset: session.clockOffset, chosen: session.chosen.value?.cards });
  const lesson = useLater(() => import("../table/coach.js"), table.test && seat !== null);
  const newcomer = useLater(() => import("../table/newcomer.js"), later !== null && !table.test && seat !== null);
  const coach = lesson !== null && deal !== null && h(lesson.Coach, { session, game, deal, seat });
  const around = later !== null && h(later.Before, { key: "before", session, table });
  // the name of the game is said once: by the name of the table, or below it
  const isPlain = table.name === game.title;
  const rules = h("a", { key: "rules", href: `/rules/${game.key}` }, isPlain ? t("link-rules") : game.title);
  const number = deal !== null && `${t("table-deal")} ${deal.number}`;
  const bar = [
    h(
      "p",
      { key: "about", class: "about" },
      isPlain ? [number, number && " · ", rules] : [rules, number && ` · ${number}`],
    ),
    later === null ? h("p", { key: "score", class: "score" }) : h(later.Score, { key: "score", session, table, game, deal }),
    newcomer !== null && deal !== null && h(newcomer.Newcomer, { key: "offer", session, game }),
    later !== null && deal !== null && table.hints && seat !== null && h(later.HintButton, { key: "hint", session, deal, seat }),
    people !== null && seat !== null && h(people.SayButton, { key: "say", session, table, seat }),
    h(
      "button",
      { key: "panel", type: "button", class: "tool panel-button", "aria-expanded": isOpen, "aria-controls": "panel", onClick: () => setOpen(!isOpen), "aria-label": t("table-panel") },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M4 4h16v12H9l-5 4z" })),
    ),
  ];
  return h(
    Page,
    { title: table.name, kind: `table${isOpen ? " panel-open" : ""}`, bar },
    h(
      "div",
      { class: "stage" },
      !isSheet && coach,
      deal === null
        ? h("div", { class: "felt" })
        : h(DealView, { session, table, game, deal, felt, later, status }),
      isSheet &&
        h(
          "div",
          { class: `overlay${isPlaying || deal === null ? " small" : ""}` },
          coach,
          deal === null && [status, later !== null && h(later.Seats, { key: "seats", session, table })],
          later !== null && deal !== null && deal.status === "over" && h(later.DealOutcome, { session, deal, game, table }),
          around,
          later !== null && deal !== null && deal.status === "over" && h(later.DealLinks, { table, deal: deal.id, explanations: deal.explanations, me: seat, eyes: deal.view }),
        ),
    ),
    h(
      "aside",
      { class: "panel", id: "panel" },
      later !== null && h(later.Top, { session, table }),
      !isSheet && around,
      later !== null && deal !== null && h(later.Log, { session, deal, game, table }),
      people !== null && h(people.People, { session, table }),
      h(
        "details",
        { class: "more" },
        h("summary", {}, t("table-more")),
        later !== null && h(later.More, { session, table, game }),
      ),
    ),
  );
}

/** Whether something holds, a moment after it has begun to hold: the last trick is seen first.
 * @param {boolean} value
 * @param {string} deal
 * @param {number} moment In ms.
 */
function useSettled(value, deal, moment) {
  const begun = useRef(value);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (!value || begun.current) {
      begun.current = false;
      setSettled(value);
      return undefined;
    }
    return after(moment, () => setSettled(true));
  }, [value, deal]);
  return value && settled;
}

/** Own cards that can only be seen yet: a tap is kept.
 * @param {Session} session
 * @returns {Hand}
 */
function seen(session) {
  const onChoose = (/** @type {string} */ card) => void (session.tapped = card);
  return { chosen: [], choosable: new Set(), active: false, isTurn: false, taken: null, hinted: [], played: [], early: null, pressable: (onClick) => ({ onClick }), onChoose, onRefused: onChoose };
}

/** @param {At & { deal: Schemas["Deal"], status: ComponentChildren }} props */
function DealView({ session, table, game, deal, later, felt, status }) {
  const log = session.log.value;
  const layers = useMemo(() => layersOf(log), [log]);
  const isSeated = session.seat !== null && deal.view.startsWith("seat:");
  const hand = !isSeated ? { hand: null, status } : later?.handOf({ session, table, game, deal }, status) ?? { hand: seen(session), status };
  const statusOfTrick = later === null ? undefined : (/** @type {Trick} */ trick) => h(later.Taker, { game, table, me: session.seat, trick });
  return h(felt.Felt, {
    deal, game, table, events: log, layers, offset: session.clockOffset, spoken: session.spoken.value, present: session.people.value?.present, statusOfTrick, ...hand,
  });
}
