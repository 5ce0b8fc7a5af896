// A seat at the table: who sits there, with badges, the ring of its clock and what it did last; and the
// reason for waiting, with the time that is left.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { SuitPicture } from "../cards.js";
import { levelName, t } from "../language.js";
import { every, now } from "../runtime.js";
import { playerName, playerNames, suitOf, valueName } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { View } from "./felt.js" */
/** @import { SeatInScene } from "./scene.js" */

const SECOND = 1_000;
/** The role that is a letter beside the avatar. */
const DEALER = "dealer";
/** Two roles are shown if they are no longer than this together. */
const LONGEST = 14;
/** A ring that has so much time is full, where the table has no limit for a turn. */
const RING_SECONDS = 60;

/**
 * @param {object} props
 * @param {SeatInScene} props.seat
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Game"]} props.game
 * @param {Pick<View, "clock" | "waiting_for">} props.deal
 * @param {number} props.offset
 * @param {import("./words.js").Bubble | null} props.bubble
 * @param {boolean} props.isHere
 * @param {{ x: number, y: number }} props.point
 * @param {boolean} props.isOwn Whether it is at the bottom.
 * @param {boolean} props.isDown Whether its cards lie above it.
 * @param {number} props.width The width of the felt.
 */
export function SeatView({ seat, table, game, deal, offset, bubble, isHere, point, isOwn, isDown, width }) {
  const name = playerName(table, seat.seat);
  const roles = seat.roles.filter((role) => role !== DEALER).map((role) => game.words.roles[role] ?? role);
  const tags = roles.slice(-2).join("").length > LONGEST ? roles.slice(-1) : roles.slice(-2);
  if (seat.mine) tags.unshift(t("table-you"));
  else if (seat.partner) tags.unshift(t("table-partner"));
  if (seat.standIn !== null) tags.push(t("table-stand-in"));
  else if (!isHere && !seat.mine) tags.push(t("table-not-here"));
  const bank = deal.clock?.banks[seat.seat] ?? 0;
  const level = table.seats[seat.seat]?.bot ?? null;
  const edge = isOwn ? "own" : point.x < 0.3 * width ? "left" : point.x > 0.7 * width ? "right" : "top";
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
      [...name][0]?.toUpperCase() ?? "",
      until !== null && h(Ring, { until, offset, whole: table.turn_limit ?? RING_SECONDS }),
      seat.roles.includes(DEALER) && h("span", { class: "dealer", title: game.words.roles[DEALER] }, t("table-dealer-sign")),
    ),
    h(
      "span",
      { class: "who" },
      h("span", { class: "name" }, h("strong", {}, name), seat.isBot && h(BotSign, { level: level ?? "" })),
      seat.roles.includes(DEALER) && h("span", { class: "unseen" }, `, ${game.words.roles[DEALER] ?? DEALER}`),
      (tags.length > 0 || seat.trumps.length > 0) &&
        h(
          "small",
          { class: "tags" },
          tags.join(" · "),
          seat.trumps.map((value) => h("span", { key: value }, tags.length > 0 && " · ", t("table-trumps"), " ", h(TrumpView, { value, game }))),
        ),
      bank > 0 && h("small", { class: "bank" }, `${t("table-bank")} ${span(bank)}`),
      seat.awaited && h("span", { class: "unseen" }, `, ${t("table-to-move")}`),
    ),
    bubble !== null && h("span", { key: bubble.words, class: `bubble${bubble.strong ? " strong" : ""}${bubble.isSpeech ? " speech" : ""}`, "aria-hidden": "true" }, bubble.words),
  );
}

/** Whether the player of a seat is here, as far as it is known.
 * @param {readonly number[] | undefined} present The seats whose players are here.
 * @param {Pick<Schemas["Table"], "seats" | "status">} table
 * @param {number} seat
 */
export function isHere(present, { seats, status }, seat) {
  return present === undefined || status === "over" || status === "closed" || seats[seat]?.kind !== "person" || present.includes(seat);
}

/** The sign of a bot, with its level.
 * @param {{ level: string }} props
 */
