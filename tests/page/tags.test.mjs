// What is said of a seat below its name.

import assert from "node:assert/strict";
import test from "node:test";
import { isAlone, mainRole } from "../../web/table/tags.js";

const game = { roles: ["dealer", "first", "defender", "declarer", "leader"].map((role) => ({ role, at: [], others: role === "first" ? "out" : null })) };
const told = (...seats) => seats.map((roles) => [mainRole({ roles }), isAlone({ roles }, seats.map((each) => ({ roles: each })), game)]);

test("who plays alone against others is told, whoever leads", () => {
  assert.deepEqual(told(["dealer", "defender"], ["first", "declarer", "leader"], ["defender"]), [["defender", false], ["declarer", true], ["defender", false]]);
});

test("nobody is alone as long as no others play together", () => {
  assert.deepEqual(told(["dealer"], ["declarer"], ["leader"]), [[undefined, false], ["declarer", false], [undefined, false]]);
});

test("a seat that sits out does not play alone", () => {
  assert.deepEqual(told(["out"], ["first"], ["first"]), [["out", false], ["first", false], ["first", false]]);
});
