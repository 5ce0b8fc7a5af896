// The form that opens a tournament.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send, useAction } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Field, Radios, Select } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go } from "../router.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["Tournament"]["format"]} Format */

/** @type {readonly Format[]} */
const ANY = ["lot", "by_standings", "fixed"];
/** @type {readonly Format[]} Formats that want two sides at a table. */
const OF_TWO = ["swiss", "round_robin", "knock_out"];

const MOST_ROUNDS = 60;

/** @param {{ games: readonly Schemas["GameSummary"][], credential: string }} props */
export function OpenTournament({ games, credential }) {
  const [form, setForm] = useState(() => ({
    game: games[0]?.key ?? "", name: "", format: /** @type {Format} */ ("swiss"), rounds: "3", boards: "", target: "", limit: "60", who: "anyone", visibility: "public", bots: "easy", starts: /** @type {readonly string[]} */ ([]),
  }));
  const set = (/** @type {Partial<typeof form>} */ changes) => setForm({ ...form, ...changes });
  const game = games.find(({ key }) => key === form.game);
  const seats = Math.max(...(game?.seats ?? [2]));
  // a series of deals goes by points at tables of several sides; any other one is won by a side
  const countsDeals = game?.options[game.target]?.per_seat ?? false;
  const formats = countsDeals ? ANY : [...OF_TWO, ...ANY];
  const format = formats.includes(form.format) ? form.format : "by_standings";
  const hasRounds = format !== "knock_out" && format !== "round_robin"; // these end by themselves
  const most = hasRounds ? Number(form.rounds) : MOST_ROUNDS;
  const starts = format === "fixed" ? [] : form.starts.slice(0, most);
  const { run, busy, refusal } = useAction(async () => {
    const body = {
      game: form.game, name: form.name, format, seats,
      ...(starts.length > 0 && { starts: starts.map((each) => new Date(each).toISOString()) }),
      ...(hasRounds && { rounds: Number(form.rounds) }),
      joining: /** @type {"owner" | "anyone"} */ (form.who), visibility: /** @type {"public" | "private"} */ (form.visibility),
      ...(form.boards !== "" && { boards: Number(form.boards), scoring: /** @type {const} */ ("mean") }),
      ...(form.boards === "" && form.target !== "" && { target: Number(form.target) }),
      ...(form.bots !== "" && format !== "knock_out" && { fill: form.bots }),
      table_terms: form.limit === "" ? {} : { turn_limit: Number(form.limit) },
    };
    const made = await send("post", "/v1/tournaments", body, { credential });
    await go(`/tournament/${made.id}`);
  });
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h(Field, { label: t("evening-name"), value: form.name, onInput: (name) => set({ name }), required: true, longest: 80 }),
    h(Select, { label: t("evening-game"), value: form.game, choices: games.map(({ key, title }) => /** @type {const} */ ([key, title])), onChange: (key) => set({ game: key }) }),
    h(Select, { label: t("evening-format"), value: format, choices: formats.map((each) => /** @type {const} */ ([each, t(`evening-formats-${each}`)])), onChange: (format) => set({ format: /** @type {Format} */ (format) }) }),
    hasRounds && h(Field, { label: t("evening-rounds"), type: "number", least: 1, most: MOST_ROUNDS, value: form.rounds, onInput: (rounds) => set({ rounds }), required: true }),
    format !== "fixed" && h(Starts, { starts, most, onInput: (times) => set({ starts: times }) }),
    h(Field, { label: t("evening-boards-of-round"), hint: t("evening-boards-hint"), type: "number", least: 1, most: 100, value: form.boards, onInput: (boards) => set({ boards }) }),
    form.boards === "" && h(Field, { label: countsDeals ? t("evening-deals") : t("evening-target"), hint: t("evening-target-hint"), type: "number", least: 1, value: form.target, onInput: (target) => set({ target }) }),
    h(Field, { label: t("evening-turn-limit"), hint: t("evening-turn-limit-hint"), type: "number", least: 1, most: 86400, value: form.limit, onInput: (limit) => set({ limit }) }),
    h(Radios, { label: t("evening-joining"), value: form.who, choices: [["anyone", t("evening-joining-anyone")], ["owner", t("evening-joining-owner")]], onChange: (who) => set({ who }) }),
    h(Radios, { label: t("evening-visibility"), value: form.visibility, choices: [["public", t("evening-public")], ["private", t("evening-private")]], onChange: (visibility) => set({ visibility }) }),
    h(Select, { label: t("evening-fill"), value: form.bots, choices: [["easy", t("common-levels-easy")], ["medium", t("common-levels-medium")], ["", t("evening-fill-none")]], onChange: (bots) => set({ bots }) }),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t("evening-open"))),
  );
}

/** When rounds begin: a field for each, and one more until all have a time.
 * @param {{ starts: readonly string[], most: number, onInput: (starts: readonly string[]) => void }} props
 */
function Starts({ starts, most, onInput }) {
  return [...starts, ""].slice(0, most).map((start, at) => h(Field, {
    key: at,
    label: t("evening-starts", { round: at + 1 }),
    ...(at === 0 && { hint: t("evening-starts-hint") }),
    type: "datetime-local",
    value: start,
    onInput: (time) => onInput(time === "" ? starts.slice(0, at) : [...starts.slice(0, at), time, ...starts.slice(at + 1)]),
  }));
}
