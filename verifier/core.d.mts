// The types of core.mjs, as far as the page uses it.

/** Run a function of the module on the words of a question; returns the words of the answer. */
export type Core = (name: string, question: readonly bigint[]) => Promise<readonly bigint[]>;

export function coreOf(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<(name: string, question: readonly bigint[]) => readonly bigint[]>;
