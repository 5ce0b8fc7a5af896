// The notice for a person whose token no longer opens anything. It has the texts of `acts`.

import { h } from "../vendor/preact.mjs";
import { texts } from "../language.js";

export function Ended() {
  const t = texts("acts");
  return h("div", { class: "refusal", role: "alert" }, h("p", {}, t.tokenEnded), h("p", {}, t.afterEnd));
}
