// What a table does with events and moves that come in another order, and the seeds of a tournament.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commitment, hex, unhex } from "../../verifier/recipe.mjs";
import { isSame, merged } from "../../web/table/session.js";
import { freshSeed, showSeed } from "../../web/tournaments/seeds.js";

const events = (...positions) => positions.map((position) => ({ position }));

test("events are each there once and in order, whatever comes first", () => {
  for (const [some, others] of [[[1, 2], [3, 4]], [[1, 4], [2, 3]], [[2, 3, 4], [1, 2]], [[], [2, 1]]]) {
    const every = [...new Set([...some, ...others])].sort();
    assert.deepEqual(merged(events(...some), events(...others.toSorted())), events(...every));
  }
});

test("cards make the same move in any order, and other cards another one", () => {
  const move = { type: "lay", cards: ["7C", "8C"], seat: 1 };
  assert.ok(isSame(move, { seat: 1, cards: ["8C", "7C"], type: "lay" }));
  for (const more of [{ cards: ["7C"] }, { cards: ["7C", "9C"] }, { type: "beat" }, { seat: 2 }]) {
    assert.ok(!isSame(move, { ...move, ...more }));
  }
});

test("the seed that is shown in a round leads to the one of the round before", async () => {
  const [tournament, chain, sent] = [{ id: "f0000000-0000-8000-8000-000000000001", rounds: 3 }, freshSeed(), []];
  globalThis.fetch = async (_, { body }) => {
    sent.push(JSON.parse(body).seed);
    return new Response(null, { status: 204 });
  };
  for (const round of [1, 2, 3]) await showSeed(tournament, { chain, token: "entry_1" }, round);
  for (const round of [2, 3]) {
    const made = await commitment(unhex(tournament.id.replaceAll("-", "")), "P", round, unhex(sent[round - 1]));
    assert.equal(hex(made), sent[round - 2]);
  }
  assert.equal(sent[2], chain);
});
