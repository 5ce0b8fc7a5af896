// The types of events.mjs, as far as the page uses it.

export interface Game {
  readonly pack: readonly string[];
  /** The lots by the number of seats: label and bound. */
  readonly lots: Readonly<Record<number, readonly (readonly [string, number])[]>>;
}

export function moveOf(type: string): string | undefined;
export function gameOf(rules: string): Game | undefined;
