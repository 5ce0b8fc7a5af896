// A refusal by the service, in its words: every clause, and everything that is wrong with a form.

import { h } from "../vendor/preact.mjs";
import { Problem } from "../api.js";
import { credentials, hostKey } from "../credentials.js";
import { UNAUTHENTICATED } from "../entrance.js";
import { t } from "../language.js";
import { useLater } from "../router.js";
import { Button } from "./button.js";
import { Marked } from "./marked.js";

/** @import { Unreachable } from "../api.js" */

/** @param {{ refusal: Problem | Unreachable | null }} props */
export function Refusal({ refusal }) {
  if (refusal === null) return null;
  if (!(refusal instanceof Problem)) {
    const again = refusal.retry;
    return h("div", { class: "refusal", role: "alert" }, h("p", {}, t("common-unreachable")),
      again !== null && h("p", {}, h(Button, { onPress: again }, t("common-retry"))));
  }
  const { status, message, clauses, errors, archive } = refusal;
  if (status === UNAUTHENTICATED && hostKey.value === null && credentials.value.length > 0) return h(TokenEnded, {});
  return h(
    "div",
    { class: "refusal", role: "alert" },
    h("p", {}, message),
    archive !== null && h("p", {}, h("a", { href: archive }, t("common-archive"))),
    clauses.length > 0 &&
      h(
        "ul",
        {},
        clauses.map(({ id, text, url }) =>
          h("li", { key: id }, h("a", { href: url, target: "_blank" }, id), " ", h(Marked, { text })),
        ),
      ),
    errors.length > 0 &&
      h(
        "ul",
        {},
        errors.map((each) => h("li", { key: each.detail }, each.pointer ?? "", " ", each.detail)),
      ),
  );
}

/** The notice that the token of a link has ended. */
function TokenEnded() {
  const later = useLater(() => import("./ended.js"));
  return later === null ? null : h(later.Ended, {});
}
