// Checkpoints of the service's log, and whether the log of today begins with one seen before. A
// service that was restored from a backup, or that shows different logs to different people, signs
// two contents with one key.

import { done, type Client } from "./client.js";
import { hex, joined, sha256, unhex } from "./framing.js";
import { Problem } from "./problem.js";
import { ServiceKey } from "./serviceKey.js";

/**
 * `first`: nothing was kept. `holds`: the log begins with what was seen. `begun-anew`: the operator
 * ended the log that was seen, and says why. `smaller`: it has fewer entries than it had, as after a
 * restore. `unproved`: the service does not prove what it began with. `forked`: one key has signed
 * two contents, which the evidence shows to all.
 */
export type LogStatus = "first" | "holds" | "begun-anew" | "smaller" | "unproved" | "forked";

/** The evidence of a fork: save it as JSON, and `fairdeal verify` checks it. */
export interface Fork {
  readonly format: "fairdeal/1/forked-log";
  readonly key: string;
  readonly earlier: string;
  readonly later: string;
  readonly root: string | null;
  readonly proof: readonly string[];
}

/** The comparison of the log with the newest checkpoint that was seen before. */
export interface LogReport {
  readonly status: LogStatus;
  /** The answer in a sentence. */
  readonly text: string;
  readonly evidence?: Fork;
}

/** Where checkpoints are kept, by the text of their key: a `Map`, or something that lasts. */
export interface Checkpoints {
  get(key: string): string | undefined;
  set(key: string, note: string): unknown;
  delete(key: string): unknown;
  keys(): Iterable<string>;
}

interface Seen {
  readonly note: string;
  readonly size: number;
  readonly root: Uint8Array;
}

const LONGEST = 16_384;

/** Compare the log with what was kept, and keep its newest checkpoint if it holds. */
export async function checkLog(client: Client, kept: Checkpoints): Promise<LogReport> {
  const key = await ServiceKey.read(await client.logKey());
  const note = await done(client.ask.GET("/v1/log/checkpoint", { parseAs: "text" }));
  const anew = await begunAnew(client, key, kept);
  const now = await opened(key, note);
  const before = kept.get(key.text);
  const report: LogReport =
    before === undefined
      ? { status: "first", text: `The log has ${now.size} entries.` }
      : await compared(client, key, await opened(key, before), now);
  if (report.status !== "first" && report.status !== "holds") return report;
  kept.set(key.text, now.note);
  return anew ?? report;
}

async function compared(client: Client, key: ServiceKey, before: Seen, now: Seen): Promise<LogReport> {
  const evidence: Fork = {
    format: "fairdeal/1/forked-log",
    key: key.text,
    earlier: before.note,
    later: now.note,
    root: null,
    proof: [],
  };
  if (now.size < before.size) {
    const text = `The log has ${now.size} entries, and it had ${before.size}.`;
    return { status: "smaller", text, evidence };
  }
  if (now.size === before.size) return judged(before, now, isSame(before.root, now.root), evidence);
  const proved = await proof(client, nameOf(key), before.size, now);
  if (proved === null) {
    const log = `its log of ${now.size} entries begins with the ${before.size} entries`;
    const text = `The service does not prove that ${log} that it had signed before.`;
    return { status: "unproved", text, evidence };
  }
  const holds = isSame(unhex(proved.root), before.root);
  return judged(before, now, holds, { ...evidence, ...proved });
}

function judged(before: Seen, now: Seen, holds: boolean, evidence: Fork): LogReport {
  if (holds) {
    const text = `The log of ${now.size} entries begins with the ${before.size} that were seen.`;
    return { status: "holds", text };
  }
  const text =
    `The log was forked: its key has signed ${now.size} entries that do not begin with the` +
    ` ${before.size} entries that it had signed before. Save the evidence.`;
  return { status: "forked", text, evidence };
}

