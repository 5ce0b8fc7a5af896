// The possessions of a seat in this browser besides its token: keys that sign, and the lines of its seeds.
// IndexedDB, because it can keep a key that no program can read, and each write is complete.

const NAME = "fairdeal";
const VERSION = 1;
export const KEYS = "keys";
export const LINES = "lines";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** Open the database anew at the next use: the browser has closed it, or could not open it. */
function forget() {
  opened = null;
}

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(KEYS);
      request.result.createObjectStore(LINES);
    };
    request.onsuccess = () => {
      request.result.onclose = forget;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(forget);
  return opened;
}

/** The value under a name; undefined: there is none.
 * @param {typeof KEYS | typeof LINES} store
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function kept(store, name) {
  const database = await open();
  return await new Promise((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).get(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keep a value under a name, unless there is one: the first counts. It is on the disk at the end.
 * @param {typeof KEYS | typeof LINES} store
 * @param {string} name
 * @param {unknown} value
 * @returns {Promise<any>} What is kept there.
 */
export async function keepFirst(store, name, value) {
  const database = await open();
  await new Promise((resolve, reject) => {
    const change = database.transaction(store, "readwrite", { durability: "strict" });
    const request = change.objectStore(store).get(name);
    request.onsuccess = () => {
      if (request.result === undefined) change.objectStore(store).put(value, name);
    };
    change.oncomplete = () => resolve(undefined);
    change.onabort = () => reject(change.error);
  });
  return await kept(store, name);
}

/** All that is kept in a store, in the order of the names.
 * @param {typeof KEYS | typeof LINES} store
 * @returns {Promise<any[]>}
 */
export async function all(store) {
  const database = await open();
  return await new Promise((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
