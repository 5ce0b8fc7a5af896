// Moves and acts signed with the player's own key (F7). The bytes are specified in
// docs/evidence-format.md, section 9.

import type { webcrypto } from "node:crypto";

import type { Acting, Deal, Schemas } from "./client.js";
import { canonical, hex, joined, tagged, u32, unhex, uuid } from "./framing.js";
import { Problem } from "./problem.js";
import { freshKey, SYSTEM, type Runtime } from "./runtime.js";

/** Signs with the key that a seat has brought. */
export type Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

const ED25519 = "Ed25519";
const BYTES = 32;
/** The prefix before the 32 bytes of a private key (PKCS #8, RFC 8410). */
const FORM = unhex("302e020100300506032b657004220420");

/** An Ed25519 key derived from 32 secret bytes; `publicKey` is the `key` that a seat brings. */
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

/** A deal or table as it was shown; its head fixes the whole record up to there. */
export type Place = Pick<Deal, "id" | "version" | "head">;

/**
 * The bytes to sign for a move. The move must be complete, as in `legal_moves`, and be sent with
 * the deal's version as `expected_version`.
 */
export function moveToSign(deal: Place & Pick<Deal, "view">, move: Schemas["Move"]): Uint8Array {
  return toSign("fairdeal/1/move", deal, Number(deal.view.replace("seat:", "")), move);
}

/**
 * The bytes to sign for an act, such as `{ type: "leave" }`. The act must be complete, and its
 * texts have no spaces around them.
 */
export function actToSign(place: Place, seat: number, act: object): Uint8Array {
  return toSign("fairdeal/1/act", place, seat, act);
}

function toSign(tag: string, { id, version, head }: Place, seat: number, said: object): Uint8Array {
  const text = new TextEncoder().encode(canonical(said));
  return tagged(tag, uuid(id), u32(seat), u32(version), unhex(head), text);
}

const TRIES = 10;

/** Signs the acts of a seat, if it has a key. */
export class Signer {
  constructor(
    private readonly seat: number,
    private readonly sign: Sign | undefined,
    private readonly runtime: Runtime = SYSTEM,
  ) {}

  /**
   * Send an act, signed if the seat has a key. If the record has grown since it was read, the act
   * is signed and sent again under the same idempotency key, so it takes effect once.
   */
  async act<Done>(
    act: object,
    read: () => Promise<Place>,
    send: (acting: Acting) => Promise<Done>,
    idempotencyKey: string = freshKey(this.runtime),
  ): Promise<Done> {
    if (this.sign === undefined) return send({ idempotencyKey });
    let place = await read();
    for (let tries = 0; tries < TRIES; tries++) {
      const signature = await this.sign(actToSign(place, this.seat, act));
      try {
        return await send({ signature, idempotencyKey });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "signature-refused") throw error;
        // The service wants no signature: the stream was begun before acts were signed.
        if (error.more.errors?.some(({ pointer }) => pointer === "/signature")) break;
        const { version } = place;
        place = await read();
        if (place.version === version) throw error;
      }
    }
    return send({ idempotencyKey });
  }
}
