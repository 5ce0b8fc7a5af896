// API keys: those that come from the host's own key.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Checkbox, Field } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { Secret } from "./secret.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["ApiKey"]["scopes"][number]} Scope */

/** @param {{ credential: string }} props */
export function Keys({ credential }) {
  const { data, refusal, reload } = useResource(
    async (signal) => (await get("/v1/keys", { credential, signal })).keys,
    [credential],
  );
  const [secret, setSecret] = useState(/** @type {string | null} */ (null));
  const own = data?.[0];
  /** @param {string | null} made */
  function done(made) {
    setSecret(made);
    reload();
  }
  return h(
    "section",
    { "aria-labelledby": "keys" },
    h("h2", { id: "keys" }, t("host-keys-title")),
    h(Refusal, { refusal }),
    h(
      "ul",
      { class: "lines" },
      data?.map((key) => h(KeyLine, { key: key.id, line: key, own: key === own, credential, done })),
    ),
    secret !== null && h(Secret, { label: t("host-keys-secret"), secret }),
    own !== undefined && h(NewKey, { scopes: own.scopes, credential, done }),
  );
}

/**
 * @param {object} props
 * @param {Schemas["ApiKey"]} props.line
 * @param {boolean} props.own Whether it is the key that asks: it is not revoked here.
 * @param {string} props.credential
 * @param {(secret: string | null) => void} props.done
 */
function KeyLine({ line, own, credential, done }) {
  const params = { key: line.id };
  const rotation = useAction(async () => {
    const made = await send("post", "/v1/keys/{key}/rotation", {}, { params, credential });
    done(made.key);
  });
  const revocation = useAction(async () => {
    await send("delete", "/v1/keys/{key}", null, { params, credential });
    done(null);
  });
  return h(
    "li",
    {},
    h("p", {}, h("strong", {}, line.name), " ", line.scopes.map((each) => t(`host-keys-scope-${each}`)).join(" · "), " · ", h(Moment, { at: line.created_at })),
    h(Refusal, { refusal: rotation.refusal ?? revocation.refusal }),
    own
      ? h("p", {}, t("host-keys-own"))
      : h(
          "p",
          { class: "row" },
          h(Button, { onPress: () => void rotation.run(), busy: rotation.busy }, t("host-keys-rotate", { name: line.name })),
          h(Button, { onPress: () => void revocation.run(), busy: revocation.busy, look: "danger" }, t("host-keys-revoke", { name: line.name })),
        ),
  );
}

/** @param {{ scopes: readonly Scope[], credential: string, done: (secret: string) => void }} props */
function NewKey({ scopes, credential, done }) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState(/** @type {readonly Scope[]} */ (["read"]));
  const { run, busy, refusal } = useAction(async () => {
    const body = { name: name.trim(), scopes: [...chosen], test: false, default_visibility: /** @type {const} */ ("private") };
    const made = await send("post", "/v1/keys", body, { credential });
    setName("");
    done(made.key);
  });
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h("h3", {}, t("host-keys-make")),
    h(Field, { label: t("host-keys-name"), value: name, onInput: setName, required: true, longest: 80 }),
    h(
      "fieldset",
      {},
      h("legend", {}, t("host-keys-scopes")),
      scopes.map((scope) =>
        h(Checkbox, {
          key: scope,
          label: t(`host-keys-scope-${scope}`),
          checked: chosen.includes(scope),
          onChange: (on) => setChosen(scopes.filter((each) => (each === scope ? on : chosen.includes(each)))),
        }),
      ),
    ),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { busy }, t("host-keys-make"))),
  );
}
