// Requests to the service: JSON, credentials, the language, repetition, and problems as errors; with the hooks
// of components that read and change something.
//
// A request that changes something has an idempotency key, which stays the same until the request is
// answered: whether this module repeats it or the person tries again, it is executed once.

import { useCallback, useEffect, useRef, useState } from "./vendor/hooks.mjs";
import { signal } from "./vendor/signals.mjs";
import { tag } from "./language.js";
import { after, freshKey, jitter, sleep } from "./runtime.js";

/** @import { Answer, Body, Options, PathsWith, Schemas } from "./types.js" */

const MOST_TRIES = 4;
/** How often something is signed again over a record that has grown. */
export const TRIES = 10;
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;
const EACH = 20_000;
const TEMPORARY = [408, 429];
/** The code of a record that does not hold. */
export const BROKEN_RECORD = "broken-record";
const FAULTS = 500;
const NOT_MODIFIED = 304;
const EMPTY = [204, NOT_MODIFIED];
const MOST_REMEMBERED = 50;

/** A refusal by the service (RFC 9457). Nothing has changed. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Partial<Schemas["Problem"]>} more The whole answer.
   */
  constructor(status, more) {
    super(more.detail ?? more.title ?? String(status));
    this.name = "Problem";
    this.status = status;
    this.more = more;
    this.code = more.code ?? `http-${status}`;
    /** The clauses that a move breaks. */
    this.clauses = more.clauses ?? [];
    /** Everything that is wrong with the form of a request. */
    this.errors = more.errors ?? [];
    /** The address of the record of a deal that is in the archive; null: of no such deal. */
    this.archive = more.archive ?? null;
    /** Whether the same request may be answered later. */
    this.passes = TEMPORARY.includes(status) || (status >= FAULTS && this.code !== BROKEN_RECORD);
  }
}

/** No answer came, although the request was repeated. */
export class Unreachable extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super("unreachable", { cause });
    this.name = "Unreachable";
    /** @type {(() => void) | null} Reads again what could not be read. */
    this.retry = null;
  }
}

/** Whether the service answers, as far as this page knows. */
export const connected = signal(true);

/** @type {Map<string, { etag: string, data: unknown }>} Answers by request, the newest last. */
const remembered = new Map();
/** @type {Map<string, string>} The keys of requests that have had no answer yet. */
const unanswered = new Map();

/** Read a resource. An answer that has not changed is not sent again.
 * @template {PathsWith<"get">} P
 * @param {P} path The path in the contract.
 * @param {Options} [options]
 * @returns {Promise<Answer<P, "get">>}
 */
export async function get(path, options = {}) {
  const url = address(path, options);
  const intent = JSON.stringify([url, options.credential, tag.value]);
  const known = remembered.get(intent);
  /** @type {Record<string, string>} */
  const headers = known === undefined ? {} : { "If-None-Match": known.etag };
  const [response, said] = await patiently("GET", url, options, headers, undefined);
  const data = response.status === NOT_MODIFIED ? known?.data : said;
  remember(intent, response.headers.get("ETag"), data);
  return /** @type {Answer<P, "get">} */ (data);
}

/** Change something.
 * @template {"post" | "put" | "patch" | "delete"} M
 * @template {PathsWith<M>} P
 * @param {M} method
 * @param {P} path The path in the contract.
 * @param {Body<P, M>} body
 * @param {Options} [options]
 * @returns {Promise<Answer<P, M>>}
 */
export async function send(method, path, body, options = {}) {
  const url = address(path, options);
  const sent = body === null || body === undefined ? undefined : JSON.stringify(body);
  const intent = JSON.stringify([method, url, options.credential, sent]);
  const key = unanswered.get(intent) ?? freshKey();
  unanswered.set(intent, key);
  const headers = {
    ...(method === "patch" ? {} : { "Idempotency-Key": key }),
    ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const [, said] = await patiently(method.toUpperCase(), url, options, headers, sent);
  unanswered.delete(intent);
  return /** @type {Answer<P, M>} */ (said);
}

/** The address of an operation.
 * @param {string} path
 * @param {Options} options
 */
export function address(path, { params = {}, query = {} }) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

/** The headers that every request has.
 * @param {string | null | undefined} credential
 * @returns {Record<string, string>}
 */
export function usualHeaders(credential) {
  const language = { "Accept-Language": tag.value };
  return credential == null ? language : { ...language, Authorization: `Bearer ${credential}` };
}

/** The problem in an answer. A proxy may have sent it in another form.
 * @param {Response} response
 * @throws {Unreachable} The answer is cut off.
 */
export async function problemIn(response) {
  const said = await response.json().catch((cause) => {
    if (!(cause instanceof SyntaxError)) throw new Unreachable(cause);
  });
  return new Problem(response.status, typeof said === "object" && said !== null ? said : {});
}

/** How long to wait after so many failures, in ms, with full jitter.
 * @param {number} failures
 */
export function pause(failures) {
  return jitter(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures));
}

/** The final answer to a request, which is safe to repeat, and its data. An answer that is cut off is none.
 * @param {string} method
 * @param {string} url
 * @param {Options} options
 * @param {Record<string, string>} headers
 * @param {string | undefined} body
 * @returns {Promise<[Response, unknown]>}
 */
async function patiently(method, url, { credential, headers: more, signal }, headers, body) {
  const whole = { ...usualHeaders(credential), Accept: "application/json", ...headers, ...more };
  for (let failures = 1; ; failures++) {
    const limit = new AbortController();
    const cancel = after(EACH, () => limit.abort());
    const until = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
    const sent = body === undefined ? {} : { body };
    /** @type {RequestInit} */
    const init = { method, headers: whole, signal: until, redirect: "error", ...sent };
    let refusal;
    let asked = 0;
    try {
      const response = await fetch(url, init);
      if (EMPTY.includes(response.status)) return [response, undefined];
      if (response.ok) return [response, await response.json()];
      refusal = await problemIn(response);
      asked = Number(response.headers.get("Retry-After")) * 1000 || 0;
    } catch (cause) {
      refusal = new Unreachable(cause);
    } finally {
      cancel();
    }
    signal?.throwIfAborted();
    if (failures >= MOST_TRIES || (refusal instanceof Problem && !refusal.passes)) throw refusal;
    await sleep(Math.min(asked, LONGEST_PAUSE) + pause(failures));
  }
}

/**
 * @param {string} intent
 * @param {string | null} etag
 * @param {unknown} data
 */
function remember(intent, etag, data) {
  remembered.delete(intent);
  if (etag !== null) remembered.set(intent, { etag, data });
  const oldest = remembered.keys().next();
  if (remembered.size > MOST_REMEMBERED && !oldest.done) remembered.delete(oldest.value);
}

/** The seat of a view such as `seat:2`; null of all others.
 * @param {string} view
 */
export function seatOf(view) {
  const found = /^seat:(\d+)$/.exec(view);
  return found === null ? null : Number(found[1]);
}

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
