// Opening a table: a form made of what the service says of the game, and the invitations after it.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { send, useAction } from "../api.js";
import { levelName, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Checkbox, Field, Radios, Select } from "../parts/fields.js";
import { LinkToShare, linkTo } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";
import { SeatName, SeatOptions, keepSeat, requestOf, usualSitter } from "../parts/seat.js";
import { go } from "../router.js";
import { limits, requestFor, usualSeats } from "./request.js";

/** @import { Schemas } from "../types.js" */
/** @import { Sitter } from "../parts/seat.js" */
/** @import { Form, Occupant } from "./request.js" */
/** @import { Games } from "./tables.js" */
/** @typedef {{ table: string, seats: readonly number[] }} Opened A new table, and the seats to invite to. */
/** @typedef {{ seat: number, token: string }} Invited */

/** A button that opens the form.
 * @param {{ games: Games, credential: string }} props
 */
export function OpenTable({ games, credential }) {
  const [shown, setShown] = useState(false);
  return [
    h(Button, { key: "open", look: "main", onPress: () => setShown(true) }, t("lobby-opening-open")),
    shown &&
      h(
        Dialog,
        { key: "form", title: t("lobby-opening-open"), onClose: () => setShown(false) },
        h(TableForm, { games, credential }),
      ),
  ];
}

/** The form as it begins for a game.
 * @param {Schemas["GameSummary"]} game
 * @returns {Form}
 */
function usual(game) {
  return {
    game: game.key,
    name: game.title,
    visibility: "public",
    turnLimit: "",
    pause: "30",
    hints: false,
    phrases: "",
    watchDelay: "0",
    options: {},
    seats: usualSeats(game, game.seats[0] ?? 2),
  };
}

/** @param {{ games: Games, credential: string }} props */
function TableForm({ games, credential }) {
  const first = /** @type {Schemas["GameSummary"]} */ ([...games.values()][0]);
  const [form, setForm] = useState(() => usual(first));
  const [sitter, setSitter] = useState(usualSitter);
  const [opened, setOpened] = useState(/** @type {Opened | null} */ (null));
  const game = games.get(form.game) ?? first;
  const { run, busy, refusal } = useAction(async () => {
    const made = await open(form, game, credential, sitter);
    if (made.seats.length === 0) await go(`/t/${made.table}`);
    else setOpened(made);
  });
  if (opened !== null) return h(Invitations, { ...opened, credential });
  const set = (/** @type {Partial<Form>} */ changes) => setForm({ ...form, ...changes });
  const isIn = form.seats.includes("me");
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h(Select, {
      label: t("lobby-opening-game"),
      value: form.game,
      choices: [...games.values()].map(({ key, title }) => /** @type {const} */ ([key, title])),
      onChange: (key) => setForm(usual(games.get(key) ?? first)),
    }),
    h(Seats, { form, game, set }),
    isIn && h(SeatName, { sitter, onChange: setSitter }),
    h(Terms, { form, game, set }, isIn && h(SeatOptions, { sitter, onChange: setSitter })),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t("lobby-opening-submit"))),
  );
}

/** @typedef {{ form: Form, game: Schemas["GameSummary"], set: (changes: Partial<Form>) => void }} Filled */

/** What is seldom changed: the game's other options, who may see the table, times, and more.
 * @param {Filled & { children?: import("../vendor/preact.mjs").ComponentChildren }} props
 */
function Terms({ form, game, set, children }) {
  const names = Object.keys(game.options).filter((name) => name !== game.target);
  return h(
    "details",
    {
      // a field that is wrong has to be seen
      onInvalidCapture: (/** @type {Event} */ event) => {
        /** @type {HTMLDetailsElement} */ (event.currentTarget).open = true;
      },
    },
    h("summary", {}, t("common-more-options")),
    h(Field, { label: t("lobby-opening-name"), value: form.name, onInput: (name) => set({ name }), required: true, longest: 80 }),
    h(Option, { name: game.target, form, game, set }),
    names.map((name) => h(Option, { key: name, name, form, game, set })),
    h(Radios, {
      label: t("lobby-opening-visibility"),
      value: form.visibility,
      choices: [
        ["public", t("lobby-opening-public")],
        ["private", t("lobby-opening-private")],
      ],
      onChange: (value) => set({ visibility: value === "public" ? "public" : "private" }),
    }),
    h(Field, { label: t("lobby-opening-turn-limit"), hint: t("lobby-opening-turn-limit-hint"), type: "number", least: 1, most: 86400, value: form.turnLimit, onInput: (turnLimit) => set({ turnLimit }) }),
    h(Field, { label: t("lobby-opening-pause"), hint: t("lobby-opening-pause-hint"), type: "number", least: 0, most: 86400, value: form.pause, onInput: (pause) => set({ pause }) }),
    h(Checkbox, { label: t("lobby-opening-hints"), hint: t("lobby-opening-hints-hint"), checked: form.hints, onChange: (hints) => set({ hints }) }),
    h(Select, {
      label: t("lobby-opening-phrases"),
      value: form.phrases,
      choices: [
        ["", t("lobby-opening-phrases-usual")],
        ["off", t("lobby-opening-phrases-off")],
        ["between_deals", t("lobby-opening-phrases-between")],
        ["always", t("lobby-opening-phrases-always")],
      ],
      onChange: (phrases) => set({ phrases }),
    }),
    h(Select, {
      label: t("lobby-opening-watch-delay"),
      value: form.watchDelay,
      choices: [
        ["0", t("lobby-opening-watch-delay-0")],
        ["30", t("lobby-opening-watch-delay-30")],
        ["120", t("lobby-opening-watch-delay-120")],
        ["600", t("lobby-opening-watch-delay-600")],
      ],
      onChange: (watchDelay) => set({ watchDelay }),
    }),
    children,
  );
}

