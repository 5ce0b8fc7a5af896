// The archive of this device: how deals came out for the own seat, and which are wanted.

import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { location: { hash: "", pathname: "/", search: "" }, addEventListener() {} });
const { counted, dealsOf, isWanted, resultOf } = await import("../../web/replay/own_deals.js");

const TABLE = { seats: ["Ann", "Bob", "Cid"].map((name, seat) => ({ seat, name, bot: null })) };
const deal = (number, counts, result) => ({ deal: `d${number}`, number, counted: counts, result, explanations: [] });
const SERIES = {
  game: "skat",
  finished_at: null,
  sides: [0, 1, 2].map((seat) => ({ seats: [seat], points: 0 })),
  deals: [
    deal(1, [94, 0, 0], { declarer: 0, contract: "spades" }),
    deal(2, [-98, 40, 40], { declarer: 0, contract: "grand" }),
    deal(3, [0, 0, 0], { declarer: null, contract: null }),
    deal(4, [40, -98, 40], { declarer: 1, contract: "grand" }),
    deal(5, [], null),
  ],
};
const deals = dealsOf(TABLE, SERIES, 0, "high");
const wanted = (query) => deals.filter((each) => isWanted(each, query)).map(({ number }) => number);

test("a deal is won by the sides with the best points, and by nobody if all are alike", () => {
  assert.deepEqual(deals.map((each) => resultOf(each, 0)), ["won", "even", "lost", "won"]);
  assert.deepEqual(dealsOf(TABLE, SERIES, 0, "low").map((each) => resultOf(each, 0)), ["lost", "even", "won", "lost"]);
});

test("lost grands are those that the person declared", () => {
  assert.deepEqual(wanted({}), [4, 3, 2, 1]);
  assert.deepEqual(wanted({ contract: "grand" }), [2]);
  assert.deepEqual(wanted({ contract: "grand", result: "won" }), []);
  assert.deepEqual(wanted({ player: "BOB", contract: "grand", result: "lost" }), [4]);
  assert.deepEqual(wanted({ player: "Dan" }), []);
  assert.deepEqual(wanted({ game: "goat" }), []);
});

test("results are counted by what the person declared", () => {
  const lines = counted(deals, "you").map(({ contract, deals: all, won, lost, even }) => [contract, all, won, lost, even]);
  assert.deepEqual(lines, [[null, 2, 1, 0, 1], ["grand", 1, 0, 1, 0], ["spades", 1, 1, 0, 0]]);
});
