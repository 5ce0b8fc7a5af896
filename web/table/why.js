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
  const [deal, game] = [session.deal.value, session.game.value];
  if (deal === null || game === null || session.sending.value !== null) return;
  const usual = moveWith(deal.choices ?? [], card, chosen.cards);
  let told = null;
  for (const move of usual === null ? movesWith(game, card) : [usual]) {
    const refusal = await refusalOf(session, deal, move);
    told ??= refusal;
    if (refusal === null || refusal.clauses.some(({ id }) => id.startsWith(GENERAL))) continue;
    told = refusal;
    break;
  }
  if (told === null) return;
  session.illegal = card;
  session.refusal.value = told;
}

/** The clauses of all games begin so, such as the one that a move is not of this phase. */
const GENERAL = "T";

/** What the rules say against a move; null: nothing.
 * @param {Session} session
 * @param {Schemas["Deal"]} deal
 * @param {Move} move
 */
async function refusalOf(session, { id, at }, move) {
  const body = /** @type {Schemas["MoveRequest"]} */ ({ move, dry_run: true, expected_version: at });
  try {
    await send("post", "/v1/deals/{deal}/moves", body, session.asking({ deal: id }));
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "illegal-move" ? error : null;
  }
}

/** The moves of a game with a card, where no move with a card is legal.
 * @param {Pick<Schemas["Game"], "moves">} game
 * @param {string} card
 * @returns {Move[]}
 */
export function movesWith({ moves }, card) {
  const kinds = /** @type {{ properties: Record<string, any> }[]} */ (Reflect.get(moves, "oneOf"));
  return kinds.flatMap(({ properties }) => {
    const field = Object.keys(properties).find((each) => (properties[each].items ?? properties[each]).enum?.includes(card));
    return field === undefined ? [] : [{ type: properties["type"].const, [field]: properties[field].items ? [card] : card }];
  });
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
