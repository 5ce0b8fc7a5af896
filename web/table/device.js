// The seat that this device keeps: until its series has been over for seven days, or until its player forgets it. A
// personal link brings it back, also on another device.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { credentials, find, forget, keep } from "../credentials.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { LinkToShare, linkTo } from "../parts/link_to_share.js";
import { now } from "../runtime.js";

const KEPT_MS = 7 * 24 * 3_600_000;

/** Note that the series of a seat is over.
 * @param {string} token
 */
export function noteEnd(token) {
  const known = find(token);
  if (known?.kind === "seat" && known.over === undefined) keep({ ...known, over: now() });
}

/** Forget the seats whose series have been over for seven days. */
export function forgetOld() {
  for (const { token, over } of credentials.value) if (over !== undefined && now() - over > KEPT_MS) forget(token);
}

/** Where the token of a seat is kept, and the link that brings the seat back.
 * @param {{ credential: string, table: string }} props
 */
export function Device({ credential, table }) {
  const [isLink, setLink] = useState(false);
  const known = find(credential);
  if (known === undefined) return null;
  const isKept = known.device ?? false;
  return h(
    "div",
    {},
    h("p", { class: "hint" }, t(isKept ? "seat-kept" : "seat-not-kept")),
    h(
      "p",
      { class: "row" },
      h(Button, { onPress: () => keep({ ...known, device: !isKept }) }, t(isKept ? "seat-forget-device" : "seat-device")),
      h(Button, { onPress: () => setLink(!isLink), pressed: isLink }, t("seat-link")),
    ),
    isLink && [h("p", { key: "hint", class: "hint" }, t("seat-link-hint")), h(LinkToShare, { key: "link", label: t("seat-link"), link: linkTo(table, credential) })],
  );
}
