// The core of the bots: whole decisions in one WebAssembly module, bots/core/core.wasm. The caller
// brings its bytes; no others are run than those that the tables name.

import { CORE } from "./tables.mjs";
import { hex, sha256 } from "./recipe.mjs";
import { NotHere, say } from "./verdicts.mjs";

/** The number of words for a question and its answer. */
const WORDS = 128;

/**
 * A function that runs a function of the module on the words of a question, and returns the words of
 * the answer. Throws NotHere if the bytes are other ones.
 */
export async function coreOf(bytes) {
  if (hex(await sha256(bytes)) !== CORE) {
    throw new NotHere(say("finding-core-other"));
  }
  const { instance: { exports } } = await WebAssembly.instantiate(bytes);
  return (name, question) => {
    const words = new BigUint64Array(exports.memory.buffer, exports.words(), WORDS);
    words.fill(0n);
    words.set(question);
    exports[name]();
    return [...words];
  };
}

/** The same, of bytes that are loaded for the first question. */
export function coreFrom(load) {
  let core;
  return async (name, question) => {
    core ??= Promise.resolve().then(load).then(coreOf);
    return (await core)(name, question);
  };
}
