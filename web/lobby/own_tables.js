// The tables at which this browser has a seat or is a guest.

import { h } from "../vendor/preact.mjs";
import { get, Problem } from "../api.js";
import { credentials } from "../credentials.js";
import { useIdentified } from "../entrance.js";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { useResource } from "../parts/resource.js";
import { TableLine } from "./tables.js";

/** @import { Games } from "./tables.js" */

const MOST = 12;

/** @param {{ games: Games }} props */
export function OwnTables({ games }) {
  useIdentified(credentials.value);
  const seats = credentials.value.filter((each) => each.kind !== "key" && each.table !== undefined);
  const newest = [...new Map(seats.map((each) => [each.table ?? "", each.token]))].slice(-MOST).reverse();
  const { data, refusal } = useResource(
    (signal) => Promise.all(newest.map(([table, credential]) => read(table, credential, signal))),
    [JSON.stringify(newest)],
  );
  const known = (data ?? []).filter((each) => each !== null);
  // what was read with a credential that was forgotten since then is not shown
  const lines = known.filter(({ id }) => newest.some(([table]) => table === id));
  if (lines.length === 0 && refusal === null) return null;
  return h(
    "section",
    { "aria-labelledby": "own-tables" },
    h("h2", { id: "own-tables" }, t("lobby-own-tables")),
    h(Refusal, { refusal }),
    h(
      "ul",
      { class: "tables" },
      lines.map((line) => h(TableLine, { key: line.id, line, game: games.get(line.game) })),
    ),
  );
}

/** A table; null if it may no longer be read.
 * @param {string} table
 * @param {string} credential
 * @param {AbortSignal} signal
 */
async function read(table, credential, signal) {
  try {
    return await get("/v1/tables/{table}", { params: { table }, credential, signal });
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
