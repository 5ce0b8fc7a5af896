// What is said of a check that does not hold, or that can not be made, and what that comes to.

/** Something does not hold: named by event, type, field and clauses. */
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

/** What was given does not suffice for this check. */
export class NotYet extends Error {}

/** There is nothing to check, and nothing says that there should be. */
export class Nothing extends Error {}

/** This program does not make the check, or does not know what it would have to: it is open. */
export class NotHere extends NotYet {}

/** The record is that of a branch, and says so: its deck was laid by hand. */
export class ByHand extends Error {}

/** What each that is no failure of this program comes to. */
const STATUSES = [
  [Failure, "fails"], [NotYet, "open"], [Nothing, "none"], [ByHand, "hand"],
];

/**
 * The verdict of a check, which says how something holds, or throws. Checked: whether this program
 * makes the check in full; what it does not is open.
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

/** What some seats are called: "seat 1", "seats 0, 2". */
export function seats(some) {
  const named = [...some].sort((one, other) => one - other);
  return `${named.length === 1 ? "seat" : "seats"} ${named.join(", ")}`;
}

/** The events of a record, for checks that stand on its form. */
export function eventsOf({ told, unformed }) {
  if (unformed instanceof NotHere) throw unformed;
  if (told === undefined) throw new NotYet("the form does not hold");
  return told;
}
