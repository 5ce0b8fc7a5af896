// node verifier/cli.mjs BUNDLE… [--receipt FILE]… [--checkpoint FILE]… [--consistency FILE]…
//   [--key FILE] [--seat-key SEAT=FILE]… [--seed SEAT=FILE]…
// Checks evidence bundles as `fairdeal verify` does, without the rules of the games. The moves of some
// bots are made again, by the module in ../bots/core.
// Exit codes:
//   1  a check fails;
//   2  a file cannot be read;
//   3  nothing fails, but a branch or a test table: laid by hand, it counts nowhere;
//   4  nothing fails, but a check is open, such as where only the bundle names the key of its log.
// Checks that need the rules of a game are always open here; `fairdeal verify` makes them.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Texts } from "../languages/catalogue.mjs";
import { areRivals, compare } from "./compare.mjs";
import { coreFrom } from "./core.mjs";
import { readFork, verifyFork } from "./forks.mjs";
import { readKey } from "./notes.mjs";
import { readSeedFile } from "./seed_file.mjs";
import { rivalsSummary, summary } from "./summary.mjs";
import { isTournament, verifyTournament } from "./tournament_files.mjs";
import { Malformed, Unreadable, readBundle, readReceipt, verify } from "./verify.mjs";

const USAGE = "usage: cli.mjs BUNDLE… [--receipt FILE]… [--checkpoint FILE]… [--consistency FILE]…"
  + " [--key FILE] [--seat-key SEAT=FILE]… [--seed SEAT=FILE]…";
const MODULE = new URL("../bots/core/core.wasm", import.meta.url);
const ENGLISH = new Texts("en");
for (const name of ["language", "findings", "refusals", "tournaments"]) {
  ENGLISH.add(readFileSync(new URL(`../languages/en/${name}.ftl`, import.meta.url), "utf-8"));
}
const several = { type: "string", multiple: true, default: [] };
const SHOWN = { holds: "holds", fails: "FAILS", open: "open ", hand: "HAND ", none: "none " };
const CODES = { fails: 1, hand: 3, open: 4 };

function arguments_() {
  try {
    const options = {
      receipt: several, checkpoint: several, consistency: several, key: { type: "string" },
      "seat-key": several, seed: several,
    };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 0) return { ...values, bundles: positionals };
  } catch {
    // the usage text lists the options
  }
  throw new Usage(USAGE);
}

