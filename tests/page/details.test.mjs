// The details of verdicts have translations, and the translations are of sentences that exist.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { Sentence, Seats, say, sentence, together } from "../../verifier/verdicts.mjs";
import { verify } from "../../verifier/verify.mjs";

const VERIFIER = new URL("../../verifier/", import.meta.url);
const RECORDS = new URL("../verifier/records/0.1/", import.meta.url);
const LANGUAGES = ["de", "ru", "ka"];
const catalogue = async (language) => (await import(`../../web/languages/${language}/details.js`)).default;

/** The sources of the verifier, with {} for each value in a template. */
const sources = [...readdirSync(VERIFIER).filter((each) => each.endsWith(".mjs")).map((each) => new URL(each, VERIFIER)),
  new URL("../../web/verify/run.js", import.meta.url)]
  .map((each) => withoutValues(readFileSync(each, "utf-8"))).join("\n");

function withoutValues(text) {
  let [made, depth] = ["", 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith("${", at)) {
      depth += 1;
      at += 1;
    } else if (depth > 0 && text[at] === "{") depth += 1;
    else if (depth > 0 && text[at] === "}") {
      depth -= 1;
      if (depth === 0) made += "{}";
    } else if (depth === 0) made += text[at];
  }
  return made;
}

test("a sentence is the same text as its template, whatever its values are", () => {
  const name = "{} and $&";
  assert.equal(String(say`${name} has ${new Seats([2, 0])}, ${new Seats([1])}`), `${name} has seats 0, 2, seat 1`);
  assert.equal(String(together([sentence("{}"), say`is ${1}`])), "{}; is 1");
});

test("each language translates the same sentences, and each sentence is the verifier's", async () => {
  const [first, ...others] = await Promise.all(LANGUAGES.map(catalogue));
  for (const each of others) assert.deepEqual(Object.keys(each), Object.keys(first));
  for (const code of Object.keys({ ...(await catalogue("en")), ...first })) {
    const known = code === "{} or {}" || sources.includes(`\`${code}\``) || sources.includes(`"${code}"`);
    assert.ok(known, code);
  }
});

test("each translation says every value once", async () => {
  for (const language of ["en", ...LANGUAGES]) {
    for (const [code, said] of Object.entries(await catalogue(language))) {
      const values = [...said.matchAll(/\{(\d)\}/g)].map(([, at]) => Number(at)).sort();
      assert.deepEqual(values, code.split("{}").slice(1).map((_, at) => at), `${language}: ${code}`);
    }
  }
});

/** The sentences in a detail, and the texts among their values. */
function inside(value) {
  if (!(value instanceof Sentence)) return { codes: [], texts: typeof value === "string" ? [value] : [] };
  const parts = value.values.map(inside);
  return { codes: [value.code, ...parts.flatMap(({ codes }) => codes)], texts: parts.flatMap(({ texts }) => texts) };
}

test("every detail of a good record is translated, and no value has words of its own", async () => {
  const known = await catalogue("de");
  for (const folder of readdirSync(RECORDS).filter((each) => !each.includes("."))) {
    for (const name of readdirSync(new URL(`${folder}/`, RECORDS)).filter((each) => each.endsWith("json"))) {
      const file = readFileSync(new URL(`${folder}/${name}`, RECORDS));
      for await (const { detail, told } of verify(file, { others: [file] })) {
        assert.equal(String(told.sentence), detail);
        const { codes, texts } = inside(told.sentence);
        for (const code of codes) assert.ok(!/\p{L}/u.test(code) || code in known, code);
        for (const text of texts) assert.match(text, /^(\S*|\d+: \S+(, \d+: \S+)*)$/);
      }
    }
  }
});
