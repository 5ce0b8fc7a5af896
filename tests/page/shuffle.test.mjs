// The shuffle step by step gives what the vectors of the recipe say, and what records say.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { prepare } from "../../verifier/verify.mjs";
import { placesOf, recordedIn, shuffled } from "../../web/verify/shuffle.js";

const { cases } = JSON.parse(readFileSync(new URL("../vectors/fairness.json", import.meta.url), "utf-8"));
const record = (path) => readFileSync(new URL(`../verifier/records/0.1/${path}`, import.meta.url));

test("every step is that of the vectors", async () => {
  for (const one of cases) {
    const { deal, game, version: rules, server_commitment: commitment } = one;
    const opened = { deal, game, rules, commitment, tournament: null, round: null, seeds: null };
    const made = await shuffled({
      opened, pack: one.pack, seed: one.server_seed, reveals: one.reveals,
      lots: one.lots.map(({ label, below }) => [label.replace("fairdeal/1/", ""), below]),
    });
    assert.deepEqual(
      [made.transcript, made.key, made.root, made.deck], [one.transcript, one.key, one.root, one.deck],
    );
    assert.deepEqual(made.lots.map(({ drawn }) => drawn), one.lots.map(({ drawn }) => drawn));
  }
});

test("each swap exchanges two cards of the pack before it, from the last place down", async () => {
  const { inputs } = await recordedIn(await prepare(record("durak-seeds-keys/deal-1.json")));
  const { swaps, deck } = await shuffled(inputs);
  let before = inputs.pack;
  for (const [at, { last, other, deck: after }] of swaps.entries()) {
    assert.equal(last, inputs.pack.length - 1 - at);
    assert.ok(other <= last);
    const expected = [...before];
    [expected[last], expected[other]] = [before[other], before[last]];
    assert.deepEqual(after, expected);
    before = after;
  }
  assert.deepEqual(before, deck);
});

test("a record's seeds open their commitments, and its pack and hands are those of the shuffle", async () => {
  for (const path of ["durak-seeds-keys/deal-1.json", "skat-four/deal-1.json", "goat-closed/deal-1.json"]) {
    const recorded = await recordedIn(await prepare(record(path)));
    for (const { commitment, made, seed } of recorded.seeds) {
      if (seed !== null) assert.equal(made, commitment);
    }
    if (recorded.inputs === null) continue;
    const made = await shuffled(recorded.inputs);
    assert.deepEqual([made.transcript, made.root], [recorded.transcript, recorded.root]);
    assert.deepEqual(made.deck, recorded.deck);
    const places = placesOf(recorded.hands, made.deck).flat();
    assert.ok(places.length > 0 && new Set(places).size === places.length && !places.includes(null));
  }
});

test("a table has no shuffle", async () => {
  assert.equal(await recordedIn(await prepare(record("durak-seeds-keys/table.json"))), null);
});
