// Acts on the own cards and the buttons of moves, and the status beside them. They are loaded after the cards,
// which are only seen until then.

import { h } from "../vendor/preact.mjs";
import { t } from "../language.js";
import { announce } from "../parts/frame.js";
import { settings } from "../storage.js";
import { basisOf } from "./attending.js";
import { NOTHING, choosable, keepFitting, offers, mainMove, onlyMove, toggle } from "./choosing.js";
import { HintWords } from "./hint.js";
import { Moves, rowsOf } from "./moves.js";
import { Reason } from "./reason.js";
import { ask } from "./why.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Schemas } from "../types.js" */
/** @import { Hand } from "./felt.js" */
/** @import { Session } from "./session.js" */

/** @typedef {{ session: Session, table: Schemas["Table"], game: Schemas["Game"], deal: Schemas["Deal"] }} At */

/** Choose a card, and play it if that makes one move only, or if it is drawn and makes a move; before the own turn,
 * keep it for that.
 * @param {Session} session
 * @param {Schemas["Deal"]} deal
 * @param {string} card
 * @param {boolean} isDrawn
 */
function choose(session, deal, card, isDrawn = false) {
  const choices = deal.choices ?? [];
  if (choices.length === 0) {
    const isNew = deal.status === "playing" && session.early.value?.card !== card;
    session.early.value = isNew ? { card, basis: basisOf(deal, session.seat) } : null;
    if (isNew) announce(t("table-early"));
    return;
  }
  if (choosable(choices, []).size === 0) return void ask(session, card, NOTHING);
  const chosen = keepFitting(choices, session.chosen.value ?? NOTHING);
  const isChosen = chosen.cards.includes(card);
  const again = isChosen ? onlyMove(choices, chosen) : null;
  const next = isChosen && isDrawn ? chosen : toggle(choices, chosen, card);
  session.chosen.value = again === null ? next : chosen;
  const only = again ?? (settings.value.confirmation ? null : isDrawn ? mainMove(choices, next) : onlyMove(choices, next));
  if (only !== null && session.sending.value === null) void session.move(only);
}

/** Do what a tap has asked for that came before all of this was loaded.
 * @param {Session} session
 */
export function resume(session) {
  const { tapped, deal: { value: deal } } = session;
  session.tapped = null;
  if (tapped === null || deal === null) return;
  const all = choosable(deal.choices ?? [], []);
  if (all.size > 0 && !all.has(tapped)) void ask(session, tapped, NOTHING);
  else choose(session, deal, tapped);
}

/** The own cards with all that can be done with them, for the felt.
 * @param {At} at
 * @param {ComponentChildren} status
 */
export function handOf({ session, table, game, deal }, status) {
  const { digits } = settings.value;
  const choices = deal.choices ?? [];
  const chosen = keepFitting(choices, session.chosen.value ?? NOTHING);
  const sending = session.sending.value;
  const busy = sending !== null;
  const [can, all] = [choosable(choices, chosen.cards), choosable(choices, [])];
  const early = session.early.value?.card ?? null;
  const asked = session.asked.value;
  const hint = (asked?.isTold ? asked.move : deal.hint?.move) ?? {};
  const usual = choices.some((choice) => !choice.early);
  const refusal = session.refusal.value;
  const isEarly = early !== null && all.size === 0;
  const takes = choices.find(({ type }) => (deal.aims[type]?.takes.length ?? 0) > 0)?.type ?? "";
  const taken = deal.aims[takes]?.takes ?? [];
  const offered = offers(choices, chosen);
  const isOffered = takes !== "" && !busy && offered.some(({ type }) => type === takes);
  /** @type {Hand} */
  const hand = {
    taken: isOffered ? { cards: taken, words: t("acts-take", { move: game.move_names[takes] ?? takes, count: taken.length }) } : null,
    chosen: chosen.cards, choosable: can.size > 0 ? can : all, active: all.size > 0, isTurn: usual && !busy, played: Object.values(sending ?? {}).flat(), early, isTold: deal.hint?.move != null && deal.hint.seat === session.seat,
    rows: busy ? 0 : rowsOf(offered),
    hinted: Object.values(hint).flat(), pressable,
    onChoose: (card, isDrawn) => choose(session, deal, card, isDrawn), onRefused: (card) => void ask(session, card, chosen),
  };
  return {
    hand,
    status: refusal !== null
      ? h(Reason, { refusal, game: game.key, card: session.illegal, fitting: [...hand.choosable], deal, offset: session.clockOffset, onEnd: () => (session.refusal.value = null) })
      : busy ? h("p", { class: "status sending" }, t("acts-sending"))
      : isEarly ? h("p", { class: "status" }, t("table-early")) : status,
    onTap: (/** @type {PointerEvent} */ { target }) => {
      if (refusal !== null && !(target instanceof Element && target.closest(".reason") !== null)) session.refusal.value = null;
    },
    onKeyDown: (/** @type {KeyboardEvent} */ { key, ctrlKey, altKey, metaKey, currentTarget }) => {
      if (!digits || ctrlKey || altKey || metaKey || !/^[1-9]$/.test(key) || !(currentTarget instanceof Element)) return;
      const button = currentTarget.querySelectorAll(".moves .button")[Number(key) - 1];
      if (button instanceof HTMLElement) button.click();
    },
    actions: [
      usual && !busy &&
        h(Moves, {
          key: "moves", aims: deal.aims, choices, offers: offered, hint, chosen, game, onMove: (move) => void session.move(move),
          onChoose: (next) => (session.chosen.value = next),
        }),
      table.hints && session.seat !== null && h(HintWords, { key: "hint", session, deal, seat: session.seat }),
    ],
  };
}

const DRAGGED_PX = 60;
const TAPPED_PX = 8;
/** The card that is drawn now: where the finger began, and whether the click after it is a part of the draw. */
const draw = { from: /** @type {number | null} */ (null), isDrawn: false };

/** A card is pressed by a tap, or drawn upwards: it follows the finger until then, and falls back if it is not
 * drawn far enough.
 * @param {(isDrawn: boolean) => void} act
 */
function pressable(act) {
  const way = (/** @type {PointerEvent} */ event) => (draw.from === null ? 0 : draw.from - event.clientY);
  const lift = (/** @type {PointerEvent} */ { currentTarget }, /** @type {string} */ by) =>
    void (/** @type {HTMLElement} */ (currentTarget).style.translate = by);
  const end = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isUp) => {
    const by = way(event);
    draw.from = null;
    lift(event, "");
    draw.isDrawn = Math.abs(by) > TAPPED_PX;
    if (isUp && by > DRAGGED_PX) act(true);
  };
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      Object.assign(draw, { from: event.clientY, isDrawn: false });
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      if (way(event) > TAPPED_PX) lift(event, `0 ${-way(event)}px`);
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => end(event, true),
    onPointerCancel: (/** @type {PointerEvent} */ event) => end(event, false),
    // the click after a draw is part of it
    onClick: () => (draw.isDrawn ? (draw.isDrawn = false) : act(false)),
  };
}
