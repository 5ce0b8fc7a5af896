// What is said of a seat below its name: first what its player is for the whole deal, then what passes.

import { h } from "../vendor/preact.mjs";
import { TrumpView } from "../cards.js";
import { t } from "../language.js";
import { DEALER } from "./scene.js";
import { isNamedYou } from "./sentences.js";

/** @import { Schemas } from "../types.js" */
/** @import { SeatInScene } from "./scene.js" */

/** The role that goes from seat to seat in a deal. */
const LEADER = "leader";
/** The role of the one who leads is shown beside another if they are no longer than this together. */
const LONGEST = 14;

/** The role that a player has in a deal.
 * @param {Pick<SeatInScene, "roles">} seat
 */
export const mainRole = ({ roles }) => roles.findLast((role) => role !== DEALER && role !== LEADER);

/** Whether a seat plays alone against others that have one role together.
 * @param {Pick<SeatInScene, "roles">} seat
 * @param {readonly Pick<SeatInScene, "roles">[]} seats
 * @param {Pick<Schemas["Game"], "roles">} game
 */
export function isAlone(seat, seats, game) {
  const mains = seats.map(mainRole);
  const many = (/** @type {string | undefined} */ role) => mains.filter((each) => each === role).length;
  const main = mainRole(seat);
  return game.roles.some(({ role }) => role === main) && many(main) === 1 && mains.some((role) => role !== undefined && many(role) > 1);
}

/**
 * @param {{ seat: SeatInScene, seats: readonly SeatInScene[], table: Schemas["Table"], game: Schemas["Game"], isHere: boolean }} props
 */
export function Tags({ seat, seats, table, game, isHere }) {
  const words = (/** @type {string} */ role) => game.words.roles[role] ?? role;
  const main = mainRole(seat);
  const alone = isAlone(seat, seats, game);
  const tags = seat.partner ? [t("table-partner")] : main === undefined ? [] : [words(main)];
  const leads = seat.roles.includes(LEADER) ? words(LEADER) : "";
  const isSaid = tags.length + leads.length + seat.trumps.length > 0 || isNamedYou(table, seat.seat);
  if (seat.standIn !== null) tags.push(t("table-stand-in"));
  else if (!isHere && !seat.mine) tags.push(t("table-not-here"));
  else if (leads !== "" && `${tags}${leads}`.length <= LONGEST) tags.push(leads);
  else if (seat.mine && !isSaid) tags.push(t("table-you"));
  return [
    (tags.length > 0 || seat.trumps.length > 0) &&
      h(
        "small",
        { key: "tags", class: "tags dotted" },
        seat.trumps.map((value) => h("span", { key: value }, t("table-trumps-of-seat"), " ", h(TrumpView, { value, game }))),
        tags.map((tag, at) => h("span", { key: tag }, at === 0 && (alone || seat.partner) ? h("b", { class: alone ? "alone" : null }, tag) : tag)),
      ),
    seat.mine && isSaid && h("span", { key: "you", class: "unseen" }, `, ${t("table-you")}`),
  ];
}
