// The types of reading.mjs, as far as the page uses it.

export const NO_DIGEST: string;
export function canonical(value: unknown): string;
