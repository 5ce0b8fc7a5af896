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

/** It is for the rules of the games to tell, and they are not executed here. */
export class OfTheRules extends Error {}

/** The record is that of a branch, and says so: its deck was laid by hand. */
export class ByHand extends Error {}

/** What each that is no failure of this program comes to. */
const STATUSES = [
  [Failure, "fails"], [NotYet, "open"], [Nothing, "none"], [ByHand, "hand"], [OfTheRules, "rules"],
];

/** The verdict of a check, which says how something holds, or throws. */
export async function verdict(check, how, made) {
  try {
    return { check, status: "holds", detail: await how(made), position: null };
  } catch (error) {
    if (error instanceof RangeError) {
      return { check, status: "fails", detail: "this is nested too deeply", position: null };
    }
    const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
    if (status === undefined) throw error;
    return { check, status, detail: error.message, position: error.position ?? null };
  }
}

/** What some seats are called: "seat 1", "seats 0, 2". */
export function seats(some) {
  const named = [...some].sort((one, other) => one - other);
  return `${named.length === 1 ? "seat" : "seats"} ${named.join(", ")}`;
}

/** The events of a record, for checks that stand on its form. */
export function eventsOf({ told }) {
  if (told === undefined) throw new NotYet("the form does not hold");
  return told;
}
