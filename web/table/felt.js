// The felt: one layer with all cards, which move from place to place, and the seats around it. The own
// cards are buttons: arrow keys go from card to card, Enter plays.

import { h } from "../vendor/preact.mjs";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
import { Card, isHere, playerName, span } from "../cards.js";
import { t } from "../language.js";
import { useLater } from "../router.js";
import { after } from "../runtime.js";
import { mayMove, settings } from "../storage.js";
import { LOWEST, fitting, layOut } from "./layout.js";
import { DEALER, MIDDLE, describe, fade, follow, move, movements, sorted, transformOf } from "./scene.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Schemas } from "../types.js" */
/** @import { Felt as Layout, Spot } from "./layout.js" */
/** @import { Item, Layers, Movement, Scene, SeatInScene } from "./scene.js" */
/** @import { Bubble } from "./sentences.js" */
/** @import { Event } from "./session.js" */

/** How long a finished trick is shown before it is swept, in ms. */
export const HELD_MS = 900;
/** How long the last trick is shown again, in ms. */
const LOOK_MS = 3_000;
const SMALL = 84;
/** So many cards are drawn in a task. */
const SLICE = 12;
const NARROW = 330;
/** The seats are drawn in a frame after the first cards, so that neither takes long. */
const FRAME_MS = 20;
/** The size of text by which a table is laid out, in px. */
const USUAL_TEXT = 16;
/** @type {readonly unknown[]} */
const NONE = [];
/** @typedef {Pick<Schemas["Deal"], "id" | "at" | "view" | "state" | "away" | "bots" | "waiting_for" | "last_trick" | "clock" | "played_for">} View */
/** @typedef {NonNullable<Schemas["Deal"]["last_trick"]>} Trick */
/** @typedef {{ scene: Scene, items: readonly Item[], deal: View, isHeld: boolean }} Shown */

/**
 * The own cards, and the acts on them.
 * @typedef {object} Hand
 * @property {readonly string[]} chosen
 * @property {ReadonlySet<string>} choosable
 * @property {boolean} active Whether some cards can be played, and others not.
 * @property {boolean} [isTold] Whether a hint is shown.
 * @property {number} [rows] The rows that the buttons of moves take on a phone.
 * @property {boolean} isTurn Whether a move is due. If cards lie in the middle, then no other card can be played.
 * @property {{ cards: readonly unknown[], words: string } | null} taken The cards of the table that a move takes, and the
 *   move in words.
 * @property {readonly unknown[]} hinted Its cards are marked.
 * @property {readonly unknown[]} played Its cards are drawn as if they were laid already.
 * @property {string | null} early The card that is played in the own turn.
 * @property {(act: (isDrawn: boolean) => void) => object} pressable The handlers of a card that can be pressed.
 * @property {(card: string, isDrawn: boolean) => void} onChoose
 * @property {(card: string) => void} onRefused What happens where a card is pressed that cannot be played.
 */

/**
 * @param {object} props
 * @param {View} props.deal
 * @param {Schemas["Game"]} props.game
 * @param {Schemas["Table"]} props.table
 * @param {readonly Event[]} props.events What has happened.
 * @param {Layers} props.layers
 * @param {Hand | null} [props.hand] null: the cards are only looked at.
 * @param {number | null} [props.bottom] The seat that is nearest to a person who watches.
 * @param {number} [props.offset] The time of the service minus the time of this device, in ms.
 * @param {ReadonlyMap<number, Bubble>} [props.spoken] What seats say just now.
 * @param {readonly number[]} [props.present] The seats whose players are here.
 * @param {ComponentChildren} [props.status]
 * @param {((trick: Trick) => ComponentChildren) | undefined} [props.statusOfTrick] The status while a finished trick is held.
 * @param {ComponentChildren} [props.actions]
 * @param {(event: PointerEvent) => void} [props.onTap]
 * @param {(event: KeyboardEvent) => void} [props.onKeyDown]
 */
