// The types of recipe.mjs, as far as the page uses it.

export interface Reveal {
  readonly seat: number;
  readonly commitment: Uint8Array;
  readonly seed: Uint8Array;
}

export function hex(raw: Uint8Array): string;
export function unhex(text: string): Uint8Array;
export function commitment(
  deal: Uint8Array, role: "S" | "P", index: number, seed: Uint8Array,
): Promise<Uint8Array>;
export function transcript(
  deal: Uint8Array, game: string, pack: readonly string[], server: Uint8Array,
  reveals: readonly Reveal[],
): Promise<Uint8Array>;
export function dealKey(seed: Uint8Array, agreed: Uint8Array): Promise<Uint8Array>;
export function swaps(size: number, key: Uint8Array): AsyncGenerator<[number, number]>;
export function draw(label: string, bound: number, key: Uint8Array): Promise<number>;
export function deckRoot(deck: readonly string[], key: Uint8Array): Promise<Uint8Array>;
export function bytes(text: string): Uint8Array<ArrayBuffer>;
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
export function sha256(data: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