/** The parsed bundle; undefined if its form is wrong, or the file is no bundle. */
async function formed(file) {
  if (isTournament(file) || readFork(file) !== null) return undefined;
  try {
    const bundle = readBundle(file);
    if (bundle.key !== null) await readKey(bundle.key);
    return bundle;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** The verdicts on each bundle, then on every pair of bundles of the same deal or table. */
async function* parts(given) {
  for (const { name, file, held, heldOf } of given) {
    if (isTournament(file)) {
      for await (const { line, stream, verdicts } of verifyTournament(file, heldOf)) {
        yield line === null ? [name, verdicts, summary] : [`${name}:${line}: ${stream}`, verdicts, undefined];
      }
      continue;
    }
    const fork = readFork(file);
    yield [name, fork === null ? verify(file, held) : verifyFork(fork, held), fork === null ? summary : null];
  }
  const formedOnes = given.filter(({ bundle }) => bundle !== undefined);
  for (const [at, one] of formedOnes.entries()) {
    for (const other of formedOnes.slice(at + 1)) {
      if (areRivals(one.bundle, other.bundle)) {
        yield [`${one.name} and ${other.name}`, compare(one, other), rivalsSummary];
      }
    }
  }
}

/** A seat and the content of its player's file, from SEAT=FILE. */
function ofSeat(given, how) {
  const [, seat, file] = /^(0|[1-9][0-9]{0,2})=(.+)$/s.exec(given) ?? [];
  if (seat === undefined) throw new Usage(`${given}: this is not SEAT=FILE`);
  return [Number(seat), how(file)];
}

/** The public key that a player is known to have. */
function readSeatKey(file) {
  const key = readFileSync(file, "utf-8").trim();
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Usage(`${file}: this is no key of a seat`);
  return key;
}

async function read(asked) {
  const all = (names) => names.map((name) => readFileSync(name));
  const [files, receipts, consistency] = [asked.bundles, asked.receipt, asked.consistency].map(all);
  const checkpoints = asked.checkpoint.map((name) => readFileSync(name, "utf-8"));
  const key = asked.key === undefined ? null : readFileSync(asked.key, "utf-8").trim();
  const seatKeys = asked["seat-key"].map((given) => ofSeat(given, readSeatKey));
  const bundles = await Promise.all(files.map(formed));
  const deals = new Set(bundles.filter((each) => each?.kind === "deal").map((each) => each.stream));
  const keptIn = (name) => readSeedFile(readFileSync(name));
  const seeds = new Map(asked.seed.map((given) => ofSeat(given, keptIn)));
  const pins = [...seeds.values()].flatMap((file) => file.pins);
  if (deals.size > 1 && [...seeds.values()].some(({ alone }) => alone !== null)) {
    throw new Usage("a seed in hex does not say of which of the deals it is");
  }
  for (const [at, receipt] of receipts.entries()) {
    const { deal } = readReceipt(receipt);
    if (files.length > 1 && !bundles.some((bundle) => bundle?.stream === deal)) {
      throw new Usage(`${asked.receipt[at]}: this receipt is for none of the bundles`);
    }
  }
  const others = files.filter((_, at) => bundles[at] !== undefined);
  const core = coreFrom(() => readFileSync(MODULE));
  const isAlone = files.length === 1 && !files.some(isTournament);
  const heldOf = (stream) => {
    const own = receipts.filter((receipt) => isAlone || readReceipt(receipt).deal === stream);
    const ownSeeds = [...seeds].map(([seat, { seed }]) => [seat, seed(stream, seat)]);
    const kept = [...seeds.values()].flatMap((file) => file.receipts);
    const ofThis = kept.filter(({ deal }) => deal === stream).map((each) => JSON.stringify(each));
    return {
      receipts: [...own, ...ofThis], checkpoints, consistency, key, pins, seatKeys, ownSeeds, others, core,
    };
  };
  return files.map((file, at) => (
    { name: asked.bundles[at], file, bundle: bundles[at], held: heldOf(bundles[at]?.stream), heldOf }
  ));
}

/** The command is wrong, or names a file that is. */
class Usage extends Error {}

const inWords = ({ key, values }) => ENGLISH.text(key, values);

/** The reason for a verdict in English, with its place and the clauses. */
function detailOf({ sentence, position, type, field, clauses }) {
  let named = position === null ? "" : `event ${position}`;
  if (type !== null) named += ` (${type})`;
  const where = [named, field].filter(Boolean).join(", ");
  const broken = clauses.length > 0 ? ` [${clauses.join(", ")}]` : "";
  return `${where && `${where}: `}${inWords(sentence)}${broken}`;
}

/** The text with characters that do not print, such as terminal control codes, escaped. */
function plain(text) {
  return text.replace(/[\p{C}\p{Z}]/gu, (one) => {
    if (one === " ") return one;
    const code = one.codePointAt(0);
    const short = { 9: "\\t", 10: "\\n", 13: "\\r" }[code];
    const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return short ?? `\\${mark}${code.toString(16).padStart(digits, "0")}`;
  });
}

/** A summary as lines of text, with an empty one at the end. */
function linesOf({ answer, trust, shown, rests, cannot }) {
  const words = (sentences) => sentences.map(inWords).join(" ");
  const about = [["summary-shown", shown], ["summary-rests", rests]].filter(([, some]) => some.length > 0);
  const lines = about.map(([key, some]) => `${ENGLISH.text(key)} ${words(some)}`);
  const first = trust === null ? inWords(answer) : `${inWords(answer)} Key: ${inWords(trust)}.`;
  return [plain(first), ...lines, inWords(cannot), ""];
}

/** Whether a verdict is in doubt for another reason than that this program makes no such check. */
const isInDoubt = ({ status, checked }) => status in CODES && checked !== false;

async function main() {
  const given = await read(arguments_());
  const statuses = new Set();
  for await (const [title, verdicts, sums] of parts(given)) {
    const found = [];
    for await (const verdict of verdicts) found.push(verdict);
    for (const { status } of found) statuses.add(status);
    const isPart = sums === undefined;
    const shown = isPart ? found.filter(isInDoubt) : found;
    if (isPart ? shown.length > 0 : given.length > 1) console.log(plain(`${title}:`));
    for (const line of sums ? linesOf(sums(found)) : []) console.log(line);
    for (const verdict of shown) {
      const { check, status } = verdict;
      console.log(plain(`${SHOWN[status]}  ${check.padEnd(12)}  ${detailOf(verdict)}`));
    }
  }
  const worst = Object.keys(CODES).find((status) => statuses.has(status));
  return worst === undefined ? 0 : CODES[worst];
}

try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof Usage || error instanceof Unreadable || error instanceof Malformed || error.code;
  if (!known) throw error;
  console.error(plain(error.sentence ? inWords(error.sentence) : error.message));
  process.exitCode = 2;
}
