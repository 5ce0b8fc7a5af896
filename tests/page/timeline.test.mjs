// The timeline of a replay is the fold of its patches, at every event, in constant time.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, eyesOf, momentOf } from "../../web/replay/address.js";
import { player } from "../../web/replay/player.js";
import {
  dealAt, eventAt, horizon, nextCommand, patched, previousCommand, timeline,
} from "../../web/replay/timeline.js";
import { recorded } from "./frames.mjs";

const STEP = 16; // ms

test("the deal after each event is what it was before it was made a patch", () => {
  for (const each of [500, 7, 1]) {
    const { pages, deals } = recorded(60, { each });
    const made = timeline(pages);
    assert.equal(made.length, 60);
    for (const [at, deal] of deals.entries()) {
      assert.deepEqual(dealAt(made, at + 1), deal);
      assert.equal(eventAt(made, at + 1)?.position ?? 1, at + 1);
    }
  }
});

test("a patch removes by null, replaces lists, and leaves the value before it as it was", () => {
  const before = Object.freeze({ a: 1, b: Object.freeze({ c: [1], d: 2 }), e: null });
  assert.deepEqual(patched(before, { a: null, b: { c: [2] }, e: { f: 1 } }), {
    a: null, b: { c: [2], d: 2 }, e: { f: 1 },
  });
  assert.deepEqual(before, { a: 1, b: { c: [1], d: 2 }, e: null });
});

test("commands are steps that are as many forwards as backwards", () => {
  const made = timeline(recorded(41, { perCommand: 3 }).pages);
  const forwards = [];
  for (let at = 1, next; (next = nextCommand(made, at)) !== at; at = next) forwards.push(next);
  assert.deepEqual(forwards, [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 41]);
  const backwards = [];
  for (let at = 41, next; (next = previousCommand(made, at)) !== at; at = next) backwards.push(next);
  assert.deepEqual(backwards, [...forwards.slice(0, -1).reverse(), 1]);
  assert.equal(nextCommand(made, 4), 6);
  assert.equal(previousCommand(made, 5), 3);
});

test("positions that the deal does not have are the nearest ones", () => {
  const made = timeline(recorded(5).pages);
  assert.deepEqual([0, -3, 2.9, 6, 1e9, NaN].map((at) => dealAt(made, at).at), [1, 1, 2, 5, 5, 1]);
});

test("without spoilers, nothing after what was seen may be shown", () => {
  const made = timeline(recorded(50).pages);
  assert.equal(horizon(made, { hideEnd: true, furthest: 12 }), 12);
  assert.equal(horizon(made, { hideEnd: true, furthest: 99 }), 50);
  assert.equal(horizon(made, { hideEnd: false, furthest: 12 }), 50);
});

test("who hides the end may see on from where they are, and no further", () => {
  const shown = player(timeline(recorded(50).pages), 10);
  shown.go(30);
  shown.go(12);
  shown.hide(true);
  assert.equal(shown.last.value, 12);
  shown.go(20);
  assert.equal(shown.last.value, 20);
  shown.hide(false);
  assert.equal(shown.last.value, 50);
});

/** The processor time since then, in ms. */
function since(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test("a deal of 1,000 events is folded at once, and each step takes less than 16 ms", () => {
  const { pages } = recorded(1_000);
  const least = new Array(1_000).fill(Infinity);
  let folded = Infinity;
  // the compiler takes some time, too, at first: of some passes the best counts
  for (let pass = 0; pass < 10 && !(folded < 60 * STEP && Math.max(...least) < STEP); pass++) {
    const start = process.cpuUsage();
    const made = timeline(pages);
    folded = Math.min(folded, since(start));
    for (let at = 1; at <= 1_000; at++) {
      const before = process.cpuUsage();
      dealAt(made, at);
      nextCommand(made, at);
      previousCommand(made, at);
      least[at - 1] = Math.min(least[at - 1], since(before));
    }
  }
  assert.ok(folded < 60 * STEP, `${folded} ms`);
  assert.ok(Math.max(...least) < STEP, `${Math.max(...least)} ms`);
});

test("an address is a moment and back, and a false one is none", () => {
  const deal = "019b76de-2a70-7cff-ab84-e75ca0ccde6e";
  for (const eyes of eyesOf(4)) {
    const [, , , event, seen] = addressOf({ deal, at: 17, eyes }).split("/");
    assert.deepEqual(momentOf({ deal, event, eyes: seen }), { deal, at: 17, eyes });
  }
  const good = { deal, event: "1", eyes: "full" };
  for (const bad of [{ deal: "x" }, { event: "0" }, { event: "1e3" }, { eyes: "seat:" }, { eyes: "" }]) {
    assert.equal(momentOf({ ...good, ...bad }), null);
  }
});
