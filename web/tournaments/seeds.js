// The seeds of a player who adds to the draws and boards of a tournament (C6): a chain, of which one is shown in each round.

import { commitment, hex, unhex } from "../../verifier/recipe.mjs";
import { send } from "../api.js";
import { randomBytes } from "../runtime.js";

/** @import { Credential } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */

const SEED_BYTES = 32;

/** The last seed of a new chain, from which all others follow. */
export const freshSeed = () => hex(randomBytes(SEED_BYTES));

/** The commitment to a chain, and the seed of each round: each is the commitment to the next one.
 * @param {Pick<Schemas["Tournament"], "id" | "rounds">} tournament
 * @param {string} last
 * @returns {Promise<string[]>}
 */
export async function chainOf({ id, rounds }, last) {
  const links = [last];
  const within = unhex(id.replaceAll("-", ""));
  for (let round = rounds; round > 0; round--) links.unshift(hex(await commitment(within, "P", round, unhex(links[0] ?? ""))));
  return links;
}

/** Show the seed of the round that is called.
 * @param {Schemas["Tournament"]} tournament
 * @param {Credential & { chain: string }} entry
 * @param {number} round
 */
export async function showSeed(tournament, { chain, token }, round) {
  const seed = (await chainOf(tournament, chain))[round] ?? "";
  await send("post", "/v1/tournaments/{tournament}/seeds", { seed }, { params: { tournament: tournament.id }, credential: token });
}
