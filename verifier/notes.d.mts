// The types of notes.mjs, as far as the page uses it.

export interface ServiceKey {
  readonly name: string;
  readonly id: string;
  readonly text: string;
  readonly raw: Uint8Array;
}

export function checkpoint(
  key: ServiceKey, note: string,
): Promise<{ readonly origin: string; readonly size: number; readonly root: Uint8Array }>;
export function opened(key: ServiceKey, note: string): Promise<string>;
export function readKey(text: string): Promise<ServiceKey>;
export function signedBy(key: ServiceKey, signature: Uint8Array, data: Uint8Array): Promise<boolean>;
