// Once a session: whether the service's log still begins with what this browser has seen of it.
//
// The newest checkpoint is kept for each key of a service. A log that was restored from a backup, or that
// differs for others, is signed with two contents: the page then says so, and offers the evidence.

import { FORKED_LOG, verifyFork } from "../../verifier/forks.mjs";
import { checkpoint, opened, readKey } from "../../verifier/notes.mjs";
import { device, read, write } from "../storage.js";

/** @import { Fork } from "../../verifier/forks.mjs" */
/** @import { ServiceKey } from "../../verifier/notes.mjs" */

/**
 * What is to be said about the log. `fork` is evidence, which `fairdeal verify` checks.
 * @typedef {{ status: "forked" | "smaller" | "unproved", fork: Fork, old: number, size: number }
 *   | { status: "begun-anew", log: string, size: number, lost: number, reason: string, date: string, seen: string }} Notice
 */

const KEPT = "fairdeal.checkpoints";
const MOST = 16;

/** Compare the log with what was seen of it, and keep its newest checkpoint.
 * @returns {Promise<Notice | null>} null: there is nothing to say.
 */
export async function compareLog() {
  const key = await readKey((await textOf("/v1/log/key")).trim());
  const later = await textOf("/v1/log/checkpoint");
  const now = await checkpoint(key, later);
  const anew = await begunAnew(key);
  const earlier = kept()[key.text];
  if (earlier === undefined) {
    keep(key.text, later);
    return anew;
  }
  const before = await checkpoint(key, earlier);
  const sizes = { old: before.size, size: now.size };
  const proved = before.size < now.size ? await proofOf(key.name, before.size, now.size) : null;
  const fork = { format: FORKED_LOG, key: key.text, earlier, later, root: null, proof: [], ...proved };
  const status = await statusOf(fork, key);
  if (status === "fails") return { status: "forked", fork, ...sizes };
  if (status === "open") return { status: now.size < before.size ? "smaller" : "unproved", fork, ...sizes };
  keep(key.text, later);
  return anew;
}

/** Forget the log that was begun anew: its notice was read.
 * @param {string} seen The key of that log.
 */
export function forget(seen) {
  const { [seen]: _, ...others } = kept();
  write(device(), KEPT, others);
}

/** @param {Fork} fork @param {ServiceKey} key */
async function statusOf(fork, key) {
  for await (const { check, status } of verifyFork(fork, { key: key.text })) if (check === "fork") return status;
  return "open";
}

/** The break by which the operator ended a log that was seen, if this log is signed by its statement.
 * @param {ServiceKey} key
 * @returns {Promise<Notice | null>}
 */
async function begunAnew(key) {
  const others = Object.entries(kept()).filter(([text]) => text !== key.text);
  if (others.length === 0) return null;
  const { breaks } = JSON.parse(await textOf("/v1/log/breaks"));
  for (const { ended, reason, statement, at } of breaks) {
    for (const [text, note] of others) {
      const old = await readKey(text);
      if (old.name !== ended.log) continue;
      const [before, last] = [await checkpoint(old, note), await checkpoint(old, ended.checkpoint)];
      if (!(await isStated(key, statement, ended))) continue;
      const lost = Math.max(0, before.size - last.size);
      return { status: "begun-anew", log: ended.log, size: last.size, lost, reason, date: at, seen: text };
    }
  }
  return null;
}

/** Whether the key has signed that this log ended with this checkpoint.
 * @param {ServiceKey} key
 * @param {string} statement
 * @param {{ checkpoint: string }} ended
 */
async function isStated(key, statement, ended) {
  const text = await opened(key, statement);
  return text.includes(`\n${ended.checkpoint.split("\n", 3).join("\n")}\n`);
}

/** The root that the log has at an older size, with its proof; null: the service gives none.
 * @param {string} log @param {number} from @param {number} to
 */
async function proofOf(log, from, to) {
  const query = new URLSearchParams({ log, from: String(from), to: String(to), root: "true" });
  const response = await fetch(`/v1/log/consistency?${query}`);
  if (response.status >= 500 || response.status === 429) throw new TypeError("no answer");
  if (!response.ok) return null;
  const { root, proof } = await response.json();
  return { root, proof };
}

/** @returns {Readonly<Record<string, string>>} */
function kept() {
  const stored = read(device(), KEPT);
  return typeof stored === "object" && stored !== null ? /** @type {Record<string, string>} */ (stored) : {};
}

/** @param {string} key @param {string} note */
function keep(key, note) {
  const { [key]: _, ...others } = kept();
  write(device(), KEPT, Object.fromEntries([...Object.entries(others), [key, note]].slice(-MOST)));
}

/** @param {string} path */
async function textOf(path) {
  const response = await fetch(path);
  if (!response.ok) throw new TypeError("no answer");
  return await response.text();
}
