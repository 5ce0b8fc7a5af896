// A deal that has no record to read yet, because it is still being played.

import { h } from "../vendor/preact.mjs";
import { t } from "../language.js";

/** @param {{ table: string }} props The table at which it is being played. */
export function StillPlayed({ table }) {
  return h("p", {}, t("replay-still-played"), " ", h("a", { href: `/t/${table}` }, t("replay-to-table")));
}
