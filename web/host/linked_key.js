// The question about the API key of a link: whose it is, and whether this browser shall use it.

import { h, render } from "../vendor/preact.mjs";
import { hostKey, keep } from "../credentials.js";
import { identify } from "../entrance.js";
import { loadTexts, texts } from "../language.js";
import { useAction } from "../parts/action.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";

/** @import { Schemas } from "../types.js" */

/** Ask whether the key of a link is to be used. Until then, it is not kept.
 * @param {string} token
 */
export async function ask(token) {
  const [me] = await Promise.all([identify(token), loadTexts("common", "host")]);
  const place = document.body.appendChild(document.createElement("div"));
  const onClose = () => {
    render(null, place);
    place.remove();
  };
  render(h(LinkedKey, { token, me, onClose }), place);
}

/** @param {{ token: string, me: Schemas["Me"] | null, onClose: () => void }} props */
function LinkedKey({ token, me, onClose }) {
  const { title, key: t } = texts("host");
  const { run } = useAction(async () => {
    const { name, scopes } = /** @type {Schemas["Me"]} */ (me);
    keep({ token, kind: "key", name, ...(scopes && { scopes }) });
    onClose();
    if (location.pathname === "/") location.assign("/host");
  });
  if (me === null) return h(Dialog, { title: t.other, onClose }, h("p", {}, t.ended));
  // a link never puts another key in the place of the host's
  if (hostKey.value !== null) {
    const host = h("p", {}, h("a", { href: "/host", onClick: onClose }, title));
    return h(Dialog, { title: t.other, onClose }, h("p", {}, t.otherAbout), host);
  }
  const use = h("p", {}, h(Button, { look: "main", onPress: () => void run() }, t.use));
  return h(Dialog, { title: t.linked, onClose }, h("p", {}, t.linkedAbout(me.name)), use);
}
