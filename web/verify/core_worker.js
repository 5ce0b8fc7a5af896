// The worker that runs the core of the bots: first it gets the bytes of the module, then questions.

import { coreOf } from "../../verifier/core.mjs";

/** @type {Awaited<ReturnType<typeof coreOf>> | undefined} */
let core;

addEventListener("message", async ({ data: { bytes, name, question }, ports: [port] }) => {
  try {
    if (bytes !== undefined) core = await coreOf(new Uint8Array(bytes));
    if (core === undefined) throw new TypeError("there is no module yet");
    port?.postMessage({ answer: name === undefined ? [] : core(name, question) });
  } catch (error) {
    port?.postMessage({ error: String(error) });
  }
});
