// The past of a table in words: events, the acts of seats, and the people as "you" and by name.

import { capital } from "../../languages/catalogue.mjs";
import { fieldName, nameOf, namesOf, parse, playerName, valueName } from "../cards.js";
import { has, t } from "../language.js";
import { takerWords, waitingWords } from "./waiting.js";

/** @import { Schemas } from "../types.js" */
/** @import { Step } from "./pacing.js" */
/** @import { Deal, Event, Session } from "./session.js" */
/** @import { Named, Seated } from "../cards.js" */

const SIGNED = /_signed$/;

/** Whether a player's name is "You", as of one who began without a name.
 * @param {Seated} table
 * @param {number} seat
 */
export const isNamedYou = (table, seat) => playerName(table, seat).toLowerCase() === t("table-you").toLowerCase();

/** The people at a table for a reader: "you", and the names of the others.
 * @param {Seated} table
 * @param {number | null} me The seat of the reader; null: none.
 * @returns {import("../../languages/catalogue.mjs").People}
 */
export function peopleOf(table, me) {
  const nameOfSeat = (/** @type {number} */ seat) => (seat === me ? t("table-you") : playerName(table, seat));
  return {
    seat: nameOfSeat,
    side: (side) => {
      const its = table.seats.filter((each) => each.side === side).map(({ seat }) => seat);
      return namesOf(its.sort((one, other) => Number(other === me) - Number(one === me)).map(nameOfSeat));
    },
  };
}

/** The cards and values that an event has.
 * @param {Named} game
 * @param {Pick<Event, "data">} event
 * @returns {{ cards: string[], hidden: number, values: string[] }}
 */
export function details(game, { data }) {
  /** @type {{ cards: string[], hidden: number, values: string[] }} */
  const told = { cards: [], hidden: 0, values: [] };
  for (const [field, value] of Object.entries(data)) {
    if (field === "seat" || !(field in game.words.fields || field === "cards")) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === "string" && parse(each) !== null) told.cards.push(each);
      else if (Array.isArray(value) && each === null) told.hidden += 1;
      else if (each === true) told.values.push(fieldName(game, field));
      else if (typeof each === "string" || typeof each === "number") told.values.push(valueName(game, field, each));
    }
  }
  return told;
}

/** @typedef {Named & Partial<Pick<Schemas["Game"], "said" | "tricks" | "best">>} Telling The game of an older file has less. */

/** An event as a sentence: who, what, which cards. Empty for what says nothing to players.
 * @param {Telling} game
 * @param {Seated} table
 * @param {Event} event
 * @param {number | null} [me]
 */
export function sentence(game, table, event, me) {
  const parts = partsOf(game, table, event, me);
  if (parts === null) return "";
  const { who, act, values, cards } = parts;
  const told = [...values, ...cards.map(nameOf)];
  return `${who}${act}${told.length > 0 ? ` ${told.join(", ")}` : ""}`;
}

/** The parts of the sentence of an event: who did what, the values, and the cards. null: it says nothing to players.
 * A move has the words of its bubble; of the reader, and of a player whose name is "You", as their game's texts say it to them.
 * @param {Telling} game
 * @param {Seated} table
 * @param {Pick<Event, "type" | "data">} event
 * @param {number | null} [me] The seat of the reader; null: none.
 */
export function partsOf(game, table, event, me = null) {
  if (SIGNED.test(event.type)) return null;
  const { seat } = event.data;
  const what = game.words.events[event.type] ?? event.type;
  const { cards, hidden, values } = details(game, event);
  if (hidden > 0) values.push(t("common-cards-hidden", { count: hidden }));
  const isYou = typeof seat === "number" && (seat === me || isNamedYou(table, seat));
  const [key = "", name = ""] = event.type.split(".");
  const second = `${key}-you-${name}`;
  const other = game.said?.[event.type]?.words.replace(/[!:]$/, "");
  const said = isYou && has(second) ? t(second) : other;
  // a game without such texts says what the reader does, too, as of anybody
  const subject = seat === me && (said !== other || other === undefined) ? capital(t("table-you")) : playerName(table, Number(seat));
  const who = typeof seat === "number" ? `${subject}${said === undefined ? ": " : " "}` : "";
  const isFollowed = values.length + cards.length > 0;
  if (typeof seat === "number" && !isFollowed && game.tricks?.ends.includes(event.type) === true) {
    return { who: "", act: takerWords({ best: game.best ?? [] }, table, isYou ? seat : null, { taker: seat }), values, cards };
  }
  return { who, act: said ?? (isFollowed ? `${what} –` : what), values, cards };
}

/** @typedef {{ words: string, card?: string | null, strong: boolean, isSpeech?: boolean }} Bubble The card comes after the words. */

/** The last act of each seat, in few words: until it acts again, or the trick is swept.
 * @param {Named & Pick<Schemas["Game"], "said">} game
 * @param {readonly Event[]} events
 * @param {number | null} swept The position of the last trick that has left the table.
 * @returns {Map<number, Bubble>}
 */
export function bubblesOf(game, events, swept) {
  /** @type {Map<number, Bubble>} */
  const bubbles = new Map();
  const from = swept ?? 0;
  /** @type {Record<string, Event["data"]>} */
  const last = {};
  for (const { type, position, data } of events) {
    last[type] = data;
    const said = game.said?.[type];
    if (said === undefined || position <= from || typeof data.seat !== "number") continue;
    const value = said.tells === null ? null : last[said.tells_of ?? type]?.[said.tells] ?? null;
    const card = typeof value === "string" && parse(value) !== null ? value : null;
    const told = value === null || card !== null ? "" : ` ${Array.isArray(value) ? value.length : valueName(game, said.tells ?? "", value)}`;
    bubbles.set(data.seat, { words: `${said.words}${told}`, card, strong: said.strong });
  }
  return bubbles;
}

/** Steps as a person hears them: the events of each, and the seat that the last one leaves to move.
 * @param {Session} session
 * @param {readonly Step<Event, Deal>[]} steps
 */
export function toldBy({ table: { value: table }, game: { value: game }, deal: { value: deal }, seat }, steps) {
  if (table === null || game === null) return [];
  const trick = deal?.last_trick ?? null;
  const waiting = deal?.status === "playing" ? waitingWords(deal.waiting_for, table, seat) : "";
  return steps.map(({ events }, at) => {
    const lines = events.map((event) => {
      const words = sentence(game, table, event, seat);
      const { cards, hidden } = details(game, event);
      // cards that are named are taken or put away in the words of the event
      const isTrick = event.position === trick?.position && cards.length + hidden === 0;
      return isTrick && words !== "" ? takerWords(game, table, seat, trick) : words;
    });
    return [...lines, at === steps.length - 1 ? waiting : ""].filter((line) => line !== "").join(". ");
  });
}
