// The board: every card of a view lies in exactly one place, of the seat that owns it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { describe, layersOf, seenOn } from "../../web/table/board.js";

const folder = new URL("recorded/", import.meta.url);
const games = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8")));

const placesOf = (board) => [...board.seats.flatMap(({ places }) => places), ...board.common];

for (const { game, table, views, events } of games) {
  const pack = Object.values(game.trumps.cards).flat();
  test(`${game.key}: a board has each card once`, () => {
    for (const view of views) {
      const board = describe(view, game, table);
      const places = placesOf(board);
      const shown = places.flatMap(({ groups }) => groups.flat().flatMap(({ card }) => card ?? []));
      assert.equal(new Set(shown).size, shown.length);
      assert.deepEqual(new Set(shown), seenOn(board));
      assert.equal(places.reduce((sum, { count }) => sum + count, 0), new Set(pack).size);
      for (const { groups, count, hidden } of places) {
        assert.equal(groups.flat().length, count);
        assert.equal(groups.flat().filter(({ card }) => card === null).length, hidden);
      }
      assert.equal(new Set(places.map(({ id }) => id)).size, places.length);
    }
  });

  test(`${game.key}: the observer is first, then the seats in order, each once`, () => {
    for (const me of table.seats.keys()) {
      const board = describe({ ...views[0], view: `seat:${me}` }, game, table);
      const expected = table.seats.map((_, at) => (me + at) % table.seats.length);
      assert.deepEqual(board.seats.map(({ seat }) => seat), expected);
      assert.deepEqual(board.seats.map(({ mine }) => mine), expected.map((_, at) => at === 0));
      assert.equal(board.me, me);
    }
    assert.equal(describe({ ...views[0], view: "public" }, game, table).me, null);
  });

  test(`${game.key}: I can choose only cards that are before me`, () => {
    for (const view of views) {
      const mine = describe(view, game, table).seats[0].places;
      const before = new Set(mine.flatMap(({ groups }) => groups.flat().map(({ card }) => card)));
      const named = view.choices.flatMap(({ fields }) => Object.values(fields).flatMap(({ cards }) => cards ?? []));
      for (const card of named) assert.ok(before.has(card), card);
    }
  });

  test(`${game.key}: who laid a card follows from the events`, () => {
    const view = views.findLast(({ last_trick: trick }) => trick !== null);
    if (view === undefined) return;
    const layers = layersOf(events.filter(({ position }) => position < view.last_trick.position));
    for (const { seat, cards } of view.last_trick.laid) {
      for (const card of cards) if (layers.has(card)) assert.equal(layers.get(card), seat);
    }
  });
}

const seats = [{ seat: 0, side: 0, name: "A", kind: "person" }, { seat: 1, side: 1, name: "B", kind: "bot" }];
const shown = (state) => ({ view: "public", state, away: [1], bots: [null, "easy"], waiting_for: { seats: [1] } });

test("a game that nobody has seen is laid out by its zones alone", () => {
  const game = {
    zones: [
      { zone: "row", owner: "seat", at: ["/rows/*"] },
      { zone: "played", owner: "seat", at: ["/on/*/card"] },
      { zone: "heap", owner: "side", at: ["/heaps/*"] },
      { zone: "pair", owner: "table", at: ["/pairs/*/under", "/pairs/*/over"] },
    ],
    trumps: { owner: "seat", at: ["/own/*"], cards: {} },
  };
  const state = {
    rows: [["1A", null], []],
    on: [{ seat: 1, card: "2A" }, { seat: 0, card: null }],
    heaps: [[], [null, "3A"]],
    pairs: [{ under: "4A", over: "5A" }, { under: "6A", over: null }],
    own: [null, "A"],
  };
  const board = describe(shown(state), game, { seats });
  const [one, other] = board.seats;
  const cards = ({ groups }) => groups.map((group) => group.map(({ card }) => card));
  assert.deepEqual(one.places.map((place) => [place.zone, cards(place), place.hidden]), [["row", [["1A", null]], 1], ["played", [], 0]]);
  assert.deepEqual(other.places.map((place) => [place.zone, place.count]), [["row", 0], ["played", 1]]);
  assert.deepEqual(board.common.map(({ zone, side, count }) => [zone, side, count]), [["heap", 0, 0], ["heap", 1, 2], ["pair", null, 3]]);
  assert.deepEqual(cards(board.common[2]), [["4A", "5A"], ["6A"]]);
  assert.deepEqual([one.trumps, other.trumps, board.trumps], [[], ["A"], []]);
  assert.deepEqual([one.standIn, other.standIn, other.awaited], [null, "easy", true]);
});

test("the trumps of all are those of the table", () => {
  const game = { zones: [], trumps: { owner: "table", at: ["/trump", "/later/trump"], cards: {} } };
  assert.deepEqual(describe(shown({ trump: "C" }), game, { seats }).trumps, ["C"]);
  assert.deepEqual(describe(shown({ trump: null }), game, { seats }).trumps, []);
  assert.deepEqual(describe(shown({}), { zones: [], trumps: null }, { seats }).trumps, []);
});
