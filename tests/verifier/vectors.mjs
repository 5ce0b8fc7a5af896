// Recompute every step of the test vectors from the inputs alone.

import { readFileSync } from "node:fs";

import * as recipe from "../../verifier/recipe.mjs";

const { hex, unhex } = recipe;

async function first(count, numbers) {
  const taken = [];
  for (let at = 0; at < count; at++) taken.push((await numbers.next()).value);
  return taken;
}

async function worked(one) {
  const deal = unhex(one.deal);
  const seed = unhex(one.server_seed);
  const server = await recipe.commitment(deal, "S", 0, seed);
  const reveals = [];
  for (const { seat, seed: own } of one.reveals) {
    const commitment = await recipe.commitment(deal, "P", seat, unhex(own));
    reveals.push({ seat, commitment, seed: unhex(own) });
  }
  const game = `${one.game}/${one.version}`;
  const agreed = await recipe.transcript(deal, game, one.pack, server, reveals);
  const key = await recipe.dealKey(seed, agreed);
  const deck = await recipe.shuffle(one.pack, key);
  const streams = {};
  for (const [label, numbers] of Object.entries(one.streams)) {
    streams[label] = await first(numbers.length, recipe.stream(key, label));
  }
  const lots = [];
  for (const { label, below } of one.lots) {
    lots.push({ label, below, drawn: await recipe.draw(label, below, key) });
  }
  const bots = [];
  for (const { seat } of one.bots) bots.push({ seat, seed: hex(await recipe.botSeed(key, seat)) });
  const root = await recipe.deckRoot(deck, key);
  const salts = await recipe.salts(key, deck.length);
  const opens = [];
  for (const { position, card, salt, path } of one.openings) {
    const leaf = await recipe.cardLeaf(position, unhex(salt), card);
    const { length } = deck;
    opens.push(await recipe.includes(leaf, position, length, path.map(unhex), root));
  }
  return {
    id: one.id, server_commitment: hex(server), transcript: hex(agreed), key: hex(key), streams,
    reveals: reveals.map((each) => (
      { seat: each.seat, commitment: hex(each.commitment), seed: hex(each.seed) }
    )),
    deck, lots, bots, salts: salts.map(hex), root: hex(root), opens,
  };
}

const { cases } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const results = [];
for (const one of cases) results.push(await worked(one));
console.log(JSON.stringify({ cases: results }));
