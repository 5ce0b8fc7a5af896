// The types of keys.mjs.

export function isKey(raw: Uint8Array): boolean;
