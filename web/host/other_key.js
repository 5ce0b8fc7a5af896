// The notice that the API key of a link is not used, because this browser has another one.

import { h, render } from "../vendor/preact.mjs";
import { loadTexts, texts } from "../language.js";
import { Dialog } from "../parts/dialog.js";

/** Say that the key in the link was not taken, and how to use it. */
export async function tell() {
  await loadTexts("common", "host");
  const place = document.body.appendChild(document.createElement("div"));
  const onClose = () => {
    render(null, place);
    place.remove();
  };
  render(h(OtherKey, { onClose }), place);
}

/** @param {{ onClose: () => void }} props */
function OtherKey({ onClose }) {
  const { title, key: t } = texts("host");
  return h(
    Dialog,
    { title: t.other, onClose },
    h("p", {}, t.otherAbout),
    h("p", {}, h("a", { href: "/host", onClick: onClose }, title)),
  );
}
