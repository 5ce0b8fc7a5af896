// The page that verifies records: files that a person drops, or the record of a deal of the service.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo } from "../vendor/hooks.mjs";
import { hex, sha256 } from "../../verifier/recipe.mjs";
import { Problem, get, useResource } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { isDeal } from "../replay/address.js";
import { readable, unlessPlayed } from "../replay/source.js";
import { StillPlayed } from "../replay/still_played.js";
import { startWorker } from "../offline.js";
import { unpacked } from "../verify/files.js";
import { servicePins } from "../verify/service_key.js";
import { Verifying } from "../verify/verifying.js";

/** @import { Pin } from "../../verifier/verify.mjs" */
/** @import { Params } from "../router.js" */
/** @import { Given } from "../verify/files.js" */

await loadTexts("records");

/** @param {{ params: Params }} props */
export default function VerifyPage({ params }) {
  const { deal } = params;
  const pins = useMemo(servicePins, []);
  useEffect(() => void startWorker(), []);
  return h(
    Page,
    { title: t("verify-title") },
    h("p", {}, t("verify-intro")),
    globalThis.crypto?.subtle === undefined
      ? h("p", { class: "refusal" }, t("verify-insecure"))
      : deal === undefined ? h(Verifying, { first: [], pins }) : h(OfService, { deal, pins }),
    h("p", { class: "hint" }, t("verify-alone-about"), " ", h("a", { href: "/fairdeal-verify.html", download: "" }, t("verify-alone"))),
  );
}

/** The record of a deal, from the service.
 * @param {{ deal: string, pins: Promise<readonly Pin[]> }} props
 */
function OfService({ deal, pins }) {
  const { data, refusal } = useResource((signal) => unlessPlayed(deal, fetched(deal, signal), signal), [deal]);
  const isArchived = refusal instanceof Problem && refusal.archive !== null;
  if (!isDeal(deal)) return h("p", {}, t("verify-no-deal"));
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("verify-loading")),
    isArchived && h(Verifying, { first: [], pins }),
    data !== null && (typeof data === "string" ? h(StillPlayed, { table: data }) : h(Verifying, { ...data, pins })),
  );
}

/** The bundle of a deal as a file, from the archive if it is there and this page may read it.
 * @param {string} deal
 * @param {AbortSignal} signal
 * @returns {Promise<{ first: readonly Given[], deal?: string }>}
 */
async function fetched(deal, signal) {
  const name = `${deal}.json`;
  if (!isDeal(deal)) return { first: [] };
  try {
    const [, bundle] = await readable((credential) =>
      get("/v1/deals/{deal}/bundle", { params: { deal }, credential, signal }));
    return { first: [{ name, content: new TextEncoder().encode(JSON.stringify(bundle)) }], deal };
  } catch (error) {
    const content = error instanceof Problem ? await fromArchive(error, signal) : null;
    if (content === null) throw error;
    return { first: [{ name, content }] };
  }
}

/** The file of an archived deal; null: this page cannot read it, or it is not the one with the digest.
 * @param {Problem} problem
 * @param {AbortSignal} signal
 */
async function fromArchive({ archive, more }, signal) {
  if (archive === null || !isSecureContext) return null;
  const read = await fetch(archive, { signal }).then((each) => (each.ok ? each.arrayBuffer() : null)).catch(() => null);
  if (read === null) return null;
  const packed = new Uint8Array(read);
  return hex(await sha256(packed)) === more.sha256 ? unpacked(packed) : null;
}
