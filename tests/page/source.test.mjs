import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem } from "../../web/api.js";
import { readable } from "../../web/replay/source.js";

/** Reads with one credential of some; each other one is refused with its status. */
function reading(statuses, tokens = ["one", "two", "three"]) {
  return readable(async (token) => {
    if (token in statuses) throw new Problem(statuses[token], { detail: token });
    return `read with ${token}`;
  }, tokens);
}

test("the first credential that is admitted reads", async () => {
  assert.deepEqual(await reading({ one: 404 }), ["two", "read with two"]);
});

test("the refusal that is shown knows of the deal, if one does", async () => {
  await assert.rejects(reading({ one: 401, two: 403, three: 404 }), { status: 403 });
  await assert.rejects(reading({ one: 403, two: 403, three: 404 }), { message: "one" });
  await assert.rejects(reading({ one: 404, two: 404, three: 404 }), { message: "one" });
});

test("the refusal that is shown says that a token has ended, if none knows of the deal", async () => {
  await assert.rejects(reading({ one: 401, two: 404, three: 404 }), { status: 401 });
  await assert.rejects(reading({ one: 404, two: 401, three: 404 }), { status: 401 });
  await assert.rejects(reading({ one: 404, null: 401 }, ["one", null]), { status: 404 });
});

test("a refusal of the request itself ends the search", async () => {
  await assert.rejects(reading({ one: 404, two: 409 }), { status: 409 });
});
