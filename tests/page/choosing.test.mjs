// The choice of a move: exactly the legal moves can be reached, each by its cards and values.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import * as choosing from "../../web/table/choosing.js";

const folder = new URL("recorded/", import.meta.url);
const games = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8")));
const views = games.flatMap(({ game, views: all }) => all.map((view) => ({ game: game.key, view })));

const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
const text = (move) => JSON.stringify(Object.entries(move).map(([name, value]) => [name, sorted(value)]).sort());
const set = (moves) => [...new Set(moves.map(text))].sort();

/** The cards and values of a move, as a person would choose them. */
function choose(choices, move) {
  let chosen = choosing.NOTHING;
  for (const [field, value] of Object.entries(move)) {
    const slot = choices.find(({ type, fields }) => type === move.type && field in fields)?.fields[field];
    if (slot?.cards != null) for (const card of [value].flat()) chosen = choosing.toggle(choices, chosen, card);
    else if (slot !== undefined) chosen = choosing.setValue(chosen, move.type, field, value);
  }
  return chosen;
}

for (const { game, view } of views) {
  const { choices, legal_moves: legal, at } = view;
  test(`${game} ${at}: the choices are the legal moves`, () => {
    assert.deepEqual(set(choices.flatMap(choosing.movesOf)), set(legal.map(({ move }) => move)));
  });

  test(`${game} ${at}: every legal move can be chosen, and it names its clause`, () => {
    for (const { move, clause, early } of legal.slice(0, 60)) {
      const offer = choosing.offers(choices, choose(choices, move)).find(({ type }) => type === move.type);
      assert.equal(text(offer.move), text(move));
      assert.deepEqual([offer.clause, offer.early], [clause, early]);
    }
  });

  test(`${game} ${at}: whatever is tapped, each offered move is legal`, () => {
    const known = set(legal.map(({ move }) => move));
    const cards = [...choosing.choosable(choices, [])];
    for (const first of cards) {
      for (const second of [first, ...cards].slice(0, 8)) {
        let chosen = choosing.toggle(choices, choosing.NOTHING, first);
        chosen = choosing.toggle(choices, chosen, second);
        const moves = choosing.offers(choices, chosen).flatMap(({ move }) => move ?? []);
        for (const move of moves) assert.ok(known.includes(text(move)), text(move));
      }
    }
  });

  test(`${game} ${at}: a card can be chosen only if a legal move has it with the others`, () => {
    const holding = legal.map(({ move: { type, ...fields } }) => Object.values(fields).filter((value) => value !== null));
    // cards of a list are in no order, fields of one card each are
    const next = (all, some) => (Array.isArray(all[0]) ? all.flat().filter((card) => some.every((each) => all.flat().includes(each)))
      : some.every((card, at) => all[at] === card) ? all.slice(some.length, some.length + 1) : []);
    const expected = (some) =>
      new Set(holding.flatMap((all) => next(all, some)).filter((card) => /^[2-9TJQKA][CSHD]$/.test(card) && !some.includes(card)));
    assert.deepEqual(choosing.choosable(choices, []), expected([]));
    for (const card of choosing.choosable(choices, [])) {
      assert.deepEqual([...choosing.choosable(choices, [card])].sort(), [...expected([card])].sort());
    }
  });
}

const beat = {
  type: "beat", clause: "X1", early: false,
  fields: { card: { cards: ["KH", "AH"] }, then: { cards: ["KH", "AH", "6S"] } },
};
const lay = { type: "lay", clause: "X2", early: false, fields: { cards: { cards: ["6S", "7S", "8S"], least: 2, most: 3 } } };
const pass = { type: "pass", clause: null, early: false, fields: {} };
const play = (...cards) => ({ ...choosing.NOTHING, cards });

test("of two fields the first is filled first", () => {
  assert.deepEqual(choosing.choosable([beat], []), new Set(["KH", "AH"]));
  assert.deepEqual(choosing.nextField([pass, beat], []), { type: "beat", field: "card" });
  assert.deepEqual(choosing.nextField([pass, beat], ["AH"]), { type: "beat", field: "then" });
  assert.deepEqual([choosing.nextField([lay], []), choosing.nextField([pass], [])], [null, null]);
  assert.deepEqual(choosing.offers([beat], play("KH", "AH"))[0].move, { type: "beat", card: "KH", then: "AH" });
  assert.deepEqual(choosing.offers([beat], play("AH", "KH"))[0].move, { type: "beat", card: "AH", then: "KH" });
  assert.deepEqual(choosing.offers([beat], play("6S", "KH")), []);
});

test("no card is chosen twice, and what does not fit begins anew", () => {
  assert.deepEqual(choosing.choosable([beat], ["KH"]), new Set(["AH", "6S"]));
  assert.deepEqual(choosing.toggle([beat, lay], play("KH"), "7S").cards, ["7S"]);
  assert.deepEqual(choosing.toggle([lay], play("6S"), "KH").cards, ["6S"]);
  assert.deepEqual(choosing.toggle([lay], play("6S", "7S"), "6S").cards, ["7S"]);
});

test("the cards of a list have the order of the choice, in whatever order they were tapped", () => {
  assert.deepEqual(choosing.offers([lay], play("8S", "6S"))[0].move, { type: "lay", cards: ["6S", "8S"] });
  assert.equal(choosing.offers([lay], play("8S"))[0].move, null);
});

test("one tap is enough only where nothing else can be meant", () => {
  const one = { ...lay, type: "play", fields: { card: { cards: ["6S", "7S"] } } };
  assert.deepEqual(choosing.onlyMove([one, pass], play("6S")), { type: "play", card: "6S" });
  assert.equal(choosing.onlyMove([one, pass], choosing.NOTHING), null);
  assert.equal(choosing.onlyMove([lay], play("6S", "7S")), null);
  assert.deepEqual(choosing.onlyMove([lay], play("6S", "7S", "8S")), { type: "lay", cards: ["6S", "7S", "8S"] });
  assert.equal(choosing.onlyMove([one, { ...one, type: "discard" }], play("6S")), null);
});

test("a value narrows the values of other fields, and the move has all fields", () => {
  const declare = (fields) => ({ type: "declare", clause: "X3", early: false, fields });
  const choices = [
    declare({ contract: { values: ["null"] }, loud: { values: [false] }, open: { values: [false, true] } }),
    declare({ contract: { values: ["a", "b"] }, loud: { values: [false, true] }, open: { values: [false] } }),
  ];
  const [first] = choosing.offers(choices, choosing.NOTHING);
  assert.deepEqual(first.options.map(({ field, value }) => [field, value]), [["contract", "null"], ["open", false]]);
  const [other] = choosing.offers(choices, choosing.setValue(choosing.NOTHING, "declare", "contract", "b"));
  assert.deepEqual(other.options.map(({ field }) => field), ["contract", "loud"]);
  assert.deepEqual(other.move, { type: "declare", contract: "b", loud: false, open: false });
});

test("what is chosen stays while it fits the new legal moves", () => {
  assert.deepEqual(choosing.keepFitting([lay], play("6S")).cards, ["6S"]);
  assert.deepEqual(choosing.keepFitting([pass], play("6S")).cards, []);
  assert.deepEqual(choosing.keepFitting([], play("6S")), choosing.NOTHING);
});
