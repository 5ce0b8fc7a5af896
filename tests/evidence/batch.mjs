// Verifies many bundles in one process: a line of JSON in, a line of JSON out.
// {raw, receipts, checkpoints, key, others, until}: files in base64, and the checks to stop at.

import { createInterface } from "node:readline";

import { Unreadable, verify } from "../../evidence/verify.mjs";

const file = (text) => Buffer.from(text, "base64");

async function verdicts({ raw, receipts = [], checkpoints = [], key = null, others = [], until }) {
  const said = [];
  const held = { receipts: receipts.map(file), checkpoints, key, others: others.map(file) };
  try {
    for await (const verdict of verify(file(raw), held)) {
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
