// Codes of cards, their names in each language, names of players, and times in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { indexOf, nameOf, parse, playerName, valueName } from "../../web/cards.js";
import { match } from "../../web/router.js";
import { parsed } from "../../web/stream.js";
import { speak } from "./speaking.mjs";

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
    await speak(tag, { deck: "french" });
    const said = ["TC", "AH"].map(nameOf);
    await speak(tag, { deck: "german" });
    assert.deepEqual([...said, nameOf("JC")], names);
  }
});

test("a seat has the name of its player, or the reason why it has none", async () => {
  await speak("en");
  const seats = [
    { name: "Ann", bot: null, erased: false },
    { name: null, bot: null, erased: true },
    { name: null, bot: null, erased: false },
    { name: "easy", bot: "easy", erased: false },
    { name: "easy", bot: "easy", erased: false },
  ];
  const said = seats.map((_, seat) => playerName({ seats }, seat));
  assert.deepEqual(said, ["Ann", "erased name", "free seat", "Bot 1", "Bot 2"]);
});

test("a contract has the name of its suit in the deck that is shown", async () => {
  const suits = { clubs: ["JC", "JD", "AC", "TC"], grand: ["JC", "JD"] };
  const game = { move_names: {}, trumps: { cards: suits }, words: { values: { contract: { clubs: "clubs", grand: "grand" } } } };
  const said = () => ["clubs", "grand", "D", true].map((value) => valueName(game, "contract", value));
  await speak("en", { deck: "french" });
  assert.deepEqual(said(), ["clubs", "grand", "diamonds", "yes"]);
  await speak("en", { deck: "german" });
  assert.deepEqual(said(), ["acorns", "grand", "bells", "yes"]);
});

test("the Russian index of the ace is the code of the ten", async () => {
  await speak("ru", { deck: "french" });
  assert.equal(indexOf("A"), "Т");
  assert.equal(indexOf("T"), "10");
  await speak("en");
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
