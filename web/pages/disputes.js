// The page of disputes: of one deal, or of all deals of a table. The credentials of this
// browser decide what can be done there.

import { h } from "../vendor/preact.mjs";
import { Problem, useResource } from "../api.js";
import { credentials } from "../credentials.js";
import { loadTexts, t } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { addressOf, isDeal } from "../replay/address.js";
import { REFUSED, playedAt } from "../replay/source.js";
import { StillPlayed } from "../replay/still_played.js";
import { Disputes } from "../disputes/list.js";
import { readerOf } from "../disputes/source.js";

/** @import { Where } from "../disputes/source.js" */
/** @import { Moment } from "../replay/address.js" */
/** @import { Params } from "../router.js" */

await loadTexts("records");

/** @param {{ params: Params }} props */
export default function DisputesPage({ params }) {
  const { deal, table } = params;
  const id = deal ?? table;
  if (!isDeal(id)) return h(Page, { title: t("disputes-title") }, h("p", {}, t("disputes-no-deal")));
  return h(
    Page,
    { title: t("disputes-title"), kind: "disputes" },
    h(Read, { where: deal === undefined ? { table: table ?? "" } : { deal } }),
  );
}

/** @param {{ where: Where }} props */
function Read({ where }) {
  const tokens = credentials.value.map(({ token }) => token).toSorted();
  const { data: known, refusal } = useResource((signal) => read(where, signal), [JSON.stringify([where, tokens])]);
  if (refusal !== null) {
    const others = refusal instanceof Problem && REFUSED.includes(refusal.status);
    return h("div", {}, h(Refusal, { refusal }), others && h(NoParty, { where }));
  }
  if (known === null) return h("p", { role: "status" }, t("disputes-loading"));
  const { table, reader } = known;
  if (table !== null) return h(StillPlayed, { table });
  const at = eventIn(location.search);
  return h(
    "div",
    {},
    "deal" in where && h(Record, { deal: where.deal, at: at ?? 1, eyes: reader === null ? "public" : "full" }),
    reader === null ? h(NoParty, { where }) : h(Disputes, { where, reader, at }),
  );
}

/** Why disputes are not shown, and the way back.
 * @param {{ where: Where }} props
 */
function NoParty({ where }) {
  return [
    h("p", { key: "why" }, t("disputes-parties")),
    "table" in where && h("p", { key: "back" }, h("a", { href: `/t/${where.table}` }, t("replay-to-table"))),
  ];
}

/** The ways to the record of a deal.
 * @param {Moment} moment
 */
function Record(moment) {
  return h("p", {}, h("a", { href: addressOf(moment) }, t("disputes-replay")), " · ", h("a", { href: `/verify/${moment.deal}` }, t("disputes-verify")));
}

/** The credential that reads the disputes, or the table at which the deal is still being played.
 * @param {Where} where
 * @param {AbortSignal} signal
 */
async function read(where, signal) {
  const table = "deal" in where ? await playedAt(where.deal, signal) : null;
  return { table, reader: table === null ? await readerOf(where, signal) : null };
}

/** The event that an address names, as in `?at=12`.
 * @param {string} search
 */
function eventIn(search) {
  const at = new URLSearchParams(search).get("at") ?? "";
  return /^[1-9][0-9]{0,8}$/.test(at) ? Number(at) : null;
}
