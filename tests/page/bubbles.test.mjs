// What each seat did last is said in a few words, until it acts again or the trick is swept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bubblesOf, sentence } from "../../web/table/sentences.js";
import { speak } from "./speaking.mjs";

const GAME = {
  words: { fields: {}, values: { contract: { hearts: "hearts" } }, events: {} },
  said: {
    led: { words: "leads", tells: "cards", strong: false },
    beaten: { words: "beats!", tells: null, strong: true },
    played: { words: "plays", tells: "card", strong: false },
    then: { words: "beats, plays", tells: "card", strong: false },
    bid: { words: "bids", tells: "value", strong: false },
    held: { words: "holds", tells: "value", tells_of: "bid", strong: false },
    declared: { words: "plays", tells: "contract", strong: true },
  },
};
let position = 0;
const event = (type, seat, more = {}) => ({ type, position: ++position, data: { seat, ...more } });
const said = (events, swept = null) => Object.fromEntries([...bubblesOf(GAME, events, swept)].map(([seat, { words, card, strong }]) => [seat, words + (card ? ` ${card}` : "") + (strong ? " (strong)" : "")]));

test("a count, a card, a value or nothing follows the words", () => {
  const events = [event("led", 0, { cards: [null, null] }), event("beaten", 1, { cards: ["AC"] }), event("played", 2, { card: "TS" }), event("declared", 3, { contract: "grand" })];
  assert.deepEqual(said(events), { 0: "leads 2", 1: "beats! (strong)", 2: "plays TS", 3: "plays grand (strong)" });
  assert.deepEqual(said([event("then", 0, { card: null })]), { 0: "beats, plays" });
});

test("an answer tells what it answers", () => {
  assert.deepEqual(said([event("bid", 0, { value: 18 }), event("held", 1)]), { 0: "bids 18", 1: "holds 18" });
});

test("the last act counts, what is swept is gone, and consequences are not said", () => {
  const events = [event("led", 0, { cards: ["AC"] }), event("drawn", 0), event("beaten", 0)];
  assert.deepEqual(said(events), { 0: "beats! (strong)" });
  assert.deepEqual(said(events, position), {});
});

test("the log says who takes a trick, and how many cards lie face down", async () => {
  await speak("en");
  const game = { ...GAME, words: { ...GAME.words, events: { taken: "Trick taken", dealt: "Cards dealt" } }, tricks: { ends: ["taken"], before: [] }, best: ["/best"] };
  const table = { seats: [{ seat: 0, name: "Ann", bot: null }, { seat: 1, name: "Boris", bot: null }, { seat: 2, name: "You", bot: null }] };
  const told = (type, data) => sentence(game, table, { type, position: 1, data });
  assert.equal(told("taken", { seat: 1 }), "Boris takes the trick");
  assert.equal(told("taken", { seat: 2 }), "You take the trick");
  assert.equal(told("led", { seat: 1, cards: [null, null] }), "Boris leads 2 cards face down");
  assert.equal(told("led", { seat: 1, cards: [null] }), "Boris leads 1 card face down");
  assert.equal(told("dealt", { seat: 0 }), "Ann: Cards dealt");
});

test("the log says the moves of its reader, and of a player whose name is You, in their own words", async () => {
  for (const [language, name, words] of [["en", "You", "You attack nine of clubs"], ["de", "Sie", "Sie greifen an: Kreuz-Neun"]]) {
    await speak(language, {}, "durak");
    const game = { ...GAME, words: { ...GAME.words, fields: { card: "Card" } }, said: { "durak.attacked": { words: "attacks:", tells: "card", strong: false } } };
    const table = { seats: [{ seat: 0, name, bot: null }, { seat: 1, name: "Boris", bot: null }] };
    const told = (seat, me) => sentence(game, table, { type: "durak.attacked", position: 1, data: { seat, card: "9C" } }, me);
    assert.equal(told(0), words);
    assert.match(told(1), /^Boris attacks /);
    assert.equal(told(1, 1), words);
  }
});

test("a game without words for its reader tells the reader's moves by their name", async () => {
  await speak("en");
  const table = { seats: [{ seat: 0, name: "Ann", bot: null }] };
  const told = (type) => sentence({ ...GAME, words: { ...GAME.words, events: { drawn: "Cards drawn" } } }, table, { type, position: 1, data: { seat: 0 } }, 0);
  assert.equal(told("beaten"), "Ann beats");
  assert.equal(told("drawn"), "You: Cards drawn");
});
