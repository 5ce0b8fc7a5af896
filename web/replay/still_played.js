// A deal that has no record to read yet, because it is still being played.

import { h } from "../vendor/preact.mjs";
import { texts } from "../language.js";

/** @param {{ table: string }} props The table at which it is being played. */
export function StillPlayed({ table }) {
  const t = texts("replay");
  return h("p", {}, t.stillPlayed, " ", h("a", { href: `/t/${table}` }, t.toTable));
}
