// The buttons of moves: which one a hint marks, and how many rows they take.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isHinted, rowsOf } from "../../web/table/moves.js";

const chosen = (...cards) => ({ cards, values: {} });

test("a hint marks the move of the cards that it names, and no other of its type", () => {
  const hint = { type: "beat", card: "7H" };
  assert.ok(isHinted("beat", chosen("7H"), hint));
  assert.ok(!isHinted("beat", chosen("AH"), hint));
  assert.ok(!isHinted("beat", chosen(), hint));
  assert.ok(!isHinted("take", chosen("7H"), hint));
});

test("the cards are in any order, and values beside them count for nothing", () => {
  assert.ok(isHinted("lead", chosen("KC", "TC"), { type: "lead", cards: ["TC", "KC"], trump: "H" }));
  assert.ok(!isHinted("lead", chosen("KC"), { type: "lead", cards: ["TC", "KC"] }));
});

test("the values of a short list have two rows of buttons, and a long list has one", () => {
  const offer = (count) => ({ early: false, move: { type: "say" }, options: [{ field: "value", values: Array(count).fill(0) }] });
  assert.deepEqual([[], [offer(4)], [offer(6)], [offer(60)]].map(rowsOf), [0, 1, 2, 1]);
});

test("a hint without cards marks its button while no card is chosen", () => {
  assert.ok(isHinted("take", chosen(), { type: "take" }));
  assert.ok(!isHinted("take", chosen("7H"), { type: "take" }));
  assert.ok(!isHinted("take", chosen(), {}));
});
