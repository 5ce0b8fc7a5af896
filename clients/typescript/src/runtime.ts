// The clocks and the random source of a client; tests give others. Times are in milliseconds.

export interface Runtime {
  /** The time of day, since 1970. */
  now(): number;
  /** A clock that only goes forward. */
  monotonic(): number;
  /** Call back after a time; returns how to cancel it. */
  after(time: number, callback: () => void): () => void;
  /** Random bytes, fit for seeds. */
  randomBytes(size: number): Uint8Array<ArrayBuffer>;
}

export const SYSTEM: Runtime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (time, callback) => {
    const timer = setTimeout(callback, time);
    return () => clearTimeout(timer);
  },
  randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
};

/** Wait. */
export function sleep(runtime: Runtime, time: number): Promise<void> {
  return new Promise((wake) => runtime.after(time, wake));
}

/** A random number from 0 up to the ceiling. */
export function jitter(runtime: Runtime, ceiling: number): number {
  const [drawn = 0] = new Uint32Array(runtime.randomBytes(4).buffer);
  return (ceiling * drawn) / 2 ** 32;
}

/** A new idempotency key: 128 random bits. */
export function freshKey(runtime: Runtime): string {
  return Array.from(runtime.randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
