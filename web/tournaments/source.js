// A tournament as the host or the player of this device sees it.

import { Problem, get, useResource } from "../api.js";
import { credentials, hostKey } from "../credentials.js";

/** The tournament of an id, with the own entry in it, if this device has one.
 * @param {string} id
 */
export function useTournament(id) {
  const entry = credentials.value.findLast((each) => each.kind === "entry" && each.tournament === id) ?? null;
  const host = hostKey.value, token = entry?.token ?? null;
  const found = useResource(async (signal) => {
    const read = (/** @type {string | null} */ credential) => get("/v1/tournaments/{tournament}", { params: { tournament: id }, credential, signal });
    try {
      return await read(host ?? token);
    } catch (error) {
      // a host may play in a private tournament of others
      if (host !== null && token !== null && error instanceof Problem && error.code === "not-found") return read(token);
      throw error;
    }
  }, [id, host, token]);
  return { ...found, entry };
}
