// Where a replay comes from: the service, with the credential of this browser that may see the deal.

import { Problem, get } from "../api.js";
import { credentials } from "../credentials.js";
import { UNAUTHENTICATED, keyMay } from "../entrance.js";
import { timeline } from "./timeline.js";

/** @import { Timeline } from "./timeline.js" */
/** @import { Frames, Game, Table } from "./types.js" */

/**
 * Where a deal was decided. `exact` is false: there, or earlier. `nowhere`: it was not played to its end.
 * `unknown`: it is not for this reader.
 * @typedef {{ at: number, exact: boolean } | "nowhere" | "unknown"} Decided
 */

/**
 * A deal that can be replayed.
 * @typedef {object} Source
 * @property {string} deal
 * @property {number} number The number of the deal in its series.
 * @property {Table} table
 * @property {Game} game
 * @property {string | null} credential
 * @property {boolean} isForAll Whether other sites may show it.
 * @property {(eyes: string, signal?: AbortSignal) => Promise<readonly Frames[]>} pages
 * @property {(eyes: string, signal?: AbortSignal) => Promise<Timeline>} load
 * @property {(signal?: AbortSignal) => Promise<Decided | null>} decided null: it is still being played.
 */

/** The statuses of refusals for who asks: another credential may be admitted. */
export const REFUSED = [UNAUTHENTICATED, 403, 404];
const FORBIDDEN = 403;
/** The kinds of credentials that show a deal while it is being played. */
const WATCHERS = /^(key|seat|read|view)_/;
/** The kinds of credentials whose holders may read audits. */
const AUDITORS = /^(key|seat|audit)_/;
/** The kinds of credentials whose holders may open branches. */
const BRANCHERS = /^(key|seat)_/;
/** The kinds of credentials whose holders may have deals analysed. */
const ANALYSTS = /^(key|seat|entry)_/;

/** Open a deal of the service.
 * @param {string} deal
 * @param {string} eyes
 * @param {AbortSignal} signal
 * @param {readonly (string | null)[]} [tokens] Those that are tried.
 * @returns {Promise<Source>}
 */
export async function openReplay(deal, eyes, signal, tokens = all()) {
  const [credential, pages] = await readable((each) => framesOf(deal, eyes, each, signal), tokens);
  /** @type {Map<string, readonly Frames[]>} */
  const known = new Map([[eyes, pages]]);
  /** @param {string} view @param {AbortSignal} [until] */
  async function pagesOf(view, until) {
    const made = known.get(view) ?? (await framesOf(deal, view, credential, until));
    known.set(view, made);
    return made;
  }
  const { table: of, game: key, number } = /** @type {Frames} */ (pages[0]).first;
  const [table, game] = await Promise.all([
    get("/v1/tables/{table}", { params: { table: of }, credential, signal }),
    get("/v1/games/{game}", { params: { game: key }, signal }),
  ]);
  return {
    deal,
    number,
    table,
    game,
    credential,
    isForAll: isOver(pages) && table.visibility === "public" && table.views_after === "all" && !table.test,
    pages: pagesOf,
    load: async (view, until) => timeline(await pagesOf(view, until)),
    decided: async (until) => (isOver(pages) ? await decidedAt(deal, credential, until) : null),
  };
}

/** Whether a deal had ended when its frames were read.
 * @param {readonly Frames[]} pages
 */
function isOver(pages) {
  return pages.some(({ frames }) => frames.some(({ patch }) => patch["status"] === "over"));
}

/** Whether a credential may open branches of deals that it may see.
 * @param {string | null} credential
 */
export function mayBranch(credential) {
  return mayOpen(credential, BRANCHERS);
}

/** Whether a credential may have deals analysed that it may see.
 * @param {string | null} credential
 */
export function mayAnalyse(credential) {
  return mayOpen(credential, ANALYSTS);
}

/** @param {string | null} credential @param {RegExp} kinds */
function mayOpen(credential, kinds) {
  return credential !== null && kinds.test(credential) && (!credential.startsWith("key_") || keyMay("tables"));
}

