// Notes on a deal as a file: bounded, for one deal, and nothing but text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FORMAT, LONGEST, MOST, noted, readNotes, written } from "../../web/replay/annotations.js";

const DEAL = "01a228c7-d9c8-7f62-bdcf-98f94fe52725";
const file = (/** @type {unknown} */ notes, more = {}) => JSON.stringify({ format: FORMAT, deal: DEAL, notes, ...more });

test("notes come back from their file", () => {
  const notes = noted(noted({}, 7, "<b>a blunder</b>"), 9, "better: J♣");
  assert.deepEqual(notes, { 7: "<b>a blunder</b>", 9: "better: J♣" });
  assert.deepEqual(readNotes(written(DEAL, notes), DEAL, 20), notes);
  assert.deepEqual(noted(notes, 7, "  "), { 9: "better: J♣" });
});

test("a file of another deal, form or size is refused", () => {
  const wrong = [
    "", "[]", "null", "7", file(null), file([{ at: 21, text: "late" }]), file([{ at: 0, text: "early" }]),
    file([{ at: 1.5, text: "between" }]), file([{ at: 1, text: "" }]), file([{ at: 1, text: "x".repeat(LONGEST + 1) }]),
    file([{ at: 1, text: { html: "x" } }]), file([{ at: "__proto__", text: "x" }]), file([null]),
    file(Array.from({ length: MOST + 1 }, () => ({ at: 1, text: "x" }))), file([], { deal: "other" }), file([], { format: "x" }),
    " ".repeat(1_000_001),
  ];
  for (const text of wrong) assert.throws(() => readNotes(text, DEAL, 20), text.slice(0, 60));
});
