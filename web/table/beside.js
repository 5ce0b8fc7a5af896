// The felt beside its cards and seats, loaded after them: the plate with trumps, bid and value, and all cards in
// words; with the parts for a held trick and the bubbles of seats.

import { h } from "../vendor/preact.mjs";
import { capital } from "../../languages/catalogue.mjs";
import { TrumpView, nameOf, playerName } from "../cards.js";
import { has, levelName, loadTexts, t, tFor } from "../language.js";
import { useLater } from "../router.js";
import { now } from "../runtime.js";
import { GAP } from "./layout.js";
import { peopleOf } from "./sentences.js";
import { shortened } from "./waiting.js";

/** @import { Schemas } from "../types.js" */
/** @import { Felt as Layout, Spot } from "./layout.js" */
/** @import { Item, Scene } from "./scene.js" */

export { LastTrick } from "./last_trick.js";
export { bubblesOf } from "./sentences.js";
export { ShortCard } from "./short_card.js";
export { Tags } from "./tags.js";
export { held, laidEarly } from "./trick.js";

const SHORT = 30;
const SECOND = 1_000;
/** A ring that has so much time is full, where the table has no limit for a turn. */
const RING_SECONDS = 60;

/** The plate: the trumps of all seats, with bid and value.
 * @param {{ trumps: readonly string[], said: Schemas["Deal"]["played_for"], isBetween: boolean, game: Schemas["Game"], table: Schemas["Table"] }} props
 *   `isBetween`: whether it has room between two seats.
 */
export function Plate({ trumps, said, isBetween, game, table }) {
  // the texts of the game name the players
  useLater(() => loadTexts(game.key).then(() => true), said.length > 0);
  const people = peopleOf(shortened(table), null);
  const told = said.map(({ key, values, text }) => (has(key) ? tFor(people, key, values) : text));
  if (trumps.length + told.length === 0) return null;
  return h(
    "p",
    { class: `plate${isBetween ? " between" : ""}` },
    h(
      "span",
      { class: "dotted" },
      trumps.length > 0 && h("span", {}, told.length === 0 && `${t("table-trumps")} `, trumps.map((value) => h(TrumpView, { key: value, value, game }))),
      told.flatMap(lines).map((text, at, all) =>
        h("span", { key: at, class: `stated${all[at - 1]?.endsWith(",") ? " more" : ""}` }, at + trumps.length === 0 ? capital(text) : text)),
    ),
  );
}

/** How a label moves so that it is centred at a place, and does not leave the felt.
 * @param {number} x
 * @param {number} width
 * @param {string} [y]
 */
function withinFelt(x, width, y = "0") {
  return `clamp(${GAP - x}px, -50%, calc(${width - GAP - x}px - 100%)) ${y}`;
}

/** The number of tricks or cards of a stack.
 * @param {{ label: Layout["labels"][number], game: Schemas["Game"], scene: Scene, width: number, onHeap: (() => void) | null }} props
 */
export function Label({ label: { place: id, count, x, y }, game: { words }, scene: { places }, width, onHeap }) {
  const [zone = ""] = id.split(":");
  const tricks = places.find((place) => place.id === id)?.tricks ?? null;
  return h(
    onHeap === null ? "p" : "button",
    {
      class: "label", style: { left: `${x}px`, top: `${y}px`, translate: withinFelt(x, width) },
      ...(onHeap === null ? { "aria-hidden": "true" } : { type: "button", title: t("table-last-trick"), onClick: onHeap }),
    },
    tricks === null ? [h("b", { key: "count" }, count), " ", words.zones[zone] ?? zone] : t("table-tricks", { count: tricks }),
  );
}

/** A bracket under the cards of a row that a move takes: one in each line.
 * @param {{ taken: NonNullable<import("./felt.js").Hand["taken"]>, items: readonly Item[], layout: Layout, width: number }} props
 *   `width`: of the felt.
 */
export function Bracket({ taken, items, layout, width: across }) {
  const spots = items.flatMap(({ card, key, shape }) => (shape === "row" && taken.cards.includes(card) ? layout.cards.get(key) ?? [] : []));
  const lineOf = (/** @type {Spot} */ { y, width }) => Math.round((2 * y) / width);
  const rows = [...new Set(spots.map(lineOf))].map((number) => spots.filter((spot) => lineOf(spot) === number));
  return rows.map((line, at) => {
    const left = Math.min(...line.map(({ x, width }) => x - width / 2));
    const right = Math.max(...line.map(({ x, width }) => x + width / 2));
    const top = Math.max(...line.map(({ y, width }) => y + 0.7 * width));
    const isLast = at === rows.length - 1;
    return h("p", { key: at, class: "bracket", "aria-hidden": "true", style: { left: `${left}px`, width: `${right - left}px`, top: `${top}px` } }, isLast && h("span", { style: { translate: withinFelt((left + right) / 2, across, "-50%") } }, taken.words));
  });
}

/** The parts of a text that stay in one line each.
 * @param {string} text
 */
const lines = (text) => (text.length > SHORT ? text.split(/(?<=,) /) : [text]);

/** The cards of the table in words, for those who do not see them: place by place, in the order of play.
 * @param {{ scene: Scene, game: Schemas["Game"], table: Schemas["Table"], own: number | null }} props `own`: the
 *   seat whose hand is not in the list: its cards are buttons.
 */
export function InWords({ scene, game, table, own }) {
  const places = scene.places.filter(({ count, shape, seats }) => count > 0 && !(shape === "hand" && own !== null && seats[0] === own));
  return h(
    "ul",
    { class: "unseen", "aria-label": t("table-cards") },
    places.map(({ id, zone, seats, groups, count }) => {
      const cards = groups.flat();
      const open = cards.filter(({ card }) => card !== null);
      const said = open.map(({ card, by }) => (seats.length === 1 || by === null ? nameOf(card) : `${playerName(table, by)}: ${nameOf(card)}`));
      if (open.length < count) said.push(t("common-cards-hidden", { count: count - open.length }));
      const owner = seats.map((seat) => playerName(table, seat)).join(", ");
      return h("li", { key: id }, `${owner === "" ? "" : `${owner}, `}${game.words.zones[zone] ?? zone}: ${said.join(", ")}`);
    }),
  );
}

/** The number of cards of a fan.
 * @param {{ corner: Layout["counts"][number] }} props
 */
export function Count({ corner: { count, x, y } }) {
  return h("span", { class: "count", "aria-hidden": "true", style: { left: `${x}px`, top: `${y}px` } }, count);
}

/** The time that is left, as a ring that empties.
 * @param {{ until: string, offset: number, whole: number | null }} props `whole`: the time that a full ring has, in seconds;
 *   null: the table has no limit for a turn.
 */
export function Ring({ until, offset, whole }) {
  const left = Math.max(0, (Date.parse(until) - now() - offset) / SECOND);
  const part = Math.min(1, left / (whole ?? RING_SECONDS));
  return h(
    "svg",
    { class: "ring", viewBox: "0 0 44 44" },
    h("circle", { cx: 22, cy: 22, r: 20 }),
    h("circle", { key: until, class: "left", cx: 22, cy: 22, r: 20, pathLength: 1, style: { strokeDashoffset: 1 - part, animationDuration: `${left}s` } }),
  );
}

/** The sign of a bot, with its level.
 * @param {{ level: string }} props
 */
export function BotSign({ level }) {
  return h(
    "span",
    { class: "bot", title: levelName(level) },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M4 9h16v10H4zM12 9V5M9 13v2M15 13v2" })),
    h("span", { class: "unseen" }, ` ${t("table-bot-sign")}`),
  );
}
