// The own turn in words, and the points of a deal that is over.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CardPoints } from "../../web/table/outcome.js";
import { Status } from "../../web/table/waiting.js";
import { speak } from "./speaking.mjs";

const GAME = { move_names: { beat: "Beat", discard: "Discard", lead: "Lead", take: "Take" } };
const choice = (type, fields) => ({ type, early: false, fields });
const cards = (least, most) => ({ cards: { cards: ["6C", "7C", "8C"], values: null, least, most } });
const words = (...choices) => {
  const waiting = { kind: "move", seats: [0], until: null };
  const deal = { status: "playing", waiting_for: waiting, choices };
  return Status({ table: { seats: [] }, deal, game: GAME, me: 0, offset: 0 }).props.children[0].props.children;
};

test("the own turn says how many cards are due, where all moves take as many", async () => {
  await speak("en");
  assert.equal(words(choice("beat", cards(2, 2)), choice("discard", cards(2, 2))), "Your turn: Beat or Discard 2");
  assert.equal(words(choice("discard", cards(1, 1))), "Your turn: Discard");
  assert.equal(words(choice("lead", cards(1, 3))), "Your turn: Lead");
  assert.equal(words(choice("take", {})), "Your turn");
});

test("enough points are good only for those who have won", () => {
  const isGood = (wonBy, me) => {
    const { children } = CardPoints({ seats: [0], others: [1, 2], points: 70, least: 61, all: 120, wonBy, table: { seats: [] }, me }).props;
    return [children[0].props.class, children[3].props.class];
  };
  assert.deepEqual(isGood([0], 0), ["good", "bar-of-points won"]);
  assert.deepEqual(isGood([1, 2], 0), ["", "bar-of-points"]);
  assert.deepEqual(isGood([1, 2], 1), ["", "bar-of-points"]);
});
