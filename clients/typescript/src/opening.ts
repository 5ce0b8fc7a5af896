// Check the opening of a deal before the seat's seed is shown (F3).

import type { Deal, Schemas } from "./client.js";
import { canonical, hex, sha256, unhex, uuid } from "./framing.js";
import type { Committed } from "./seedFile.js";
import type { ServiceKey } from "./serviceKey.js";

/** The server's commitment in a deal whose deck follows from no seed. */
const NO_COMMITMENT = "0".repeat(64);
const MAX_POSITION = 2 ** 32;

/** The service's answers do not prove the opening of the deal, so the seed was not shown. */
export class UntrustedOpening extends Error {
  override readonly name = "UntrustedOpening";
}

/** A valid receipt, and the text of each event that it covers. */
export interface DealOpening {
  readonly receipt: Schemas["Receipt"];
  readonly events: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Check that the server can no longer choose its seed depending on ours.
 *
 * - The receipt is signed by the service's key, and it is for the opening of this very deal.
 * - Its head follows from the bytes of the record.
 * - These bytes contain our commitment and the server's.
 *
 * Throws `UntrustedOpening` otherwise. The bundle is the evidence of the deal, fetched after the
 * deal was shown.
 */
export async function checkOpening(
  shown: Deal,
  bundle: string,
  committed: Committed,
  key: ServiceKey,
): Promise<DealOpening> {
  const receipt = checkedReceipt(shown.fairness.receipt, committed, key);
  const bodies = bodiesOf(bundle);
  const heads = await headsOf(committed.deal, bodies);
  const { id, version, head } = shown;
  const isOfRecord = isHex(head, 64) && heads[version - 1] === head;
  require(
    id === committed.deal && isOfRecord,
    "the deal is shown with another head than its evidence has",
  );
  const events = bodies.map(envelope);
  const { data } = events[0] ?? {};
  const isTest = isObject(data) && data["test"] === true;
  require(await key.hasSigned(receipt, isTest), "the receipt is not signed by the service's key");
  const other = events.findIndex(({ command }) => command !== events[0]?.["command"]);
  const last = other === -1 ? events.length : other;
  const { position } = receipt;
  require(position === last, `the receipt is for event ${position}; the opening ends with ${last}`);
  require(receipt.head === heads[last - 1], "the receipt is for another record than is shown");
  require(receipt.at === events[last - 1]?.["at"], "the receipt says another time");
  seeOpened(events[0] ?? {}, committed);
  return { receipt, events: bodies.slice(0, last) };
}

function require(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new UntrustedOpening(otherwise);
}

function checkedReceipt(
  given: Schemas["Receipt"] | null,
  committed: Committed,
  key: ServiceKey,
): Schemas["Receipt"] {
  require(given !== null, "the service gives no receipt of the opening");
  require(isReceipt(given), "the receipt is malformed");
  const { deal, position, head, at, key: id, signature } = given;
  require(deal === committed.deal, "the receipt is for another deal");
  require(id === key.id, `the receipt names the key ${id}, not ${key.id}`);
  return { deal, position, head, at, key: id, signature };
}

function isReceipt(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { deal, position, head, at, key, signature } = given;
  return (
    typeof deal === "string" &&
    isWhole(position, MAX_POSITION) &&
    isWhole(at, Number.MAX_SAFE_INTEGER + 1) &&
    isHex(head, 64) &&
    isHex(key, 8) &&
    isHex(signature, 128)
  );
}

/** The text of each event of a bundle. */
function bodiesOf(bundle: string): string[] {
  let bodies: unknown[] = [];
  try {
    const { events } = JSON.parse(bundle) as { events: Json[] };
    bodies = events.map(({ body }) => body);
  } catch {
    // malformed
  }
  const areTexts = bodies.every((body) => typeof body === "string");
  require(bodies.length > 0 && areTexts, "the evidence is malformed");
  return bodies as string[];
}

/** The chain head after each event, computed from the bytes. */
async function headsOf(deal: string, bodies: readonly string[]): Promise<string[]> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const heads = [hex(await sha256(bytes("fairdeal/1/genesis"), uuid(deal)))];
  for (const body of bodies) {
    const before = unhex(heads.at(-1) ?? "");
    heads.push(hex(await sha256(Uint8Array.of(2), before, await sha256(bytes(body)))));
  }
  return heads.slice(1);
}

/** Parse the text of an event, which must be canonical JSON (RFC 8785). */
function envelope(body: string): Json {
  let event: unknown;
  let isCanonical = false;
  try {
    event = JSON.parse(body);
    isCanonical = canonical(event) === body;
  } catch {
    // malformed
  }
  require(isCanonical && isObject(event), "an event of the evidence is malformed");
  return event as Json;
}

function seeOpened({ type, data }: Json, committed: Committed): void {
  require(
    type === "deal.opened" && isObject(data),
    "the record does not begin with deal.opened",
  );
  const opened = data as Json;
  for (const name of ["deal", "table", "number"] as const) {
    const [said, mine] = [opened[name], committed[name]];
    require(said === mine, `deal.opened has the ${name} ${said}, not ${mine}`);
  }
  const { commitments, commitment } = opened;
  require(
    Array.isArray(commitments) && commitments[committed.seat] === committed.commitment,
    `deal.opened does not have our commitment at seat ${committed.seat}`,
  );
  require(
    isHex(commitment, NO_COMMITMENT.length) && commitment !== NO_COMMITMENT,
    "deal.opened has no commitment of the server",
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, limit: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < limit;
}

function isHex(value: unknown, digits: number): boolean {
  return typeof value === "string" && value.length === digits && /^([0-9a-f]{2})+$/.test(value);
}
