// Streams of the service (server-sent events), read with `fetch`, because EventSource sends no
// credential. A stream resumes at its last position: no event is lost, and none comes twice.

import { address, connected, pause, problemIn, usualHeaders } from "./api.js";
import { after as callAfter, sleep } from "./runtime.js";

/** @import { Options } from "./types.js" */

/**
 * @typedef {object} Message
 * @property {number | null} id The position.
 * @property {string} type
 * @property {string} data
 */

/** A stream sends something every seven seconds; after so many ms of silence it counts as broken. */
const SILENT = 20_000;
/** Browsers open six connections to an HTTP/1.1 server for all tabs together: so many tabs of this
 * browser keep a stream open, and the others read theirs for a moment again and again.
 */
const SLOTS = 4;
/** A tab without a slot ends its stream after so many ms of silence, and opens it again later. */
const GLANCE = 1_000;
const BETWEEN = 1_500;
const OVER = 204;
const TOO_MANY = 429;
const FAULTS = 500;

/**
 * A place among the tabs that keep a stream open.
 * @typedef {object} Slot
 * @property {() => boolean} isHeld Whether there is a place for this tab.
 * @property {() => void} leave
 */

/**
 * Follow a resource after a position until it is over, or until `options.signal` is aborted. A page
 * has one stream at a time.
 * @param {string} path The path in the contract.
 * @param {Options & { after: number }} options
 * @returns {AsyncGenerator<any, void, undefined>} What the service sends, in order.
 */
export async function* follow(path, { after, ...options }) {
  const url = address(path, options);
  for (let failures = 0; !options.signal?.aborted; failures++) {
    if (failures > 0) await sleep(pause(failures));
    const abort = new AbortController();
    const stop = () => abort.abort();
    options.signal?.addEventListener("abort", stop);
    const slot = await takeSlot();
    try {
      // a signal that was aborted during the pause above calls no listener
      if (options.signal?.aborted) return;
      const response = await open(url, options, after, abort);
      if (response === null) continue;
      if (response.status === OVER) return;
      connected.value = true;
      for await (const message of messages(response, abort, slot)) {
        if (message.type === "end") return;
        after = message.id ?? after;
        failures = 0;
        yield JSON.parse(message.data);
      }
    } finally {
      options.signal?.removeEventListener("abort", stop);
      abort.abort();
      slot.leave();
    }
    if (slot.isHeld()) {
      connected.value = options.signal?.aborted ?? false;
    } else {
      failures = 0;
      await sleep(BETWEEN);
    }
  }
}

/** Take a place, if one is free. Without the locks of a secure context, visible tabs have one. */
async function takeSlot() {
  if (navigator.locks === undefined) return { isHeld: () => !document.hidden, leave: () => undefined };
  for (let number = 0; number < SLOTS; number++) {
    const slot = await new Promise((/** @type {(slot: Slot | null) => void} */ resolve) => {
      void navigator.locks.request(`fairdeal.stream.${number}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise((leave) => resolve({ isHeld: () => true, leave: () => leave(undefined) }));
      });
    });
    if (slot !== null) return slot;
  }
  return { isHeld: () => false, leave: () => undefined };
}

/** The answer of an open stream; null: there is none for the moment.
 * @param {string} url
 * @param {Options} options
 * @param {number} after
 * @param {AbortController} abort
 * @returns {Promise<Response | null>}
 * @throws {import("./api.js").Problem} The service refuses the stream.
 */
async function open(url, { credential, headers: more }, after, abort) {
  const headers = {
    ...usualHeaders(credential),
    Accept: "text/event-stream",
    "Last-Event-ID": String(after),
    ...more,
  };
  const cancel = callAfter(SILENT, () => abort.abort());
  const response = await fetch(url, { headers, signal: abort.signal, redirect: "error" }).catch(() => null);
  cancel();
  if (response !== null && response.ok) return response;
  connected.value = abort.signal.aborted && connected.value;
  if (response === null || response.status === TOO_MANY || response.status >= FAULTS) return null;
  throw await problemIn(response);
}

/** The messages of a stream until it ends or breaks. A part of a message at its end is dropped.
 * @param {Response} response
 * @param {AbortController} abort
 * @param {Slot} slot
 * @returns {AsyncGenerator<Message, void, undefined>}
 */
async function* messages(response, abort, slot) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let begun = ""; reader !== undefined; ) {
    const cancel = callAfter(slot.isHeld() ? SILENT : GLANCE, () => abort.abort());
    const part = await reader.read().catch(() => null);
    cancel();
    if (part === null || part.done) return;
    const blocks = (begun + part.value).split("\n\n");
    begun = blocks.pop() ?? "";
    yield* blocks.map(parsed).filter((each) => each !== null);
  }
}

/** A message; null for a heartbeat.
 * @param {string} block
 * @returns {Message | null}
 */
export function parsed(block) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields[name] = value ?? "";
  }
  if (fields["data"] === undefined) return null;
  const id = fields["id"] === undefined ? null : Number(fields["id"]);
  return { id, type: fields["event"] ?? "message", data: fields["data"] };
}
