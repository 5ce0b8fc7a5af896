// The service's signing key, as returned by `/v1/log/key`, and the receipts that it signs.

import type { Schemas } from "./client.js";
import { hex, sha256, tagged, u32, u64, unhex, uuid } from "./framing.js";

const NAME = /^[!-*,-~]{1,100}$/;
const ED25519 = "Ed25519";
const KEY_BYTES = 32;

/** An Ed25519 key in the text form of signed notes: `name+id+base64(0x01 ‖ public key)`. */
export class ServiceKey {
  private constructor(
    readonly text: string,
    readonly id: string,
    readonly publicKey: Uint8Array,
  ) {}

  /**
   * Read the key from its text; throws a TypeError if it is invalid, or if others could sign for
   * it.
   */
  static async read(text: string): Promise<ServiceKey> {
    const key = text.trim();
    const [, name = "", id = "", encoded = ""] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(key) ?? [];
    const raw = Uint8Array.from(Buffer.from(encoded, "base64"));
    const made = hex(await sha256(new TextEncoder().encode(`${name}\n`), raw)).slice(0, 8);
    const isCanonical = Buffer.from(raw).toString("base64") === encoded && NAME.test(name);
    if (!isCanonical || raw[0] !== 1 || id !== made) {
      throw new TypeError(`not the text of an Ed25519 verifier key: ${key}`);
    }
    const publicKey = raw.slice(1);
    if (!isKey(publicKey)) {
      throw new TypeError(`under this key more signatures fit than its owner makes: ${name}`);
    }
    return new ServiceKey(key, id, publicKey);
  }

  /** Whether the signature of a receipt is by this key. */
  hasSigned(receipt: Schemas["Receipt"], test = false): Promise<boolean> {
    return this.hasSignedBytes(receiptBytes(receipt, test), unhex(receipt.signature));
  }

  /** Whether a signature of some bytes is by this key. */
  async hasSignedBytes(bytes: Uint8Array, signature: Uint8Array): Promise<boolean> {
    const { subtle } = crypto;
    const key = await subtle.importKey("raw", this.publicKey, ED25519, false, ["verify"]);
    return subtle.verify(ED25519, key, signature, bytes);
  }
}

/** The signed bytes of a receipt, for a real record or for that of a test. */
export function receiptBytes(receipt: Schemas["Receipt"], test = false): Uint8Array {
  const { deal, position, head, at } = receipt;
  const tag = test ? "fairdeal/1/test-receipt" : "fairdeal/1/receipt";
  return tagged(tag, uuid(deal), u32(position), unhex(head), u64(at));
}

// --- Valid public keys ---------------------------------------------------------------------------

type Point = readonly [bigint, bigint, bigint, bigint];

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);
const ZERO: Point = [0n, 1n, 1n, 0n];

/**
 * Whether these bytes are a public key whose signatures only its owner can make: the canonical
 * encoding of a point of the prime-order group, except its neutral element.
 */
export function isKey(raw: Uint8Array): boolean {
  if (raw.length !== KEY_BYTES) return false;
  const y = BigInt(`0x${hex(raw.slice().reverse())}`) & ((1n << 255n) - 1n);
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  const root = power(square, (P + 3n) / 8n);
  const x = [root, mod(root * ROOT)].find((each) => mod(each * each) === square);
  if (y >= P || x === undefined) return false;
  const point: Point = [x, y, 1n, mod(x * y)];
  return !isZero(point) && isZero(times(ORDER, point));
}

function mod(value: bigint): bigint {
  return ((value % P) + P) % P;
}

function power(base: bigint, exponent: bigint): bigint {
  let made = 1n;
  for (const bit of exponent.toString(2)) {
    made = (made * made) % P;
    if (bit === "1") made = (made * base) % P;
  }
  return made;
}

function times(number: bigint, point: Point): Point {
  let made = ZERO;
  for (const bit of number.toString(2)) {
    made = add(made, made);
    if (bit === "1") made = add(made, point);
  }
  return made;
}

/** RFC 8032, 5.1.4. */
function add(one: Point, other: Point): Point {
  const a = (one[1] - one[0]) * (other[1] - other[0]);
  const b = (one[1] + one[0]) * (other[1] + other[0]);
  const [c, d] = [2n * one[3] * mod(other[3] * D), 2n * one[2] * other[2]];
  const [e, f, g, h] = [mod(b - a), mod(d - c), mod(d + c), mod(b + a)];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function isZero([x, y, z]: Point): boolean {
  return x === 0n && y === z;
}
