// Partners find each other by the name of their pair.

import assert from "node:assert/strict";
import { test } from "node:test";
import { seatsInOrder } from "../../web/tournaments/director.js";
import { mateOf } from "../../web/tournaments/own_entry.js";

test("a partner is whoever has chosen the name and is alone", () => {
  const players = [
    { player: 1, partner: null, team: "Reds", withdrawn: false },
    { player: 2, partner: 1, team: "Reds", withdrawn: false },
    { player: 3, partner: null, team: "Blues", withdrawn: true },
    { player: 4, partner: null, team: "Blues", withdrawn: false },
  ];
  const tournament = /** @type {any} */ ({ players });
  assert.equal(mateOf(tournament, "Blues"), 4);
  assert.equal(mateOf(tournament, "Reds"), undefined);
  assert.equal(mateOf(tournament, "Greens"), undefined);
});

test("a director finds players in the order of joining, and partners opposite", () => {
  const person = (/** @type {number} */ player, /** @type {number | null} */ partner = null, withdrawn = false) => ({ player, partner, withdrawn });
  const singles = /** @type {any} */ ({ pairs: false, seats: 2, fill: "easy", boards: 0, players: [person(1), person(2, null, true), person(3)] });
  assert.deepEqual(seatsInOrder(singles), [1, 3]);
  const pairs = /** @type {any} */ ({ pairs: true, seats: 4, fill: "easy", players: [person(1), person(2, 1), person(3), person(4, 3), person(5), person(6, 5)] });
  assert.deepEqual(seatsInOrder(pairs), [1, 3, 2, 4, 5, 0, 6, 0]);
  assert.deepEqual(seatsInOrder({ ...pairs, fill: null }), [1, 3, 2, 4], "the third pair has a bye");
});

test("without bots tables are full or have one seat less, and who is left over has none", () => {
  const seated = (/** @type {number} */ count, /** @type {number} */ seats, boards = 0) => {
    const players = Array.from({ length: count }, (_, at) => ({ player: at + 1, partner: null, withdrawn: false }));
    return seatsInOrder(/** @type {any} */ ({ pairs: false, seats, fill: null, boards, players }));
  };
  assert.deepEqual(seated(7, 4), [1, 2, 3, 4, 5, 6, 7, 0]);
  assert.deepEqual(seated(13, 4), [1, 2, 3, 4, 5, 6, 7, 0, 8, 9, 10, 0, 11, 12, 13, 0]);
  assert.deepEqual(seated(7, 4, 2), [1, 2, 3, 4], "tables of boards are full");
  assert.deepEqual(seated(5, 4), [1, 2, 3, 4], "the game is played by three at least");
  assert.deepEqual(seated(3, 2), [1, 2]);
  assert.deepEqual(seated(0, 2), []);
});
