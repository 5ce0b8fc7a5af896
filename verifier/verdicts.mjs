// Verdicts: the errors that a failed or impossible check throws, and the statuses they lead to.

/** A check failed; names the event, type, field and clauses. */
export class Failure extends Error {
  constructor(detail, { position = null, type = null, field = null, clauses = [] } = {}) {
    let named = position === null ? "" : `event ${position}`;
    if (type !== null) named += ` (${type})`;
    const where = [named, field].filter(Boolean).join(", ");
    const broken = clauses.length > 0 ? ` [${clauses.join(", ")}]` : "";
    super(where ? `${where}: ${detail}${broken}` : `${detail}${broken}`);
    this.position = position;
  }
}

/** The evidence given does not suffice for this check. */
export class NotYet extends Error {}

/** There is nothing to check, and no sign that there should be. */
export class Nothing extends Error {}

/** This program cannot make the check, or cannot make it in full: the verdict is open. */
export class NotHere extends NotYet {}

/** The record belongs to a branch or a test and says so: a deck was laid by hand. */
export class ByHand extends Error {}

/** The status for each expected error. */
const STATUSES = [
  [Failure, "fails"], [NotYet, "open"], [Nothing, "none"], [ByHand, "hand"],
];

/**
 * Run a check and return its verdict. The check returns its detail, or throws. `checked`: whether
 * this program makes the check in full; otherwise it is open.
 */
export async function verdict(check, how, made) {
  try {
    return { check, status: "holds", detail: await how(made), position: null, checked: true };
  } catch (error) {
    const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
    if (status === undefined) throw error;
    const checked = !(error instanceof NotHere);
    return { check, status, detail: error.message, position: error.position ?? null, checked };
  }
}

/** The name of some seats: "seat 1", "seats 0, 2". */
export function seats(some) {
  const named = [...some].sort((one, other) => one - other);
  return `${named.length === 1 ? "seat" : "seats"} ${named.join(", ")}`;
}

/** The events of a record, for checks that require its form. */
export function eventsOf({ decoded, unformed }) {
  if (unformed instanceof NotHere) throw unformed;
  if (decoded === undefined) throw new NotYet("the form does not hold");
  return decoded;
}
