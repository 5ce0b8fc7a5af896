// What is said of a check that does not hold, or that can not be made.

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
