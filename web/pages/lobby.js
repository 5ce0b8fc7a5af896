// The lobby. First it shows the games that begin at once, without a key: against bots, with a friend who gets a
// link, or with others who look for players. All else of it is loaded a moment later.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { credentials, endedAt, keep, wish } from "../credentials.js";
import { levelName, t } from "../language.js";
import { Field, Radios, Select } from "../parts/fields.js";
import { Page } from "../parts/frame.js";
import { go, loaded, useLater } from "../router.js";
import { after } from "../runtime.js";
import { change, settings } from "../storage.js";

/** @import { Problem, Unreachable } from "../api.js" */
/** @import { Games } from "../lobby/tables.js" */

/** @typedef {(typeof WHOM)[number]} Whom */
const WHOM = /** @type {const} */ (["bots", "friend", "others"]);

/** The signs on the buttons, one for each game in their order. */
const SIGNS = ["♣", "♠", "♦", "♥"];

/** So long a new person sees the games before the rest is loaded, in ms: who begins one needs no more. */
const MOMENT = 1_000;

export default function LobbyPage() {
  const { data, refusal } = useResource(async (signal) => {
    const found = await get("/v1/games", { signal });
    return { games: new Map(found.games.map((game) => [game.key, game])), playNow: found.play_now };
  }, []);
  const [busy, setBusy] = useState(false);
  const [isQuiet, setQuiet] = useState(false);
  const isOffered = data?.playNow === true;
  const isNew = isOffered && credentials.value.length === 0 && endedAt.value === null;
  const isRead = data !== null || refusal !== null;
  useEffect(() => (isRead && !busy ? after(isNew ? MOMENT : 0, () => setQuiet(true)) : undefined), [isRead, busy, isNew]);
  const rest = useLater(() => import("../lobby/rest.js"), isQuiet);
  return h(
    Page,
    { title: t("lobby-title") },
    h(Refused, { refusal }),
    rest !== null && h(rest.Before, { key: "before", games: data?.games ?? null }),
    isOffered && h(PlayNow, { key: "now", games: data.games, onBusy: setBusy }),
    rest !== null && h(rest.After, { key: "after", games: data?.games ?? null }),
  );
}

/** A refusal, in words that are loaded for it.
 * @param {{ refusal: Problem | Unreachable | null }} props
 */
function Refused({ refusal }) {
  const words = useLater(() => import("../lobby/refused.js"), refusal !== null);
  return words === null || refusal === null ? null : h(words.Refused, { refusal });
}

/** A button for each game.
 * @param {{ games: Games, onBusy: (busy: boolean) => void }} props
 */
function PlayNow({ games, onBusy }) {
  const { level } = settings.value;
  const [whom, setWhom] = useState(/** @type {Whom} */ ("bots"));
  const [name, setName] = useState(settings.value.name);
  const { run, busy, refusal } = useAction(async (/** @type {string} */ game) => {
    if (name.trim() !== settings.value.name) change({ name: name.trim() });
    const bots = fitting(games.get(game)?.bots ?? [], level);
    if (whom === "others") {
      const { queueFor } = await loaded(() => import("../lobby/queue.js"));
      queueFor({ game, level: bots, name: name.trim() || t("seat-unnamed", { number: 1 }) });
    } else await go(`/t/${await open({ game, level: bots, friend: whom === "friend" }, name.trim())}`);
  });
  useEffect(() => onBusy(busy), [busy]);
  const offered = [...games.values()].map((game) => game.bots).sort((one, other) => other.length - one.length);
  const levels = [...new Set(offered.flat())]; // in the order of the game that has most of them
  const wanted = wish.value;
  const queue = useLater(() => import("../lobby/queue.js"), wanted !== null);
  const heading = h("h2", { key: "title", id: "play-now", class: "unseen" }, t("lobby-play-now-title"));
  const region = { "aria-labelledby": "play-now", class: "play-now" };
  if (wanted !== null) return h("section", region, heading, queue !== null && h(queue.InQueue, { wanted, title: games.get(wanted.game)?.title ?? "" }));
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
    h(Refused, { refusal }),
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
            h("span", { class: `game-sign${at % 4 < 2 ? "" : " red"}`, "aria-hidden": "true" }, SIGNS[at % 4]),
            game.title,
          ),
          game.lesson && h("a", { href: `/learn/${game.key}` }, t("learn-short"), h("span", { class: "unseen" }, ` ${game.title}`)),
        ),
      ),
    ),
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
