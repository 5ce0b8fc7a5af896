// The sounds: which of them follows from what was shown, and one at most for all shown together.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { isRunningOut, soundOf } from "../../web/table/sounds.js";

const folder = new URL("recorded/", import.meta.url);
const games = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8")));
const ME = 0;

const waitingFor = (...seats) => ({ id: "1", status: "playing", waiting_for: { kind: "move", seats } });
const over = { id: "1", status: "over", waiting_for: { kind: "nothing", seats: [] } };
const next = (shown) => ({ ...shown, id: "2" });
const laid = (command, seat, ...cards) => ({ type: "goat.led", command, data: { seat, cards } });
const passed = (command, seat) => ({ type: "skat.passed", command, data: { seat } });
const heard = (before, after, events = [], seat = ME) => soundOf({ before, after, events, seat });

test("my turn is heard when it comes", () => {
  assert.equal(heard(waitingFor(1), waitingFor(ME), [laid(4, 1, "AC")]), "turn");
  assert.equal(heard(waitingFor(1), waitingFor(ME), [passed(4, 1)]), "turn");
});

test("it is heard once: not while it stays my turn", () => {
  assert.equal(heard(waitingFor(ME), waitingFor(ME)), null);
  assert.equal(heard(waitingFor(ME), waitingFor(ME), [laid(4, ME, "AC")]), null);
  assert.equal(heard(waitingFor(ME, 1), waitingFor(ME), [laid(4, 1, "AC")]), "card");
});

test("it is heard again if others have moved after me, shown together", () => {
  assert.equal(heard(waitingFor(ME), waitingFor(ME), [laid(4, ME, "AC"), laid(5, 1, "KC")]), "turn");
});

test("a card of another seat is heard, open or face down", () => {
  for (const card of ["AC", null]) {
    assert.equal(heard(waitingFor(1), waitingFor(2), [laid(4, 1, card)]), "card");
  }
  const single = { type: "durak.attacked", command: 4, data: { seat: 1, card: "9C" } };
  assert.equal(heard(waitingFor(1), waitingFor(2), [single]), "card");
});

test("my own card, a pass and what follows a move by itself are not", () => {
  assert.equal(heard(waitingFor(ME), waitingFor(1), [laid(4, ME, "AC")]), null);
  assert.equal(heard(waitingFor(1), waitingFor(2), [passed(4, 1)]), null);
  const taken = { type: "svoi_kozyri.taken", command: 4, data: { seat: 1, cards: ["AH"] } };
  assert.equal(heard(waitingFor(1), waitingFor(2), [passed(4, 1), taken]), null);
  const dealt = { type: "goat.dealt", command: 1, data: { hands: [[null], ["AC"]] } };
  assert.equal(heard(waitingFor(1), waitingFor(2), [dealt]), null);
});

test("a signature beside a move changes nothing", () => {
  const signed = { type: "deal.move_signed", command: 4, data: { seat: 1, signature: "00" } };
  assert.equal(heard(waitingFor(1), waitingFor(2), [signed, laid(4, 1, "AC")]), "card");
  assert.equal(heard(waitingFor(1), waitingFor(2), [laid(4, 1, "AC"), signed]), "card");
});

test("the end of a deal is heard, and nothing else with it", () => {
  assert.equal(heard(waitingFor(1), over, [laid(4, 1, "AC")]), "end");
  assert.equal(heard(waitingFor(ME), over, [laid(4, ME, "AC")]), "end");
  assert.equal(heard(over, over), null);
});

test("a deal that is won, lost or neither sounds differently", () => {
  const ended = (...winners) => ({ ...over, won_by: winners });
  assert.equal(heard(waitingFor(1), ended(ME, 2)), "won");
  assert.equal(heard(waitingFor(1), ended(1)), "lost");
  assert.equal(heard(waitingFor(1), ended()), "end");
  assert.equal(heard(waitingFor(1), ended(1), [], null), "end");
});

test("a trick that is taken is heard, unless it is my turn then", () => {
  const taken = (shown, position) => ({ ...shown, last_trick: { position } });
  assert.equal(heard(taken(waitingFor(1), 4), taken(waitingFor(2), 9), [laid(4, 1, "AC")]), "sweep");
  assert.equal(heard(waitingFor(ME), taken(waitingFor(1), 9), [laid(4, ME, "AC")]), "sweep");
  assert.equal(heard(taken(waitingFor(1), 4), taken(waitingFor(ME), 9), [laid(4, 1, "AC")]), "turn");
  assert.equal(heard(taken(waitingFor(1), 9), next(taken(waitingFor(1), 2))), null);
});

test("the last five seconds of my turn tick", () => {
  const until = (seat, left) => ({ ...waitingFor(seat), waiting_for: { kind: "move", seats: [seat], until: new Date(10_000 + left).toISOString() } });
  assert.deepEqual([6_000, 5_000, 1, 0].map((left) => isRunningOut(until(ME, left), ME, 10_000)), [false, true, true, false]);
  assert.equal(isRunningOut(until(1, 3_000), ME, 10_000), false);
  assert.equal(isRunningOut(waitingFor(ME), ME, 10_000), false);
});

test("a new deal is heard if I begin it", () => {
  assert.equal(heard(over, next(waitingFor(ME))), "turn");
  assert.equal(heard(waitingFor(ME), next(waitingFor(ME))), "turn");
  assert.equal(heard(over, next(waitingFor(1))), null);
  assert.equal(heard(waitingFor(1), next(over)), null);
});

test("a page that was just opened is silent", () => {
  assert.equal(heard(null, waitingFor(ME), [laid(4, 1, "AC")]), null);
  assert.equal(heard(null, over), null);
  assert.equal(heard(over, null), null);
});

test("who watches hears cards and ends, and has no turn", () => {
  assert.equal(heard(waitingFor(1), waitingFor(ME), [laid(4, 1, "AC")], null), "card");
  assert.equal(heard(waitingFor(1), over, [], null), "end");
});

for (const { game, events } of games) {
  test(`${game.key}: each move with cards is heard, and nothing else`, () => {
    for (const command of new Set(events.map((event) => event.command))) {
      const together = events.filter((event) => event.command === command);
      const [first] = together;
      const { seat, card, cards } = first.data;
      const expected = command > 1 && (card ?? cards) !== undefined && seat !== ME ? "card" : null;
      assert.equal(heard(waitingFor(1), waitingFor(1), together), expected, first.type);
    }
  });
}
