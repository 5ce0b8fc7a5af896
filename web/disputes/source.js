// The disputes of a deal or a table, with the records that they are about.

import { Problem, get } from "../api.js";
import { credentialFor, credentials } from "../credentials.js";
import { auditorOf, identify } from "../entrance.js";
import { openReplay, readable } from "../replay/source.js";
import { sentence } from "../table/sentences.js";
import { audit } from "../verify/run.js";
import { servicePins } from "../verify/service_key.js";

/** @import { Credential, Kind } from "../credentials.js" */
/** @import { Source } from "../replay/source.js" */
/** @import { Timeline } from "../replay/timeline.js" */
/** @import { Schemas } from "../types.js" */
/** @import { Report } from "../verify/run.js" */

/** @typedef {Schemas["Dispute"]} Dispute */
/** @typedef {Schemas["AuditorList"]["auditors"][number]} Auditor */

/**
 * Where disputes are read: at one deal, or at all deals of a table.
 * @typedef {{ deal: string } | { table: string }} Where
 */

/**
 * The details of some disputes.
 * @typedef {object} Known
 * @property {readonly Dispute[]} disputes
 * @property {readonly Auditor[] | null} auditors null: they are not for this reader.
 */

/**
 * A disputed deal: its record, and what a verification of it says.
 * @typedef {object} Material
 * @property {Source} source
 * @property {Timeline} timeline With all cards.
 * @property {Report | null} report null: this browser cannot verify here.
 */

/** Whether a dispute waits for a ruling: for the first one, or for the one on the appeal.
 * @param {Pick<Dispute, "status">} dispute
 */
export const waits = ({ status }) => status === "open" || status === "appealed";

/** Whether an auditor may rule a dispute: another one rules the appeal of a ruling.
 * @param {Pick<Dispute, "status" | "ruling">} dispute
 * @param {Pick<Credential, "auditor">} who
 */
export const waitsFor = (dispute, { auditor }) => waits(dispute) && (auditor === undefined || dispute.ruling?.auditor !== auditor);

/** How far a dispute has come, as a key of its word: a ruling says how it was ruled.
 * @param {Pick<Dispute, "status" | "ruling">} dispute
 */
export const standing = ({ status, ruling }) => (status === "ruled" ? ruling?.ruling ?? "open" : status);

/** The kinds of credentials whose holders may read disputes, those that can do most first. */
const PARTIES = /** @type {readonly Kind[]} */ (["seat", "audit", "key"]);

const OPENED = "deal.opened";
/** So many disputes are read at a time. */
const MOST = 100;

/** The credential that reads the disputes; null: there is none here that might.
 * @param {Where} where
 * @param {AbortSignal} signal
 * @returns {Promise<string | null>}
 */
export async function readerOf(where, signal) {
  if ("table" in where) await identifyOthers();
  const fits = credentials.value.toReversed().filter(({ kind, table }) =>
    PARTIES.includes(kind) && (kind === "key" || "deal" in where || table === where.table));
  const may = await Promise.all(fits.map((each) => mayRead(where, each, signal)));
  const ranked = fits.filter((_, at) => may[at]).toSorted((one, other) => PARTIES.indexOf(one.kind) - PARTIES.indexOf(other.kind));
  if (ranked.length === 0) return null;
  const [reader] = await readable((each) => disputesOf(where, each, signal), ranked.map(({ token }) => token));
  await identifyOthers();
  return reader;
}

/** Whether a credential may read the disputes of a table; a key that may not would read an empty list.
 * @param {Where} where
 * @param {Credential} credential
 * @param {AbortSignal} signal
 */
async function mayRead(where, { kind, token }, signal) {
  if ("deal" in where || kind !== "key") return true;
  return await isHost(where.table, token, signal).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return false;
  });
}

/** Ask about the tokens of which this browser does not know the table. Those that have ended are forgotten. */
async function identifyOthers() {
  const unknown = credentials.value.filter(({ kind, table }) => kind !== "key" && table === undefined);
  await Promise.all(unknown.map(({ token }) => identify(token)));
}

/** The disputes of a deal, or the newest ones of a table, those that wait for a ruling first.
 * @param {Where} where
 * @param {string} credential
 * @param {AbortSignal} signal
 * @returns {Promise<readonly Dispute[]>}
 */
