// A branch: a table that continues the deal from a moment, with its true cards or with unseen ones
// dealt anew. It counts nowhere.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send, useAction } from "../api.js";
import { keep } from "../credentials.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Radios, Select } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go } from "../router.js";
import { playerName } from "../cards.js";
import { mayBranch } from "./source.js";

/** @import { Source } from "./source.js" */

/** @typedef {"true" | "resample"} Cards */

/** @param {{ source: Source, at: number }} props */
export function WhatIf({ source, at }) {
  return h(
    "section",
    { class: "what-if", "aria-labelledby": "what-if" },
    h("h2", { id: "what-if" }, t("replay-what-if-title")),
    h("p", {}, t("replay-what-if-about")),
    mayBranch(source.credential) ? h(Form, { source, at }) : h("p", {}, t("replay-what-if-needs")),
  );
}

/** @param {{ source: Source, at: number }} props */
function Form({ source, at }) {
  const { deal, table, credential } = source;
  const [cards, setCards] = useState(/** @type {Cards} */ ("true"));
  const [seat, setSeat] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const chosen = seat === "" ? {} : { from_seat: Number(seat) };
    const made = await send(
      "post",
      "/v1/deals/{deal}/branches",
      { at, deal: cards, ...chosen },
      { params: { deal }, credential },
    );
    const { id } = made.table;
    for (const each of made.tokens) keep({ token: each.token, kind: "seat", table: id, seat: each.seat });
    await go(`/t/${id}`);
  });
  const seats = table.seats.map((each) => /** @type {const} */ ([String(each.seat), playerName(table, each.seat)]));
  return h(
    "div",
    {},
    h(Radios, {
      label: t("replay-what-if-cards"),
      value: cards,
      choices: [["true", t("replay-what-if-true")], ["resample", t("replay-what-if-resample")]],
      onChange: (/** @type {string} */ value) => setCards(/** @type {Cards} */ (value)),
    }),
    credential?.startsWith("key_") === true &&
      h(Select, { label: t("replay-what-if-seat"), value: seat, choices: [["", t("replay-what-if-to-act")], ...seats], onChange: setSeat }),
    h(Refusal, { refusal }),
    h(Button, { onPress: () => void run(), busy }, t("replay-what-if-start", { at })),
  );
}
