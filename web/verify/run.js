// Verify records with the JavaScript verifier: its verdicts, in the form in which the page shows them.

import { areRivals, compare } from "../../verifier/compare.mjs";
import { readFork, verifyFork } from "../../verifier/forks.mjs";
import { readKey } from "../../verifier/notes.mjs";
import { say } from "../../verifier/verdicts.mjs";
import { readSeedFile } from "../../verifier/seed_file.mjs";
import { verifyTournament } from "../../verifier/tournament_files.mjs";
import { Malformed, Unreadable, prepare, readBundle, readReceipt, verify } from "../../verifier/verify.mjs";
import { firstFalse, readReplay } from "../replay/file.js";
import { monotonic } from "../runtime.js";
import { core } from "./core.js";
import { LONGEST, kindOf, parsed, textOf } from "./files.js";

/** @import { Bundle, Held, Pin, Receipt, Verdict } from "../../verifier/verify.mjs" */
/** @import { Said } from "../../languages/catalogue.mjs" */
/** @import { Seated } from "../cards.js" */
/** @import { Given, Kind } from "./files.js" */

/**
 * The answer to "is it true?": what fails, then what was laid by hand, then what is open although
 * a browser could decide it. `rest`: all that a browser can decide holds.
 * @typedef {"fails" | "unreadable" | "hand" | "open" | "rest" | "holds"} Answer
 */

/**
 * @typedef {object} Report
 * @property {string} name The file.
 * @property {Bundle | null} bundle null: its form is wrong, or it is no bundle.
 * @property {Seated | null} table The table with the names of the players, if the file has it.
 * @property {Answer} answer
 * @property {readonly Verdict[]} verdicts
 * @property {number} took How long the verification took, in ms.
 */

/**
 * @typedef {object} Added The checks whose verdict or detail a piece of evidence changes.
 * @property {string} name
 * @property {Kind} kind
 * @property {readonly { before: Verdict, after: Verdict }[]} changes
 */

/**
 * @typedef {object} Audit
 * @property {readonly Report[]} reports One for each bundle.
 * @property {readonly { names: readonly [string, string], verdicts: readonly Verdict[] }[]} compared
 * @property {readonly Added[]} added
 * @property {readonly { name: string, why: Said | undefined }[]} refused The files that cannot be used.
 * @property {string} command How to have the rest checked: the rules, and the bots' moves.
 */

const MOST_SEATS = 10;

/** Verify all bundles among some files, with the other files as evidence.
 * @param {readonly Given[]} files
 * @param {readonly Pin[]} pins The keys of the page's own service.
 * @returns {Promise<Audit>}
 */
export async function audit(files, pins = []) {
  const { used, refused } = await sorted(files);
  const bundles = used.filter(({ kind }) => isRecord(kind))
    .map(({ file, kind }) => ({ file: recordOf(file), kind }));
  const evidence = { pins, used: used.filter(({ kind }) => !isRecord(kind) && !isApart(kind)) };
  const reports = [];
  for (const { file, kind } of used) {
    if (kind === "fork") reports.push(await forkReport(file, evidence));
    if (kind === "tournament") reports.push(...await tournamentReports(file, evidence));
  }
  for (const { file } of bundles) {
    const made = await report(file, heldFor(file, bundles, evidence));
    const replay = used.find(({ file: { name }, kind }) => kind === "replay" && name === file.name);
    reports.push(replay === undefined ? made : await withFrames(made, replay.file));
  }
  const [first] = bundles;
  return {
    reports,
    compared: await comparisons(bundles, evidence),
    added: first === undefined ? [] : await additions(first.file, bundles, evidence),
    refused,
    command: commandFor(used),
  };
}

/** The verdicts on the evidence that a log was forked.
 * @param {Given} file
 * @param {Evidence} evidence
 * @returns {Promise<Report>}
 */
