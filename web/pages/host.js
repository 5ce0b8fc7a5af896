// The host's page: their key, other keys, tables with guests, webhooks.

import { h } from "../vendor/preact.mjs";
import { hostKey } from "../credentials.js";
import { OwnDisputes } from "../host/disputes.js";
import { KeyEntry, OwnKey } from "../host/key.js";
import { Keys } from "../host/keys.js";
import { OwnedTables } from "../host/tables.js";
import { Webhooks } from "../host/webhooks.js";
import { texts } from "../language.js";
import { Page } from "../parts/frame.js";

export default function HostPage() {
  const { title } = texts("host");
  const credential = hostKey.value;
  if (credential === null) return h(Page, { title }, h(KeyEntry, {}));
  return h(
    Page,
    { title },
    h(OwnKey, { credential }),
    h(OwnedTables, { credential }),
    h(OwnDisputes, { credential }),
    h(Keys, { credential }),
    h(Webhooks, { credential }),
  );
}
