// Programs that run in a lasting process, each with a console of its own.

import { pathToFileURL } from "node:url";
import { format } from "node:util";

const original = globalThis.console;
let runs = 0;

/** The result of a program, and what it printed. */
async function printed(program) {
  const said = { log: "", error: "" };
  const note = (name) => (...given) => {
    said[name] += `${format(...given)}\n`;
  };
  globalThis.console = { ...original, log: note("log"), error: note("error") };
  try {
    const result = await program();
    return { stdout: said.log, stderr: said.error, result };
  } finally {
    globalThis.console = original;
  }
}

/** Run a command: its module anew, with these arguments. The modules that it imports are kept. */
export const command = (file, ...given) => printed(async () => {
  process.argv = [process.argv[0], file, ...given];
  await import(`${pathToFileURL(file)}?${runs++}`);
  const code = process.exitCode ?? 0;
  process.exitCode = 0;
  return code;
});

/** Run lines of code that use what a module exports; returns what they print. */
export async function execute(file, code) {
  const names = await import(pathToFileURL(file));
  const AsyncFunction = (async () => {}).constructor;
  const program = new AsyncFunction(...Object.keys(names), code);
  return (await printed(() => program(...Object.values(names)))).stdout;
}
