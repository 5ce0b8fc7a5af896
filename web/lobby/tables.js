// The tables of the lobby: who sits there, what each waits for, and a button to join.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { credentials, hostKey } from "../credentials.js";
import { keyMay } from "../entrance.js";
import { levelName, t } from "../language.js";
import { Checkbox, Select } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { TakeSeat } from "../parts/seat.js";
import { Moment } from "../parts/time.js";
import { useLobby } from "./following.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["TableSummary"]} Line */
/** @typedef {ReadonlyMap<string, Schemas["GameSummary"]>} Games */

/** @param {{ games: Games }} props */
export function Tables({ games }) {
  const [game, setGame] = useState("");
  const [free, setFree] = useState(false);
  const query = { ...(game !== "" && { game }), ...(free && { free }) };
  const { lines, refusal } = useLobby({ credential: hostKey.value, query });
  /** @type {[string, string][]} */
  const choices = [["", t("lobby-every-game")], ...[...games.values()].map(named)];
  return h(
    "section",
    { "aria-labelledby": "tables" },
    h("h2", { id: "tables" }, t("lobby-tables")),
    // there is nothing to choose from where nothing is on
    (lines?.length !== 0 || game !== "" || free) && h(
      "div",
      { class: "row fields" },
      h(Select, { label: t("lobby-game"), value: game, choices, onChange: setGame }),
      h(Checkbox, { label: t("lobby-only-free"), checked: free, onChange: setFree }),
    ),
    h(Refusal, { refusal }),
    lines?.length === 0 && h("p", {}, t("lobby-no-tables")),
    h(
      "ul",
      { class: "tables" },
      [...(lines ?? [])]
        .sort((one, other) => Number(hasFree(other)) - Number(hasFree(one)))
        .map((line) => h(TableLine, { key: line.id, line, game: games.get(line.game) })),
    ),
  );
}

/** Whether a table waits for a player: these come first.
 * @param {Line} line
 */
function hasFree({ seats }) {
  return seats.some(({ kind }) => kind === null);
}

/** @param {Schemas["GameSummary"]} game @returns {[string, string]} */
function named({ key, title }) {
  return [key, title];
}

/** @param {{ line: Line, game: Schemas["GameSummary"] | undefined, children?: import("../vendor/preact.mjs").ComponentChildren }} props */
export function TableLine({ line, game, children }) {
  const isOver = line.status === "over" || line.status === "closed";
  const free = isOver ? [] : line.seats.filter((seat) => seat.kind === null);
  const target = game?.options[game.target];
  return h(
    "li",
    {},
    h("h3", {}, line.name),
    h(
      "p",
      { class: "about" },
      h("strong", {}, game?.title ?? line.game),
      target !== undefined && ` · ${target.title}: ${line.target}`,
      line.hints && ` · ${t("lobby-with-hints")}`,
      " · ",
      h(Moment, { at: line.opened_at ?? line.created_at }),
    ),
    h(
      "ul",
      { class: "players" },
      line.seats.map((seat) => h("li", { key: seat.seat, class: seat.kind === null ? "free" : undefined }, playerOf(seat))),
    ),
    h(
      "div",
      { class: "row" },
      h("p", {}, free.length > 0 ? t("lobby-waits-for", { seats: free.length }) : t(isOver ? "lobby-is-over" : "lobby-is-played")),
      h(Join, { line, seat: free[0]?.seat }),
      children,
    ),
  );
}

/** The player of a seat in words.
 * @param {Schemas["SeatSummary"]} seat
 */
function playerOf({ name, bot, kind }) {
  if (bot !== null) return t("lobby-bot", { level: levelName(bot) });
  if (name === null) return t("lobby-free-seat");
  return kind === "bot" ? t("lobby-external-bot", { name }) : name;
}

/** Join, return to one's own seat, or watch.
 * @param {{ line: Line, seat: number | undefined }} props
 */
function Join({ line, seat }) {
  const own = credentials.value.filter((each) => each.table === line.id);
  const href = `/t/${line.id}`;
  if (own.some((each) => each.kind === "seat")) return h("a", { class: "button main", href }, t("lobby-to-seat"));
  const judged = line.visibility === "private" && own.every((each) => each.kind === "audit") && own.length > 0;
  if (judged) return h("a", { class: "button", href: `${href}/disputes` }, t("lobby-disputes"));
  const credential = own.find((each) => each.kind === "invite")?.token ?? (keyMay("play") ? hostKey.value : null);
  return [
    seat !== undefined &&
      credential !== null &&
      h(TakeSeat, { key: "take", label: t("lobby-join-short"), about: t("lobby-join", { table: line.name }), table: line.id, seat, credential }),
    line.spectators &&
      h("a", { key: "watch", class: "button", href, "aria-label": t("lobby-watch", { table: line.name }) }, t("lobby-watch-short")),
  ];
}
