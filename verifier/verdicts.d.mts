// The types of verdicts.mjs, as far as the page uses it.

/** A detail: an English sentence with {} in the place of each value. */
export class Sentence {
  constructor(code: string, values?: readonly unknown[]);
  readonly code: string;
  readonly values: readonly unknown[];
  toString(): string;
}

export class Seats {
  readonly seats: readonly number[];
}

/** A detail, and what a failure names: the type of the event, the field and the clauses. */
export interface Told {
  readonly sentence: Sentence;
  readonly type: string | null;
  readonly field: string | null;
  readonly clauses: readonly string[];
}

export function say(parts: TemplateStringsArray, ...values: unknown[]): Sentence;
export function sentence(detail: string | Sentence): Sentence;
