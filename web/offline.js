// The start of the service worker, with which the page works offline.

/** @typedef {{ createScriptURL(text: string): string }} Policy */

const ADDRESS = "/worker.js";

/** Install the worker, or bring it up to date. A browser without one works online only. */
export async function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(trusted(), { updateViaCache: "none" }).catch(() => undefined);
}

/** @type {Policy | undefined} */
let policy;

/** The address of the worker, for browsers that demand trusted types: the only one there is. */
function trusted() {
  const types = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }} */ (
    globalThis
  ).trustedTypes;
  policy ??= types?.createPolicy("fairdeal-worker", { createScriptURL: () => ADDRESS });
  return policy?.createScriptURL(ADDRESS) ?? ADDRESS;
}
