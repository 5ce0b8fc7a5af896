// The arbiter's desk: the disputes of all tables of which this browser has an auditor's token.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { credentials } from "../credentials.js";
import { useIdentified } from "../entrance.js";
import { loadTexts, t } from "../language.js";
import { listed, standing, waitsFor } from "../disputes/source.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { Day, Moment } from "../parts/time.js";
import { playerName } from "../cards.js";

/** @import { Credential } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */

/** So many disputes of a table are shown. */
const MOST_WAITING = 500;
const MOST_OTHERS = 20;

await loadTexts("records");

export default function ArbiterPage() {
  useIdentified(credentials.value);
  const audits = credentials.value.filter(({ kind, table }) => kind === "audit" && table !== undefined);
  const newest = [...new Map(audits.map((each) => [each.table, each])).values()];
  const { data, refusal } = useResource(
    async (signal) => (await Promise.all(newest.map((each) => read(each, signal)))).flat(),
    [newest.map(({ token, auditor }) => `${token} ${auditor}`).join()],
  );
  const waiting = data?.filter(({ dispute, who }) => waitsFor(dispute, who)) ?? [];
  const others = data?.filter(({ dispute, who }) => !waitsFor(dispute, who)) ?? [];
  return h(
    Page,
    { title: t("arbiter-title"), kind: "disputes" },
    h("p", {}, newest.length === 0 ? t("arbiter-no-token") : t("arbiter-about", { tables: newest.length })),
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("disputes-loading")),
    data !== null && newest.length > 0 && h("h2", {}, t("arbiter-waiting", { count: waiting.length })),
    h(Lines, { lines: waiting }),
    others.length > 0 && h("h2", {}, t("arbiter-others", { count: others.length })),
    h(Lines, { lines: others.toReversed() }),
  );
}

/**
 * A dispute with its table, and who may rule there.
 * @typedef {{ dispute: Schemas["Dispute"], table: Schemas["Table"], who: Credential }} Filed
 */

/** @param {{ lines: readonly Filed[] }} props */
function Lines({ lines }) {
  return h("ul", { class: "lines" }, lines.map(({ dispute, table }) => {
    const { deal, number, claim, seat, answers, opened_at: at } = dispute;
    return h(
      "li",
      { key: `${deal} ${dispute.dispute}` },
      h("h3", {}, h("a", { href: `/d/${deal}` }, t("disputes-host-line", { table: table.name, deal: number, number: dispute.dispute }))),
      h("p", {}, h("strong", {}, t(`disputes-statuses-${standing(dispute)}`)), " · ", t(`disputes-claims-${claim}`), " · ",
        t("disputes-says", { name: playerName(table, seat) }), " · ", t("disputes-host-answers", { count: answers.length }), " · ",
        h(Day, { at }), " (", h(Moment, { at }), ")"),
    );
  }));
}

/** The disputes of a table that wait for a ruling, the oldest first, and some others.
 * @param {Credential} who
 * @param {AbortSignal} signal
 * @returns {Promise<Filed[]>}
 */
async function read(who, signal) {
  const of = { table: who.table ?? "" };
  const [table, ...parts] = await Promise.all([
    get("/v1/tables/{table}", { params: of, credential: who.token, signal }),
    listed(who.token, { of, statuses: ["appealed", "open"], most: MOST_WAITING }, signal),
    listed(who.token, { of, statuses: ["ruled", "withdrawn"], most: MOST_OTHERS }, signal),
  ]);
  const disputes = parts.flatMap((part) => part.disputes).toSorted((one, other) => Date.parse(one.opened_at) - Date.parse(other.opened_at));
  return disputes.map((dispute) => ({ dispute, table, who }));
}
