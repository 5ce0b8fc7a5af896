// The finished deals of the seats that this browser has: what the archive shows to a person without an API key.

import { Problem, get } from "../api.js";
import { credentials } from "../credentials.js";

/** @import { Schemas } from "../types.js" */

/** So many tables are read, the newest first. */
const MOST = 24;

/**
 * A deal as the archive lists it; `me`: the own seat.
 * @typedef {Pick<Schemas["DealSummary"], "id" | "number" | "game" | "seats" | "won_by" | "declarer" | "contract" | "explanations" | "finished_at"> & { me: number }} OwnDeal
 */

/** @typedef {{ player?: string, game?: string, contract?: string, result?: string }} Wanted */

/** The credentials of seats, by their tables. */
export function ownSeats() {
  const held = credentials.value.filter(({ kind, table, seat }) => kind === "seat" && table !== undefined && seat !== undefined);
  return [...new Map(held.map((each) => [each.table, each])).values()].slice(-MOST).reverse();
}

/** The finished deals of these seats.
 * @param {AbortSignal} signal
 * @param {ReadonlyMap<string, Schemas["Game"]>} games
 * @returns {Promise<readonly OwnDeal[]>}
 */
export async function ownDeals(signal, games) {
  const found = ownSeats().map(async ({ token, table: id = "", seat = 0 }) => {
    const options = { params: { table: id }, credential: token, signal };
    try {
      const [table, series] = await Promise.all([get("/v1/tables/{table}", options), get("/v1/tables/{table}/series", options)]);
      return dealsOf(table, series, seat, games.get(series.game)?.score.better ?? "high");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return []; // the token has ended
    }
  });
  return (await Promise.all(found)).flat();
}

/** The finished deals of a series, the newest first.
 * @param {Pick<Schemas["Table"], "seats">} table
 * @param {Pick<Schemas["Series"], "game" | "sides" | "deals" | "finished_at">} series
 * @param {number} me
 * @param {"high" | "low"} better
 * @returns {OwnDeal[]}
 */
export function dealsOf({ seats }, { game, sides, deals }, me, better) {
  return deals.filter(({ result }) => result !== null).toReversed().map(({ deal, number, result, counted, explanations }) => {
    const best = better === "high" ? Math.max(...counted) : Math.min(...counted);
    const won = sides.filter((_, side) => counted[side] === best).flatMap((side) => side.seats);
    const { declarer = null, contract = null } = /** @type {{ declarer?: number | null, contract?: string | null }} */ (result);
    const wonBy = won.length === seats.length ? [] : won;
    return { id: deal, number, game, seats: /** @type {OwnDeal["seats"]} */ (/** @type {unknown} */ (seats)), won_by: wonBy, declarer, contract, explanations, finished_at: null, me };
  });
}

/** How a deal came out for a seat.
 * @param {Pick<OwnDeal, "won_by">} deal
 * @param {number} seat
 */
export function resultOf({ won_by: wonBy }, seat) {
  return wonBy.length === 0 ? "even" : wonBy.includes(seat) ? "won" : "lost";
}

/** Whether a deal is wanted: for the person with a name at it, or for the own seat.
 * @param {OwnDeal} deal
 * @param {Wanted} wanted
 */
export function isWanted(deal, { player, game, contract, result }) {
  const named = deal.seats.filter(({ name }) => name?.toLowerCase() === player?.toLowerCase()).map(({ seat }) => seat);
  const meant = player === undefined ? [deal.me] : named;
  return (game === undefined || deal.game === game) && meant.some((seat) =>
    (contract === undefined || (deal.declarer === seat && deal.contract === contract)) && (result === undefined || resultOf(deal, seat) === result));
}

/** The own results by game and by what was declared, as the service counts them.
 * @param {readonly OwnDeal[]} deals
 * @param {string} name
 * @returns {Schemas["StatisticsLine"][]}
 */
export function counted(deals, name) {
  /** @type {Map<string, Schemas["StatisticsLine"]>} */
  const lines = new Map();
  for (const deal of deals) {
    const contract = deal.declarer === deal.me ? deal.contract : null;
    const key = `${deal.game} ${contract}`;
    const line = lines.get(key) ?? { ref: null, name, game: deal.game, contract, deals: 0, won: 0, lost: 0, even: 0 };
    const result = resultOf(deal, deal.me);
    lines.set(key, { ...line, deals: line.deals + 1, [result]: line[result] + 1 });
  }
  return [...lines.values()];
}
