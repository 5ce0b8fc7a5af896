// The core of the bots in a worker: only the worker's script may compile WebAssembly, so the policy of
// the page need not allow it.

import { trusted } from "../offline.js";

/** @import { Core } from "../../verifier/core.mjs" */
/** @typedef {{ answer: readonly bigint[] } | { error: string }} Reply */

const MODULE = new URL("../../bots/core/core.wasm", import.meta.url);

/** @type {Promise<Worker> | undefined} */
let started;

/** Ask the core; it starts with the first question, and again after it could not.
 * @type {Core}
 */
export async function core(name, question) {
  started ??= start();
  const worker = await started.catch((error) => {
    started = undefined;
    throw error;
  });
  return ask(worker, { name, question });
}

async function start() {
  const file = await fetch(MODULE);
  if (!file.ok) throw new Error(`${MODULE.pathname}: ${file.status}`);
  const bytes = await file.arrayBuffer();
  const worker = new Worker(trusted(new URL("./core_worker.js", import.meta.url)), { type: "module" });
  const failed = new Promise((_, reject) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    });
  });
  await Promise.race([ask(worker, { bytes }), failed]);
  return worker;
}

/** The worker's answer to a message.
 * @param {Worker} worker
 * @param {{ bytes: ArrayBuffer } | { name: string, question: readonly bigint[] }} message
 * @returns {Promise<readonly bigint[]>}
 */
function ask(worker, message) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.addEventListener("message", ({ data }) => {
      const reply = /** @type {Reply} */ (data);
      port1.close();
      if ("answer" in reply) resolve(reply.answer);
      else reject(new Error(reply.error));
    });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}
