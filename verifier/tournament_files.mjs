// Verify the evidence of a tournament: a file with its bundle, then those of its tables and their deals, one
// on each line. The same as verifier/tournament_files.py.

import { see } from "./drawn.mjs";
import { isObject, isText } from "./forms.mjs";
import { LONGEST, Malformed, Unreadable, canonical } from "./reading.mjs";
import { say, together } from "./verdicts.mjs";
import { checked, prepare, verify } from "./verify.mjs";

const FORMAT = "fairdeal/1/tournament";
/** The name of the format stands within so many bytes of a line. */
const BEGIN = 64;
/** The most deals of a table. */
const MOST_DEALS = 1_000;
const WORST = ["fails", "hand", "open"];
const LINE_FEED = 10;

const textOf = (raw) => (isText(raw) ? raw : new TextDecoder("utf-8").decode(raw));

/** Whether a file is the evidence of a tournament. */
export const isTournament = (file) => textOf(file.slice(0, BEGIN)).includes(FORMAT);

/** The worst of some verdicts; it holds if none is in doubt. */
const worst = (verdicts) => WORST.find((status) => verdicts.some((each) => each.status === status)) ?? "holds";

/**
 * Verify every table and deal of a tournament, and then the tournament itself. heldOf: the evidence that the
 * reader holds for a stream. Each result is {line, stream, verdicts}; `line` is null for the tournament.
 * Throws Unreadable if it is no such file.
 */
export async function* verifyTournament(file, heldOf) {
  const every = records(file);
  const { value: first } = await every.next();
  if (first === undefined || (first.kind !== undefined && first.kind !== "tournament")) {
    throw new Unreadable(say("finding-no-format", { format: FORMAT }));
  }
  const whole = first.kind === undefined ? undefined : await prepare(first.text, heldOf(first.stream));
  const [sights, found, seen] = [[], [], new Set([first.stream])];
  for await (const { table, deals } of grouped(every, seen)) {
    const parts = await verified(table, deals, heldOf);
    for (const { line, stream, verdicts } of parts) {
      found.push(worstOf(verdicts));
      yield { line, stream, verdicts };
    }
    const [own, ...others] = parts.map(({ made }) => made);
    if (table?.kind === undefined || whole === undefined) continue;
    const sight = await see(whole, own, others.filter((each) => each !== undefined));
    if (sight !== null) sights.push(sight);
  }
  const verdicts = [];
  if (whole === undefined) verdicts.push(first.fault);
  else for await (const each of checked({ ...whole, held: { ...whole.held, sights } })) verdicts.push(each);
  yield { line: null, stream: first.stream, verdicts: [...verdicts, ofAll(found)] };
}

/** The verdicts on a table with its deals, each with its line and what was read. */
async function verified(table, deals, heldOf) {
  const others = deals.filter(({ kind }) => kind !== undefined).map(({ text }) => text);
  const every = [];
  for (const each of table === undefined ? deals : [table, ...deals]) {
    const { line, stream, kind, text, fault } = each;
    const verdicts = [];
    if (kind === undefined) verdicts.push(fault);
    else for await (const one of verify(text, { ...heldOf(stream), others: each === table ? others : [] })) verdicts.push(one);
    const made = kind === undefined ? undefined : await prepare(text);
    every.push({ line, stream, verdicts, made });
  }
  return every;
}

const worstOf = (verdicts) => {
  const status = worst(verdicts);
  return { status, checked: verdicts.some((each) => each.status === status && each.checked !== false) };
};

/** The verdict on the records of all tables and deals: the worst one on any of them. */
function ofAll(found) {
  const count = (status) => found.filter((each) => each.status === status).length;
  const status = found.length === 0 ? "none" : worst(found);
  const counts = { holds: count("holds"), fails: count("fails"), open: count("open"), hand: count("hand") };
  const isChecked = found.some((each) => each.status === status && each.checked);
  const said = say("finding-parts", counts);
  return {
    check: "records", status, checked: isChecked,
    sentence: status !== "open" || isChecked ? said : together([said, say("finding-points-unchecked")]), position: null, type: null, field: null, clauses: [],
  };
}

// --- Lines ------------------------------------------------------------------------------------------

/** Each table with the deals that follow it; first those before any table. */
async function* grouped(every, seen) {
  let [table, deals] = [undefined, []];
  for await (const each of every) {
    const { line, stream, kind } = each;
    if (kind === "tournament" || seen.has(stream)) throw unreadable(line);
    if (kind !== undefined) seen.add(stream);
    if (kind === "table") {
      yield { table, deals };
      [table, deals] = [each, []];
    } else {
      deals.push(each);
    }
    if (deals.length > MOST_DEALS) throw unreadable(line);
  }
  yield { table, deals };
}

const unreadable = (line) => new Unreadable(say("finding-line", { line, format: FORMAT }));

/** The record on each line: {line, stream, kind, text}; or, if its form is wrong, {line, stream, fault}. */
async function* records(file) {
  let line = 0;
  for (const raw of linesOf(file)) {
    line += 1;
    const bundle = bundleIn(raw, line);
    const { stream } = bundle;
    let text;
    try {
      text = canonical(bundle);
    } catch {
      throw unreadable(line);
    }
    try {
      const { bundle: { kind } } = await prepare(text);
      yield { line, stream, kind, text };
    } catch (error) {
      if (error instanceof Unreadable) throw unreadable(line);
      if (!(error instanceof Malformed)) throw error;
      const place = { position: null, type: null, field: null, clauses: [] };
      yield { line, stream, fault: { check: "form", status: "fails", checked: true, sentence: error.sentence, ...place } };
    }
  }
}

function bundleIn(raw, line) {
  if (raw.length > 2 * LONGEST) throw unreadable(line);
  let value;
  try {
    value = JSON.parse(textOf(raw));
  } catch {
    throw unreadable(line);
  }
  const isOne = isObject(value) && Object.keys(value).sort().join() === "bundle,format" && value.format === FORMAT;
  if (!isOne || !isObject(value.bundle) || !isText(value.bundle.stream)) throw unreadable(line);
  return value.bundle;
}

/** The lines of a file, as they are in it. */
function* linesOf(file) {
  const feed = isText(file) ? "\n" : LINE_FEED;
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf(feed, start);
    const stop = end === -1 ? file.length : end;
    yield file.slice(start, stop);
    start = stop + 1;
  }
}
