// The questions that the verifier asks the core about bundles: a line of JSON in, a line of JSON out.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { coreFrom } from "../../verifier/core.mjs";
import { verify } from "../../verifier/verify.mjs";

const core = coreFrom(() => readFileSync(new URL("../../bots/core/core.wasm", import.meta.url)));

for await (const line of createInterface({ input: process.stdin })) {
  const questions = [];
  const heard = (name, question) => {
    questions.push(question.map(String));
    return core(name, question);
  };
  for await (const { check } of verify(Buffer.from(JSON.parse(line), "base64"), { core: heard })) {
    if (check === "bots") break;
  }
  console.log(JSON.stringify(questions));
}
