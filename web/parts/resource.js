// Something that is read from the service while a component is shown.

import { useCallback, useEffect, useState } from "../vendor/hooks.mjs";
import { Problem, Unreachable, connected } from "../api.js";
import { tag } from "../language.js";

/**
 * @template T
 * @typedef {object} Resource
 * @property {T | null} data null: not read yet.
 * @property {Problem | Unreachable | null} refusal
 * @property {() => void} reload
 */

/** Read something, and read it again when an input or the language changes, or when the service can be
 * reached again.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {readonly unknown[]} inputs
 * @returns {Resource<T>}
 */
export function useResource(load, inputs) {
  const [data, setData] = useState(/** @type {T | null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Problem | Unreachable | null} */ (null));
  const [number, setNumber] = useState(0);
  const reload = useCallback(() => setNumber((before) => before + 1), []);
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (found) => {
        if (abort.signal.aborted) return;
        setData(() => found);
        setRefusal(null);
      },
      (error) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
        if (error instanceof Unreachable) error.retry = reload;
        setRefusal(error);
      },
    );
    return () => abort.abort();
  }, [...inputs, tag.value, number]);
  useReconnected(refusal instanceof Unreachable, reload);
  return { data, refusal, reload };
}

/** Do something when a lost connection is back.
 * @param {boolean} lost
 * @param {() => void} act
 */
export function useReconnected(lost, act) {
  useEffect(() => {
    if (!lost) return;
    let before = connected.value;
    const stop = connected.subscribe((now) => {
      if (now && !before) act();
      before = now;
    });
    addEventListener("online", act);
    return () => {
      stop();
      removeEventListener("online", act);
    };
  }, [lost, act]);
}
