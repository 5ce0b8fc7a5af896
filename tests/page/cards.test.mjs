// Codes of cards, their names in each language, names of players, and times in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parse } from "../../web/cards.js";
import { loadTexts, pick } from "../../web/language.js";
import { match } from "../../web/router.js";
import { parsed } from "../../web/stream.js";
import { playerName } from "../../web/table/words.js";

test("a code is a rank and a suit", () => {
  assert.deepEqual(parse("TC"), { rank: "T", suit: "C" });
  for (const code of ["10C", "C", "XX", "tc", ""]) assert.equal(parse(code), null);
});

const NAMES = {
  en: ["ten of clubs", "ace of hearts", "under of acorns"],
  ru: ["десятка треф", "туз червей", "унтер желудей"],
  de: ["Kreuz-Zehn", "Herz-Ass", "Eichel-Unter"],
  ka: ["ჯვრის ათიანი", "გულის ტუზი", "რკოს უნტერი"],
};

test("the name of a card is a function of the language", async () => {
  for (const [tag, names] of Object.entries(NAMES)) {
    const { cards } = (await import(`../../web/languages/${tag}/common.js`)).default;
    const said = [
      cards.name("T", "C", "french"),
      cards.name("A", "H", "french"),
      cards.name("J", "C", "german"),
    ];
    assert.deepEqual(said, names);
  }
});

test("a seat has the name of its player, or the reason why it has none", async () => {
  const browser = { navigator: { languages: ["en"] }, document: { documentElement: {} } };
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  await loadTexts("table");
  const seats = [
    { name: "Ann", bot: null, erased: false },
    { name: null, bot: null, erased: true },
    { name: null, bot: null, erased: false },
    { name: "easy", bot: "easy", erased: false },
  ];
  const said = seats.map((_, seat) => playerName({ seats }, seat));
  assert.deepEqual(said, ["Ann", "erased name", "free seat", "Bot 3"]);
});

test("the Russian index of the ace is the code of the ten", async () => {
  const { cards } = (await import("../../web/languages/ru/common.js")).default;
  assert.equal(cards.indices.A, "Т");
  assert.equal(cards.indices.T, undefined);
});

test("the language is that of the settings, or the first of the browser's that there is", () => {
  assert.equal(pick("", ["fr", "de-AT", "en"]), "de");
  assert.equal(pick("ka", ["de"]), "ka");
  assert.equal(pick("", ["fr"]), "en");
});

test("a path has one page or none", () => {
  assert.deepEqual(match("/"), { name: "lobby", params: {} });
  assert.equal(match("/settings/more"), null);
  assert.equal(match("/nothing"), null);
});

test("a message of a stream has a position, a type and data", () => {
  assert.deepEqual(parsed('id: 7\ndata: {"a": 1}'), { id: 7, type: "message", data: '{"a": 1}' });
  assert.deepEqual(parsed("event: end\ndata: {}"), { id: null, type: "end", data: "{}" });
  assert.equal(parsed(": heartbeat"), null);
});
