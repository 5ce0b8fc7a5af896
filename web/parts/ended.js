// The notice for a person whose token no longer opens anything.

import { h } from "../vendor/preact.mjs";
import { t } from "../language.js";

export function Ended() {
  return h("div", { class: "refusal", role: "alert" }, h("p", {}, t("acts-token-ended")), h("p", {}, t("acts-after-end")));
}
