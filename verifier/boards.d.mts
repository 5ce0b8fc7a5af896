// The types of boards.mjs, as far as the page uses it.

import type { Reveal } from "./recipe.mjs";

export function commitmentOf(opened: any, seed: Uint8Array): Promise<Uint8Array>;
export function agreedOf(
  opened: any, pack: readonly string[], reveals: readonly Reveal[],
): Promise<Uint8Array>;
