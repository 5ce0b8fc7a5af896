// A QR code of an address, drawn here: no other server learns the address.

import { h } from "../vendor/preact.mjs";
import { encode } from "../vendor/uqr.mjs";

/**
 * @param {object} props
 * @param {string} props.text
 * @param {string} props.label The name of the picture.
 */
export function QrCode({ text, label }) {
  const { data, size } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1Z`] : [])));
  return h(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    h("rect", { class: "ground", width: size, height: size }),
    h("path", { d: dots.join("") }),
  );
}
