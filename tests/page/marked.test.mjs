import assert from "node:assert/strict";
import { test } from "node:test";

import { Marked } from "../../web/parts/marked.js";

/** @param {string} text */
function shown(text) {
  const pieces = Marked({ text }).filter((piece) => piece !== null && piece !== "");
  return pieces.map((piece) => (typeof piece === "string" ? piece : [piece.type, piece.props.children]));
}

test("a clause is shown with its emphasis, and without the signs for it", () => {
  const text = "A *bout*: the defender **beats** it, as `beat`.";
  assert.deepEqual(shown(text), [
    "A ", ["em", "bout"], ": the defender ", ["strong", "beats"], " it, as ", ["code", "beat"], ".",
  ]);
});

test("a sign alone is a sign", () => {
  assert.deepEqual(shown("2 * 3"), ["2 * 3"]);
});
