// Take a seat: by an invitation, or with an API key of this browser.

import { h } from "../vendor/preact.mjs";
import { t } from "../language.js";
import { SeatForm } from "../parts/seat.js";

/** @import { Schemas } from "../types.js" */

/**
 * @param {object} props
 * @param {Schemas["Table"]} props.table
 * @param {string} props.credential An invitation, or an API key.
 * @param {number | null} props.only The seat of the invitation; null: any free one.
 */
export function SitDown({ table, credential, only }) {
  const free = table.seats.filter((each) => (each.name ?? null) === null && (only === null || each.seat === only));
  if (free.length === 0) return null;
  const seats = free.map(({ seat }) => seat);
  return h(
    "section",
    { class: "sit", "aria-labelledby": "sit" },
    h("h2", { id: "sit" }, t("seat-title")),
    h(SeatForm, { table: table.id, seats, credential, onSeated: () => undefined }),
  );
}
