// Verdicts: the errors that a failed or impossible check throws, and the statuses they lead to.

/**
 * A detail of a verdict. As text it is English. Another language translates `code`, the English
 * sentence with {} in the place of each value; a value may be a sentence or seats.
 */
export class Sentence {
  constructor(code, values = []) {
    this.code = code;
    this.values = values;
  }

  toString() {
    if (this.values.length === 0) return this.code;
    let at = 0;
    return this.code.replaceAll("{}", () => String(this.values[at++]));
  }
}

/** Some seats as a value of a sentence: "seat 1", "seats 0, 2". */
export class Seats {
  constructor(some) {
    this.seats = [...some].sort((one, other) => one - other);
  }

  toString() {
    return `${this.seats.length === 1 ? "seat" : "seats"} ${this.seats.join(", ")}`;
  }
}

export const seats = (some) => new Seats(some);

/** The tag of a template whose text is a sentence. */
export const say = (parts, ...values) => new Sentence(parts.join("{}"), values);

/** A sentence; a text is one without values. */
export const sentence = (detail) => (detail instanceof Sentence ? detail : new Sentence(detail));

/** Several sentences as one. */
export const together = (details) => (
  new Sentence(details.map(() => "{}").join("; "), details.map(sentence))
);

/** The base of all errors of checks: the detail as a sentence. */
class Detailed extends Error {
  constructor(detail, message = String(detail)) {
    super(message);
    this.told = { sentence: sentence(detail), type: null, field: null, clauses: [] };
  }
}

/** A check failed; names the event, type, field and clauses. */
export class Failure extends Detailed {
  constructor(detail, { position = null, type = null, field = null, clauses = [] } = {}) {
    let named = position === null ? "" : `event ${position}`;
    if (type !== null) named += ` (${type})`;
    const where = [named, field].filter(Boolean).join(", ");
    const broken = clauses.length > 0 ? ` [${clauses.join(", ")}]` : "";
    super(detail, where ? `${where}: ${detail}${broken}` : `${detail}${broken}`);
    Object.assign(this.told, { type, field, clauses });
    this.position = position;
  }
}

/** The evidence given does not suffice for this check. */
export class NotYet extends Detailed {}

/** There is nothing to check, and no sign that there should be. */
export class Nothing extends Detailed {}

/** This program cannot make the check, or cannot make it in full: the verdict is open. */
export class NotHere extends NotYet {}

/** The record belongs to a branch or a test and says so: a deck was laid by hand. */
export class ByHand extends Detailed {}

/** The status for each expected error. */
const STATUSES = [
  [Failure, "fails"], [NotYet, "open"], [Nothing, "none"], [ByHand, "hand"],
];

/**
 * Run a check and return its verdict. The check returns its detail, or throws. `told` is the detail
 * for readers of other languages. `checked`: whether this program makes the check in full; otherwise
 * it is open.
 */
export async function verdict(check, how, made) {
  try {
    const { told, message: detail } = new Detailed(await how(made));
    return { check, status: "holds", detail, position: null, checked: true, told };
  } catch (error) {
    const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
    if (status === undefined) throw error;
    const checked = !(error instanceof NotHere);
    const { message: detail, position = null, told } = error;
    return { check, status, detail, position, checked, told };
  }
}

/** The events of a record, for checks that require its form. */
export function eventsOf({ decoded, unformed }) {
  if (unformed instanceof NotHere) throw unformed;
  if (decoded === undefined) throw new NotYet("the form does not hold");
  return decoded;
}
