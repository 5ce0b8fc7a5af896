// The clocks, timers and random source of the page: all other modules use these alone.

/** The time of this device, in ms since 1970. */
export function now() {
  return Date.now();
}

/** A clock that only goes forward, in ms. */
export function monotonic() {
  return performance.now();
}

/** Call back after a time in ms; returns how to cancel it.
 * @param {number} ms
 * @param {() => void} callback
 * @returns {() => void}
 */
export function after(ms, callback) {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** Call back again and again; returns how to end it.
 * @param {number} ms
 * @param {() => void} callback
 * @returns {() => void}
 */
export function every(ms, callback) {
  const timer = setInterval(callback, ms);
  return () => clearInterval(timer);
}

/** Wait.
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function sleep(ms) {
  return new Promise((wake) => void after(ms, wake));
}

/** A random number from 0 up to the ceiling.
 * @param {number} ceiling
 */
export function jitter(ceiling) {
  return Math.random() * ceiling;
}

/** Random bytes, fit for seeds.
 * @param {number} size
 */
export function randomBytes(size) {
  return crypto.getRandomValues(new Uint8Array(size));
}

/** A random idempotency key. `crypto.randomUUID` is missing where a page came by plain HTTP. */
export function freshKey() {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