/** All pages of a deal's frames.
 * @param {string} deal
 * @param {string} view
 * @param {string | null} credential
 * @param {AbortSignal} [signal]
 * @returns {Promise<Frames[]>}
 */
export async function framesOf(deal, view, credential, signal) {
  const pages = [];
  for (let after = /** @type {number | null} */ (1); after !== null; ) {
    const options = { params: { deal }, query: { view, after, legal: "none", explanations: true }, credential };
    const page = await get("/v1/deals/{deal}/frames", signal ? { ...options, signal } : options);
    pages.push(/** @type {Frames} */ (page));
    after = page.next;
  }
  return pages;
}

/** The table at which a deal is being played; null: it is over, or this browser may not know of it.
 * @param {string} deal
 * @param {AbortSignal} signal
 * @returns {Promise<string | null>}
 */
export async function playedAt(deal, signal) {
  const tokens = all().filter((token) => token === null || WATCHERS.test(token));
  try {
    const [, { status, table }] = await readable((credential) =>
      get("/v1/deals/{deal}", { params: { deal }, query: { legal: "none" }, credential, signal }), tokens);
    return status === "playing" ? table : null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return await auditedAt(deal, signal);
  }
}

/** The data of a deal, or the table at which it is still being played.
 * @template T
 * @param {string} deal
 * @param {Promise<T>} reading
 * @param {AbortSignal} signal
 * @returns {Promise<T | string>}
 */
export async function unlessPlayed(deal, reading, signal) {
  try {
    return await reading;
  } catch (error) {
    const table = error instanceof Problem ? await playedAt(deal, signal) : null;
    if (table === null) throw error;
    return table;
  }
}

/** The table at which a deal is being played, if this browser is an auditor's there.
 * @param {string} deal
 * @param {AbortSignal} signal
 */
async function auditedAt(deal, signal) {
  for (const { kind, table, token } of credentials.value) {
    if (kind !== "audit" || table === undefined) continue;
    const options = { params: { table }, credential: token, signal };
    const found = await get("/v1/tables/{table}", options).catch(() => null);
    if (found?.deal?.id === deal && found.status === "playing") return table;
  }
  return null;
}

/** Read something with the first credential that is admitted. If none is, the refusal says why one that
 * knows of it is not, or that one has ended.
 * @template {string | null} C
 * @template T
 * @param {(credential: C) => Promise<T>} read
 * @param {readonly C[]} [tokens] Those that are tried.
 * @returns {Promise<[C, T]>}
 */
export async function readable(read, tokens = /** @type {C[]} */ (all())) {
  /** @type {Problem | null} */
  let refusal = null;
  for (const token of tokens) {
    try {
      return [token, await read(token)];
    } catch (error) {
      if (!(error instanceof Problem && REFUSED.includes(error.status))) throw error;
      const { status } = error;
      const says = status === FORBIDDEN || (status === UNAUTHENTICATED && token !== null);
      if (refusal === null || (says && refusal.status !== FORBIDDEN)) refusal = error;
    }
  }
  throw refusal ?? new RangeError("there is no credential to read with");
}

/** Every credential that may show a deal, keys first and the newest before others; at last none.
 * @returns {(string | null)[]}
 */
function all() {
  const newest = credentials.value.filter(({ kind }) => kind !== "invite").map(({ token }) => token).toReversed();
  return [...newest.toSorted((one, other) => rank(one) - rank(other)), null];
}

/** @param {string} token */
const rank = (token) => (token.startsWith("key_") ? 0 : 1);

/**
 * @param {string} deal
 * @param {string | null} credential
 * @param {AbortSignal} [signal]
 * @returns {Promise<Decided>}
 */
async function decidedAt(deal, credential, signal) {
  if (credential === null || !AUDITORS.test(credential)) return "unknown";
  const options = { params: { deal }, credential };
  try {
    const { decided } = await get("/v1/deals/{deal}/audit", signal ? { ...options, signal } : options);
    return decided ?? "nowhere";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return REFUSED.includes(error.status) ? "unknown" : "nowhere";
  }
}
