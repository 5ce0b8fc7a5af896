// Whom a dispute waits for at the desk of an arbiter.

import assert from "node:assert/strict";
import { test } from "node:test";

import { waitsFor } from "../../web/disputes/source.js";

const mine = { auditor: 1 };

test("an appeal of the own ruling waits for another auditor", () => {
  assert.ok(waitsFor({ status: "open", ruling: null }, mine));
  assert.ok(waitsFor({ status: "appealed", ruling: { auditor: 2 } }, mine));
  assert.ok(!waitsFor({ status: "appealed", ruling: { auditor: 1 } }, mine));
  assert.ok(!waitsFor({ status: "ruled", ruling: { auditor: 2 } }, mine));
});
