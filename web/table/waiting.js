// The reason for waiting, with the time that is left.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { every, now } from "../runtime.js";
import { playerName, playerNames, span, suitName, suitOf } from "../cards.js";
import { has, loadTexts, t } from "../language.js";
import { useLater } from "../router.js";
import { nextField } from "./choosing.js";
import { shortCards } from "./short_card.js";

/** @import { Schemas } from "../types.js" */
/** @import { Trick } from "./felt.js" */

const SECOND = 1_000;
/** The longest name of a status. */
const LONGEST = 14;

/** The moves of the own turn that take cards, in words; of a move with several cards, what the next one has to do. Its
 * button says a move without cards.
 * @param {Pick<Schemas["Deal"], "choices" | "aims">} deal
 * @param {Schemas["Game"]} game Its texts are loaded.
 * @param {readonly string[]} chosen
 */
export function turnWords({ choices: all, aims }, { key, move_names: names }, chosen) {
  const choices = all ?? [];
  const beaten = (/** @type {string} */ type) => shortCards(aims[type]?.beats ?? []);
  const next = nextField(choices, chosen);
  const asked = next === null ? "" : `${key}-next-${next.type}-${next.field}`;
  if (next !== null && has(asked)) return t(asked, { cards: beaten(next.type) });
  const name = (/** @type {string} */ type) => names[type] ?? type;
  const withCards = choices.filter(({ early, fields }) => !early && Object.values(fields).some(({ cards }) => cards != null));
  const kinds = [...new Set(withCards.map(({ type }) => type))];
  if (kinds.length === 0) return leastWords(choices, names) ?? t("table-your-turn");
  const [only = ""] = kinds;
  if (kinds.length === 1) {
    const follows = aims[only]?.follows;
    if (follows != null) return followWords(follows);
    if (beaten(only) !== "") return t("table-move-on", { move: name(only), cards: beaten(only) });
    const pick = `${key}-pick-${only}`;
    if (has(pick)) return t(pick);
  }
  const counts = withCards.flatMap(({ fields }) => Object.values(fields).flatMap(({ cards, least, most }) => (cards == null ? [] : [least ?? 1, most ?? 1])));
  const [count = 1] = counts;
  return t("table-turn-to", { types: kinds.map(name), count: counts.every((each) => each === count) ? count : 1 });
}

/** A table whose long names are cut: their seats have all of them.
 * @template {Pick<Schemas["Table"], "seats">} T
 * @param {T} table
 * @returns {T}
 */
export function shortened(table) {
  const short = (/** @type {string} */ name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 2).trimEnd()}…` : name);
  return { ...table, seats: table.seats.map((seat) => (seat.name == null ? seat : { ...seat, name: short(seat.name) })) };
}

/** The suit that a card has to follow, in words.
 * @param {NonNullable<Schemas["Aim"]["follows"]>} follows
 */
export function followWords({ led, lacking }) {
  if (led === null) return t("table-lead");
  const suit = suitOf(led);
  return t(lacking ? "table-follow-none" : "table-follow", { led, suit: suit === null ? "" : suitName(suit) });
}

/** The least number that a move may name, in words; null: no move names one.
 * @param {readonly Schemas["Choice"][]} choices
 * @param {Schemas["Game"]["move_names"]} names
 */
function leastWords(choices, names) {
  for (const { type, fields } of choices) {
    const [least, next] = Object.values(fields).flatMap(({ values }) => values ?? []);
    if (typeof least === "number" && next !== undefined) return t("table-at-least", { move: names[type] ?? type, least });
  }
  return null;
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
 * @param {readonly string[]} [props.chosen] The cards that are chosen.
 */
export function Status({ table, deal, game, me, offset, chosen = [] }) {
  useLater(() => loadTexts(game.key).then(() => true));
  const waiting = deal !== null && deal.status === "playing" ? deal.waiting_for : table.waiting_for;
  const mine = waiting.kind === "move" && me !== null && waiting.seats.includes(me);
  return h(
    "p",
    { class: `status${mine ? " mine" : ""}` },
    h("strong", {}, mine && deal !== null ? turnWords(deal, game, chosen) : waitingWords(waiting, shortened(table), me)),
    waiting.until !== null && h(Countdown, { until: waiting.until, offset }),
  );
}

/** The seat that takes a trick, in words.
 * @param {Pick<Schemas["Game"], "best">} game
 * @param {Pick<Schemas["Table"], "seats">} table
 * @param {number | null} me
 * @param {Pick<Trick, "taker">} trick
 */
export function takerWords({ best }, table, me, { taker }) {
  if (taker === null) return t("acts-out-of-play");
  const values = { mine: taker === me ? "yes" : "no", name: playerName(table, taker) };
  return t(best.length > 0 ? "acts-takes-trick" : "acts-takes-cards", values);
}

/** The status while a finished trick is held.
 * @param {{ game: Schemas["Game"], table: Schemas["Table"], me: number | null, trick: Trick }} props
 */
export function Taker({ game, table, me, trick }) {
  return h("p", { class: "status held" }, h("strong", {}, takerWords(game, shortened(table), me, trick)));
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
