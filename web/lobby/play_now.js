// Play at once, without a key: against bots, with a friend who gets a link, or with others who look for players.
// A button for each game.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send } from "../api.js";
import { keep } from "../credentials.js";
import { levelName, t } from "../language.js";
import { useAction } from "../parts/action.js";
import { Field, Radios, Select } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go } from "../router.js";
import { change, settings } from "../storage.js";
import { InQueue, queueFor, wish } from "./queue.js";

/** @import { Games } from "./tables.js" */

/** @typedef {(typeof WHOM)[number]} Whom */
const WHOM = /** @type {const} */ (["bots", "friend", "others"]);

/** The signs on the buttons, one for each game in their order. */
const SIGNS = ["♣", "♠", "♦", "♥"];

/** @param {{ games: Games }} props */
export function PlayNow({ games }) {
  const { level } = settings.value;
  const [whom, setWhom] = useState(/** @type {Whom} */ ("bots"));
  const [name, setName] = useState(settings.value.name);
  const { run, busy, refusal } = useAction(async (/** @type {string} */ game) => {
    if (name.trim() !== settings.value.name) change({ name: name.trim() });
    const bots = fitting(games.get(game)?.bots ?? [], level);
    if (whom === "others") queueFor({ game, level: bots, name: name.trim() || t("seat-unnamed", { number: 1 }) });
    else await go(`/t/${await open({ game, level: bots, friend: whom === "friend" }, name.trim())}`);
  });
  const offered = [...games.values()].map((game) => game.bots).sort((one, other) => other.length - one.length);
  const levels = [...new Set(offered.flat())]; // in the order of the game that has most of them
  const wanted = wish.value;
  const heading = h("h2", { key: "title", id: "play-now" }, t("lobby-play-now-title"));
  const region = { "aria-labelledby": "play-now", class: "play-now" };
  if (wanted !== null) return h("section", region, heading, h(InQueue, { wanted, title: games.get(wanted.game)?.title ?? "" }));
  return h(
    "section",
    region,
    heading,
    h(Radios, {
      label: t("lobby-play-now-whom"),
      value: whom,
      choices: WHOM.map((each) => /** @type {const} */ ([each, t(`lobby-play-now-whom-${each}`)])),
      onChange: (chosen) => setWhom(WHOM.find((each) => each === chosen) ?? "bots"),
    }),
    h("p", { "aria-live": "polite" }, t(`lobby-play-now-about-${whom}`)),
    h(
      "ul",
      {},
      [...games.values()].map((game, at) =>
        h(
          "li",
          { key: game.key },
          h(
            "button",
            { type: "button", disabled: busy, onClick: () => void run(game.key) },
            h("span", { class: at % 4 < 2 ? "game-sign" : "game-sign red", "aria-hidden": "true" }, SIGNS[at % 4]),
            game.title,
          ),
          game.lesson && h("a", { href: `/learn/${game.key}` }, t("learn-short"), h("span", { class: "unseen" }, ` ${game.title}`)),
        ),
      ),
    ),
    h(Refusal, { refusal }),
    h(
      "div",
      { class: "row fields" },
      whom !== "bots" && h(Field, { label: t("seat-name"), value: name, onInput: setName, longest: 80, placeholder: t("seat-unnamed", { number: 1 }) }),
      h(Select, {
        label: t("lobby-play-now-level"),
        value: level,
        choices: levels.map((each) => /** @type {const} */ ([each, levelName(each)])),
        onChange: (chosen) => change({ level: chosen }),
      }),
    ),
  );
}

/** The level that a game has: the chosen one, or else its first.
 * @param {readonly string[]} levels
 * @param {string} level
 */
export function fitting(levels, level) {
  return levels.includes(level) ? level : (levels[0] ?? "");
}

/** Open a table of the house, and keep the seat on this device, with the invitation for a friend.
 * @param {{ game: string, level: string, friend: boolean }} wanted
 * @param {string} chosen The name; "": none was chosen.
 * @returns {Promise<string>} The table.
 */
export async function open(wanted, chosen) {
  const name = chosen || (wanted.friend ? t("seat-unnamed", { number: 1 }) : t("lobby-play-now-you"));
  const { table, tokens, invitation } = await send("post", "/v1/play-now", { ...wanted, name });
  for (const { seat, token } of tokens) {
    keep({ token, kind: "seat", table: table.id, seat, name, device: true, house: true, ...(invitation && { invitation }) });
  }
  return table.id;
}
