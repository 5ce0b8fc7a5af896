// The kinds of files that a person can drop, recognised by their content.

import { isTournament } from "../../verifier/tournament_files.mjs";

/**
 * @typedef {object} Given
 * @property {string} name
 * @property {Uint8Array} content
 */

/** @typedef {"bundle" | "replay" | "receipt" | "checkpoint" | "consistency" | "key" | "seeds" | "fork" | "tournament" | "unknown"} Kind */

/** So many bytes of a file are read. */
export const LONGEST = 64 << 20;
const GZIP = [0x1f, 0x8b];
const KEY = /^[!-*,-~]{1,100}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/;
const SEEDS = /^\{[^\n]*"kind": ?"commitment"[^\n]*\}$/m;

/** Read files that a person has chosen. Those that cannot be read, such as folders, are named.
 * @param {Iterable<File>} files
 * @returns {Promise<{ read: Given[], unread: string[] }>}
 */
export async function readFiles(files) {
  const chosen = [...files];
  const found = await Promise.allSettled(chosen.map(async (file) => ({
    name: file.name,
    content: await unpacked(new Uint8Array(await file.slice(0, LONGEST).arrayBuffer())),
  })));
  return {
    read: found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
    unread: chosen.filter((_, at) => found[at]?.status === "rejected").map(({ name }) => name),
  };
}

/** The content of a file, decompressed if it is in gzip; one that is damaged stays as it is.
 * @param {Uint8Array<ArrayBuffer>} content
 * @returns {Promise<Uint8Array>}
 */
export async function unpacked(content) {
  if (content[0] !== GZIP[0] || content[1] !== GZIP[1]) return content;
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip"));
  const parts = [];
  let size = 0;
  try {
    for (let reader = stream.getReader(); size < LONGEST; ) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      parts.push(value);
      size += value.length;
    }
  } catch {
    // The file is damaged.
  }
  return content;
}

/** The text of a file.
 * @param {Given} file
 */
export function textOf({ content }) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
}

/** The kind of a file.
 * @param {Given} file
 * @returns {Kind}
 */
export function kindOf(file) {
  if (isTournament(file.content)) return "tournament";
  const text = textOf(file);
  if (KEY.test(text.trim())) return "key";
  if (text.includes("\n\n— ")) return "checkpoint";
  const value = parsed(text);
  if (value === undefined) return SEEDS.test(text) ? "seeds" : "unknown";
  if (value["format"] === "fairdeal/1/bundle") return "bundle";
  if (value["format"] === "fairdeal/page/replay") return "replay";
  if (value["format"] === "fairdeal/1/forked-log") return "fork";
  if (value["kind"] === "commitment") return "seeds";
  if ("proof" in value && "from" in value) return "consistency";
  return "receipt" in value || ("head" in value && "signature" in value) ? "receipt" : "unknown";
}

/** The object in a text of JSON; undefined: there is none.
 * @param {string} text
 * @returns {Record<string, unknown> | undefined}
 */
export function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
