// The types of forks.mjs.

import type { File, Pin, Verdict } from "./verify.mjs";

/** The evidence of a fork: two notes of one key, and what the later log begins with. */
export interface Fork {
  readonly format: string;
  readonly key: string;
  readonly earlier: string;
  readonly later: string;
  readonly root: string | null;
  readonly proof: readonly string[];
}

export const FORKED_LOG: string;
export function readFork(file: File): Fork | null;
export function verifyFork(
  fork: Fork, held?: { readonly key?: string | null; readonly pins?: readonly Pin[] },
): AsyncGenerator<Verdict>;
