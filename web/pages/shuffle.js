// The page of a shuffle: how the seeds of a deal became its pack, step by step.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { loadTexts, t } from "../language.js";
import { Page } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { isDeal } from "../replay/address.js";
import { readable, unlessPlayed } from "../replay/source.js";
import { StillPlayed } from "../replay/still_played.js";
import { prepare } from "../../verifier/verify.mjs";
import { recordedIn, shuffled } from "../verify/shuffle.js";
import { ShuffleSteps } from "../verify/shuffle_steps.js";

/** @import { Params } from "../router.js" */

await loadTexts("records");

/** @param {{ params: Params }} props */
export default function ShufflePage({ params }) {
  const { deal = "" } = params;
  const able = isDeal(deal) && globalThis.crypto?.subtle !== undefined;
  return h(
    Page,
    { title: t("shuffle-title") },
    h("p", {}, t("shuffle-intro")),
    able ? h(Steps, { deal }) : h("p", {}, isDeal(deal) ? t("shuffle-insecure") : t("shuffle-none")),
  );
}

/** @param {{ deal: string }} props */
function Steps({ deal }) {
  const { data, refusal } = useResource((signal) => unlessPlayed(deal, load(deal, signal), signal), [deal]);
  return h(
    "div",
    {},
    h("p", {}, h("a", { href: `/verify/${deal}` }, t("shuffle-verify")), " · ", h("a", { href: `/replay/${deal}/1/public` }, t("shuffle-replay"))),
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("shuffle-loading")),
    data !== null && (typeof data === "string" ? h(StillPlayed, { table: data }) : h(ShuffleSteps, data)),
  );
}

/**
 * @param {string} deal
 * @param {AbortSignal} signal
 */
async function load(deal, signal) {
  const [, bundle] = await readable((credential) =>
    get("/v1/deals/{deal}/bundle", { params: { deal }, credential, signal }));
  const recorded = await recordedIn(await prepare(JSON.stringify(bundle)));
  return { recorded, made: recorded?.inputs ? await shuffled(recorded.inputs) : null };
}
