// The keys that the service of this page has given it. Only they vouch for a record: its own key does not.

import { device, read, write } from "../storage.js";

/** @import { Pin } from "../../verifier/verify.mjs" */

const KEPT = "fairdeal.service_keys";
const MOST = 16;

/** The present key of the service and its earlier ones, kept for a page that is offline. A page by plain
 * HTTP pins none: a proxy on the way could have replaced it.
 * @returns {Promise<readonly Pin[]>}
 */
export async function servicePins() {
  if (!isSecureContext) return [];
  const stored = read(device(), KEPT);
  const kept = Array.isArray(stored) ? stored.map(String) : [];
  const text = await fetch("/v1/log/key").then((each) => (each.ok ? each.text() : "")).catch(() => "");
  const keys = [...new Set([text.trim(), ...kept])].filter(Boolean).slice(0, MOST);
  write(device(), KEPT, keys);
  return keys.map((key) => ({ key, source: location.origin }));
}
