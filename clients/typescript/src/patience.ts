// Retry limits for requests without an answer. Times are in milliseconds.

import { ForeignAnswer } from "./problem.js";
import { jitter, sleep, type Runtime } from "./runtime.js";

export interface Patience {
  /** After this time, the last error is thrown. */
  readonly most: number;
  /** The upper bound of the first pause; it doubles with every failure. */
  readonly first: number;
  /** The largest upper bound of a pause. */
  readonly longest: number;
  /** A request without an answer is given up after this time, and sent again. */
  readonly each: number;
}

export const PATIENCE: Patience = { most: 60_000, first: 100, longest: 5_000, each: 30_000 };

/** The request did not arrive in time, as if the network loses packets; too many requests. */
const TEMPORARY = [408, 429];
const FAULTS = 500;

/** The service was unreachable until the retry limit was reached. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Wait with full jitter: a random time up to the bound for this number of failures. */
export function rest(
  { first, longest }: Patience,
  runtime: Runtime,
  failures: number,
  atLeast = 0,
): Promise<void> {
  const ceiling = Math.min(longest, first * 2 ** failures);
  return sleep(runtime, atLeast + jitter(runtime, ceiling));
}

/**
 * Repeat a request until there is a final answer. Use it only for requests that are safe to repeat.
 * If the retry limit is reached, such an answer as "too late" or "too many requests", or a server
 * error, is returned. If there was no answer of the service, the error is thrown.
 */
export async function patiently(
  attempt: () => Promise<Response>,
  patience: Patience,
  runtime: Runtime,
): Promise<Response> {
  const deadline = runtime.monotonic() + patience.most;
  for (let failures = 0; ; failures++) {
    const last = await attempt().catch((cause: unknown) =>
      cause instanceof ForeignAnswer ? cause : new Unreachable(String(cause), { cause }),
    );
    const answered = last instanceof Response;
    if (answered && !TEMPORARY.includes(last.status) && last.status < FAULTS) return last;
    if (last instanceof ForeignAnswer && !last.passes) throw last;
    const asked = last instanceof Unreachable ? 0 : told(retryAfter(last), runtime);
    if (runtime.monotonic() + asked > deadline) {
      if (answered) return last;
      throw last;
    }
    if (answered) await last.body?.cancel();
    await rest(patience, runtime, failures, asked);
  }
}

function retryAfter(last: Response | ForeignAnswer): string {
  return last instanceof Response ? (last.headers.get("Retry-After") ?? "") : last.retryAfter;
}

/** The delay in `Retry-After`: seconds, or a date, which proxies may send. */
function told(retryAfter: string, runtime: Runtime): number {
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return 1000 * Math.max(0, seconds);
  return Math.max(0, Date.parse(retryAfter) - runtime.now()) || 0;
}
