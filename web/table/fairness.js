// The guarantee of the deal's shuffle, and what this browser keeps of a seat: seeds and a key.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { has, loadTexts, t, tFor } from "../language.js";
import { Button } from "../parts/button.js";
import { loaded, useLater } from "../router.js";
import { peopleOf } from "./sentences.js";

/** @import { Schemas } from "../types.js" */

/** The reasons of distrust that have a text of their own: the seed is not here, or not in the deal. */
const REASONS = ["seed", "missing"];

/**
 * @param {object} props
 * @param {Schemas["Deal"]} props.deal
 * @param {Schemas["Table"]} props.table
 * @param {number | null} props.me The reader's own seat.
 * @param {string | null} props.distrust
 */
export function Fairness({ deal, table, me, distrust }) {
  const isLoaded = useLater(() => loadTexts(deal.game).then(() => true));
  const { key: said, values, text } = deal.fairness.guarantee_explained;
  const mine = table.seats[me ?? -1];
  const key = mine?.key ?? null;
  const [here, setHere] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (key === null) return;
    void loaded(() => import("./signing.js")).then(async ({ hasKey }) => setHere(await hasKey(key)));
  }, [key]);
  return h(
    "div",
    {},
    h("h3", {}, t("acts-fairness")),
    isLoaded !== null && h("p", {}, has(said) ? tFor(peopleOf(table, me), said, values) : text),
    distrust !== null && h("p", { class: "refusal", role: "alert" }, t(REASONS.includes(distrust) ? `acts-distrust-${distrust}` : "acts-distrust")),
    mine?.left_out && h("p", { class: "hint" }, t("acts-seeds-left-out")),
    mine?.commits && isSecureContext && h("p", {}, t("acts-seeds-here"), " ", h(Button, { onPress: () => void save() }, t("acts-seed-file"))),
    key !== null && here !== null && h("p", {}, here ? t("acts-key-here") : t("acts-key-missing")),
  );
}

/** Why this browser can do nothing for a seat with seeds or a key, if the page came by plain HTTP.
 * @param {{ mine: Schemas["Seat"] | undefined }} props
 */
export function Unable({ mine }) {
  if (isSecureContext || mine === undefined) return null;
  return (mine.commits || mine.key !== null) && h("p", { class: "refusal" }, t("seat-insecure"));
}

/** Give the person the file of seeds, in the form that the clients and the verifier read. */
async function save() {
  const { seedFile } = await loaded(() => import("./seeds.js"));
  const address = URL.createObjectURL(new Blob([await seedFile()], { type: "application/x-ndjson" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: "seeds" });
  link.click();
  URL.revokeObjectURL(address);
}