export async function disputesOf(where, credential, signal) {
  const { disputes } = "deal" in where
    ? await get("/v1/deals/{deal}/disputes", { params: where, credential, signal })
    : await get("/v1/disputes", { query: { table: where.table, limit: MOST }, credential, signal });
  return disputes.toSorted((one, other) => Number(waits(other)) - Number(waits(one)));
}

/** The disputes with some statuses, in their order, of each the newest first, and whether these are all.
 * @param {string} credential
 * @param {{ statuses: readonly string[], most: number, of?: { table?: string } }} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<{ disputes: readonly Schemas["ListedDispute"][], isWhole: boolean }>}
 */
export async function listed(credential, { statuses, most, of = {} }, signal) {
  /** @type {Schemas["ListedDispute"][]} */
  const disputes = [];
  for (const status of statuses) {
    for (let cursor = /** @type {string | null} */ (""); cursor !== null; ) {
      if (disputes.length >= most) return { disputes, isWhole: false };
      const query = { ...of, status, limit: Math.min(most, MOST), ...(cursor !== "" && { cursor }) };
      const page = await get("/v1/disputes", { query, credential, signal });
      disputes.push(...page.disputes);
      cursor = page.next;
    }
  }
  return { disputes, isWhole: true };
}

/** The auditors of a table; null: they are not for this reader.
 * @param {string} table
 * @param {string} credential
 * @param {AbortSignal} signal
 * @returns {Promise<readonly Auditor[] | null>}
 */
export async function auditorsOf(table, credential, signal) {
  if (credential.startsWith("audit_")) return null;
  return (await get("/v1/tables/{table}/auditors", { params: { table }, credential, signal })).auditors;
}

/** Whether a credential is an API key of the host of a table.
 * @param {string} table
 * @param {string} credential
 * @param {AbortSignal} signal
 */
export async function isHost(table, credential, signal) {
  if (!credential.startsWith("key_")) return false;
  const query = { owner: "me", table };
  return (await get("/v1/tables", { query, credential, signal })).tables.length > 0;
}

/** The record of a finished deal, verified here.
 * @param {string} deal
 * @param {string} credential
 * @param {AbortSignal} signal
 * @returns {Promise<Material>}
 */
export async function materialOf(deal, credential, signal) {
  const source = await openReplay(deal, "full", signal, [credential]);
  return { source, timeline: await source.load("full"), report: await reportOn(deal, credential, signal) };
}

/** An event as a sentence; empty for what says nothing to players.
 * @param {Material} material
 * @param {number} at
 */
export function eventWords({ source: { game, table }, timeline }, at) {
  if (at === 1) return game.words.events[OPENED] ?? OPENED; // no frame has it
  const event = timeline.events.find(({ position }) => position === at);
  return event === undefined ? "" : sentence(game, table, event);
}

/**
 * @param {string} deal
 * @param {string} credential
 * @param {AbortSignal} signal
 */
async function reportOn(deal, credential, signal) {
  if (globalThis.crypto?.subtle === undefined) return null;
  const bundle = await get("/v1/deals/{deal}/bundle", { params: { deal }, credential, signal });
  const content = new TextEncoder().encode(JSON.stringify(bundle));
  const { reports } = await audit([{ name: `${deal}.json`, content }], await servicePins());
  return reports[0] ?? null;
}

/**
 * The acts of this browser in the disputes of a table.
 * @typedef {object} Roles
 * @property {Credential & { seat: number } | null} player The seat that disputes and answers.
 * @property {Credential | null} auditor The auditor who rules.
 */

/** The roles of this browser at a table.
 * @param {string} table
 * @returns {Roles}
 */
export function rolesAt(table) {
  const mine = credentialFor(table);
  const { seat } = mine ?? {};
  return {
    player: mine?.kind === "seat" && seat !== undefined ? { ...mine, seat } : null,
    auditor: auditorOf(table),
  };
}

/** The seats of each side.
 * @param {Schemas["Table"]} table
 */
export function sidesOf({ seats }) {
  const sides = [...new Set(seats.map(({ side }) => side))].toSorted((one, other) => one - other);
  return sides.map((side) => seats.filter((each) => each.side === side).map(({ seat }) => seat));
}
