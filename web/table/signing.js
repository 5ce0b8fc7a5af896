// Keys of seats, made in this browser and never shown to any program, and what they sign (F7).

import { canonical } from "../../verifier/reading.mjs";
import { hex } from "../../verifier/recipe.mjs";
import { ACT, MOVE, statementBytes } from "../../verifier/signatures.mjs";
import { Problem, TRIES } from "../api.js";
import { t } from "../language.js";
import { KEYS, keepFirst, kept } from "./database.js";

/** A deal or table as it was shown: its head fixes the whole record up to there.
 * @typedef {{ readonly id: string, readonly version: number, readonly head: string }} Shown
 */

const ED25519 = "Ed25519";

/** Whether this browser can sign here: WebCrypto needs HTTPS or this very machine. */
export function canSign() {
  return isSecureContext && "subtle" in crypto;
}

/** Make a key. Its private half stays in this browser and cannot be exported.
 * @returns {Promise<string>} The public key in hex.
 */
export async function makeKey() {
  const pair = /** @type {CryptoKeyPair} */ (
    await crypto.subtle.generateKey(ED25519, false, ["sign", "verify"])
  );
  const name = hex(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  await keepFirst(KEYS, name, pair.privateKey);
  return name;
}

/** Whether the key of a seat is in this browser.
 * @param {string} key
 */
export async function hasKey(key) {
  return canSign() && (await kept(KEYS, key)) !== undefined;
}

/** Sign a move: the fields of its request.
 * @param {string} key The public key.
 * @param {number} seat
 * @param {Shown} deal
 * @param {object} move Complete, as in the legal moves.
 */
export async function signMove(key, seat, deal, move) {
  return { signature: await sign(MOVE, key, seat, deal, move), expected_version: deal.version };
}

/** Send an act, such as `{ type: "leave" }`, signed over its place; again if that has grown meanwhile.
 * @template T
 * @param {string} key The public key.
 * @param {number} seat
 * @param {() => Promise<Shown>} readPlace
 * @param {object} act
 * @param {(signature: { signature?: string }) => Promise<T>} request
 * @returns {Promise<T>}
 */
export async function signedAct(key, seat, readPlace, act, request) {
  for (let tries = 1; ; tries++) {
    const signature = await sign(ACT, key, seat, await readPlace(), act);
    try {
      return await request({ signature });
    } catch (error) {
      if (!(error instanceof Problem && error.code === "signature-refused")) throw error;
      if (error.errors.some(({ pointer }) => pointer === "/signature")) return await request({});
      if (tries >= TRIES) throw error;
    }
  }
}

/**
 * @param {string} tag
 * @param {string} key
 * @param {number} seat
 * @param {Shown} place
 * @param {object} said
 */
async function sign(tag, key, seat, { id, version, head }, said) {
  const message = statementBytes({
    tag, stream: id, seat, position: version, head, said: canonical(said),
  });
  const privateKey = await kept(KEYS, key);
  if (privateKey === undefined) {
    throw new Problem(0, { code: "key-missing", detail: t("acts-key-missing") });
  }
  return hex(new Uint8Array(await crypto.subtle.sign(ED25519, privateKey, message)));
}
