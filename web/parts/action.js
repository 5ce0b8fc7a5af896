// Actions of a person that the service has to answer: whether one is on, and its refusal.

import { useRef, useState } from "../vendor/hooks.mjs";
import { Problem, Unreachable } from "../api.js";

/**
 * @template {unknown[]} A
 * @typedef {object} Action
 * @property {(...values: A) => Promise<boolean>} run Whether it succeeded. While one is on, none starts.
 * @property {boolean} busy
 * @property {Problem | Unreachable | null} refusal
 */

/** An action with its state.
 * @template {unknown[]} A
 * @param {(...values: A) => Promise<unknown>} act
 * @returns {Action<A>}
 */
export function useAction(act) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(/** @type {Problem | Unreachable | null} */ (null));
  const on = useRef(false);
  /** @param {A} values */
  async function run(...values) {
    if (on.current) return false;
    on.current = true;
    setBusy(true);
    try {
      await act(...values);
      setRefusal(null);
      return true;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      setRefusal(error);
      return false;
    } finally {
      on.current = false;
      setBusy(false);
    }
  }
  return { run, busy, refusal };
}
