// The view of a table: its cards first, then what is around them.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Page, announce } from "../parts/frame.js";
import { useLater } from "../router.js";
import { after } from "../runtime.js";
import { settings } from "../storage.js";
import { NOTHING, choosable, keepFitting, offers, onlyMove, toggle } from "./choosing.js";
import { Felt, HELD_MS } from "./felt.js";
import { layersOf } from "./scene.js";
import { Status, waitingWords } from "./seats.js";
import { sentence } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Move } from "./choosing.js" */
/** @import { Session } from "./session.js" */

/** @typedef {typeof import("./later.js") | null} Later What is loaded after the cards. */
/** @typedef {{ session: Session, table: Schemas["Table"], game: Schemas["Game"], later: Later }} At */

/** @param {{ session: Session }} props */
export function TableView({ session }) {
  const [table, game] = [session.table.value, session.game.value];
  const failure = session.failure.value;
  const hasCards = session.deal.value !== null || table?.deal === null;
  const later = useLater(() => import("./later.js"), hasCards || failure !== null);
  const people = useLater(() => import("./phrases.js"), later !== null && table !== null && table.phrases !== "off");
  useEffect(() => people?.listen(session), [people]);
  const { sound } = settings.value;
  useEffect(() => (sound ? sounding(session) : undefined), [sound]);
  useEffect(() => later?.attend(session), [later]);
  session.onSteps = (steps) => {
    if (table === null || game === null) return;
    const deal = session.deal.value;
    const waiting = deal?.status === "playing" ? waitingWords(deal.waiting_for, table, session.seat) : "";
    const said = steps.map(({ events }, at) => {
      const lines = events.map((event) => sentence(game, table, event));
      return [...lines, at === steps.length - 1 ? waiting : ""].filter((line) => line !== "").join(". ");
    });
    announce(...said);
  };
  if (failure !== null) return h(Page, { title: t("table-board") }, later !== null && h(later.Failure, { session, failure }));
  if (table === null || game === null) return h(Page, { title: t("table-board") }, h("p", { role: "status" }, t("table-loading")));
  return h(Shown, { session, table, game, later, people });
}

/** How long a reason is shown, in ms. */
const REASON_MS = 4_000;

/** Load the sounds of a table and play them, until the function is called that is returned.
 * @param {Session} session
 */
function sounding(session) {
  const listening = import("./sounds.js").then(({ listen }) => listen(session));
  return () => void listening.then((stop) => stop());
}

/** @param {At & { people: typeof import("./phrases.js") | null }} props */
function Shown({ session, table, game, later, people }) {
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
  const isSheet = useSettled(!isPlaying || waits, deal?.id ?? "");
  const status = isEnd && isSheet
    ? h("p", { class: "status" }, h("strong", {}, end))
    : h(Status, { table, deal, game, me: seat, offset: session.clockOffset });
  const lesson = useLater(() => import("./coach.js"), table.test && seat !== null);
  const coach = lesson !== null && deal !== null && h(lesson.Coach, { session, game, deal, seat });
  const around = later !== null && h(later.Before, { key: "before", session, table });
  const bar = [
    h(
      "p",
      { key: "about", class: "about" },
      h("a", { href: `/rules/${game.key}` }, game.title),
      deal === null ? "" : ` · ${t("table-deal")} ${deal.number}`,
    ),
    later !== null && h(later.Score, { key: "score", session, table, game, deal }),
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
        ? h("div", { class: "felt empty" }, status, later !== null && h(later.Seats, { table, present: session.people.value?.present }))
        : h(DealView, { session, table, game, deal, later, status }),
      isSheet &&
        h(
          "div",
          { class: `overlay${isPlaying || deal === null ? " small" : ""}` },
          coach,
          later !== null && deal !== null && deal.status === "over" && h(later.DealOutcome, { session, deal, game, table }),
          around,
          later !== null && deal !== null && deal.status === "over" && h(later.DealLinks, { table: table.id, deal: deal.id, eyes: deal.view }),
        ),
    ),
    h(
      "aside",
      { class: "panel", id: "panel" },
      session.kind !== "seat" && session.kind !== "invite" && h("p", { class: "hint" }, t("table-watching")),
      !isSheet && around,
      people !== null && h(people.People, { session, table }),
      later !== null && deal !== null && h(later.Log, { events: session.log.value, game, table }),
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
 */
function useSettled(value, deal) {
  const begun = useRef(value);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (!value || begun.current) {
      begun.current = false;
      setSettled(value);
      return undefined;
    }
    return after(HELD_MS, () => setSettled(true));
  }, [value, deal]);
  return value && settled;
}

