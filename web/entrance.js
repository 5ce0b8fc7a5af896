// The way in by a token in the address: where it leads, and what is now known of it.

import { get, Problem } from "./api.js";
import { credentials, endedAt, find, forget, hostKey, keep, kindOf } from "./credentials.js";
import { useEffect } from "./vendor/hooks.mjs";

/** @import { Credential } from "./credentials.js" */
/** @import { Schemas } from "./types.js" */

/** The status of a refusal of a token that has ended. */
export const UNAUTHENTICATED = 401;

/** Ask the service about a credential, and keep what it says unless the person forgot it meanwhile.
 * One that has ended is forgotten, and a used invitation.
 * @param {string} token
 * @returns {Promise<Schemas["Me"] | null>} null: it has ended.
 */
export async function identify(token) {
  try {
    const me = await get("/v1/me", { credential: token });
    if (me.state === "used") {
      forget(token);
      endedAt.value = { table: me.table ?? "" };
      return me;
    }
    const { table, seat, name, scopes, auditor, tournament } = me;
    const known = {
      ...(table && { table }), ...(tournament && { tournament }), ...(seat !== undefined && { seat }), ...(scopes && { scopes }), ...(auditor !== undefined && { auditor }), name,
    };
    const held = find(token);
    if (held) keep({ ...held, ...known });
    return me;
  } catch (error) {
    if (!(error instanceof Problem && error.status === UNAUTHENTICATED)) throw error;
    forget(token);
    return null;
  }
}

/** Set the address to where a credential of this browser leads, if it is the lobby's.
 * @param {string} token
 */
export async function enter(token) {
  if (location.pathname !== "/") return;
  const me = await identify(token).catch(() => undefined);
  if (me === null) {
    endedAt.value = "lobby";
  } else if (me !== undefined && location.pathname === "/") {
    history.replaceState(null, "", leadsTo(me, token));
  }
}

/** The page to which a token leads: one of its table, or the host's.
 * @param {Schemas["Me"]} me Whom it stands for.
 * @param {string} token
 */
export function leadsTo({ table, tournament }, token) {
  if (tournament !== undefined) return `/tournament/${tournament}`;
  return table === undefined ? "/host" : pageOf(table, token);
}

/** Ask about the tokens of which this browser does not know yet what they are for.
 * @param {readonly (Credential | undefined)[]} some
 */
export function useIdentified(some) {
  const unknown = some.filter((each) => each && (each.kind === "key" ? each.scopes : each.kind === "audit" ? each.auditor : each.name) === undefined);
  useEffect(() => {
    for (const each of unknown) if (each) void identify(each.token).catch(() => null);
  }, [unknown.map((each) => each?.token).join()]);
}

/** Whether the API key of this browser has a scope. A key has all as long as they are not known.
 * @param {string} scope
 */
export function keyMay(scope) {
  return find(hostKey.value)?.scopes?.includes(scope) ?? true;
}

/** The credential with which this browser is an auditor's at a table; null if it has none.
 * @param {string} table
 * @returns {Credential | null}
 */
export function auditorOf(table) {
  return credentials.value.findLast((each) => each.kind === "audit" && each.table === table) ?? null;
}

/** The page to which a token for a table leads: an auditor sees its disputes, all others the table.
 * @param {string} table
 * @param {string} token
 */
export function pageOf(table, token) {
  return kindOf(token) === "audit" ? `/t/${table}/disputes` : `/t/${table}`;
}
