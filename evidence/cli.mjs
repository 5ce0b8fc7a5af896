// node evidence/cli.mjs BUNDLE… [--receipt FILE]… [--checkpoint FILE]… [--key FILE]
// Checks evidence bundles as `fairdeal verify` does, without the rules of the games.
// Exit codes: 0 nothing fails, 1 something fails, 2 a file can not be read.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Malformed, Unreadable, readBundle, readReceipt, verify } from "./verify.mjs";

const several = { type: "string", multiple: true, default: [] };
const SHOWN = { holds: "holds", fails: "FAILS", open: "open " };

function arguments_() {
  try {
    const options = { receipt: several, checkpoint: several, key: { type: "string" } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 0) return { ...values, bundles: positionals };
  } catch {
    // the usage says what there is
  }
  throw new Unreadable("usage: cli.mjs BUNDLE… [--receipt FILE]… [--checkpoint FILE]… [--key FILE]");
}

/** The stream of a bundle, of one without form nothing. */
function streamOf(file) {
  try {
    return readBundle(file);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

async function main() {
  const asked = arguments_();
  const files = asked.bundles.map((name) => readFileSync(name));
  const receipts = asked.receipt.map((name) => readFileSync(name));
  const checkpoints = asked.checkpoint.map((name) => readFileSync(name, "utf-8"));
  const key = asked.key === undefined ? null : readFileSync(asked.key, "utf-8").trim();
  const bundles = files.map(streamOf);
  const others = files.filter((_, at) => bundles[at] !== undefined);
  let failed = false;
  for (const [at, file] of files.entries()) {
    const own = receipts.filter((receipt) => (
      files.length === 1 || readReceipt(receipt).deal === bundles[at]?.stream
    ));
    if (files.length > 1) console.log(`${asked.bundles[at]}:`);
    for await (const each of verify(file, { receipts: own, checkpoints, key, others })) {
      failed ||= each.status === "fails";
      console.log(`${SHOWN[each.status]}  ${each.check.padEnd(12)}  ${each.detail}`);
    }
  }
  return failed ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof Unreadable || error instanceof Malformed || error.code;
  if (!known) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
