// Reports of phrases at the host's tables, the newest first. Without any, nothing is shown.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */

await loadTexts("phrases");

/** @param {{ credential: string }} props */
export function OwnReports({ credential }) {
  const { data, refusal } = useResource((signal) => read(credential, signal), [credential]);
  if (refusal === null && (data === null || data.length === 0)) return null;
  return h(
    "section",
    { "aria-labelledby": "reports" },
    h("h2", { id: "reports" }, t("people-reports-title")),
    h(Refusal, { refusal }),
    h("ul", { class: "lines" }, data?.map(({ report, table }) => h(Line, { key: `${report.table} ${report.seat} ${report.number}`, report, table }))),
  );
}

/** @param {{ report: Schemas["Report"], table: Schemas["Table"] }} props */
function Line({ report: { seat, at, phrases }, table }) {
  return h(
    "li",
    {},
    h("h3", {}, h("a", { href: `/t/${table.id}` }, table.name)),
    h("p", {}, t("people-reports-by", { name: playerName(table, seat) }), " · ", h(Moment, { at })),
    h("ul", {}, phrases.map(({ number, seat: by, phrase }) => h("li", { key: number }, t("people-says", { name: playerName(table, by), phrase: t(`phrase-${phrase}`) })))),
  );
}

/** The reports, each with its table.
 * @param {string} credential
 * @param {AbortSignal} signal
 */
async function read(credential, signal) {
  const { reports } = await get("/v1/reports", { credential, signal });
  const ids = [...new Set(reports.map(({ table }) => table))];
  const read = ids.map((table) => get("/v1/tables/{table}", { params: { table }, credential, signal }));
  const tables = new Map((await Promise.all(read)).map((table) => [table.id, table]));
  return reports.flatMap((report) => {
    const table = tables.get(report.table);
    return table === undefined ? [] : [{ report, table }];
  });
}
