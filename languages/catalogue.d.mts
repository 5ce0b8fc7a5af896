// The types of catalogue.mjs.

export interface Said {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export class Texts {
  constructor(tag: string);
  add(catalogue: string): void;
  has(key: string): boolean;
  has(key: string): boolean;
  has(key: string): boolean;
  has(key: string): boolean;
  text(key: string, values?: Readonly<Record<string, unknown>>, attribute?: string): string;
  card(code: string, attribute: string): string;
}
