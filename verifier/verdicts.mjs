// Verdicts: the errors that a failed or impossible check throws, and the statuses they lead to.

/** The reason of a check: a key of the catalogues, with its values. A value may be a sentence. */
export class Sentence {
  constructor(key, values) {
    this.key = key;
    this.values = values;
  }
}

export const say = (key, values = {}) => new Sentence(key, values);

/** Some seats as a value of a sentence: seat 1, or seats 0, 2. */
export function seats(some) {
  const sorted = [...some].sort((one, other) => one - other);
  return say("finding-seats", { seats: sorted, number: sorted.length });
}

/** Several sentences as one. */
export const together = (sentences) => (
  sentences.reduce((first, second) => say("finding-also", { first, second }))
);

/** The base of all errors of checks. */
class Unproved extends Error {
  constructor(sentence, { position = null, type = null, field = null, clauses = [] } = {}) {
    super(sentence.key);
    this.found = { sentence, position, type, field, clauses };
  }
}

/** A check failed; names the event, type, field and clauses. */
export class Failure extends Unproved {}

/** The evidence given does not suffice for this check. */
export class NotYet extends Unproved {}

/** There is nothing to check, and no sign that there should be. */
export class Nothing extends Unproved {}

/** This program cannot make the check, or cannot make it in full: the verdict is open. */
export class NotHere extends NotYet {}

/** The record belongs to a branch or a test and says so: a deck was laid by hand. */
export class ByHand extends Unproved {}

/** The status for each expected error. */
const STATUSES = [
  [Failure, "fails"], [NotYet, "open"], [Nothing, "none"], [ByHand, "hand"],
];

/**
 * Run a check and return its verdict. The check returns its sentence, or throws. `checked`: whether
 * this program makes the check in full; otherwise it is open.
 */
export async function verdict(check, how, made) {
  try {
    const { found } = new Unproved(await how(made));
    return { check, status: "holds", checked: true, ...found };
  } catch (error) {
    const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
    if (status === undefined) throw error;
    return { check, status, checked: !(error instanceof NotHere), ...error.found };
  }
}

/** The events of a record, for checks that require its form. */
export function eventsOf({ decoded, unformed }) {
  if (unformed instanceof NotHere) throw unformed;
  if (decoded === undefined) throw new NotYet(say("finding-form-broken"));
  return decoded;
}
