// The service worker: it keeps the files of the page, so that records verify and replay offline.
//
// The service puts the line `const TREE = …` before this text. Nothing that belongs to a person is
// kept: answers of the API pass by.

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Lifetime */
/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Fetched */

/** The page that is shown offline, whatever its address. */
const SHELL = "/verify";
// @ts-expect-error the service defines it
const { digest, files } = /** @type {{ digest: string, files: string[] }} */ (TREE);
const CACHE = `fairdeal ${digest}`;
const worker = /** @type {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} */ (
  /** @type {unknown} */ (globalThis)
);

addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...files]));
  /** @type {Lifetime} */ (event).waitUntil(kept.then(() => worker.skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((each) => each !== CACHE));
  const gone = old.then((names) => Promise.all(names.map((each) => caches.delete(each))));
  /** @type {Lifetime} */ (event).waitUntil(gone.then(() => worker.clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {Fetched} */ (event);
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") respondWith.call(event, page(request));
  else if (pathname.startsWith("/app/")) respondWith.call(event, file(request));
});

/** A page from the service; where it cannot be reached, the page that is kept.
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** A file of the page; its address has the digest of all, so it never changes.
 * @param {Request} request
 */
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
