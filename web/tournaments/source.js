// A tournament as the host or the player of this device sees it.

import { get, useResource } from "../api.js";
import { credentials, hostKey } from "../credentials.js";
import { readable } from "../replay/source.js";

/** The tournament of an id, the own entry in it, if this device has one, and the credential that shows it.
 * @param {string} id
 */
export function useTournament(id) {
  const entry = credentials.value.findLast((each) => each.kind === "entry" && each.tournament === id) ?? null;
  const host = hostKey.value, token = entry?.token ?? null;
  const { data, ...found } = useResource((signal) => {
    // a host may play in a private tournament of others, and a player may have been replaced
    const tokens = [...[host, token].filter((each) => each !== null), null];
    return readable((credential) => get("/v1/tournaments/{tournament}", { params: { tournament: id }, credential, signal }), tokens);
  }, [id, host, token]);
  return { ...found, data: data?.[1] ?? null, credential: data?.[0] ?? null, entry };
}
