// The notice for an auditor on the pages of their table.

import { h } from "../vendor/preact.mjs";
import { auditorOf } from "../entrance.js";
import { texts } from "../language.js";

/** The way to the disputes of a table, for its auditors.
 * @param {{ table: string, hidden?: boolean }} props `hidden`: the table itself is not shown to them.
 */
export function Auditing({ table, hidden = false }) {
  const t = texts("acts");
  if (auditorOf(table) === null) return null;
  return h("p", {}, hidden ? t.auditsPrivate : t.audits, " ", h("a", { href: `/t/${table}/disputes` }, t.disputes));
}