/** The root of the log at an older size, with its proof; null: the service proves none. */
async function proof(client: Client, log: string, from: number, to: Seen) {
  const query = { log, from, to: to.size, root: true };
  const asked = done(client.ask.GET("/v1/log/consistency", { params: { query } }));
  const answer = await asked.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return null;
  });
  const { root, proof } = answer ?? {};
  if (root === undefined || proof === undefined) return null;
  const holds = await isConsistent(from, unhex(root), to.size, to.root, proof.map(unhex));
  return holds ? { root, proof } : null;
}

/** The break that ended a log of which a checkpoint was kept; that one is then forgotten. */
async function begunAnew(client: Client, key: ServiceKey, kept: Checkpoints) {
  const others = [...kept.keys()].filter((text) => text !== key.text);
  if (others.length === 0) return null;
  const { breaks } = await done(client.ask.GET("/v1/log/breaks"));
  for (const { ended, reason, statement } of breaks) {
    for (const text of others) {
      const old = await ServiceKey.read(text);
      const note = kept.get(text);
      if (nameOf(old) !== ended.log || note === undefined) continue;
      const [before, last] = [await opened(old, note), await opened(old, ended.checkpoint)];
      const stated = `\n${ended.checkpoint.split("\n", 3).join("\n")}\n`;
      if (!(await signedText(key, statement)).includes(stated)) continue;
      if (before.size <= last.size) {
        const report = await compared(client, old, before, last);
        if (report.status !== "holds") return report;
      }
      kept.delete(text);
      const lost = Math.max(0, before.size - last.size);
      const said =
        `The operator ended the log ${ended.log} with ${last.size} entries and began another one,` +
        ` with this reason: "${reason}" ${lost} entries that you had seen were lost.`;
      return { status: "begun-anew", text: said } as const;
    }
  }
  return null;
}

const nameOf = (key: ServiceKey) => key.text.slice(0, key.text.indexOf("+"));

/** The checkpoint in a note; throws a TypeError if the key has not signed it. */
async function opened(key: ServiceKey, note: string): Promise<Seen> {
  const [origin, size = "", root = ""] = (await signedText(key, note)).split("\n");
  const raw = Uint8Array.from(Buffer.from(root, "base64"));
  const isWhole = /^(0|[1-9][0-9]{0,15})$/.test(size) && Number.isSafeInteger(Number(size));
  if (origin !== nameOf(key) || !isWhole || Buffer.from(raw).toString("base64") !== root) {
    throw new TypeError("this is no checkpoint of the log");
  }
  return { note, size: Number(size), root: raw };
}

async function signedText(key: ServiceKey, note: string): Promise<string> {
  const blank = note.lastIndexOf("\n\n");
  const text = note.slice(0, blank + 1);
  for (const line of note.slice(blank + 2).split("\n")) {
    const [dash, name, encoded = ""] = line.split(" ");
    const raw = Uint8Array.from(Buffer.from(encoded, "base64"));
    if (blank < 0 || note.length > LONGEST || dash !== "—" || name !== nameOf(key)) continue;
    if (hex(raw.slice(0, 4)) !== key.id) continue;
    if (await key.hasSignedBytes(new TextEncoder().encode(text), raw.slice(4))) return text;
  }
  throw new TypeError(`${nameOf(key)} has not signed this note`);
}

/** Whether a proof shows that a tree begins with an older one (RFC 6962, section 2.1.2). */
export async function isConsistent(
  old: number,
  oldRoot: Uint8Array,
  size: number,
  root: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<boolean> {
  if (old <= 0 || old >= size) {
    const alike = old === 0 ? await sha256() : old === size ? root : undefined;
    return alike !== undefined && isSame(oldRoot, alike) && proof.length === 0;
  }
  const [first, ...siblings] = Number.isInteger(Math.log2(old)) ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [place, last] = [old - 1, size - 1];
  const up = () => {
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  };
  while (place % 2 === 1) up();
  let [before, after] = [first, first];
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      before = await node(sibling, before);
      after = await node(sibling, after);
      while (place % 2 === 0 && place > 0) up();
    } else {
      after = await node(after, sibling);
    }
    up();
  }
  return last === 0 && isSame(before, oldRoot) && isSame(after, root);
}

function node(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(joined(Uint8Array.of(1), left, right));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return hex(one) === hex(other);
}
