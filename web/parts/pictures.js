// Cards on pages of text, drawn as at a table.

import { h, render } from "../vendor/preact.mjs";
import { Card } from "../cards.js";
import { loadTexts } from "../language.js";

/** Draw the cards that elements name, in place of their words.
 * @param {Iterable<Element>} elements
 */
export async function draw(elements) {
  await loadTexts("first");
  for (const element of elements) {
    const codes = element.getAttribute("data-cards")?.split(" ") ?? [];
    element.replaceChildren();
    render(codes.map((code) => h(Card, { key: code, code })), element);
  }
}
