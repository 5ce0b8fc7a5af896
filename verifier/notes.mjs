// Keys, signed notes and checkpoints (c2sp.org/signed-note, /tlog-checkpoint); the same as
// events/translog/notes.py.

import { bytes, hex, joined, sha256 } from "./recipe.mjs";
import { Malformed } from "./reading.mjs";
import { Failure, say } from "./verdicts.mjs";

const { subtle } = globalThis.crypto;
const LONGEST_NOTE = 16_384; // in characters
const MOST_SIGNATURES = 16;
const NAME = /^[!-*,-~]{1,100}$/;

/** Decode base64, accepting its canonical form only; undefined for anything else. */
function fromBase64(text) {
  try {
    const raw = atob(text);
    return btoa(raw) === text ? Uint8Array.from(raw, (each) => each.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

/** The key in its text form, `name+id+base64(0x01 ‖ public key)`. */
export async function readKey(text) {
  const [, name = "", id = "", encoded = ""] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? [];
  const key = fromBase64(encoded);
  if (key === undefined || key.length !== 33 || key[0] !== 1 || !NAME.test(name)) {
    throw new Malformed("bundle.key", say("finding-note-no-key"));
  }
  const own = hex((await sha256(joined(bytes(`${name}\n`), key))).slice(0, 4));
  if (own !== id) throw new Malformed("bundle.key", say("finding-note-key-id"));
  return { name, id, text, raw: key.slice(1) };
}

/** Whether the key has signed these bytes. */
export async function signedBy(key, signature, data) {
  try {
    const known = await subtle.importKey("raw", key.raw, { name: "Ed25519" }, false, ["verify"]);
    return await subtle.verify({ name: "Ed25519" }, known, signature, data);
  } catch {
    return false;
  }
}

const bad = (detail) => new Failure(detail, { field: "checkpoint" });

/** The checkpoint in a note, after checking that the key has signed it. */
export const checkpoint = async (key, note) => read(await opened(key, note), key);

/** The text of a note, after checking that the key has signed it. */
export async function opened(key, note) {
  if ([...note].length > LONGEST_NOTE) throw bad(say("finding-note-too-long", { most: LONGEST_NOTE }));
  const blank = note.lastIndexOf("\n\n");
  const lines = note.slice(blank + 2);
  if (blank < 0 || !lines.endsWith("\n")) {
    throw bad(say("finding-note-form"));
  }
  const text = note.slice(0, blank + 1);
  const signed = lines.slice(0, -1).split("\n");
  if (signed.length > MOST_SIGNATURES) {
    throw bad(say("finding-note-most-signatures", { most: MOST_SIGNATURES }));
  }
  const own = signed.map(signature)
    .filter((each) => each.name === key.name && hex(each.raw.slice(0, 4)) === key.id);
  if (own.length === 0) throw bad(say("finding-note-unsigned", { name: key.name }));
  for (const { raw } of own) {
    if (!(await signedBy(key, raw.slice(4), bytes(text)))) {
      throw bad(say("finding-note-signature", { name: key.name }));
    }
  }
  return text;
}

function signature(line) {
  const [, name, encoded] = /^— ([^ ]+) (.+)$/s.exec(line) ?? [];
  if (name === undefined) throw bad(say("finding-note-end"));
  const raw = fromBase64(encoded);
  if (raw === undefined) throw bad(say("finding-note-base64"));
  return { name, raw };
}

function read(text, key) {
  const [origin, size, encoded, ...rest] = text.split("\n");
  const root = fromBase64(encoded ?? "");
  const sized = /^(0|[1-9][0-9]{0,18})$/.test(size ?? "") && Number.isSafeInteger(Number(size));
  if (!origin || !sized || root === undefined || rest.length === 0) {
    throw bad(say("finding-note-checkpoint"));
  }
  if (origin !== key.name) throw bad(say("finding-other-log", { origin }));
  return { origin, size: Number(size), root };
}