export function Felt({ deal, game, table, events, layers, hand = null, bottom = null, offset = 0, spoken, present, status, statusOfTrick, actions, onTap, onKeyDown }) {
  const felt = useRef(/** @type {HTMLElement | null} */ (null));
  const size = useSize(felt);
  const beside = useLater(() => import("./beside.js"), size !== null);
  const scene = useMemo(() => describe(deal, game, table, layers, bottom), [deal, game, table, layers, bottom]);
  const [settled, end] = useHeld(scene, deal, beside);
  const played = hand?.played ?? NONE;
  const shown = useMemo(
    () => (settled.isHeld || played.length === 0 || beside === null ? settled : { ...settled, items: beside.laidEarly(settled.items, game.zones, played, scene.me) }),
    [settled, played.join()],
  );
  const [isLooking, setLooking] = useState(false);
  useLayoutEffect(() => (isLooking ? after(LOOK_MS, () => setLooking(false)) : undefined), [isLooking]);
  const look = () => setLooking(true);
  const near = shown.scene.seats[0]?.seat ?? 0;
  const trumps = [...shown.scene.trumps, ...(shown.scene.seats[0]?.trumps ?? [])];
  const isWatched = hand === null;
  const [hasCards, setHasCards] = useState(false);
  useLayoutEffect(() => after(FRAME_MS, () => setHasCards(true)), []);
  // tricks that follow an auction or the like are played by taps alone
  const isTapped = game.tricks !== null && game.tricks.before.length > 0 && shown.scene.places.some(({ shape }) => shape === "laid");
  const rows = Math.max(Number(!isTapped || settings.value.confirmation), hand?.rows ?? 0);
  const [own, layout] = useMemo(() => {
    const keys = isWatched ? [] : ownKeys(shown, near, game, trumps);
    return [keys, size === null ? null : layOut(isWatched ? { ...shown.scene, me: null } : shown.scene, shown.items, size, keys, { isTold: hand?.isTold, rows })];
  }, [shown, size, game, isWatched, hand?.isTold, rows]);
  // with big text the page scrolls: in the own turn the hand is seen
  const isTurn = hand?.isTurn === true;
  useEffect(() => void (isTurn && felt.current?.scrollIntoView({ block: "nearest" })), [isTurn, size]);
  const bubbles = beside?.bubblesOf(game, shown.isHeld ? events.filter(({ position }) => position <= shown.deal.at) : events, shown.isHeld ? null : deal.last_trick?.position ?? null);
  const line = shown.isHeld && deal.last_trick !== null && statusOfTrick !== undefined ? statusOfTrick(deal.last_trick) : status;
  return h(
    "section",
    { ref: felt, class: `felt ${layout?.kind ?? ""}${layout?.low === true ? " low" : ""}${hand === null ? " watched" : ""}`, "aria-label": t("table-board"), style: { fontSize: `${USUAL_TEXT * (size?.text ?? 1)}px` }, onPointerDown: (/** @type {PointerEvent} */ event) => (end(), onTap?.(event)), onKeyDown },
    layout !== null && [
      beside !== null && h(beside.Plate, { key: "plate", trumps: shown.scene.trumps, said: deal.played_for ?? [], table, isBetween: layout.seats.size === 2, game }),
      ...layout.signs.map((spot) =>
        h("div", { key: `sign ${spot.card}`, class: "sign", "aria-hidden": "true", style: styleOf(spot) }, h(Card, { code: spot.card, named: false, big: spot.width < SMALL }))),
      ...layout.outlines.map((spot, at) => h("div", { key: `outline ${at}`, class: "outline", style: styleOf(spot) })),
      h(Cards, { key: "cards", shown, layout, hand, own, isFresh: hand !== null && isFresh(events), onHeap: deal.last_trick === null ? null : look }),
      beside !== null && layout.labels.map((label) => h(beside.Label, { key: label.place, label, game, scene: shown.scene, width: size?.width ?? 0, onHeap: label.isHeap && deal.last_trick !== null ? look : null })),
      beside !== null && hand?.taken && !shown.isHeld && h(beside.Bracket, { key: "bracket", taken: hand.taken, items: shown.items, layout, width: size?.width ?? 0 }),
      beside !== null && layout.counts.map((corner) => h(beside.Count, { key: `count ${corner.seat}`, corner })),
      isLooking && beside !== null && deal.last_trick !== null && h(beside.LastTrick, { key: "last", trick: deal.last_trick, table }),
      hasCards && h(
        "ul",
        { key: "seats", class: "seats", "aria-label": t("table-seats") },
        shown.scene.seats.map((seat) =>
          h(SeatView, {
            key: seat.seat, seat, seats: shown.scene.seats, table, game, deal, offset, beside, bubble: spoken?.get(seat.seat) ?? bubbles?.get(seat.seat) ?? null, isHere: isHere(present, table, seat.seat),
            point: layout.seats.get(seat.seat) ?? layout.own, isOwn: seat.seat === near, isDown: hand === null && seat.seat === near, width: size?.width ?? NARROW,
          })),
      ),
      layout.kind === "upright" && h("div", { key: "status", class: "status-row", style: rowStyle(layout.status) }, line),
      h("div", { key: "actions", class: "action-row", style: rowStyle(layout.actions) }, layout.kind !== "upright" && line, actions),
    ],
    beside !== null && h(beside.InWords, { scene, game, table, own: hand === null ? null : scene.me }),
  );
}

