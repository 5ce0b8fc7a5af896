// node lab/bench/one_bundle.mjs BUNDLE KEY: the processor time in ms for one verification, the first of the process.

import { readFileSync } from "node:fs";

import { verify } from "../../verifier/verify.mjs";

const [file, key] = process.argv.slice(2);
const raw = readFileSync(file), before = process.cpuUsage();
for await (const { check, status } of verify(raw, { key })) {
  if (status === "fails") throw new Error(check);
}
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
