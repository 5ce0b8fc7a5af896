// The felt beside its cards and seats, loaded after them: the plate with trumps, bid and value, and all cards in
// words; with the parts for a held trick and the bubbles of seats.

import { h } from "../vendor/preact.mjs";
import { TrumpView, nameOf, playerName } from "../cards.js";
import { t } from "../language.js";

/** @import { Schemas } from "../types.js" */
/** @import { Scene } from "./scene.js" */

export { LastTrick } from "./last_trick.js";
export { bubblesOf } from "./sentences.js";
export { held, laidEarly } from "./trick.js";

const SHORT = 30;

/** The plate: the trumps of all seats, with bid and value.
 * @param {{ trumps: readonly string[], told: readonly string[], isBetween: boolean, game: Schemas["Game"] }} props
 *   `isBetween`: whether it has room between two seats.
 */
export function Plate({ trumps, told, isBetween, game }) {
  if (trumps.length + told.length === 0) return null;
  return h(
    "p",
    { class: `plate${isBetween ? " between" : ""}` },
    trumps.length > 0 && [told.length === 0 && `${t("table-trumps")} `, trumps.map((value) => h(TrumpView, { key: value, value, game }))],
    told.length > 0 && h("span", { class: "stated" }, trumps.length > 0 && "\u00a0· ", told.map(unbroken).join("\u00a0· ")),
  );
}

/** A short text that stays in one line.
 * @param {string} text
 */
function unbroken(text) {
  return text.length > SHORT ? text : text.replaceAll(" ", "\u00a0");
}

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
      if (open.length < count) said.push(`${count - open.length} × ${nameOf(null)}`);
      const owner = seats.map((seat) => playerName(table, seat)).join(", ");
      return h("li", { key: id }, `${owner === "" ? "" : `${owner}, `}${game.words.zones[zone] ?? zone}: ${said.join(", ")}`);
    }),
  );
}
