// What the page plays for a person who has said so: the card that was chosen before the turn, and moves
// without a choice.

import { effect } from "../vendor/signals.mjs";
import { after } from "../runtime.js";
import { settings } from "../storage.js";
import { NOTHING, choosable, forcedMove, onlyMove } from "./choosing.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** So long a turn lasts at least, in ms: a faster answer would show that it was ready. */
export const PREMOVE_MS = 600;
/** So long a move is left to the person that is the only legal one. */
export const FORCED_MS = 1_200;

/** The basis on which a card was chosen: the own hand, and the trick that is played.
 * @param {Schemas["Deal"]} deal
 * @param {number | null} seat
 */
export function basisOf(deal, seat) {
  const hands = /** @type {unknown[]} */ (deal.state["hands"] ?? []);
  return JSON.stringify([deal.id, deal.last_trick?.position ?? 0, hands[seat ?? -1]]);
}

/** Whether everybody else is a bot: nobody learns anything from a quick move. A lesson, which is a test, waits.
 * @param {Schemas["Table"]} table
 * @param {number | null} me
 */
function isAmongBots({ seats, test }, me) {
  return !test && seats.every(({ seat, bot }) => seat === me || (bot ?? null) !== null);
}

/** Play what needs no person, until the function is called that is returned.
 * @param {Session} session
 */
export function attend(session) {
  let cancel = () => {};
  const stop = effect(() => {
    const [deal, table, early] = [session.deal.value, session.table.value, session.early.value];
    const { forced } = settings.value;
    cancel();
    cancel = () => {};
    if (deal === null || table === null || session.sending.value !== null) return;
    if (early !== null && early.basis !== basisOf(deal, session.seat)) session.early.value = null;
    const choices = deal.choices ?? [];
    if (choices.length === 0) return;
    const chosen = early === null ? null : { ...NOTHING, cards: [early.card] };
    const ready = chosen === null ? null : onlyMove(choices, chosen);
    if (early !== null && ready === null) {
      session.early.value = null;
      if (choosable(choices, []).has(early.card)) session.chosen.value = chosen;
      return;
    }
    const only = ready ?? (forced && isAmongBots(table, session.seat) ? forcedMove(choices) : null);
    if (only === null) return;
    cancel = after(ready === null ? FORCED_MS : PREMOVE_MS, () => {
      session.early.value = null;
      if (session.latest?.at === deal.at) void session.move(only);
    });
  });
  return () => {
    cancel();
    stop();
  };
}
