// The notice for an auditor on the pages of their table.

import { h } from "../vendor/preact.mjs";
import { auditorOf } from "../entrance.js";
import { t } from "../language.js";

/** The way to the disputes of a table, for its auditors.
 * @param {{ table: string, hidden?: boolean }} props `hidden`: the table itself is not shown to them.
 */
export function Auditing({ table, hidden = false }) {
  if (auditorOf(table) === null) return null;
  return h("p", {}, hidden ? t("acts-audits-private") : t("acts-audits"), " ", h("a", { href: `/t/${table}/disputes` }, t("acts-disputes")));
}
