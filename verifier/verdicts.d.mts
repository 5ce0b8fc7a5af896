// The types of verdicts.mjs, as far as the page uses it.

import type { Said } from "../languages/catalogue.mjs";

export function say(key: string, values?: Readonly<Record<string, unknown>>): Said;
