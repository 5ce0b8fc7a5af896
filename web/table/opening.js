// Check the opening of a deal before the seat's seed is shown (F3): the service can then no longer
// choose its own seed depending on ours.

import { heads } from "../../verifier/chain.mjs";
import { isKey } from "../../verifier/keys.mjs";
import { readKey, signedBy } from "../../verifier/notes.mjs";
import { NO_DIGEST, canonical } from "../../verifier/reading.mjs";
import { signedBytes } from "../../verifier/receipts.mjs";
import { hex, unhex } from "../../verifier/recipe.mjs";

/** @import { Schemas } from "../types.js" */
/** @import { Committed } from "./seeds.js" */

/** @typedef {Pick<Schemas["Deal"], "id" | "version" | "head" | "fairness">} Shown */
/** @typedef {Readonly<Record<string, any>>} Json */

/** What the service says does not prove the opening of a deal, so the seed was not shown. */
export class UntrustedOpening extends Error {}

/** The opening of a deal, if the service has proved it.
 * @param {Shown} shown
 * @param {unknown} bundle The evidence of the deal, read after the deal was shown.
 * @param {Committed} committed
 * @param {string} keyText The key of the service.
 * @returns {Promise<{ receipt: Schemas["Receipt"], events: string[] }>}
 * @throws {UntrustedOpening}
 */
export async function checkOpening(shown, bundle, committed, keyText) {
  const { receipt, key } = await checkedReceipt(shown.fairness.receipt, committed, keyText);
  const bodies = bodiesOf(bundle);
  const made = await heads({ stream: committed.deal, events: bodies.map((body) => ({ body })) });
  const headAt = (/** @type {number} */ position) => {
    const head = made[position - 1];
    return head === undefined ? null : hex(head);
  };
  need(shown.id === committed.deal && headAt(shown.version) === shown.head, "head");
  const events = bodies.map(parsed);
  const isTest = /** @type {Json} */ (events[0]?.["data"] ?? {})["test"] === true;
  need(await signedBy(key, unhex(receipt.signature), signedBytes(receipt, isTest)), "signature");
  const other = events.findIndex(({ command }) => command !== events[0]?.["command"]);
  const last = other === -1 ? events.length : other;
  need(receipt.position === last && receipt.head === headAt(last), "receipt");
  need(receipt.at === events[last - 1]?.["at"], "time");
  seeOpened(events[0] ?? {}, committed);
  return { receipt, events: bodies.slice(0, last) };
}

/**
 * @param {Schemas["Receipt"] | null} given
 * @param {Committed} committed
 * @param {string} keyText
 */
async function checkedReceipt(given, committed, keyText) {
  if (given === null) throw new UntrustedOpening("receipt");
  const key = await readKey(keyText.trim());
  need(isKey(key.raw), "key");
  need(given.deal === committed.deal && given.key === key.id, "receipt");
  return { receipt: given, key };
}

/** The text of each event of a bundle.
 * @param {unknown} bundle
 * @returns {string[]}
 */
function bodiesOf(bundle) {
  const { events } = /** @type {Json} */ (bundle ?? {});
  const bodies = Array.isArray(events) ? events.map((each) => each?.body) : [];
  need(bodies.length > 0 && bodies.every((body) => typeof body === "string"), "evidence");
  return bodies;
}

/** An event from its text, which must be canonical.
 * @param {string} body
 * @returns {Json}
 */
function parsed(body) {
  try {
    const event = JSON.parse(body);
    if (canonical(event) === body) return event;
  } catch {
    // no JSON
  }
  throw new UntrustedOpening("evidence");
}

/**
 * @param {Json} event
 * @param {Committed} committed
 */
function seeOpened({ type, data }, committed) {
  need(type === "deal.opened" && typeof data === "object", "opened");
  need(data.deal === committed.deal && data.table === committed.table, "opened");
  need(data.number === committed.number, "opened");
  need(data.commitments?.[committed.seat] === committed.commitment, "commitment");
  need(/^[0-9a-f]{64}$/.test(data.commitment) && data.commitment !== NO_DIGEST, "server");
}

/**
 * @param {boolean} holds
 * @param {string} what
 */
function need(holds, what) {
  if (!holds) throw new UntrustedOpening(what);
}
