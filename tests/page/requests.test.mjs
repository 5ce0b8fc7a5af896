// Requests and streams whose connection breaks at a bad moment.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem, Unreachable, get, send } from "../../web/api.js";
import { tag } from "../../web/language.js";
import { follow } from "../../web/stream.js";

const TRIES = 4;

Math.random = () => 0; // the pauses between tries

/** An answer whose connection breaks after its first bytes. */
function cut(status = 200) {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"detail": "Who'));
      controller.error(new TypeError("network error"));
    },
  });
  return new Response(body, { status });
}

/** Answer the next requests of the page; what they were, as they come. */
function answering(...answers) {
  const asked = [];
  globalThis.fetch = async (_, init) => {
    asked.push(init);
    return answers[asked.length - 1]();
  };
  return asked;
}

const whole = () => Response.json({ kind: "key" });

test("an answer that is cut off is asked for again", async () => {
  const asked = answering(cut, whole);
  assert.deepEqual(await get("/v1/me"), { kind: "key" });
  assert.equal(asked.length, 2);
});

test("a pause that the service asks for is taken, up to five seconds", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const busy = () => new Response("{}", { status: 503, headers: { "Retry-After": "3600" } });
  const asked = answering(busy, whole);
  const come = get("/v1/languages");
  for (const [passed, requests] of [[0, 1], [4_900, 1], [5_000, 2]]) {
    for (let turn = 0; turn < 9; turn++) await new Promise(setImmediate);
    mock.timers.tick(passed);
    for (let turn = 0; turn < 9; turn++) await new Promise(setImmediate);
    assert.equal(asked.length, requests);
  }
  await come;
});

test("an answer is asked for anew in another language, and for another credential", async () => {
  const tagged = () => Response.json({}, { headers: { ETag: '"1"' } });
  const asked = answering(...Array(4).fill(tagged));
  const first = tag.value;
  await get("/v1/games");
  await get("/v1/games");
  await get("/v1/games", { credential: "key_1" });
  tag.value = "xx";
  await get("/v1/games");
  tag.value = first;
  assert.deepEqual(asked.map(({ headers }) => headers["If-None-Match"]), [undefined, '"1"', undefined, undefined]);
});

test("a refusal that is cut off is asked for again", async () => {
  const asked = answering(() => cut(409), () => Response.json({ detail: "Whole." }, { status: 409 }));
  await assert.rejects(get("/v1/me"), { name: "Problem", message: "Whole." });
  assert.equal(asked.length, 2);
});

test("a refusal in the form of a proxy is a refusal", async () => {
  const asked = answering(() => new Response("<html>", { status: 403 }));
  await assert.rejects(get("/v1/me"), (error) => error instanceof Problem && error.code === "http-403");
  assert.equal(asked.length, 1);
});

test("an answer without a body is undefined", async () => {
  answering(() => new Response(null, { status: 204 }));
  assert.equal(await send("delete", "/v1/tables/{table}", null, { params: { table: "1" } }), undefined);
});

test("what is done has one key until its answer has come whole", async () => {
  const asked = answering(...Array(TRIES).fill(cut), whole, whole);
  const open = () => send("post", "/v1/tables", { game: "durak" });
  await assert.rejects(open(), Unreachable);
  assert.equal(asked.length, TRIES);
  await open();
  await open();
  const keys = asked.map(({ headers }) => headers["Idempotency-Key"]);
  assert.equal(new Set(keys.slice(0, TRIES + 1)).size, 1);
  assert.notEqual(keys.at(-1), keys[0]);
});

test("a stream that is left during a pause is not opened", async (t) => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  globalThis.document = { hidden: false };
  const abort = new AbortController();
  const gone = () => Promise.reject(new TypeError("network error"));
  const asked = answering(gone, () => new Response('id: 1\ndata: {"position": 1}\n\n'));
  t.mock.method(Math, "random", () => {
    abort.abort(); // the pause after the first try begins
    return 0;
  });
  const { value } = await follow("/v1/lobby/events", { after: 0, signal: abort.signal }).next();
  assert.equal(value, undefined);
  assert.equal(asked.length, 1);
});

test("a stream that breaks goes on after the last event that came", async (t) => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  globalThis.document = { hidden: false };
  t.mock.method(Math, "random", () => 0);
  const sent = (...positions) => () => new Response(
    positions.map((each) => `id: ${each}\ndata: {"position": ${each}}\n\n`).join(""),
  );
  const asked = answering(sent(4, 5), sent(), sent(6), () => new Response(null, { status: 204 }));
  const come = [];
  for await (const { position } of follow("/v1/lobby/events", { after: 3 })) come.push(position);
  assert.deepEqual(come, [4, 5, 6]);
  assert.deepEqual(asked.map(({ headers }) => headers["Last-Event-ID"]), ["3", "5", "5", "6"]);
});

test("no request follows a redirect, which would take its credential elsewhere", async () => {
  const over = () => new Response(null, { status: 204 });
  const asked = answering(whole, whole, over, over);
  await get("/v1/me");
  await send("post", "/v1/tables", {});
  await follow("/v1/me/events", { after: 0 }).next();
  assert.deepEqual(asked.map(({ redirect }) => redirect), Array(asked.length).fill("error"));
  assert.ok(asked.length >= 3);
});
