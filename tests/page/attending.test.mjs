// A card that was chosen early is played in the own turn, not at once, and only for what it was chosen for;
// a move without a choice plays itself among bots alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FORCED_MS, PREMOVE_MS, attend, basisOf } from "../../web/table/attending.js";
import { moveWith, movesWith } from "../../web/table/why.js";
import { settings } from "../../web/storage.js";
import { signal } from "../../web/vendor/signals.mjs";

const BEAT = (...cards) => ({ type: "beat", early: false, clause: null, fields: { card: { cards } } });
const TAKE = { type: "take", early: false, clause: null, fields: {} };
const GIVE_UP = { type: "concede", early: true, clause: null, fields: {} };

function session(choices, { bots = false, hand = ["AC", "TC"], trick = 5 } = {}) {
  const deal = { id: "d", at: 9, choices, state: { hands: [hand, [null]] }, last_trick: { position: trick } };
  const sent = [];
  return {
    seat: 0, latest: deal, sent,
    deal: signal(deal), table: signal({ seats: [{ seat: 0, bot: null }, { seat: 1, bot: bots ? "easy" : null }] }),
    sending: signal(null), early: signal(null), chosen: signal(null),
    move(move) {
      sent.push(move);
      return Promise.resolve();
    },
  };
}

test("a card that was chosen early is played after a moment of the own turn", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const at = session([]);
  const stop = attend(at);
  at.early.value = { card: "AC", basis: basisOf(at.deal.value, 0) };
  mock.timers.tick(10 * PREMOVE_MS);
  assert.deepEqual(at.sent, []);
  at.latest = { ...at.deal.value, at: 10, choices: [BEAT("AC", "TC"), TAKE] };
  at.deal.value = at.latest;
  mock.timers.tick(PREMOVE_MS - 1);
  assert.deepEqual(at.sent, []);
  mock.timers.tick(1);
  assert.deepEqual(at.sent, [{ type: "beat", card: "AC" }]);
  assert.equal(at.early.value, null);
  stop();
});

test("it is dropped after another trick, with another hand, where it does not fit, and where more has happened", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const begin = (change) => {
    const at = session([]);
    const stop = attend(at);
    at.early.value = { card: "AC", basis: basisOf(at.deal.value, 0) };
    at.latest = { ...at.deal.value, at: 10, choices: [BEAT("AC", "TC"), TAKE], ...change };
    at.deal.value = at.latest;
    return { at, stop };
  };
  for (const change of [{ last_trick: { position: 8 } }, { state: { hands: [["AC"], []] } }, { choices: [BEAT("TC"), TAKE] }]) {
    const { at, stop } = begin(change);
    assert.equal(at.early.value, null);
    mock.timers.tick(PREMOVE_MS);
    assert.deepEqual(at.sent, []);
    stop();
  }
  const { at, stop } = begin({});
  at.latest = { ...at.latest, at: 11 };
  mock.timers.tick(PREMOVE_MS);
  assert.deepEqual(at.sent, []);
  stop();
});

test("a forced move plays itself where all others are bots, unless the person does not want it", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const after = (choices, more, forced = true) => {
    settings.value = { ...settings.value, forced };
    const at = session(choices, more);
    const stop = attend(at);
    mock.timers.tick(FORCED_MS);
    stop();
    return at.sent;
  };
  assert.deepEqual(after([TAKE, GIVE_UP], { bots: true }), [{ type: "take" }]);
  assert.deepEqual(after([BEAT("AC")], { bots: true }), [{ type: "beat", card: "AC" }]);
  assert.deepEqual(after([BEAT("AC", "TC")], { bots: true }), []);
  assert.deepEqual(after([BEAT("AC"), TAKE], { bots: true }), []);
  assert.deepEqual(after([TAKE], { bots: false }), []);
  assert.deepEqual(after([TAKE], { bots: true }, false), []);
  settings.value = { ...settings.value, forced: true };
});

test("why is asked by a whole move with the card", () => {
  const two = { type: "beat", early: false, clause: null, fields: { cards: { cards: ["6C", "7C", "8C"], least: 2, most: 2 } } };
  assert.deepEqual(moveWith([TAKE, two], "AD", []), { type: "beat", cards: ["AD", "6C"] });
  assert.deepEqual(moveWith([two], "AD", ["7C"]), { type: "beat", cards: ["7C", "AD"] });
  const pair = { type: "beat", early: false, clause: null, fields: { card: { cards: ["6C"] }, then: { cards: ["7C", "8C"] } } };
  assert.deepEqual(moveWith([pair], "AD", ["6C"]), { type: "beat", card: "6C", then: "AD" });
  assert.deepEqual(moveWith([pair], "AD", []), { type: "beat", card: "AD", then: "7C" });
  assert.equal(moveWith([TAKE], "AD", []), null);
});

test("where no move with a card is legal, why is asked by each move that takes one", () => {
  const kind = (type, more) => ({ properties: { type: { const: type }, ...more } });
  const cards = { enum: ["6C", "7C"] };
  const oneOf = [kind("beat", { card: cards, then: cards }), kind("lay", { cards: { items: cards } }), kind("bid", { value: {} }), kind("take")];
  assert.deepEqual(movesWith({ moves: { oneOf } }, "6C"), [{ type: "beat", card: "6C" }, { type: "lay", cards: ["6C"] }]);
  assert.deepEqual(movesWith({ moves: { oneOf } }, "AD"), []);
});
