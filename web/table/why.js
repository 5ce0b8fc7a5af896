// Why a card cannot be played: the rules judge a move with it, which is not made.

import { Problem, send } from "../api.js";

/** @import { Schemas } from "../types.js" */
/** @import { Chosen, Move } from "./choosing.js" */
/** @import { Session } from "./session.js" */

/** Ask why a card cannot be played beside the cards that are chosen, and show the refusal.
 * @param {Session} session
 * @param {string} card
 * @param {Chosen} chosen
 */
export async function ask(session, card, chosen) {
  const deal = session.deal.value;
  const move = deal === null ? null : moveWith(deal.choices ?? [], card, chosen.cards);
  if (deal === null || move === null || session.sending.value !== null) return;
  const body = /** @type {Schemas["MoveRequest"]} */ ({ move, dry_run: true, expected_version: deal.at });
  try {
    await send("post", "/v1/deals/{deal}/moves", body, session.asking({ deal: deal.id }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "illegal-move") session.refusal.value = error;
  }
}

/** A move with a card that it does not allow, beside those that are chosen: of the first type that takes cards.
 * @param {readonly Schemas["Choice"][]} choices
 * @param {string} card
 * @param {readonly string[]} chosen
 * @returns {Move | null}
 */
export function moveWith(choices, card, chosen) {
  for (const { type, fields, early } of choices) {
    if (early || !Object.values(fields).some(({ cards }) => cards != null)) continue;
    const wanted = [...chosen, card];
    /** @type {Record<string, unknown>} */
    const move = { type };
    for (const [field, { cards, values, least }] of Object.entries(fields)) {
      if (cards == null) move[field] = values?.[0] ?? null;
      else if (least != null) move[field] = wanted.splice(0).concat(cards.filter((each) => !chosen.includes(each) && each !== card)).slice(0, Math.max(least, chosen.length + 1));
      else move[field] = wanted.shift() ?? cards.find((each) => each !== card && !chosen.includes(each)) ?? null;
    }
    return /** @type {Move} */ (move);
  }
  return null;
}
