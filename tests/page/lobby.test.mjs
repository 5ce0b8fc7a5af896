// The request for a new table, and the changes of the lobby.

import assert from "node:assert/strict";
import { test } from "node:test";

import { changed } from "../../web/lobby/following.js";
import { limits, requestFor, usualSeats } from "../../web/lobby/request.js";

const GAME = {
  key: "cards",
  bots: ["easy", "hard"],
  options: {
    deals: { default: 4, minimum: 1, maximum: 10, per_seat: true, title: "Deals" },
    open: { default: false, values: [false, true], title: "Open" },
  },
};
const FORM = {
  game: "cards",
  name: " Yard ",
  visibility: "private",
  turnLimit: "",
  pause: "30",
  hints: true,
  options: { deals: "6", open: "true" },
  seats: ["me", "bot:hard", "invite", "free"],
};

test("values of options keep their type", () => {
  const { options } = requestFor(FORM, GAME, { name: "Ann" });
  assert.deepEqual(options, { deals: 6, open: true });
});

test("the body has names without spaces, and a free seat for the invited", () => {
  const { name, seats, turn_limit, pause_seconds, hints } = requestFor(FORM, GAME, { name: "Ann" });
  assert.equal(name, "Yard");
  assert.deepEqual(seats, [{ name: "Ann" }, { bot: "hard" }, {}, {}]);
  assert.deepEqual([turn_limit, pause_seconds, hints], [null, 30, true]);
});

test("a number for each seat is multiplied", () => {
  const found = limits(GAME.options.deals, 3);
  assert.deepEqual(found, { usual: 12, least: 3, most: 30, step: 3 });
});

test("a person sits against the weakest bots, or alone where there are none", () => {
  assert.deepEqual(usualSeats(GAME, 3), ["me", "bot:easy", "bot:easy"]);
  assert.deepEqual(usualSeats({ ...GAME, bots: [] }, 2), ["me", "free"]);
});

test("a table changes in its place, comes first, or is gone", () => {
  const [a, b] = [{ id: "a" }, { id: "b" }];
  const listed = (line) => ({ type: "table.listed", table: line.id, line });
  assert.deepEqual(changed([a], listed(b)), [b, a]);
  assert.deepEqual(changed([b, a], listed({ id: "a", name: "new" })), [b, { id: "a", name: "new" }]);
  assert.deepEqual(changed([b, a], { type: "table.gone", table: "b", line: null }), [a]);
});
