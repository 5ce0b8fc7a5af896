// The page that verifies records: files that a person drops, or the record of a deal of the service.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useState } from "../vendor/hooks.mjs";
import { hex, sha256 } from "../../verifier/recipe.mjs";
import { Problem, get, useResource } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { isDeal } from "../replay/address.js";
import { readable, unlessPlayed } from "../replay/source.js";
import { StillPlayed } from "../replay/still_played.js";
import { startWorker } from "../offline.js";
import { Reason } from "../verify/details.js";
import { Drop } from "../verify/drop.js";
import { Inside } from "../verify/inside.js";
import { unpacked } from "../verify/files.js";
import { audit, refusing } from "../verify/run.js";
import { servicePins } from "../verify/service_key.js";
import { Added, Compared, Verified } from "../verify/verdict_list.js";

/** @import { Params } from "../router.js" */
/** @import { Given } from "../verify/files.js" */
/** @import { Audit, Report } from "../verify/run.js" */

await loadTexts("records");

/** @param {{ params: Params }} props */
export default function VerifyPage({ params }) {
  const { deal } = params;
  useEffect(() => void startWorker(), []);
  return h(
    Page,
    { title: t("verify-title") },
    h("p", {}, t("verify-intro")),
    globalThis.crypto?.subtle === undefined
      ? h("p", { class: "refusal" }, t("verify-insecure"))
      : deal === undefined ? h(Verifying, { first: [] }) : h(OfService, { deal }),
  );
}

/** The record of a deal, from the service.
 * @param {{ deal: string }} props
 */
function OfService({ deal }) {
  const { data, refusal } = useResource((signal) => unlessPlayed(deal, fetched(deal, signal), signal), [deal]);
  const isArchived = refusal instanceof Problem && refusal.archive !== null;
  if (!isDeal(deal)) return h("p", {}, t("verify-no-deal"));
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("verify-loading")),
    isArchived && h(Verifying, { first: [] }),
    data !== null && (typeof data === "string" ? h(StillPlayed, { table: data }) : h(Verifying, data)),
  );
}

/** @param {{ first: readonly Given[], deal?: string }} props */
function Verifying({ first, deal }) {
  const [files, setFiles] = useState(first);
  const [made, setMade] = useState(/** @type {{ of: readonly Given[], found: Audit } | null} */ (null));
  const found = made?.of === files ? made.found : null;
  const pins = useMemo(servicePins, []);
  useEffect(() => {
    let wanted = true;
    void pins.then((known) => audit(files, known)).catch((error) => refusing(files, error)).then((found) => wanted && setMade({ of: files, found }));
    return () => {
      wanted = false;
    };
  }, [files]);
  const link = deal === undefined ? undefined : (/** @type {number} */ at) => `/replay/${deal}/${at}/full`;
  return h(
    "div",
    { class: "verify" },
    deal !== undefined &&
      h("p", {}, h("a", { href: `/replay/${deal}/1/public` }, t("verify-replay")), " · ", h("a", { href: `/verify/${deal}/shuffle` }, t("verify-shuffle"))),
    h("div", { "aria-live": "polite" }, found?.reports.map((report) =>
      h(Reported, { key: report.name, report, files, link: report.bundle?.stream === deal ? link : undefined }))),
    found !== null && h(Rest, { found }),
    h(Drop, { files, onFiles: setFiles }),
  );
}

/**
 * @param {object} props
 * @param {Report} props.report
 * @param {readonly Given[]} props.files
 * @param {((position: number) => string) | undefined} props.link
 */
function Reported({ report, files, link }) {
  const file = files.find(({ name }) => name === report.name);
  const isDealRecord = report.bundle?.kind === "deal";
  return h("div", {}, h(Verified, { report, link }), file && isDealRecord && h(Inside, { file }));
}

/** @param {{ found: Audit }} props */
function Rest({ found }) {
  const { reports, compared, added, refused, command } = found;
  return h(
    "div",
    {},
    h(Compared, { compared }),
    h(Added, { added }),
    refused.length > 0 &&
      h("section", { "aria-labelledby": "refused" }, h("h2", { id: "refused" }, t("verify-refused")),
        h("ul", {}, refused.map(({ name, why }) => h("li", { key: name }, name, why && [" – ", h(Reason, { sentence: why })])))),
    reports.length > 0 &&
      h("section", { "aria-labelledby": "command" }, h("h2", { id: "command" }, t("verify-command-title")),
        h("p", {}, t("verify-command-about")), h("pre", { tabIndex: 0 }, command)),
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
