// The own turn in words, and the points of a deal that is over.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CardPoints, wonBy } from "../../web/table/outcome.js";
import { turnWords } from "../../web/table/waiting.js";
import { speak } from "./speaking.mjs";

const GAME = { key: "svoi_kozyri", move_names: { beat: "beat", discard: "discard", lead: "lead", take: "take" } };
const choice = (type, fields) => ({ type, early: false, fields });
const cards = (least, most) => ({ cards: { cards: ["6C", "7C", "8C"], values: null, least, most } });
const AIMS = { beat: { beats: ["KC"], takes: [] }, take: { beats: [], takes: ["KC"] } };
const said = (choices, { aims = {}, chosen = [] } = {}) => turnWords({ choices, aims }, GAME, chosen);
const words = (...choices) => said(choices);

test("the own turn names the card to beat, and of a move of two cards what each has to do", async () => {
  await speak("en", {}, "svoi_kozyri");
  assert.equal(said([choice("beat", cards(1, 1)), choice("take", {})], { aims: AIMS }), "Beat K♣\ufe0e");
  const two = choice("beat", { card: { cards: ["AC"] }, then: { cards: ["6C", "7C"] } });
  assert.equal(said([two], { aims: AIMS }), "First beat K♣\ufe0e");
  assert.equal(said([two], { aims: AIMS, chosen: ["AC"] }), "Now any other card on top");
  assert.equal(said([{ ...two, type: "lead" }], { aims: AIMS }), "Pick a card to lead");
});

test("the own turn says how many cards are due, where all moves take as many", async () => {
  await speak("en");
  assert.equal(words(choice("beat", cards(2, 2)), choice("discard", cards(2, 2))), "Beat or discard 2 cards");
  assert.equal(words(choice("discard", cards(1, 1))), "Discard");
  assert.equal(words(choice("lead", cards(1, 3))), "Pick a card to lead");
  assert.equal(words(choice("take", {})), "Your turn");
  assert.equal(words(choice("take", {}), choice("pass", {})), "Your turn");
});

test("the own turn says what was led, and the least number that a move may name", async () => {
  await speak("en");
  const following = (led, lacking) => said([choice("lead", cards(1, 1))], { aims: { lead: { beats: [], takes: [], follows: { led, lacking } } } });
  assert.equal(following("H", false), "Follow hearts");
  assert.equal(following("H", true), "Any card: you have no hearts");
  assert.equal(following("trump", false), "Trump was led: follow it");
  assert.equal(following(null, false), "Your lead: any card");
  assert.equal(words(choice("pass", {}), choice("beat", { value: { cards: null, values: [20, 22], least: null, most: null } })), "Beat: 20 or more");
});

test("enough points are good only for those who have won", () => {
  const isGood = (wonBy, me) => {
    const { children } = CardPoints({ seats: [0], others: [1, 2], points: 70, least: 61, all: 120, tricks: [7, 3], wonBy, table: { seats: [] }, me }).props;
    return [children[0].props.class, children[3].props.class];
  };
  assert.deepEqual(isGood([0], 0), ["good", "bar-of-points won"]);
  assert.deepEqual(isGood([1, 2], 0), ["", "bar-of-points"]);
  assert.deepEqual(isGood([1, 2], 1), ["", "bar-of-points"]);
});

test("the winners are named as a player would say it, one or several", async () => {
  const table = { seats: ["Ann", "Bob", "Cid"].map((name, seat) => ({ seat, name, bot: null })) };
  const all = (what) => [[0], [1], [0, 1], [1, 2]].map((seats) => wonBy(what, table, seats, 0));
  await speak("ru");
  assert.deepEqual(all("deal"), ["Вы выиграли сдачу", "Сдачу выигрывает Bob", "Вы и Bob выиграли сдачу", "Сдачу выигрывают Bob и Cid"]);
  await speak("ka");
  assert.deepEqual(all("series").slice(1, 2), ["სერია მოიგო: Bob"]);
  assert.ok(all("series")[3].startsWith("სერია მოიგეს: "));
  await speak("en");
  assert.deepEqual(all("deal"), ["You win the deal", "Bob wins the deal", "You and Bob win the deal", "Bob and Cid win the deal"]);
});
