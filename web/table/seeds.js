// The seeds of a seat that adds to the shuffle (F1-F3): committed to before a deal is opened, kept in
// this browser, and shown once the service has proved the opening of the deal.

import { commitment, hex, unhex } from "../../verifier/recipe.mjs";
import { Problem, Unreachable, get, send } from "../api.js";
import { find } from "../credentials.js";
import { identify } from "../entrance.js";
import { randomBytes } from "../runtime.js";
import { LINES, all, keepFirst, kept } from "./database.js";
import { UntrustedOpening, checkOpening } from "./opening.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/**
 * A seed, and the deal and seat for which it was committed to.
 * @typedef {object} Committed
 * @property {string} deal
 * @property {string} table
 * @property {number} number
 * @property {number} seat
 * @property {string} seed
 * @property {string} commitment
 */

const SEED_BYTES = 32;

/** Commit to the seed for the next deal, if the seat may. It is kept before it is sent.
 * @param {Session} session
 * @param {Schemas["NextDeal"]} next
 */
export async function commit(session, next) {
  const { id: table, credential } = session;
  if (session.seat === null && session.kind === "seat") await identify(credential ?? "");
  const { seat } = session;
  if (seat === null || !next.may_commit.includes(seat)) return;
  if (find(credential)?.seeds === false || session.table.value?.seats[seat]?.left_out) return;
  await serviceKey();
  const { commitment: made } = await committedTo(next.id, table, next.number, seat);
  const body = { deal: next.id, commitment: made };
  const params = { table, seat };
  await unlessLate(
    session.act("table", { type: "commit", ...body }, (signature) =>
      send("put", "/v1/tables/{table}/seats/{seat}/commitment", { ...body, ...signature }, { params, credential }),
    ),
  );
}

/** Show the seed for a deal, if the deal waits for it and its opening is proved.
 * @param {Session} session
 * @param {number} seat
 * @param {string} id The deal.
 */
export async function show(session, seat, id) {
  const deal = await session.readDeal(id);
  if (!deal.fairness.waiting.includes(seat)) return;
  try {
    await showFor(deal, seat, session.credential);
  } catch (error) {
    if (!(error instanceof UntrustedOpening)) throw error;
    session.distrust.value = error.message;
  }
}

/**
 * @param {Schemas["Deal"]} deal
 * @param {number} seat
 * @param {string | null} credential
 * @throws {UntrustedOpening}
 */
async function showFor(deal, seat, credential) {
  const committed = await kept(LINES, nameOf("commitment", deal.id, seat));
  if (committed === undefined) throw new UntrustedOpening("seed");
  const params = { deal: deal.id };
  const bundle = await get("/v1/deals/{deal}/bundle", { params, credential });
  const opening = await checkOpening(deal, bundle, committed, await serviceKey()).catch(
    async (error) => {
      const { receipt } = deal.fairness;
      const line = { kind: "refused", deal: deal.id, seat, reason: error.message, receipt, bundle };
      if (error instanceof UntrustedOpening) await keepFirst(LINES, nameOf("refused", deal.id, seat), line);
      throw error;
    },
  );
  const line = { kind: "opening", deal: deal.id, seat, ...opening };
  const first = await keepFirst(LINES, nameOf("opening", deal.id, seat), line);
  if (JSON.stringify(first) !== JSON.stringify(line)) throw new UntrustedOpening("other");
  const said = await unlessLate(
    send("post", "/v1/deals/{deal}/seed", { seed: committed.seed }, { params, credential }),
  );
  if (said === undefined) return;
  const shown = { kind: "shown", deal: deal.id, seat, receipt: said.receipt };
  await keepFirst(LINES, nameOf("shown", deal.id, seat), shown);
}

/** Everything kept for seeds, in the form of the clients' seed files: one JSON object a line. */
export async function seedFile() {
  const lines = await all(LINES);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The seed for a deal: drawn and kept on the first call, then always the same.
 * @param {string} deal
 * @param {string} table
 * @param {number} number
 * @param {number} seat
 * @returns {Promise<Committed>}
 */
async function committedTo(deal, table, number, seat) {
  const raw = randomBytes(SEED_BYTES);
  const made = hex(await commitment(unhex(deal.replaceAll("-", "")), "P", seat, raw));
  const line = { kind: "commitment", deal, table, number, seat, seed: hex(raw), commitment: made };
  return await keepFirst(LINES, nameOf("commitment", deal, seat), line);
}

/** The key of the service: that of the first time, from then on. */
async function serviceKey() {
  const known = await kept(LINES, "0 key");
  if (known !== undefined) return known.key;
  const text = await fetch("/v1/log/key").then((each) => (each.ok ? each.text() : "")).catch(() => "");
  if (text === "") throw new Unreachable("/v1/log/key");
  return (await keepFirst(LINES, "0 key", { kind: "key", key: text.trim(), source: "service", service: location.origin })).key;
}

/**
 * @param {string} kind
 * @param {string} deal
 * @param {number} seat
 */
function nameOf(kind, deal, seat) {
  return `${deal} ${seat} ${kind}`;
}

/** Leave out a refusal that only says that this came too late: an event shows the rest.
 * @template T
 * @param {Promise<T>} asked
 * @returns {Promise<T | undefined>}
 */
async function unlessLate(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem && !error.passes) return undefined;
    throw error;
  }
}
