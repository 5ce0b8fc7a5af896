// Seeds that a player adds to the shuffle (the recipe `fairdeal/1`, clauses F1-F6).

import { readFile, writeFile } from "node:fs/promises";

import { hex, tagged, u32, unhex, uuid } from "./framing.js";

const BYTES = 32;
const HMAC = { name: "HMAC", hash: "SHA-256" };

/**
 * 32 random bytes from which the seeds for all deals follow. Nobody else may know them. Whoever
 * commits to a seed has to show it later: keep the secret for as long as a series is on.
 */
export class Secret {
  readonly #value: Uint8Array;

  constructor(value: Uint8Array) {
    if (value.length !== BYTES) throw new RangeError(`a secret has ${BYTES} bytes`);
    this.#value = Uint8Array.from(value);
  }

  /** A new secret, which ends with this process: another one can not show what it committed to. */
  static fresh(): Secret {
    return new Secret(crypto.getRandomValues(new Uint8Array(BYTES)));
  }

  /** The secret in a file, which is made where it is not there, for its owner's eyes only. */
  static async kept(file: string): Promise<Secret> {
    const value = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    try {
      await writeFile(file, value, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    return new Secret(unhex((await readFile(file, "ascii")).trim()));
  }

  /** The seed for a deal: nobody can foresee it who does not know the secret. */
  async seed(deal: string): Promise<Uint8Array> {
    const key = await crypto.subtle.importKey("raw", this.#value, HMAC, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, uuid(deal)));
  }

  /** What is published of the seed beforehand. */
  async commitment(deal: string, seat: number): Promise<string> {
    return commitment(deal, seat, await this.seed(deal));
  }
}

/** TH("fairdeal/1/commit", deal, "P", u32 seat, seed), in hex. */
export async function commitment(deal: string, seat: number, seed: Uint8Array): Promise<string> {
  const role = new TextEncoder().encode("P");
  const said = tagged("fairdeal/1/commit", uuid(deal), role, u32(seat), seed);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", said)));
}
