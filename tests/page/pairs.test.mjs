// Partners find each other by the name of their pair.

import assert from "node:assert/strict";
import { test } from "node:test";
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
