// The lines of an analysis: which side was ahead, in games of any sides.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../web/replay/worth.js";

const seats = (...sides) => sides.map((side) => ({ side }));
const reviews = (...moves) => moves.map(([seat, value]) => ({ seat, played: { value } }));

test("of two sides one line says all, from the side of the first move", () => {
  const two = linesOf(reviews([1, 900], [0, 100], [0, 300]), seats(0, 1));
  assert.deepEqual(two, [{ seat: 1, values: [900, 900, 700] }]);
});

test("partners are one side, whatever their seats", () => {
  const made = reviews([1, 900], [2, 900], [3, 100]);
  assert.deepEqual(linesOf(made, seats(0, 1, 0, 1)), [{ seat: 1, values: [900, 100, 100] }]);
  assert.deepEqual(linesOf(made, seats(0, 0, 1, 1)), [{ seat: 1, values: [900, 100, 900] }]);
});

test("where the deal makes the sides, each has a line of its own moves", () => {
  const found = linesOf(reviews([1, 900], [0, 100], [2, 200], [1, 800]), seats(0, 1, 2));
  assert.deepEqual(found, [
    { seat: 0, values: [null, 100, null, null] },
    { seat: 1, values: [900, null, null, 800] },
    { seat: 2, values: [null, null, 200, null] },
  ]);
});