/** @param {At & { deal: Schemas["Deal"], status: import("../vendor/preact.mjs").ComponentChildren }} props */
function DealView({ session, table, game, deal, later, status }) {
  const log = session.log.value;
  const layers = useMemo(() => layersOf(log), [log]);
  const choices = deal.choices ?? [];
  const { confirmation, digits } = settings.value;
  const chosen = keepFitting(choices, session.chosen.value ?? NOTHING);
  const sending = session.sending.value;
  const busy = sending !== null;
  const can = useMemo(() => choosable(choices, chosen.cards), [choices, chosen.cards.join()]);
  const all = useMemo(() => choosable(choices, []), [choices]);
  const play = (/** @type {Move} */ move) => void session.move(move);
  const seated = session.seat !== null;
  const early = session.early.value?.card ?? null;
  const choose = (/** @type {string} */ card) => {
    if (choices.length === 0) {
      const isNew = later !== null && deal.status === "playing" && early !== card;
      session.early.value = isNew ? { card, basis: later.basisOf(deal, session.seat) } : null;
      if (isNew) announce(t("table-early"));
      return;
    }
    const again = chosen.cards.includes(card) ? onlyMove(choices, chosen) : null;
    const next = toggle(choices, chosen, card);
    session.chosen.value = again === null ? next : chosen;
    const only = again ?? (confirmation ? null : onlyMove(choices, next));
    if (only !== null && !busy) play(only);
  };
  const asked = session.asked.value;
  const hint = (asked?.isTold ? asked.move : deal.hint?.move) ?? {};
  const usual = choices.some((choice) => !choice.early);
  const refusal = session.refusal.value;
  useEffect(() => (refusal === null ? undefined : after(REASON_MS, () => (session.refusal.value = null))), [refusal]);
  return h(Felt, {
    deal, game, table, events: log, layers, offset: session.clockOffset, spoken: session.spoken.value, present: session.people.value?.present,
    hand: seated && deal.view.startsWith("seat:")
      ? {
          chosen: chosen.cards, choosable: can.size > 0 ? can : all, active: all.size > 0, played: Object.values(sending ?? {}).flat(), early,
          hinted: Object.values(hint).flat(), onChoose: choose, onRefused: (card) => void later?.ask(session, card, chosen),
        }
      : null,
    status: refusal !== null && later !== null ? h(later.Reason, { refusal, game: game.key }) : early !== null && all.size === 0 ? h("p", { class: "status" }, t("table-early")) : status,
    onTap: ({ target }) => {
      if (refusal !== null && !(target instanceof Element && target.closest(".reason") !== null)) session.refusal.value = null;
    },
    onKeyDown: ({ key, ctrlKey, altKey, metaKey, currentTarget }) => {
      if (!digits || ctrlKey || altKey || metaKey || !/^[1-9]$/.test(key) || !(currentTarget instanceof Element)) return;
      const button = currentTarget.querySelectorAll(".moves .button")[Number(key) - 1];
      if (button instanceof HTMLElement) button.click();
    },
    actions: later !== null && seated &&
      [
        (usual || busy) &&
          h(later.Moves, {
            key: "moves", offers: offers(choices, chosen), hint, chosen, game, busy, onMove: play,
            onChoose: (next) => (session.chosen.value = next),
          }),
        table.hints && session.seat !== null && h(later.HintWords, { key: "hint", session, deal, seat: session.seat }),
      ],
  });
}
