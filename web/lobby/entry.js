// Joining by a link or a token that another person has sent.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { find, tokenIn } from "../credentials.js";
import { identify, leadsTo } from "../entrance.js";
import { t } from "../language.js";
import { useAction } from "../api.js";
import { Button } from "../parts/button.js";
import { Field } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go, loaded, match } from "../router.js";

/** Where an address leads: its path here, and the token behind `#`.
 * @param {string} text
 * @returns {{ path: string, token: string | null } | null} null: nowhere.
 */
export function read(text) {
  const token = tokenIn(text);
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const path = address === null ? "/" : address.pathname;
  if (token === null && (address === null || match(path) === null)) return null;
  return { path, token };
}

export function Entry() {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const found = read(text);
    setWrong(found === null ? t("lobby-entry-no-link") : "");
    if (found === null) return;
    const { path, token } = found;
    if (token === null) return await go(path);
    const me = await identify(token);
    if (me === null) return setWrong(t("lobby-entry-ended"));
    const { ask } = await loaded(() => import("../parts/linked.js"));
    const held = find(token) !== undefined;
    await go((held ? leadsTo(me, token) : await ask(token)) ?? "/");
  });
  return h(
    "form",
    {
      class: "entry",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h(Field, { label: t("lobby-entry-label"), hint: t("lobby-entry-hint"), value: text, onInput: setText, required: true }),
    h("p", { role: "alert" }, wrong),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { busy }, t("lobby-entry-go"))),
  );
}
