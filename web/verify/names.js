// The names of the players of a record: from the file of a replay, or from the service.

import { Problem, get, useResource } from "../api.js";
import { credentialFor } from "../credentials.js";
import { playerName } from "../cards.js";

/** @import { Bundle } from "../../verifier/verify.mjs" */
/** @import { Seated } from "../cards.js" */
/** @import { NameOf } from "./details.js" */

/** The names of the players of a record; undefined: they are not known.
 * @param {Seated | null} table The table, if the file has it.
 * @param {Bundle | null} bundle A record that the service has given.
 * @returns {NameOf | undefined}
 */
export function useNames(table, bundle) {
  const of = bundle === null ? null : tableOf(bundle);
  const { data } = useResource((signal) => (of === null ? Promise.resolve(null) : seated(of, signal)), [of]);
  const known = table ?? data;
  return known === null ? undefined : (seat) => playerName(known, seat);
}

/** A table of the service; null: it is not for this reader.
 * @param {string} table
 * @param {AbortSignal} signal
 * @returns {Promise<Seated | null>}
 */
async function seated(table, signal) {
  try {
    return await get("/v1/tables/{table}", { params: { table }, credential: credentialFor(table)?.token ?? null, signal });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}

/** The table that the record of a deal names.
 * @param {Bundle} bundle
 * @returns {string | null}
 */
function tableOf({ events: [first] }) {
  try {
    const { data } = JSON.parse(first?.body ?? "{}");
    return typeof data?.table === "string" ? data.table : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
