// The API key with which this browser is a host's.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { find, forget, keep, tokenIn } from "../credentials.js";
import { identify } from "../entrance.js";
import { t } from "../language.js";
import { useAction } from "../api.js";
import { Button } from "../parts/button.js";
import { Checkbox, Field } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";

/** @import { Problem, Unreachable } from "../api.js" */
/** @import { Schemas } from "../types.js" */

/** The form that takes a key. */
export function KeyEntry() {
  const [text, setText] = useState("");
  const [device, setDevice] = useState(false);
  const [wrong, setWrong] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const token = tokenIn(text);
    if (token === null || !token.startsWith("key_")) return setWrong(t("host-key-no-key"));
    setWrong("");
    // a key that is kept ends this form: it is asked for first
    const me = await identify(token);
    if (me === null) return setWrong(t("host-key-ended"));
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
    h("p", {}, t("host-key-about")),
    h(Field, { label: t("host-key-label"), type: "password", value: text, onInput: setText, required: true }),
    h(Checkbox, { label: t("host-key-device"), hint: t("host-key-device-hint"), checked: device, onChange: setDevice }),
    h("p", { role: "alert" }, wrong),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t("host-key-use"))),
  );
}

/** The key that is used, and the button that removes it from this browser.
 * @param {object} props
 * @param {string} props.credential
 * @param {Schemas["Me"] | null} props.me What the service knows of the key; null: not read yet.
 * @param {Problem | Unreachable | null} props.refusal
 */
export function OwnKey({ credential, me, refusal }) {
  const kept = find(credential)?.device === true;
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    me !== null && h("p", {}, t("host-key-used", { name: me.name }), " ", (me.scopes ?? []).map((each) => t(`host-keys-scope-${each}`)).join(" · ")),
    h("p", {}, kept ? t("host-key-kept-for-device") : t("host-key-kept-for-tab")),
    h("p", {}, h(Button, { onPress: () => forget(credential) }, t("host-key-forget"))),
  );
}
