// The types of chain.mjs, as far as the page uses it.

export function heads(bundle: {
  readonly stream: string;
  readonly events: readonly { readonly body: string }[];
}): Promise<Uint8Array[]>;
