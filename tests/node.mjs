// Functions of modules, called from another language: a request is a line of JSON, and so is its
// answer. {module, name, given}: a module, a function that it exports, and the arguments.

import { createInterface } from "node:readline";

const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // nothing else writes there

async function called({ module, name, given }) {
  try {
    const { [name]: wanted } = await import(module);
    return { value: (await wanted(...given)) ?? null };
  } catch (error) {
    return { error: String(error?.stack ?? error) };
  }
}

answer(`${JSON.stringify({ value: process.versions.node })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  answer(`${JSON.stringify(await called(JSON.parse(line)))}\n`);
}
