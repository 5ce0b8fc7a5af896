// Verify many bundles in one process: a line of JSON in, a line of JSON out.
// {raw, receipts, checkpoints, consistency, key, others, until}: files in base64, and the checks at
// which to stop. With {other}, the two bundles are compared; {core} is the module by which bots search.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { compare } from "../../verifier/compare.mjs";
import { coreFrom } from "../../verifier/core.mjs";
import { Unreadable, verify } from "../../verifier/verify.mjs";

const MODULE = new URL("../../bots/core/core.wasm", import.meta.url);
const own = coreFrom(() => readFileSync(MODULE));
const file = (text) => Buffer.from(text, "base64");

function asked({
  raw, other, receipts = [], checkpoints = [], consistency = [], key = null, seatKeys = [],
  ownSeeds = [], others = [], core: module,
}) {
  const core = module === undefined ? own : module && coreFrom(() => file(module));
  const held = {
    receipts: receipts.map(file), checkpoints, consistency: consistency.map(file), key,
    seatKeys, ownSeeds, core,
    others: others.map(file),
  };
  if (other === undefined) return verify(file(raw), held);
  return compare(
    { name: "one", file: file(raw), held }, { name: "other", file: file(other), held },
  );
}

async function verdicts({ until, ...given }) {
  const said = [];
  try {
    for await (const verdict of asked(given)) {
      said.push(verdict);
      if (verdict.status === "fails" && until?.includes(verdict.check)) break;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    said.push({ check: "unreadable", status: "fails", detail: error.message, position: null });
  }
  return said;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await verdicts(JSON.parse(line))));
}
