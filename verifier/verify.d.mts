// The types of verify.mjs.

import type { Core } from "./core.mjs";
import type { Said } from "../languages/catalogue.mjs";

export type Status = "holds" | "fails" | "open" | "hand" | "none";

/** The result of one check. */
export interface Verdict {
  readonly check: string;
  readonly status: Status;
  /** The reason: a key of the catalogues, and its values. */
  readonly sentence: Said;
  /** The event at which it fails, its type, its field, and the clauses that it breaks. */
  readonly position: number | null;
  readonly type: string | null;
  readonly field: string | null;
  readonly clauses: readonly string[];
  /** False: this program does not make the check, or not in full. */
  readonly checked?: boolean;
}

/** The evidence that a reader holds. */
export interface Held {
  readonly receipts?: readonly File[];
  readonly checkpoints?: readonly string[];
  readonly consistency?: readonly File[];
  readonly key?: string | null;
  readonly pins?: readonly Pin[];
  readonly seatKeys?: readonly (readonly [number, string])[];
  readonly ownSeeds?: readonly (readonly [number, string | null])[];
  readonly others?: readonly File[];
  readonly core?: Core | null;
}

/** A key of a service that the reader keeps, and where it came from. */
export interface Pin {
  readonly key: string;
  readonly source: string;
}

export type File = string | Uint8Array;

export interface Receipt {
  readonly deal: string;
  readonly position: number;
  readonly head: string;
  readonly at: number;
}

export interface Bundle {
  readonly kind: "deal" | "table" | "tournament";
  readonly stream: string;
  readonly view: string;
  readonly game: string;
  readonly rules: string;
  readonly events: readonly { readonly body: string }[];
  readonly head: string;
  readonly key: string | null;
}

/** An event with its openings put in. */
export interface Decoded {
  readonly position: number;
  readonly type: string;
  readonly data: any;
}

/** A bundle together with the evidence; `decoded` is missing where its events cannot be read. */
export interface Prepared {
  readonly bundle: Bundle;
  readonly decoded?: readonly Decoded[];
}

export class Malformed extends Error {
  readonly sentence: Said;
}
export class Unreadable extends Error {
  readonly sentence: Said;
}

export function readBundle(file: File): Bundle;
export function readReceipt(file: File): Receipt;
export function verify(file: File, held?: Held): AsyncGenerator<Verdict, void, undefined>;
export function prepare(file: File, held?: Held): Promise<Prepared>;
