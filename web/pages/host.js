// The host's page: their key, other keys, tables with guests, webhooks.

import { h } from "../vendor/preact.mjs";
import { get, useResource } from "../api.js";
import { hostKey } from "../credentials.js";
import { OwnDisputes } from "../host/disputes.js";
import { KeyEntry, OwnKey } from "../host/key.js";
import { Keys } from "../host/keys.js";
import { OwnReports } from "../host/reports.js";
import { OwnedTables } from "../host/tables.js";
import { Webhooks } from "../host/webhooks.js";
import { loadTexts, t } from "../language.js";
import { Page } from "../parts/frame.js";

await loadTexts("host");

export default function HostPage() {
  const credential = hostKey.value;
  return h(Page, { title: t("host-title") }, credential === null ? h(KeyEntry, {}) : h(Hosting, { key: credential, credential }));
}

/** The scopes of the key of this browser.
 * @param {{ credential: string }} props
 */
function Hosting({ credential }) {
  const { data: me, refusal } = useResource((signal) => get("/v1/me", { credential, signal }), [credential]);
  const scopes = me?.scopes ?? [];
  const reads = scopes.includes("read");
  return [
    h(OwnKey, { key: "key", credential, me, refusal }),
    reads && h(OwnedTables, { key: "tables", credential, scopes }),
    h("p", { key: "tournaments" }, h("a", { href: "/tournament" }, t("host-tournaments")), reads && [" · ", h("a", { key: "ratings", href: "/ratings" }, t("host-ratings"))]),
    reads && h("p", { key: "archive" }, h("a", { href: "/archive" }, t("archive-link"))),
    reads && scopes.includes("disputes") && h(OwnDisputes, { key: "disputes", credential }),
    reads && scopes.includes("disputes") && h(OwnReports, { key: "reports", credential }),
    scopes.includes("keys") && h(Keys, { key: "keys", credential }),
    scopes.includes("webhooks") && h(Webhooks, { key: "webhooks", credential }),
  ];
}
