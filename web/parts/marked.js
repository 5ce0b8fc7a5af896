// A text of the rules: their Markdown has strong and emphasised words, and words of code.

import { h } from "../vendor/preact.mjs";

const ELEMENTS = /** @type {const} */ ({ "**": "strong", "*": "em", "`": "code" });

/** @typedef {keyof typeof ELEMENTS} Mark */

/** @param {{ text: string }} props */
export function Marked({ text }) {
  // plain words, a mark, the words between it and the next one; plain words, and so on
  const pieces = text.split(/(\*\*|\*|`)(.+?)\1/);
  return pieces.map((piece, at) => {
    if (at % 3 === 0) return piece;
    return at % 3 === 1 ? null : h(ELEMENTS[/** @type {Mark} */ (pieces[at - 1])], { key: at }, piece);
  });
}
