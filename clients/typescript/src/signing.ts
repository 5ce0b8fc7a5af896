// Moves signed by a key of one's own (clause F7).

import type { webcrypto } from "node:crypto";

import type { Deal, Schemas } from "./client.js";
import { hex, joined, tagged, u32, unhex, uuid } from "./framing.js";

/** Signs with the key that a seat has brought. */
export type Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

const ED25519 = "Ed25519";
const BYTES = 32;
/** What stands before the 32 bytes of a private key (PKCS #8, RFC 8410). */
const FORM = unhex("302e020100300506032b657004220420");

/** An Ed25519 key that follows from 32 secret bytes: `publicKey` is what a seat brings as `key`. */
export class SeatKey {
  private constructor(
    readonly publicKey: string,
    private readonly key: webcrypto.CryptoKey,
  ) {}

  static async of(secret: Uint8Array): Promise<SeatKey> {
    if (secret.length !== BYTES) throw new RangeError(`a private key has ${BYTES} bytes`);
    const form = joined(FORM, secret);
    const { subtle } = crypto;
    const open = await subtle.importKey("pkcs8", form, ED25519, true, ["sign"]);
    const { x = "" } = await subtle.exportKey("jwk", open);
    const key = await subtle.importKey("pkcs8", form, ED25519, false, ["sign"]);
    return new SeatKey(hex(Buffer.from(x, "base64url")), key);
  }

  readonly sign: Sign = async (message) =>
    new Uint8Array(await crypto.subtle.sign(ED25519, this.key, message));
}

/**
 * The bytes that are signed of a move, and by the head of the whole record up to it. The move is
 * in full, as `legal_moves` has it, and is sent with the deal's version as `expected_version`.
 */
export function moveToSign(
  deal: Pick<Deal, "id" | "view" | "version" | "head">,
  move: Schemas["Move"],
): Uint8Array {
  const seat = Number(deal.view.replace("seat:", ""));
  const said = new TextEncoder().encode(canonical(move));
  const place = [uuid(deal.id), u32(seat), u32(deal.version), unhex(deal.head)];
  return tagged("fairdeal/1/move", ...place, said);
}

/** JSON in its one canonical form (RFC 8785), as far as moves need it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
