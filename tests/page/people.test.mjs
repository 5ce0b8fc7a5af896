// A sentence of a game names the people as their reader knows them, and numbers where none are known.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Texts } from "../../languages/catalogue.mjs";

const PEOPLE = { seat: (seat) => ["you", "Ben", "Cid", "Dora"][seat], side: (side) => ["you and Cid", "Ben and Dora"][side] };

function texts(language, ...names) {
  const made = new Texts(language);
  for (const name of ["language", ...names]) made.add(readFileSync(new URL(`../../languages/${language}/${name}.ftl`, import.meta.url), "utf-8"));
  return made;
}

test("a seat is the reader, a name, or a number", () => {
  const goat = texts("en", "goat");
  const values = { seat: 0, clause: "G7" };
  assert.equal(goat.textFor(PEOPLE, "goat-deals", values), "You will deal it [G7].");
  assert.equal(goat.textFor(PEOPLE, "goat-deals", { ...values, seat: 1 }), "Ben will deal it [G7].");
  assert.equal(goat.text("goat-deals", values), "Seat 0 will deal it [G7].");
});

test("a list names its sides and seats", () => {
  const sides = [{ side: 0, points: 119, tricks: 1 }, { side: 1, points: 1, tricks: 8 }];
  assert.equal(
    texts("en", "goat").textFor(PEOPLE, "goat-took", { sides, clause: "G3" }),
    "You and Cid: 119 points in 1 trick, Ben and Dora: 1 points in 8 tricks [G3].",
  );
  assert.equal(texts("de", "kernel").textFor(PEOPLE, "deal-abandoned-left", { seats: [1, 3], clause: "L4" }), "Abgebrochen durch Weggehen: Ben und Dora. [L4]");
});

test("a negative number has the minus sign of the score sheet", () => {
  const texts = new Texts("en");
  texts.add("change = { SIGNED($points) }");
  assert.deepEqual([-48, 0, 24].map((points) => texts.text("change", { points })), ["\u221248", "+0", "+24"]);
});
