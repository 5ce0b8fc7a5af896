// The types of compare.mjs.

import type { Bundle, File, Held, Verdict } from "./verify.mjs";

export interface Named {
  readonly name: string;
  readonly file: File;
  readonly held: Held;
}

export function areRivals(one: Bundle, other: Bundle): boolean;
export function compare(one: Named, other: Named): AsyncGenerator<Verdict, void, undefined>;
