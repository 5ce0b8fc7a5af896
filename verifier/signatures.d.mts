// The types of signatures.mjs, as far as the page uses it.

export const MOVE: string;
export const ACT: string;
export function statementBytes(statement: {
  readonly tag: string;
  readonly stream: string;
  readonly seat: number;
  readonly position: number;
  readonly head: string;
  readonly said: string;
}): Uint8Array<ArrayBuffer>;
