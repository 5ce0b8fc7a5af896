// Two signed checkpoints of one log, and whether they contradict each other; the same as
// verifier/forks.py.

import { hexadecimal, list, object, optional, text, word } from "./forms.mjs";
import { checkpoint, readKey } from "./notes.mjs";
import { LONGEST_PATH, Unreadable, loaded } from "./reading.mjs";
import { isConsistent, same, unhex } from "./recipe.mjs";
import { key as checkTrust, nameOf, trusted } from "./trust.mjs";
import { Failure, NotYet, say, verdict } from "./verdicts.mjs";

export const FORKED_LOG = "fairdeal/1/forked-log";
const FORK = object({
  format: word(FORKED_LOG),
  key: text,
  earlier: text,
  later: text,
  root: optional(hexadecimal(32)),
  proof: list(hexadecimal(32), 2 * LONGEST_PATH),
});

/** Read the evidence of a fork; null: the file is something else. Throws Unreadable if it has the wrong form. */
export function readFork(file) {
  const [, value] = loaded(file);
  if (value?.format !== FORKED_LOG) return null;
  try {
    return FORK(value, "fork");
  } catch (error) {
    throw new Unreadable(error.sentence);
  }
}

/** Check the evidence of a fork, with the key of the service and the pins of the reader. */
export async function* verifyFork(fork, { key = null, pins = [] } = {}) {
  const held = { key: key === null ? null : await readKey(key), pins, receipts: [] };
  const made = { bundle: { key: fork.key, log: fork, receipts: [] }, held };
  yield await verdict("key", checkTrust, made);
  yield await verdict("fork", checkFork, { ...made, fork });
}

async function checkFork(made) {
  const { fork } = made;
  const signer = await trusted(made);
  const [earlier, later] = [await signed(signer.key, fork.earlier), await signed(signer.key, fork.later)];
  const sizes = { old: earlier.size, size: later.size };
  if (earlier.size > later.size) throw new NotYet(say("finding-fork-smaller", sizes));
  if (earlier.size === later.size) {
    if (same(earlier.root, later.root)) return say("finding-one-checkpoint", { entries: later.size });
    throw misconduct(say("finding-two-logs", { key: nameOf(signer), entries: later.size }));
  }
  const root = fork.root === null ? null : unhex(fork.root);
  const proof = fork.proof.map(unhex);
  if (root === null || !(await isConsistent(earlier.size, root, later.size, later.root, proof))) {
    throw new NotYet(say("finding-fork-unproved", sizes));
  }
  if (same(root, earlier.root)) return say("finding-grown", sizes);
  throw misconduct(say("finding-forked", { key: nameOf(signer), ...sizes }));
}

const misconduct = (what) => new Failure(say("finding-misconduct", { what }), { field: "root" });

/** A checkpoint that the key has signed: another one shows nothing about its owner. */
async function signed(key, note) {
  try {
    return await checkpoint(key, note);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new NotYet(error.found.sentence);
  }
}
