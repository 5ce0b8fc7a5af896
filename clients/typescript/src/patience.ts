// How long, and how often, a request is sent that was not answered. Times are in milliseconds.

export interface Patience {
  /** After so long, what went wrong last is thrown. */
  readonly most: number;
  /** The ceiling of the first pause; it doubles with every failure. */
  readonly first: number;
  /** The highest ceiling. */
  readonly longest: number;
  /** Without an answer for so long, a request is given up, and sent again. */
  readonly each: number;
}

export const PATIENCE: Patience = { most: 60_000, first: 100, longest: 5_000, each: 30_000 };

const TOO_MANY = 429;
const FAULTS = 500;

/** Nothing answered, for as long as the client had patience. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Wait, with full jitter: any time from none up to the ceiling after so many failures. */
export function rest({ first, longest }: Patience, failures: number, atLeast = 0): Promise<void> {
  return sleep(atLeast + Math.random() * Math.min(longest, first * 2 ** failures));
}

/**
 * Try until there is an answer worth having. Only for what is safe to repeat. "Too many", and
 * faults over there, are returned when the patience is over; no answer at all is thrown.
 */
export async function patiently(
  attempt: () => Promise<Response>,
  patience: Patience,
): Promise<Response> {
  const deadline = performance.now() + patience.most;
  for (let failures = 0; ; failures++) {
    const last = await attempt().catch((cause: unknown) => new Unreachable(String(cause), { cause }));
    const answered = last instanceof Response;
    if (answered && last.status !== TOO_MANY && last.status < FAULTS) return last;
    const asked = answered ? told(last.headers.get("Retry-After") ?? "") : 0;
    if (performance.now() + asked > deadline) {
      if (answered) return last;
      throw last;
    }
    if (answered) await last.body?.cancel();
    await rest(patience, failures, asked);
  }
}

/** What `Retry-After` says: seconds, or, as proxies may have it, a date. */
function told(retryAfter: string): number {
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return 1000 * Math.max(0, seconds);
  return Math.max(0, Date.parse(retryAfter) - Date.now()) || 0;
}

function sleep(time: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, time));
}
