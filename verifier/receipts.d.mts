// The types of receipts.mjs, as far as the page uses it.

export function signedBytes(receipt: {
  readonly deal: string;
  readonly position: number;
  readonly head: string;
  readonly at: number;
}, test?: boolean): Uint8Array;
