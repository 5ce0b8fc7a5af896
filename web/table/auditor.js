// Notices of disputes on the pages of a table: for its auditors, and for its parties.

import { h } from "../vendor/preact.mjs";
import { auditorOf } from "../entrance.js";
import { t } from "../language.js";

/** @import { Schemas } from "../types.js" */

/** The way to the disputes of a table, for its auditors.
 * @param {{ table: string, hidden?: boolean }} props `hidden`: the table itself is not shown to them.
 */
export function Auditing({ table, hidden = false }) {
  if (auditorOf(table) === null) return null;
  return h("p", {}, hidden ? t("acts-audits-private") : t("acts-audits"), " ", h("a", { href: `/t/${table}/disputes` }, t("acts-disputes")));
}

/** How many disputes of a table wait for a ruling, for those who may read them.
 * @param {{ table: Pick<Schemas["Table"], "id" | "disputes_waiting"> }} props
 */
export function Waiting({ table: { id, disputes_waiting: count } }) {
  if (!count) return null;
  return h("p", {}, h("a", { href: `/t/${id}/disputes` }, t("acts-disputes-waiting", { count })));
}
