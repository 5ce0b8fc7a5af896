// The lesson of this device: an address has few tables without a key, so it has one lesson at a time.

import { send } from "../api.js";
import { keep } from "../credentials.js";
import { t } from "../language.js";
import { read, settings, write } from "../storage.js";

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
    write(localStorage, KEY, { deal: table.deal?.id, token });
  }
  return table.id;
}

/** End the lesson that was begun last, if it is on: its learner gives up. */
export async function endLesson() {
  const last = /** @type {{ deal: string, token: string } | null} */ (read(localStorage, KEY));
  if (last === null) return;
  localStorage.removeItem(KEY);
  const asking = { params: { deal: last.deal }, credential: last.token };
  await send("post", "/v1/deals/{deal}/resignation", {}, asking).catch(() => null);
}
