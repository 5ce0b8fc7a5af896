// The queue of what happened: in order, once, one after another; the own moves at once.

import assert from "node:assert/strict";
import test from "node:test";

import { Pacing } from "../../web/table/pacing.js";

function started(pause = 600) {
  const shown = [];
  const announced = [];
  const timers = [];
  const pacing = new Pacing({
    show: ({ position }) => shown.push(position),
    announce: (steps) => announced.push(steps.map(({ position }) => position)),
    pause: () => pause,
    timer: (ms, after) => {
      assert.equal(ms, pause);
      timers.push(after);
      return () => timers.splice(timers.indexOf(after), 1);
    },
  });
  const add = (position, mine = false) => pacing.add({ position, mine, events: [], view: null });
  const tick = () => timers.shift()?.();
  return { pacing, shown, announced, timers, add, tick };
}

test("steps are shown one after another, each announced once", () => {
  const { shown, announced, add, tick } = started();
  [3, 4, 5].forEach((position) => add(position));
  assert.deepEqual(shown, [3]);
  tick();
  assert.deepEqual(shown, [3, 4]);
  tick();
  tick();
  tick();
  assert.deepEqual([shown, announced], [[3, 4, 5], [[3], [4], [5]]]);
});

test("an own move is shown at once, after all that came before it, and announced with it", () => {
  const { shown, announced, timers, add, tick } = started();
  [3, 4, 5].forEach((position) => add(position));
  add(6, true);
  assert.deepEqual([shown, announced, timers.length], [[3, 4, 5, 6], [[3], [4, 5, 6]], 1]);
  add(7);
  assert.deepEqual(shown, [3, 4, 5, 6]);
  tick();
  assert.deepEqual(shown, [3, 4, 5, 6, 7]);
});

test("a step that came by another way before is not shown again", () => {
  const { shown, add, tick } = started();
  add(4, true);
  add(4);
  add(3);
  tick();
  tick();
  assert.deepEqual(shown, [4]);
});

test("with reduced motion nothing waits", () => {
  const { shown, announced, timers, add } = started(0);
  [1, 2, 3].forEach((position) => add(position));
  assert.deepEqual([shown, announced, timers.length], [[1, 2, 3], [[1], [2], [3]], 0]);
});

test("who has been away is shown all at once", () => {
  const { shown, add } = started();
  for (let position = 1; position <= 20; position++) add(position);
  assert.ok(shown.length >= 14);
  assert.deepEqual(shown, shown.map((_, index) => index + 1));
});

test("another deal begins without what waited", () => {
  const { pacing, shown, timers, add } = started();
  [3, 4].forEach((position) => add(position));
  pacing.reset(1);
  assert.equal(timers.length, 0);
  add(2);
  assert.deepEqual(shown, [3, 2]);
});
