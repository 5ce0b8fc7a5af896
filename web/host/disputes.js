// The disputes at the host's tables: first those that wait for a ruling.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { listed, standing } from "../disputes/source.js";

/** @import { Schemas } from "../types.js" */

const MORE = 20;

await loadTexts("records");

/** @param {{ credential: string }} props */
export function OwnDisputes({ credential }) {
  const [most, setMost] = useState(MORE);
  const { data, refusal } = useResource((signal) => read(credential, most, signal), [credential, most]);
  return h(
    "section",
    { "aria-labelledby": "disputes" },
    h("h2", { id: "disputes" }, t("disputes-host-title")),
    h(Refusal, { refusal }),
    data?.lines.length === 0 && h("p", {}, t("disputes-host-none")),
    h(
      "ul",
      { class: "lines" },
      data?.lines.map(({ dispute, name }) => h(Line, { key: `${dispute.deal} ${dispute.dispute}`, dispute, name })),
    ),
    data?.isWhole === false && h("p", {}, h(Button, { onPress: () => setMost(most + MORE), busy: data.most < most }, t("disputes-host-more"))),
  );
}

/** @param {{ dispute: Schemas["ListedDispute"], name: string }} props */
function Line({ dispute, name }) {
  const { deal, number, claim, answers, opened_at: at } = dispute;
  return h(
    "li",
    {},
    h("h3", {}, h("a", { href: `/d/${deal}` }, t("disputes-host-line", { table: name, deal: number, number: dispute.dispute }))),
    h("p", {}, t(`disputes-claims-${claim}`), " · ", t(`disputes-statuses-${standing(dispute)}`), " · ", t("disputes-host-answers", { count: answers.length }), " · ", h(Moment, { at })),
  );
}

/** The newest disputes, the open ones first, each with the name of its table.
 * @param {string} credential
 * @param {number} most
 * @param {AbortSignal} signal
 */
async function read(credential, most, signal) {
  const { disputes, isWhole } = await listed(credential, { statuses: ["appealed", "open", "ruled", "withdrawn"], most }, signal);
  const tables = [...new Set(disputes.map(({ table }) => table))];
  const names = new Map(await Promise.all(tables.map(async (table) => {
    const { name } = await get("/v1/tables/{table}", { params: { table }, credential, signal });
    return /** @type {const} */ ([table, name]);
  })));
  const lines = disputes.map((dispute) => ({ dispute, name: names.get(dispute.table) ?? "" }));
  return { lines, isWhole, most };
}
