// The last trick, as long as a person looks at it.

import { h } from "../vendor/preact.mjs";
import { Card, playerName } from "../cards.js";
import { t } from "../language.js";

/** @import { Schemas } from "../types.js" */
/** @import { Seated } from "../cards.js" */

/** @param {{ trick: NonNullable<Schemas["Deal"]["last_trick"]>, table: Seated }} props */
export function LastTrick({ trick: { laid, taker }, table }) {
  return h(
    "section",
    { class: "last-trick", role: "status", "aria-label": t("table-last-trick") },
    laid.map(({ seat, cards }, at) =>
      h(
        "figure",
        { key: at, class: seat === taker ? "best" : "" },
        cards.map((code, number) => h(Card, { key: number, code, big: true })),
        seat !== null && h("figcaption", {}, playerName(table, seat)),
      )),
  );
}
