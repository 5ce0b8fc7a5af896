// A secret that the service shows this once.

import { h } from "../vendor/preact.mjs";
import { t } from "../language.js";

/** @param {{ label: string, secret: string }} props */
export function Secret({ label, secret }) {
  return h(
    "div",
    { class: "secret", role: "status" },
    h("p", {}, h("strong", {}, label), " ", t("host-once")),
    h("p", {}, h("code", {}, secret)),
  );
}
