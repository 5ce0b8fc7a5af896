// The page of disputes: of one deal, or of all deals of a table. What can be done there depends on the
// credentials of this browser.

import { h } from "../vendor/preact.mjs";
import { texts, loadTexts } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { useResource } from "../parts/resource.js";
import { isDeal } from "../replay/address.js";
import { Disputes } from "../disputes/list.js";
import { readerOf } from "../disputes/source.js";

/** @import { Where } from "../disputes/source.js" */
/** @import { Params } from "../router.js" */

await loadTexts("table", "verify");

/** @param {{ params: Params }} props */
export default function DisputesPage({ params }) {
  const t = texts("disputes");
  const { deal, table } = params;
  const id = deal ?? table;
  if (!isDeal(id)) return h(Page, { title: t.title }, h("p", {}, t.noDeal));
  return h(
    Page,
    { title: t.title, kind: "disputes" },
    deal !== undefined && h("p", {}, h("a", { href: `/replay/${deal}/1/full` }, t.replay), " · ", h("a", { href: `/verify/${deal}` }, t.verify)),
    h(Read, { where: deal === undefined ? { table: table ?? "" } : { deal } }),
  );
}

/** @param {{ where: Where }} props */
function Read({ where }) {
  const t = texts("disputes");
  const { data: reader, refusal } = useResource(async (signal) => ({ token: await readerOf(where, signal) }), [JSON.stringify(where)]);
  if (refusal !== null) return h("div", {}, h(Refusal, { refusal }), h("p", {}, t.parties));
  if (reader === null) return h("p", { role: "status" }, t.loading);
  if (reader.token === null) return h("p", {}, t.parties);
  return h(Disputes, { where, reader: reader.token, at: eventIn(location.search) });
}

/** The event that an address names, as in `?at=12`.
 * @param {string} search
 */
function eventIn(search) {
  const at = new URLSearchParams(search).get("at") ?? "";
  return /^[1-9][0-9]{0,8}$/.test(at) ? Number(at) : null;
}
