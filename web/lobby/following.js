// The list of tables, kept up to date by the stream of the lobby.

import { useCallback, useEffect, useState } from "../vendor/hooks.mjs";
import { Problem, Unreachable, get, useReconnected } from "../api.js";
import { tag } from "../language.js";
import { follow } from "../stream.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["TableSummary"]} Line */

/** The list after a change of the lobby: the newest table first.
 * @param {readonly Line[]} lines
 * @param {Schemas["LobbyChange"]} change
 * @returns {readonly Line[]}
 */
export function changed(lines, { type, table, line }) {
  const others = lines.filter((each) => each.id !== table);
  if (type !== "table.listed" || line === null) return others;
  const known = lines.some((each) => each.id === table);
  return known ? lines.map((each) => (each.id === table ? line : each)) : [line, ...others];
}

/** The tables that may be seen, as they change.
 * @param {{ credential: string | null, query: Readonly<Record<string, string | boolean>> }} wanted
 */
export function useLobby({ credential, query }) {
  const [lines, setLines] = useState(/** @type {readonly Line[] | null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Problem | Unreachable | null} */ (null));
  const [number, setNumber] = useState(0);
  const reload = useCallback(() => setNumber((before) => before + 1), []);
  useReconnected(refusal instanceof Unreachable, reload);
  useEffect(() => {
    const abort = new AbortController();
    const options = { credential, query, signal: abort.signal };
    read(options, (change) => {
      setRefusal(null);
      setLines(change);
    }).catch((error) => {
      if (abort.signal.aborted) return;
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      if (error instanceof Unreachable) error.retry = reload;
      if (error instanceof Problem && error.code === "log-begun-anew") return reload();
      setRefusal(error);
    });
    return () => abort.abort();
  }, [credential, JSON.stringify(query), tag.value, number]);
  return { lines, refusal };
}

/**
 * @param {import("../types.js").Options} options
 * @param {(change: (lines: readonly Line[] | null) => readonly Line[]) => void} set
 */
async function read(options, set) {
  const { tables, position } = await get("/v1/tables", options);
  set(() => tables.filter(isShown));
  for await (const change of follow("/v1/lobby/events", { ...options, after: position })) {
    set((lines) => changed(lines ?? [], change).filter(isShown));
  }
}

/** Whether a table is shown: a table that is over is found by its replay, not in the lobby.
 * @param {Line} line
 */
function isShown({ status }) {
  return status === "open" || status === "playing";
}
