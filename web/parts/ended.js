// What a person reads who came with a token that no longer opens anything. Its texts are those of `acts`.

import { h } from "../vendor/preact.mjs";
import { texts } from "../language.js";

export function Ended() {
  const t = texts("acts");
  return h("div", { class: "refusal", role: "alert" }, h("p", {}, t.tokenEnded), h("p", {}, t.afterEnd));
}
