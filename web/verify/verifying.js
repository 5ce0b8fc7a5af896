// The verification of files: what a person drops, or what the service has given at first.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Reason } from "./details.js";
import { Drop } from "./drop.js";
import { Inside } from "./inside.js";
import { audit, refusing } from "./run.js";
import { Added, Compared, Verified } from "./verdict_list.js";

/** @import { Pin } from "../../verifier/verify.mjs" */
/** @import { Given } from "./files.js" */
/** @import { Audit, Report } from "./run.js" */

/**
 * @param {object} props
 * @param {readonly Given[]} props.first The files that are verified at first.
 * @param {Promise<readonly Pin[]>} props.pins The keys that vouch for a log.
 * @param {string} [props.deal] The deal of the service that the first file is of.
 */
export function Verifying({ first, pins, deal }) {
  const [files, setFiles] = useState(first);
  const [made, setMade] = useState(/** @type {{ of: readonly Given[], found: Audit } | null} */ (null));
  const found = made?.of === files ? made.found : null;
  useEffect(() => {
    let wanted = true;
    void pins.then((known) => audit(files, known)).catch((error) => refusing(files, error)).then((found) => wanted && setMade({ of: files, found }));
    return () => {
      wanted = false;
    };
  }, [files, pins]);
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
