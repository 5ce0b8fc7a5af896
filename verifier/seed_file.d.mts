// The types of seed_file.mjs.

import type { Pin, Receipt } from "./verify.mjs";

export interface SeedFile {
  /** The seed of a file that has nothing else; null: a file of lines. */
  readonly alone: string | null;
  readonly seed: (deal: string, seat: number) => string | null;
  readonly receipts: readonly Receipt[];
  readonly pins: readonly Pin[];
}

export function readSeedFile(file: Uint8Array): SeedFile;