function BotSign({ level }) {
  return h(
    "span",
    { class: "bot", title: levelName(level) },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M4 9h16v10H4zM12 9V5M9 13v2M15 13v2" })),
    h("span", { class: "unseen" }, ` ${t("table-bot-sign")}`),
  );
}

/** The time that is left, as a ring that empties.
 * @param {{ until: string, offset: number, whole: number }} props `whole`: the time that a full ring has, in seconds.
 */
function Ring({ until, offset, whole }) {
  const left = Math.max(0, (Date.parse(until) - now() - offset) / SECOND);
  const part = Math.min(1, left / whole);
  return h(
    "svg",
    { class: "ring", viewBox: "0 0 44 44" },
    h("circle", { cx: 22, cy: 22, r: 20 }),
    h("circle", { key: until, class: "left", cx: 22, cy: 22, r: 20, pathLength: 1, style: { strokeDashoffset: 1 - part, animationDuration: `${left}s` } }),
  );
}

/** A value of trumps: a suit as a picture, anything else as a word; with the suit of most of its cards.
 * @param {{ value: string, game: Schemas["Game"] }} props
 */
export function TrumpView({ value, game }) {
  const field = Object.keys(game.words.values).find((each) => value in (game.words.values[each] ?? {})) ?? "";
  const suit = suitOf(value);
  if (suit !== null) return h(SuitPicture, { suit });
  const cards = game.trumps?.cards[value] ?? [];
  const most = suitOf(cards.at(-1)?.at(-1) ?? "");
  const isSuit = most !== null && 2 * cards.filter((card) => card.endsWith(most)).length > cards.length;
  return h("b", {}, isSuit && [h(SuitPicture, { key: value, suit: most }), " "], valueName(game, field, value));
}

/** What a player can do in their turn, in words: the moves that take cards.
 * @param {readonly Schemas["Choice"][]} choices
 * @param {Schemas["Game"]} game
 */
function turnWords(choices, { move_names: names }) {
  const types = choices.filter(({ early, fields }) => !early && Object.values(fields).some(({ cards }) => cards != null)).map(({ type }) => names[type] ?? type);
  return types.length === 0 ? t("table-your-turn") : t("table-your-turn-to", { types: [...new Set(types)] });
}

/** The reason for waiting, in words.
 * @param {Schemas["WaitingFor"]} waiting
 * @param {Pick<Schemas["Table"], "seats">} table
 * @param {number | null} me
 */
export function waitingWords({ kind, seats }, table, me) {
  const ours = me !== null && seats.includes(me);
  if (kind === "move" && ours) return t("table-your-turn");
  if (kind === "ready" && ours) return t("table-ready");
  return t(`table-waiting-${kind}`, { names: playerNames(table, seats), count: seats.length });
}

/**
 * @param {object} props
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Deal"] | null} props.deal
 * @param {Schemas["Game"]} props.game
 * @param {number | null} props.me
 * @param {number} props.offset
 */
export function Status({ table, deal, game, me, offset }) {
  const waiting = deal !== null && deal.status === "playing" ? deal.waiting_for : table.waiting_for;
  const mine = waiting.kind === "move" && me !== null && waiting.seats.includes(me);
  return h(
    "p",
    { class: `status${mine ? " mine" : ""}` },
    h("strong", {}, mine ? turnWords(deal?.choices ?? [], game) : waitingWords(waiting, table, me)),
    waiting.until !== null && h(Countdown, { until: waiting.until, offset }),
  );
}

/** The time until a moment of the service, counted down.
 * @param {{ until: string, offset: number }} props
 */
export function Countdown({ until, offset }) {
  const [time, setTime] = useState(now());
  useEffect(() => {
    return every(SECOND / 2, () => setTime(now()));
  }, []);
  const left = Math.max(0, Math.ceil((Date.parse(until) - time - offset) / SECOND));
  return h("span", { class: "clock", role: "timer", "aria-label": t("table-time-left") }, span(left));
}

/** Seconds as minutes and seconds.
 * @param {number} seconds
 */
export function span(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
