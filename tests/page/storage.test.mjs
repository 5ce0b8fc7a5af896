// Settings and credentials, in Node with a storage of its own.

import assert from "node:assert/strict";
import { test } from "node:test";

class Kept {
  #values = new Map();
  getItem(key) {
    return this.#values.get(key) ?? null;
  }
  setItem(key, value) {
    this.#values.set(key, value);
  }
}
Object.assign(globalThis, {
  localStorage: new Kept(),
  sessionStorage: new Kept(),
  location: { hash: "", pathname: "/t/1", search: "" },
  history: { state: null, replaceState() {} },
  addEventListener() {},
});
const { DEFAULTS, read, settingsFrom } = await import("../../web/storage.js");
const entry = await import("../../web/credentials.js");
const { credentialFor, credentials, forget, keep, kindOf, startCredentials, tokenIn } = entry;
const rest = "x".repeat(43);

test("stored settings of the wrong type are left out", () => {
  assert.deepEqual(settingsFrom(null), DEFAULTS);
  assert.deepEqual(settingsFrom({ sound: true, theme: 7, other: "x" }), { ...DEFAULTS, sound: true });
});

test("storage that cannot be read is empty", () => {
  localStorage.setItem("broken", "{");
  assert.equal(read(localStorage, "broken"), null);
});

test("a token is found in an address, and nothing else is taken for one", () => {
  assert.equal(tokenIn(`https://cards.example/#invite_${rest}`), `invite_${rest}`);
  assert.equal(tokenIn(` seat_${rest}\n`), `seat_${rest}`);
  for (const text of ["", "#", "#content", "seat_", `cookie_${rest}`]) assert.equal(tokenIn(text), null);
  assert.equal(kindOf(`audit_${rest}`), "audit");
});

test("the seat comes before all other credentials of its table", () => {
  keep({ token: `key_${rest}`, kind: "key" });
  keep({ token: `view_${rest}`, kind: "view", table: "a" });
  keep({ token: `seat_${rest}`, kind: "seat", table: "a", seat: 1 });
  assert.equal(credentialFor("a")?.kind, "seat");
  assert.equal(credentialFor("b")?.kind, "key");
  forget(`seat_${rest}`);
  assert.equal(credentialFor("a")?.kind, "view");
});

test("a table is never shown with the token of its auditor, which shows nothing of it", () => {
  credentials.value = [];
  keep({ token: `audit_${rest}`, kind: "audit", table: "a" });
  assert.equal(credentialFor("a"), null);
});

test("a key that was forgotten while the service is asked about it does not come back", async () => {
  const { identify } = await import("../../web/entrance.js");
  const token = `key_${rest}`;
  credentials.value = [];
  keep({ token, kind: "key" });
  const original = globalThis.fetch;
  globalThis.fetch = async () => {
    forget(token);
    return Response.json({ kind: "key", scopes: ["tables"], name: "Ann" });
  };
  try {
    assert.equal((await identify(token))?.name, "Ann");
  } finally {
    globalThis.fetch = original;
  }
  assert.deepEqual(credentials.value, []);
});

test("only what is kept for the device is in its storage", () => {
  credentials.value = [];
  keep({ token: `seat_${rest}`, kind: "seat", table: "a", device: true });
  keep({ token: `view_${rest}`, kind: "view", table: "a" });
  assert.match(localStorage.getItem("fairdeal.credentials"), /seat_/);
  assert.doesNotMatch(localStorage.getItem("fairdeal.credentials"), /view_/);
  keep({ token: `seat_${rest}`, kind: "seat", device: false });
  assert.doesNotMatch(localStorage.getItem("fairdeal.credentials"), /seat_/);
});

test("a seat is forgotten when its series has been over for a week", async ({ mock }) => {
  const { forgetOld, noteEnd } = await import("../../web/table/device.js");
  const week = 7 * 24 * 3_600_000;
  mock.timers.enable({ apis: ["Date"], now: 2 * week });
  credentials.value = [];
  for (const name of ["1", "2"]) keep({ token: `seat_${name}${rest}`, kind: "seat", table: name });
  noteEnd(`seat_1${rest}`);
  for (const [passed, left] of [[0, ["2", "1"]], [week, ["2", "1"]], [1, ["2"]]]) {
    mock.timers.setTime(Date.now() + passed);
    forgetOld();
    assert.deepEqual(credentials.value.map(({ table }) => table), left);
  }
});

test("of two seats at a table the one that came last is shown", () => {
  credentials.value = [];
  keep({ token: `seat_1${rest}`, kind: "seat", table: "a", device: true });
  keep({ token: `seat_2${rest}`, kind: "seat", table: "a" });
  assert.equal(credentialFor("a")?.token, `seat_2${rest}`);
});

for (const kind of entry.KINDS) {
  test(`a link brings a credential only where this browser has it already: ${kind}`, () => {
    credentials.value = [];
    for (const storage of [localStorage, sessionStorage]) storage.setItem("fairdeal.credentials", "[]");
    for (const [kept, name] of [[null, "1"], ["1", "1"], ["1", "2"]]) {
      if (kept) keep({ token: `${kind}_${kept}${rest}`, kind, device: true });
      const token = `${kind}_${name}${rest}`, held = kept === name;
      location.hash = `#${token}`;
      assert.deepEqual(startCredentials(), { token, held });
      assert.equal(credentials.value.length, kept ? 1 : 0);
      assert.equal(localStorage.getItem("fairdeal.credentials")?.includes(token) ?? false, held);
    }
  });

  test(`every language says whose credential it is: ${kind}`, async () => {
    const [{ t }, { speak }] = await Promise.all([import("../../web/language.js"), import("./speaking.mjs")]);
    for (const tag of ["de", "ru", "ka", "en"]) {
      await speak(tag);
      const about = t(`linked-about-${kind}`, { name: "Ann", table: "Friday" });
      assert.match(about, /Ann/);
      if (!["invite", "key"].includes(kind)) assert.match(about, /Friday/);
    }
  });
}
