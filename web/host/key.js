// The API key with which this browser is a host's.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { find, forget, keep, tokenIn } from "../credentials.js";
import { identify } from "../entrance.js";
import { texts } from "../language.js";
import { useAction } from "../parts/action.js";
import { Button } from "../parts/button.js";
import { Checkbox, Field } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";

/** @import { Problem, Unreachable } from "../api.js" */
/** @import { Schemas } from "../types.js" */

/** The form that takes a key. */
export function KeyEntry() {
  const t = texts("host").key;
  const [text, setText] = useState("");
  const [device, setDevice] = useState(false);
  const [wrong, setWrong] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const token = tokenIn(text);
    if (token === null || !token.startsWith("key_")) return setWrong(t.noKey);
    setWrong("");
    // a key that is kept ends this form: it is asked for first
    const me = await identify(token);
    if (me === null) return setWrong(t.ended);
    const { name, scopes } = me;
    keep({ token, kind: "key", device, name, ...(scopes && { scopes }) });
  });
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h("p", {}, t.about),
    h(Field, { label: t.label, type: "password", value: text, onInput: setText, required: true }),
    h(Checkbox, { label: t.device, hint: t.deviceHint, checked: device, onChange: setDevice }),
    h("p", { role: "alert" }, wrong),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t.use)),
  );
}

/** The key that is used, and the button that removes it from this browser.
 * @param {object} props
 * @param {string} props.credential
 * @param {Schemas["Me"] | null} props.me What the service knows of the key; null: not read yet.
 * @param {Problem | Unreachable | null} props.refusal
 */
export function OwnKey({ credential, me, refusal }) {
  const t = texts("host").key;
  const kept = find(credential)?.device === true;
  const scopes = /** @type {Readonly<Record<string, string>>} */ (texts("host").keys.scope);
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    me !== null && h("p", {}, t.used(me.name), " ", (me.scopes ?? []).map((each) => scopes[each]).join(" · ")),
    h("p", {}, kept ? t.keptForDevice : t.keptForTab),
    h("p", {}, h(Button, { onPress: () => forget(credential) }, t.forget)),
  );
}
