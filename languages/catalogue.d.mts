// The types of catalogue.mjs.

export interface Said {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The names of those who sit at a table, for one reader. */
export interface People {
  seat(seat: number): string;
  side(side: number): string;
}

export class Texts {
  constructor(tag: string);
  add(catalogue: string): void;
  has(key: string): boolean;
  text(key: string, values?: Readonly<Record<string, unknown>>, attribute?: string): string;
  textFor(people: People, key: string, values?: Readonly<Record<string, unknown>>): string;
  card(code: string, attribute: string): string;
}

export function capital(words: string): string;