/** @param {{ top: number, height: number }} row */
function rowStyle({ top, height }) {
  return { top: `${top}px`, height: `${height}px` };
}

/** The size of an element, as it changes, and how much bigger than usual its text is.
 * @param {{ current: HTMLElement | null }} element
 */
function useSize(element) {
  const [size, setSize] = useState(/** @type {{ width: number, height: number, text: number } | null} */ (null));
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = () => {
      const { clientWidth: width, clientHeight: height, parentElement } = current;
      const wanted = Number.parseFloat(getComputedStyle(/** @type {Element} */ (parentElement)).fontSize) / USUAL_TEXT;
      const text = fitting(width, height, wanted);
      setSize((before) => (before?.width === width && before.height === height && before.text === text ? before : { width, height, text }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** The scene to show: a trick that has just ended is held before it is swept, unless a person taps.
 * @param {Scene} scene
 * @param {View} deal
 * @param {typeof import("./beside.js") | null} beside
 * @returns {[Shown, () => void]}
 */
function useHeld(scene, deal, beside) {
  const memory = useRef(/** @type {Shown | null} */ (null));
  const timer = useRef(() => {});
  const [, setCount] = useState(0);
  useLayoutEffect(() => () => timer.current(), []);
  const before = memory.current;
  const newest = useRef({ scene, deal });
  newest.current = { scene, deal };
  const release = () => {
    timer.current();
    const { current } = memory;
    if (current?.isHeld !== true) return;
    const now = newest.current;
    memory.current = { ...now, items: follow(now.scene, current.items), isHeld: false };
    setCount((count) => count + 1);
  };
  if (before === null || before.deal.id !== deal.id) {
    timer.current();
    memory.current = { scene, items: follow(scene, []), deal, isHeld: false };
  } else if (!before.isHeld && (before.scene !== scene || before.deal !== deal)) {
    const trick = isNext(before.deal, deal) ? deal.last_trick : null;
    const full = trick === null ? null : beside?.held(before.scene, before.items, trick) ?? null;
    if (full !== null) {
      memory.current = { ...full, deal, isHeld: true };
      timer.current = after(HELD_MS, release);
    } else {
      memory.current = { scene, items: follow(scene, before.items), deal, isHeld: false };
    }
  }
  return [/** @type {Shown} */ (memory.current), release];
}

/** Whether one trick has ended between two views of a deal.
 * @param {View} before
 * @param {View} deal
 */
function isNext(before, deal) {
  const [was, is] = [before.last_trick?.position ?? 0, deal.last_trick?.position ?? 0];
  return deal.at > before.at && is > was && is > before.at;
}

/** The keys of the own cards, in a convenient order; face-down ones last.
 * @param {Shown} shown
 * @param {number} near
 * @param {Schemas["Game"]} game
 * @param {readonly string[]} trumps
 */
function ownKeys({ items }, near, game, trumps) {
  const its = items.filter(({ shape, by }) => shape === "hand" && by === near);
  const keys = new Map(its.map(({ card, key }) => [card ?? key, key]));
  const open = sorted(its.flatMap(({ card }) => card ?? []), game, trumps);
  const hidden = its.filter(({ card }) => card === null).map(({ key }) => key);
  return [...open.flatMap((card) => keys.get(card) ?? []), ...hidden];
}

/** @param {Spot} spot */
function styleOf(spot) {
  return { width: `${Math.round(10 * spot.width) / 10}px`, zIndex: spot.z, transform: transformOf(spot) };
}

/**
 * @param {{ shown: Shown, layout: Layout, hand: Hand | null, own: readonly number[], isFresh: boolean, onHeap: (() => void) | null }} props
 *   `isFresh`: whether the deal is seen from its beginning.
 */
function Cards({ shown, layout, hand, own, isFresh, onHeap }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const [current, setCurrent] = useState(0);
  const drawn = useDrawn(shown.items.length);
  useMovement(layer, shown, layout, isFresh, drawn);
  const stop = Math.min(current, Math.max(0, own.length - 1));
  const goTo = (/** @type {number} */ to) => {
    const next = (to + own.length) % own.length;
    setCurrent(next);
    focusCard(layer.current, own[next]);
  };
  const steps = /** @type {Record<string, number>} */ ({
    ArrowRight: stop + 1, ArrowDown: stop + 1, ArrowLeft: stop - 1, ArrowUp: stop - 1, Home: 0, End: -1,
  });
  const mine = own.flatMap((key) => shown.items.find((item) => item.key === key) ?? []);
  const taken = hand?.taken?.cards ?? NONE;
  const isAnswer = shown.items.some(({ shape }) => MIDDLE.includes(shape));
  const others = useMemo(
    () => shown.items.filter(({ key }) => !own.includes(key)).sort((one, other) => one.key - other.key).map((item) => h(OtherCard, { key: item.key, item, layout, shown, taken, onHeap })),
    [shown, layout, taken.join(), onHeap === null],
  );
  return h(
    "div",
    {
      ref: layer,
      class: "layer",
      role: "group",
      "aria-label": hand === null ? t("table-board") : t("table-hand"),
      "aria-hidden": hand === null ? "true" : undefined,
      tabIndex: -1,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        const to = steps[event.key];
        if (to === undefined || own.length === 0) return;
        event.preventDefault();
        goTo(to);
      },
    },
    mine.map((item, at) => h(OwnCard, { key: item.key, item, layout, hand, isActive: hand !== null && (hand.active || (hand.isTurn && isAnswer)), tabIndex: at === stop ? 0 : -1, onFocus: () => setCurrent(at) })),
    others.slice(0, drawn),
  );
}

/** How many cards are drawn beside the own ones: a few more in each task, so that none of these is a long one.
 * @param {number} count How many there are.
 */
function useDrawn(count) {
  const [drawn, setDrawn] = useState(0);
  useLayoutEffect(() => {
    if (count === 0) setDrawn(0);
    return drawn < count ? after(0, () => setDrawn(drawn + SLICE)) : undefined;
  }, [drawn, count]);
  return drawn;
}

/** @param {{ item: Item, layout: Layout, hand: Hand | null, isActive: boolean, tabIndex: number, onFocus: () => void }} props */
function OwnCard({ item: { key, card }, layout, hand, isActive, tabIndex, onFocus }) {
  const spot = layout.cards.get(key);
  if (spot === undefined || hand === null) return null;
  const { chosen, choosable, hinted, early, onChoose, onRefused } = hand;
  const pressed = card !== null && (chosen.includes(card) || early === card);
  const can = card !== null && isActive && (pressed || choosable.has(card));
  const look = can ? " legal" : isActive ? " illegal" : "";
  const big = spot.width < SMALL;
  return h(
    "button",
    {
      type: "button",
      class: `on-felt own-card${look}${can && hinted.includes(card) ? " hinted" : ""}${early === card ? " early" : ""}`,
      "data-key": key, "data-shape": "hand",
      tabIndex,
      "aria-pressed": pressed,
      "aria-disabled": isActive && !can ? "true" : undefined,
      style: styleOf(spot),
      ...hand.pressable((isDrawn) => {
        onFocus();
        if (card === null) return;
        if (can || !isActive) onChoose(card, isDrawn);
        else onRefused(card);
      }),
    },
    useMemo(() => h(Card, { code: card, big }), [card, big]),
  );
}

/** @param {{ item: Item, layout: Layout, shown: Shown, taken: readonly unknown[], onHeap: (() => void) | null }} props */
function OtherCard({ item, layout, shown: { scene, items, isHeld }, taken, onHeap }) {
  const { key, card, shape, by, at } = item;
  const spot = layout.cards.get(key);
  if (spot === undefined) return null;
  const isLaid = shape === "laid";
  const isLast = shape === "row" && at === items.filter((each) => each.shape === "row").length - 1;
  const isBest = isLaid ? scene.best !== null && by === scene.best : isLast && !isHeld;
  const isDim = isLaid ? scene.best !== null && !isBest : shape === "row" && taken.length > 0 && !taken.includes(card);
  return h(
    "button",
    {
      type: "button", class: `on-felt${isBest ? " best" : ""}${isDim ? " dim" : ""}`, "data-key": key, "data-shape": shape, tabIndex: -1,
      "aria-hidden": "true", style: styleOf(spot), onClick: shape === "heap" ? onHeap : null,
    },
    (shape !== "deck" || card !== null || at <= LOWEST) && h(Card, { code: shape === "heap" ? null : card, named: false, big: spot.width < SMALL }),
  );
}

/** Move the cards after each change, each as soon as it is drawn.
 * @param {{ current: HTMLElement | null }} layer
 * @param {Shown} shown
 * @param {Layout} layout
 * @param {boolean} isFresh
 * @param {number} drawn
 */
function useMovement(layer, shown, layout, isFresh, drawn) {
  const last = useRef(/** @type {{ shown: Shown, layout: Layout } | null} */ (null));
  const due = useRef(/** @type {{ movement: Movement, from: Spot | undefined }[]} */ ([]));
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { shown, layout };
    if (before === null ? isFresh : before.shown !== shown) {
      const isDealt = before === null || before.shown.deal.id !== shown.deal.id || before.shown.items.length === 0;
      const source = isDealt ? dealtFrom(layout, shown) : null;
      const was = isDealt ? shown.items.map((item) => ({ ...item, shape: /** @type {const} */ ("deck") })) : before.shown.items;
      due.current = movements(was, shown.items).map((movement) => ({ movement, from: source ?? before?.layout.cards.get(movement.key) }));
    }
    due.current = due.current.filter(({ movement, from }) => {
      const element = layer.current?.querySelector(`[data-key="${movement.key}"]`);
      const to = layout.cards.get(movement.key);
      if (element == null) return true;
      if (from !== undefined && to !== undefined && (from.x !== to.x || from.y !== to.y || from.width !== to.width)) {
        if (mayMove()) move(element, from, to, movement);
        else fade(element);
      }
      return false;
    });
  }, [shown, layout, drawn]);
}

/** Whether a deal has no move yet.
 * @param {readonly Event[]} events
 */
function isFresh(events) {
  return events.every(({ actor }) => !/^(seat|bot):/.test(actor));
}

/** The place from which a new deal is dealt.
 * @param {Layout} layout
 * @param {Shown} shown
 * @returns {Spot}
 */
function dealtFrom({ cards, own }, { items }) {
  const deck = items.find(({ shape }) => shape === "deck");
  return cards.get(deck?.key ?? -1) ?? { x: own.x + 160, y: 0, width: 60, turn: 0, z: 0 };
}

/** @param {HTMLElement | null} layer @param {number | undefined} key */
function focusCard(layer, key) {
  const card = layer?.querySelector(`[data-key="${key}"]`) ?? layer;
  if (card instanceof HTMLElement) card.focus();
}

/**
 * @param {object} props
 * @param {SeatInScene} props.seat
 * @param {readonly SeatInScene[]} props.seats
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Game"]} props.game
 * @param {Pick<View, "clock" | "waiting_for">} props.deal
 * @param {number} props.offset
 * @param {typeof import("./beside.js") | null} props.beside
 * @param {Bubble | null} props.bubble
 * @param {boolean} props.isHere
 * @param {{ x: number, y: number }} props.point
 * @param {boolean} props.isOwn Whether it is at the bottom.
 * @param {boolean} props.isDown Whether its cards lie above it.
 * @param {number} props.width The width of the felt.
 */
function SeatView({ seat, seats, table, game, deal, offset, beside, bubble, isHere, point, isOwn, isDown, width }) {
  const name = playerName(table, seat.seat);
  const bank = deal.clock?.banks[seat.seat] ?? 0;
  const level = table.seats[seat.seat]?.bot ?? null;
  const edge = isOwn ? "own" : point.x < 0.26 * width ? "left" : point.x > 0.74 * width ? "right" : "top";
  const isOurs = seat.mine || seat.partner;
  const until = seat.awaited ? deal.waiting_for.until : null;
  return h(
    "li",
    {
      class: `seat ${edge}${isOurs ? " ours" : ""}${seat.awaited ? " awaited" : ""}${isDown ? " down" : ""}`,
      style: { left: `${point.x}px`, top: `${point.y}px` },
    },
    h(
      "span",
      { class: "avatar", "aria-hidden": "true" },
      [...name][0]?.replace(/[^ა-ჿ]/u, (sign) => sign.toUpperCase()),
      until !== null && beside !== null && h(beside.Ring, { until, offset, whole: table.turn_limit }),
      seat.roles.includes(DEALER) && h("span", { class: "dealer", title: game.words.roles[DEALER] }, t("table-dealer-sign")),
    ),
    h(
      "span",
      { class: "who" },
      h("span", { class: "name" }, h("strong", {}, name), seat.isBot && beside !== null && h(beside.BotSign, { level: level ?? "" })),
      seat.roles.includes(DEALER) && h("span", { class: "unseen" }, `, ${game.words.roles[DEALER] ?? DEALER}`),
      beside !== null && h(beside.Tags, { seat, seats, table, game, isHere }),
      bank > 0 && h("small", { class: "bank" }, `${t("table-bank")} ${span(bank)}`),
      seat.awaited && h("span", { class: "unseen" }, `, ${t("table-to-move")}`),
    ),
    bubble !== null && h(
      "span",
      { key: `${bubble.words} ${bubble.card}`, class: `bubble${bubble.strong ? " strong" : ""}${bubble.isSpeech ? " speech" : ""}`, "aria-hidden": "true" },
      bubble.words, bubble.card && beside !== null && [" ", h(beside.ShortCard, { key: bubble.card, code: bubble.card })],
    ),
  );
}
