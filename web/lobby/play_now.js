// Play at once against bots, without a key: a button for each game.

import { h } from "../vendor/preact.mjs";
import { send } from "../api.js";
import { keep } from "../credentials.js";
import { levelName, t } from "../language.js";
import { useAction } from "../parts/action.js";
import { Select } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go } from "../router.js";
import { change, settings } from "../storage.js";

/** @import { Games } from "./tables.js" */
/** @typedef {{ game: string, level: string }} Wanted */

/** The signs on the buttons, one for each game in their order. */
const SIGNS = ["♣", "♠", "♦", "♥"];

/** @param {{ games: Games }} props */
export function PlayNow({ games }) {
  const { level } = settings.value;
  const { run, busy, refusal } = useAction(async (/** @type {Wanted} */ wanted) => go(`/t/${await open(wanted)}`));
  const offered = [...games.values()].map((game) => game.bots).sort((one, other) => other.length - one.length);
  const levels = [...new Set(offered.flat())]; // in the order of the game that has most of them
  return h(
    "section",
    { "aria-labelledby": "play-now", class: "play-now" },
    h("h2", { id: "play-now" }, t("lobby-play-now-title")),
    h("p", {}, t("lobby-play-now-about")),
    h(
      "ul",
      {},
      [...games.values()].map((game, at) =>
        h(
          "li",
          { key: game.key },
          h(
            "button",
            { type: "button", disabled: busy, onClick: () => void run({ game: game.key, level: fitting(game.bots, level) }) },
            h("span", { class: at % 4 < 2 ? "sign" : "sign red", "aria-hidden": "true" }, SIGNS[at % 4]),
            game.title,
          ),
        ),
      ),
    ),
    h(Refusal, { refusal }),
    h(Select, {
      label: t("lobby-play-now-level"),
      value: level,
      choices: levels.map((each) => /** @type {const} */ ([each, levelName(each)])),
      onChange: (chosen) => change({ level: chosen }),
    }),
  );
}

/** The level that a game has: the chosen one, or else its first.
 * @param {readonly string[]} levels
 * @param {string} level
 */
function fitting(levels, level) {
  return levels.includes(level) ? level : (levels[0] ?? "");
}

/** Open a table of the house, and keep the seat on this device.
 * @param {Wanted} wanted
 * @returns {Promise<string>} The table.
 */
async function open(wanted) {
  const name = settings.value.name || t("lobby-play-now-you");
  const { table, tokens } = await send("post", "/v1/play-now", { ...wanted, name });
  for (const { seat, token } of tokens) keep({ token, kind: "seat", table: table.id, seat, name, device: true });
  return table.id;
}
