import type { Said } from "../languages/catalogue.mjs";
import type { Verdict } from "./verify.mjs";

export interface Summary {
  readonly answer: Said;
  readonly trust: Said | null;
  readonly shown: readonly Said[];
  readonly rests: readonly Said[];
  readonly cannot: Said;
}

export function rivalsSummary(verdicts: readonly Verdict[]): Summary;
export function summary(verdicts: readonly Verdict[]): Summary;