async function forkReport(file, { pins, used }) {
  const start = monotonic();
  const fork = readFork(file.content);
  const [key] = used.filter(({ kind }) => kind === "key");
  /** @type {Verdict[]} */
  const verdicts = [];
  const held = { key: key === undefined ? null : textOf(key.file).trim(), pins };
  if (fork !== null) for await (const each of verifyFork(fork, held)) verdicts.push(each);
  return { name: file.name, bundle: null, table: null, answer: answerOf(verdicts), verdicts, took: monotonic() - start };
}

/** The verdicts on a tournament, then on its tables and deals, if they are in doubt.
 * @param {Given} file
 * @param {Evidence} evidence
 * @returns {Promise<Report[]>}
 */
async function tournamentReports(file, evidence) {
  let start = monotonic();
  const parts = [];
  const held = (/** @type {string} */ stream) => ({ core, ...heldForStream(stream, false, evidence) });
  try {
    for await (const { line, verdicts } of verifyTournament(file.content, held)) {
      const now = monotonic();
      const name = line === null ? file.name : `${file.name}:${line}`;
      const made = { name, bundle: null, table: null, answer: answerOf(verdicts), verdicts, took: now - start };
      start = now;
      if (line === null) return [made, ...parts];
      if (!["holds", "rest"].includes(made.answer)) parts.push(made);
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const verdicts = [failing("form", error.sentence)];
    return [{ name: file.name, bundle: null, table: null, answer: "unreadable", verdicts, took: monotonic() - start }];
  }
  return parts;
}

/** The audit of files that cannot be verified.
 * @param {readonly Given[]} files
 * @param {unknown} error Why they cannot.
 * @returns {Audit}
 */
export function refusing(files, error) {
  const refused = files.map(({ name }) => ({ name, why: say("said", { text: String(error) }) }));
  return { reports: [], compared: [], added: [], refused, command: "" };
}

/** The record in a file: the file itself, or what a replay's file holds.
 * @param {Given} file
 * @returns {Given}
 */
export function recordOf(file) {
  if (kindOf(file) !== "replay") return file;
  return { name: file.name, content: new TextEncoder().encode(readReplay(textOf(file)).bundle) };
}

/** The name under which the record in a file is saved.
 * @param {Given} file
 */
export function recordName(file) {
  return kindOf(file) === "replay" ? `record-${file.name}` : file.name;
}

/** The verdicts on a bundle.
 * @param {Given} file
 * @param {Held} held
 * @returns {Promise<Report>}
 */
export async function report(file, held) {
  const start = monotonic();
  const { verdicts, answer } = await verdictsOn(file, held);
  return { name: file.name, bundle: bundleIn(file), table: null, answer, verdicts, took: monotonic() - start };
}

/** The answer that some verdicts give.
 * @param {readonly Verdict[]} verdicts
 * @returns {Answer}
 */
export function answerOf(verdicts) {
  const has = (/** @type {string} */ status) => verdicts.some((each) => each.status === status);
  if (has("fails")) return "fails";
  if (has("hand")) return "hand";
  const open = verdicts.filter(({ status }) => status === "open");
  if (open.length === 0) return "holds";
  return open.every(({ checked }) => checked === false) ? "rest" : "open";
}

/** A command line that makes every check.
 * @param {readonly Sorted[]} used
 */
export function commandFor(used) {
  const option = { receipt: "--receipt", checkpoint: "--checkpoint", consistency: "--consistency", key: "--key" };
  const parts = used.flatMap(({ file, kind }) => {
    if (isRecord(kind) || isApart(kind)) return [quoted(recordName(file))];
    const named = option[/** @type {keyof typeof option} */ (kind)];
    if (named !== undefined) return [named, quoted(file.name)];
    return kind === "seeds" ? ["--seed", quoted(`SEAT=${file.name}`)] : [];
  });
  return ["fairdeal verify", ...parts].join(" ");
}

/** @typedef {{ file: Given, kind: Kind }} Sorted */
/** @typedef {{ pins: readonly Pin[], used: readonly Sorted[] }} Evidence What there is besides the bundles. */

/** @param {Kind} kind */
const isRecord = (kind) => kind === "bundle" || kind === "replay";
/** @param {Kind} kind */
const isApart = (kind) => kind === "fork" || kind === "tournament";

/** A report with the verdict whether the frames of a replay show the events of its record.
 * @param {Report} made
 * @param {Given} replay
 * @returns {Promise<Report>}
 */
async function withFrames(made, replay) {
  if (made.bundle === null) return made;
  const file = readReplay(textOf(replay));
  const { table } = file;
  const position = firstFalse(file, await prepare(file.bundle));
  const sentence = position === null
    ? say("finding-frames") : say("finding-frame-missing", { event: position });
  const status = position === null ? /** @type {const} */ ("holds") : /** @type {const} */ ("fails");
  const verdicts = [...made.verdicts, failing("frames", sentence, { status, position })];
  return { ...made, table, verdicts, answer: answerOf(verdicts) };
}

/** A verdict without a place in the record.
 * @param {string} check
 * @param {Said} sentence
 * @param {Partial<Verdict>} [more]
 * @returns {Verdict}
 */
function failing(check, sentence, more) {
  return { check, status: "fails", sentence, position: null, type: null, field: null, clauses: [], ...more };
}

/** The files by their kinds; a file that cannot be read is refused, with the reason.
 * @param {readonly Given[]} files
 */
async function sorted(files) {
  /** @type {Sorted[]} */
  const used = [];
  const refused = [];
  for (const file of files) {
    const kind = kindOf(file);
    const why = kind === "unknown" ? unknown(file) : await complaint(file, kind);
    if (why === null) used.push({ file, kind });
    else refused.push({ name: file.name, why });
  }
  const keys = used.filter(({ kind }) => kind === "key");
  for (const extra of keys.slice(1)) refused.push({ name: extra.file.name, why: say("finding-one-key") });
  return { used: used.filter((each) => !keys.slice(1).includes(each)), refused };
}

/** Why a file of no known kind cannot be used.
 * @param {Given} file
 */
function unknown(file) {
  if (file.content.length >= LONGEST) return say("finding-too-long", { most: LONGEST });
  return say(parsed(textOf(file)) === undefined ? "finding-no-json" : "finding-no-evidence");
}

/** Why a piece of evidence cannot be used; null: it can.
 * @param {Given} file
 * @param {Kind} kind
 * @returns {Promise<Said | null>}
 */
async function complaint(file, kind) {
  try {
    if (kind === "replay") readReplay(textOf(file));
    if (kind === "receipt") readReceipt(file.content);
    if (kind === "fork") readFork(file.content);
    if (kind === "seeds") readSeedFile(file.content);
    if (kind === "key") await readKey(textOf(file).trim());
    return null;
  } catch (error) {
    if (error instanceof Unreadable || error instanceof Malformed) return error.sentence;
    if (error instanceof SyntaxError) return say("finding-no-replay");
    throw error;
  }
}

/** The evidence for a bundle, in the form of the verifier.
 * @param {Given} file
 * @param {readonly Sorted[]} bundles
 * @param {Evidence} evidence
 * @returns {Held}
 */
function heldFor(file, bundles, evidence) {
  return {
    ...heldForStream(bundleIn(file)?.stream ?? "", bundles.length === 1, evidence),
    others: bundles.map((each) => each.file).filter((each) => bundleIn(each) !== null)
      .map(({ content }) => content),
  };
}

/** The evidence for a stream, which may be alone.
 * @param {string} stream
 * @param {boolean} isAlone
 * @param {Evidence} evidence
 * @returns {Held}
 */
function heldForStream(stream, isAlone, evidence) {
  const of = (/** @type {Kind} */ kind) => evidence.used.filter((each) => each.kind === kind);
  const isOwn = (/** @type {Receipt} */ { deal }) => isAlone || deal === stream;
  const kept = of("seeds").map((each) => readSeedFile(each.file.content));
  const [key] = of("key");
  return {
    receipts: [
      ...of("receipt").flatMap(({ file: { content } }) => (isOwn(readReceipt(content)) ? [content] : [])),
      ...kept.flatMap(({ receipts }) => receipts.filter(({ deal }) => deal === stream))
        .map((each) => JSON.stringify(each)),
    ],
    checkpoints: of("checkpoint").map((each) => textOf(each.file)),
    consistency: of("consistency").map((each) => each.file.content),
    key: key === undefined ? null : textOf(key.file).trim(),
    pins: [...evidence.pins, ...kept.flatMap((file) => file.pins)],
    ownSeeds: kept.flatMap(({ seed }) => seedsOf(seed, stream)),
  };
}

/** The seeds that a file has for a deal.
 * @param {(deal: string, seat: number) => string | null} seed
 * @param {string} deal
 */
function seedsOf(seed, deal) {
  const seats = Array.from({ length: MOST_SEATS }, (_, seat) => seat);
  return seats.flatMap((seat) => {
    const own = seed(deal, seat);
    return own === null ? [] : [/** @type {[number, string]} */ ([seat, own])];
  });
}

/**
 * @param {Given} file
 * @param {Held} held
 * @returns {Promise<{ verdicts: Verdict[], answer: Answer }>}
 */
async function verdictsOn(file, held) {
  const verdicts = [];
  try {
    for await (const each of verify(file.content, { core, ...held })) verdicts.push(each);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    verdicts.push(failing("form", error.sentence));
    return { verdicts, answer: "unreadable" };
  }
  return { verdicts, answer: answerOf(verdicts) };
}

/** The bundle in a file; null: it is none, or its form is wrong.
 * @param {Given} file
 */
function bundleIn({ content }) {
  try {
    return readBundle(content);
  } catch (error) {
    if (error instanceof Malformed || error instanceof Unreadable) return null;
    throw error;
  }
}

/** The checks of a bundle that each piece of evidence changes.
 * @param {Given} file
 * @param {readonly Sorted[]} bundles
 * @param {Evidence} evidence
 */
async function additions(file, bundles, evidence) {
  if (evidence.used.length === 0) return [];
  const { verdicts: all } = await verdictsOn(file, heldFor(file, bundles, evidence));
  const added = [];
  for (const each of evidence.used) {
    const others = { ...evidence, used: evidence.used.filter((other) => other !== each) };
    const { verdicts: without } = await verdictsOn(file, heldFor(file, bundles, others));
    const changes = all.flatMap((after) => {
      const before = without.find(({ check }) => check === after.check);
      const differs = before && (before.status !== after.status || JSON.stringify(before.sentence) !== JSON.stringify(after.sentence));
      return differs ? [{ before, after }] : [];
    });
    added.push({ name: each.file.name, kind: each.kind, changes });
  }
  return added;
}

/** The verdicts on every two bundles that claim to be the same record.
 * @param {readonly Sorted[]} bundles
 * @param {Evidence} evidence
 */
async function comparisons(bundles, evidence) {
  const named = bundles.flatMap(({ file }) => {
    const bundle = bundleIn(file);
    const held = heldFor(file, bundles, evidence);
    return bundle === null ? [] : [{ name: file.name, file: file.content, held, bundle }];
  });
  const made = [];
  for (const [at, one] of named.entries()) {
    for (const other of named.slice(at + 1)) {
      if (!areRivals(one.bundle, other.bundle)) continue;
      const verdicts = [];
      for await (const each of compare(one, other)) verdicts.push(each);
      made.push({ names: /** @type {const} */ ([one.name, other.name]), verdicts });
    }
  }
  return made;
}

/** A name as one word of a shell.
 * @param {string} name
 */
function quoted(name) {
  return /^[\w./=+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