/** An option of the game, by its title.
 * @param {Filled & { name: string }} props
 */
function Option({ name, form, game, set }) {
  const option = game.options[name];
  if (option === undefined) return null;
  const { values, value_titles: titles = {}, title } = option;
  const { usual: start, least, most, step } = limits(option, form.seats.length);
  const change = (/** @type {string} */ text) => set({ options: { ...form.options, [name]: text } });
  if (values === undefined) {
    const value = form.options[name] ?? String(start);
    return h(Field, { label: title, type: "number", value, least, most, step, required: true, onInput: change });
  }
  const choices = values.map((each) => [String(each), titles[String(each)] ?? String(each)]);
  return h(Select, {
    label: title,
    value: form.options[name] ?? String(option.default),
    choices: /** @type {[string, string][]} */ (choices),
    onChange: change,
  });
}

/** How many sit there, and who.
 * @param {Filled} props
 */
function Seats({ form, game, set }) {
  /** @type {[string, string][]} */
  const choices = [
    ["me", t("lobby-opening-me")],
    ["invite", t("lobby-opening-invite")],
    ["free", t("lobby-opening-free")],
    ...game.bots.map((level) => /** @type {[string, string]} */ ([`bot:${level}`, t("lobby-bot", { level: levelName(level) })])),
  ];
  /** @param {number} seat @param {string} value */
  function sit(seat, value) {
    const occupant = /** @type {Occupant} */ (value);
    const moved = form.seats.map((each) => (occupant === "me" && each === "me" ? "free" : each));
    set({ seats: moved.map((each, index) => (index === seat ? occupant : each)) });
  }
  return h(
    "fieldset",
    {},
    h("legend", {}, t("lobby-opening-seats")),
    game.seats.length > 1 &&
      h(Select, {
        label: t("lobby-opening-number"),
        value: String(form.seats.length),
        choices: game.seats.map((each) => /** @type {const} */ ([String(each), String(each)])),
        onChange: (number) => set({ seats: usualSeats(game, Number(number)), options: {} }),
      }),
    form.seats.map((occupant, seat) =>
      h(Select, {
        key: seat,
        label: t("seat-unnamed", { number: seat + 1 }),
        value: occupant,
        choices,
        onChange: (value) => sit(seat, value),
      }),
    ),
  );
}

/** Invites to the seats of a table that is open already: a refusal is followed by another try for the rest.
 * @param {Opened & { credential: string }} props
 */
function Invitations({ table, seats, credential }) {
  const [invited, setInvited] = useState(/** @type {readonly Invited[]} */ ([]));
  const { run, busy, refusal } = useAction(async () => {
    for (const seat of seats.slice(invited.length)) {
      const wanted = { seat, name: t("seat-unnamed", { number: seat + 1 }) };
      const { token } = await send("post", "/v1/tables/{table}/invitations", wanted, { params: { table }, credential });
      setInvited((before) => [...before, { seat, token }]);
    }
  });
  useEffect(() => void run(), []);
  return h(
    "div",
    {},
    h("p", {}, t("lobby-opening-invitations")),
    invited.map(({ seat, token }) =>
      h(LinkToShare, { key: seat, label: t("lobby-opening-invitation-for", { number: seat + 1 }), link: linkTo(table, token) }),
    ),
    h(Refusal, { refusal }),
    refusal !== null && h("p", {}, h(Button, { onPress: () => void run(), busy }, t("common-retry"))),
    h("p", {}, h("a", { class: "button main", href: `/t/${table}` }, t("lobby-opening-to-table"))),
  );
}

/** Open the table, and keep the token of the person's seat.
 * @param {Form} form
 * @param {Schemas["GameSummary"]} game
 * @param {string} credential
 * @param {Sitter} sitter
 * @returns {Promise<Opened>}
 */
async function open(form, game, credential, sitter) {
  const body = requestFor(form, game, await requestOf(sitter));
  const { table, tokens } = await send("post", "/v1/tables", body, { credential });
  for (const { seat, token } of tokens) keepSeat({ table: table.id, seat, token }, sitter);
  return { table: table.id, seats: form.seats.flatMap((each, seat) => (each === "invite" ? [seat] : [])) };
}
