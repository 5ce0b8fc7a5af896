// The types of tournament_files.mjs.

import type { File, Held, Verdict } from "./verify.mjs";

/** The verdicts on a record of a tournament's evidence; `line` is null for the tournament itself. */
export interface Part {
  readonly line: number | null;
  readonly stream: string;
  readonly verdicts: readonly Verdict[];
}

export function isTournament(file: File): boolean;
export function verifyTournament(file: File, heldOf: (stream: string) => Held): AsyncGenerator<Part>;
