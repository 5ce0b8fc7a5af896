// The lesson of this device: an address has few tables without a key, so it has one lesson at a time.

import { get, send } from "../api.js";
import { keep } from "../credentials.js";
import { t } from "../language.js";
import { device, read, settings, write } from "../storage.js";

const KEY = "fairdeal.lesson";

/** Begin the lesson of a game; another one ends.
 * @param {string} lesson
 * @returns {Promise<string>} The table.
 */
export async function beginLesson(lesson) {
  await endLesson();
  const name = settings.value.name || t("lobby-play-now-you");
  const { table, tokens } = await send("post", "/v1/lessons/{game}", { name }, { params: { game: lesson } });
  for (const { seat, token } of tokens) {
    keep({ token, kind: "seat", table: table.id, seat, name, device: true });
    write(device(), KEY, { table: table.id, seat, deal: table.deal?.id, token });
  }
  return table.id;
}

/** @typedef {{ table: string, seat: number, token: string }} Begun */

/** End the lesson that was begun last, if it is on: its learner gives up. */
export async function endLesson() {
  const last = /** @type {Begun | null} */ (read(device(), KEY));
  if (last === null) return;
  device()?.removeItem(KEY);
  await giveUp(last).catch(() => null);
}

/** Give up a series; between two deals, in the next one.
 * @param {Pick<Begun, "table" | "seat" | "token">} held
 */
export async function giveUp({ table, seat, token: credential }) {
  const { deal, next_deal: next } = await get("/v1/tables/{table}", { params: { table }, credential });
  if (deal === null && next === null) return;
  const on = deal ?? (await send("post", "/v1/tables/{table}/seats/{seat}/ready", { number: next?.number ?? 0 }, { params: { table, seat }, credential })).deal;
  if (on !== null) await send("post", "/v1/deals/{deal}/resignation", {}, { params: { deal: on.id }, credential });
}
