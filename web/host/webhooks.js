// Webhooks: addresses that get news of the host's tables, with what was delivered to each.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Field } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { Secret } from "./secret.js";

/** @import { Schemas } from "../types.js" */

/** @param {{ credential: string }} props */
export function Webhooks({ credential }) {
  const { data, refusal, reload } = useResource(
    async (signal) => (await get("/v1/webhooks", { credential, signal })).webhooks,
    [credential],
  );
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState(/** @type {string | null} */ (null));
  const adding = useAction(async () => {
    const made = await send("post", "/v1/webhooks", { url: url.trim() }, { credential });
    setSecret(made.secret);
    setUrl("");
    reload();
  });
  return h(
    "section",
    { "aria-labelledby": "webhooks" },
    h("h2", { id: "webhooks" }, t("host-webhooks-title")),
    h("p", {}, t("host-webhooks-about")),
    h(Refusal, { refusal }),
    h(
      "ul",
      { class: "lines" },
      data?.map((line) => h(WebhookLine, { key: line.id, line, credential, done: reload })),
    ),
    secret !== null && h(Secret, { label: t("host-webhooks-secret"), secret }),
    h(
      "form",
      {
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void adding.run();
        },
      },
      h(Field, { label: t("host-webhooks-url"), value: url, onInput: setUrl, type: "url", required: true }),
      h(Refusal, { refusal: adding.refusal }),
      h(Button, { busy: adding.busy }, t("host-webhooks-add")),
    ),
  );
}

/** @param {{ line: Schemas["Webhook"], credential: string, done: () => void }} props */
function WebhookLine({ line, credential, done }) {
  const [shown, setShown] = useState(0);
  const options = { params: { webhook: line.id }, credential };
  const test = useAction(async () => {
    await send("post", "/v1/webhooks/{webhook}/test", null, options);
    setShown(shown + 1);
  });
  const change = useAction(async () => {
    await send("patch", "/v1/webhooks/{webhook}", { enabled: !line.enabled }, options);
    done();
  });
  const end = useAction(async () => {
    await send("delete", "/v1/webhooks/{webhook}", null, options);
    done();
  });
  return h(
    "li",
    {},
    h("h3", {}, line.url),
    h("p", {}, line.enabled ? t("host-webhooks-enabled") : t("host-webhooks-disabled")),
    h(Refusal, { refusal: test.refusal ?? change.refusal ?? end.refusal }),
    h(
      "p",
      { class: "row" },
      line.enabled && h(Button, { onPress: () => void test.run(), busy: test.busy }, t("host-webhooks-test")),
      h(Button, { onPress: () => setShown(shown + 1) }, t("host-webhooks-deliveries")),
      h(Button, { onPress: () => void change.run(), busy: change.busy }, line.enabled ? t("host-webhooks-disable") : t("host-webhooks-enable")),
      h(Button, { onPress: () => void end.run(), busy: end.busy, look: "danger" }, t("host-webhooks-remove")),
    ),
    shown > 0 && h(Deliveries, { webhook: line.id, credential, number: shown }),
  );
}

/** @param {{ webhook: string, credential: string, number: number }} props */
function Deliveries({ webhook, credential, number }) {
  const options = { params: { webhook }, credential };
  const { data, refusal, reload } = useResource(async (signal) => {
    const found = await get("/v1/webhooks/{webhook}/deliveries", { ...options, signal });
    return found.deliveries;
  }, [webhook, credential, number]);
  const again = useAction(async (/** @type {string} */ delivery) => {
    const params = { webhook, delivery };
    await send("post", "/v1/webhooks/{webhook}/deliveries/{delivery}/redelivery", null, { params, credential });
    reload();
  });
  return h(
    "div",
    { class: "deliveries" },
    h(Refusal, { refusal: refusal ?? again.refusal }),
    h("p", {}, h(Button, { onPress: reload }, t("host-webhooks-refresh"))),
    data?.length === 0 && h("p", {}, t("host-webhooks-no-deliveries")),
    h(
      "ul",
      { class: "lines" },
      data?.map(({ id, type, status, created_at: at, tries }) =>
        h(
          "li",
          { key: id },
          h("p", {}, h("code", {}, type), ", ", h(Moment, { at }), ": ", t(`host-webhooks-statuses-${status}`)),
          h(
            "ol",
            {},
            tries.map((each) =>
              h("li", { key: each.at }, `${each.outcome} ${each.status ?? ""} (${each.milliseconds} ms)`),
            ),
          ),
          status !== "waiting" &&
            h(Button, { onPress: () => void again.run(id), busy: again.busy }, t("host-webhooks-again")),
        ),
      ),
    ),
  );
}
