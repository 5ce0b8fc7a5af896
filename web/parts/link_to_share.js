// A link to hand to another person: to copy, to send by another program, and as a QR code.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { pageOf } from "../entrance.js";
import { t } from "../language.js";
import { announce } from "./frame.js";
import { Button } from "./button.js";

/** The address to which a token leads, with the token behind `#`, which browsers send to no server.
 * @param {string} table
 * @param {string} token
 */
export function linkTo(table, token) {
  return `${location.origin}${pageOf(table, token)}#${token}`;
}

/** A button that copies a link; nothing where a page came by plain HTTP, which has no clipboard.
 * @param {object} props
 * @param {string} props.link
 * @param {string} [props.label] The name of the button, if it is not clear which link is meant.
 */
export function CopyLink({ link, label }) {
  const [copied, setCopied] = useState(/** @type {string | null} */ (null));
  async function copy() {
    await navigator.clipboard.writeText(link);
    setCopied(link);
    announce(t("common-sharing-copied"));
  }
  if (navigator.clipboard === undefined) return null;
  return h(Button, { onPress: copy }, copied === link ? t("common-sharing-copied") : label ?? t("common-sharing-copy"));
}

/**
 * @param {object} props
 * @param {string} props.label What the link is for.
 * @param {string} props.link
 */
export function LinkToShare({ label, link }) {
  const [qr, setQr] = useState(/** @type {typeof import("./qr.js") | null} */ (null));
  useEffect(() => void import("./qr.js").then(setQr), []); // half as large as the whole page
  return h(
    "section",
    { class: "share", "aria-label": label },
    h("h3", {}, label),
    h(
      "p",
      { class: "row" },
      h("input", { readOnly: true, value: link, "aria-label": label, onFocus: (/** @type {FocusEvent} */ { target }) => target instanceof HTMLInputElement && target.select() }),
      h(CopyLink, { link }),
      "share" in navigator && h(Button, { onPress: () => navigator.share({ url: link }).catch(() => undefined) }, t("common-sharing-share")),
    ),
    qr !== null && h(qr.QrCode, { text: link, label: t("common-sharing-qr", { label }) }),
  );
}
