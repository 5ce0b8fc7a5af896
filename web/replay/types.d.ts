// The types of the API that a replay uses.

import type { Schemas } from "../types.js";

export type Deal = Schemas["Deal"];
export type Table = Schemas["Table"];
export type Game = Schemas["Game"];
export type Explanation = Schemas["Explanations"][number];

/** An event of any game. */
export interface DealEvent {
  readonly position: number;
  readonly type: string;
  readonly at: string;
  /** The position of the first event of its command. */
  readonly command: number;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Frame {
  readonly event: DealEvent;
  readonly patch: Readonly<Record<string, unknown>>;
  /** Why a move was allowed. */
  readonly explanation?: Explanation;
}

export type Frames = Omit<Schemas["Frames"], "frames"> & { readonly frames: readonly Frame[] };
