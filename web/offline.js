// The start of the service worker, with which the page works offline, and the addresses of all workers.

/** @typedef {{ createScriptURL(text: string): string }} Policy */

const ADDRESS = new URL("/worker.js", import.meta.url);
/** Every script that runs as a worker. */
const SCRIPTS = [ADDRESS, new URL("./verify/core_worker.js", import.meta.url)].map(String);

/** Install the worker, or bring it up to date. A browser without one works online only. */
export async function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(trusted(ADDRESS), { updateViaCache: "none" }).catch(() => undefined);
}

/** @type {Policy | undefined} */
let policy;

/** The address of a worker, for browsers that demand trusted types: it is one of ours.
 * @param {URL} address
 */
export function trusted(address) {
  const types = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }} */ (
    globalThis
  ).trustedTypes;
  policy ??= types?.createPolicy("fairdeal-worker", { createScriptURL });
  return policy?.createScriptURL(String(address)) ?? String(address);
}

/** @param {string} address */
function createScriptURL(address) {
  if (!SCRIPTS.includes(address)) throw new TypeError("this is no worker of the page");
  return address;
}
