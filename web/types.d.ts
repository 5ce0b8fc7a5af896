// The types of the API, from `contract.d.ts`, which `tools/page_types.py` generates.

import type { components, paths } from "./contract.js";

export type Schemas = components["schemas"];

type Json<A> = A extends { content: { "application/json": infer B } } ? B : undefined;
type Answers<O> = O extends { responses: infer R } ? R : never;
type Good<R> = { [S in keyof R]: S extends 200 | 201 | 204 ? Json<R[S]> : never }[keyof R];

/** The paths of the contract that have this method. */
export type PathsWith<M extends string> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

/** The body of the answer of an operation; undefined: it has none. */
export type Answer<P extends keyof paths, M extends string> = paths[P] extends { [K in M]: infer O }
  ? Good<Answers<O>>
  : never;

/** The body of the request of an operation. */
export type Body<P extends keyof paths, M extends string> = paths[P] extends {
  [K in M]: { requestBody?: infer B };
}
  ? B extends { content: { "application/json": infer C } }
    ? C
    : null
  : null;

export interface Options {
  /** The values in the path, by their names. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** The token that is sent; null: none. */
  readonly credential?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
