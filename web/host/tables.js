// The tables of the host, with their guests, and the button that closes each.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { Guests, KINDS } from "./guests.js";
import { Seats } from "./seats.js";

/** @import { Schemas } from "../types.js" */

const MOST = 50;

/** @param {{ credential: string, scopes: readonly string[] }} props `scopes`: what the key may do. */
export function OwnedTables({ credential, scopes }) {
  const { data, refusal } = useResource(async (signal) => {
    const query = { owner: "me", limit: MOST };
    return (await get("/v1/tables", { query, credential, signal })).tables;
  }, [credential]);
  return h(
    "section",
    { "aria-labelledby": "tables" },
    h("h2", { id: "tables" }, t("host-tables-title")),
    h(Refusal, { refusal }),
    data?.length === 0 && h("p", {}, t("host-tables-none")),
    h(
      "ul",
      { class: "lines" },
      data?.map((line) => h(TableLine, { key: line.id, line, credential, scopes })),
    ),
  );
}

/** @param {{ line: Schemas["TableSummary"], credential: string, scopes: readonly string[] }} props */
function TableLine({ line, credential, scopes }) {
  const [shown, setShown] = useState(false);
  const [closed, setClosed] = useState(false); // the list follows within a second
  const params = { table: line.id };
  const { run, busy, refusal } = useAction(async () => {
    await send("delete", "/v1/tables/{table}", null, { params, credential });
    setClosed(true);
  });
  const status = closed ? "closed" : line.status;
  const kinds = KINDS.filter((kind) => scopes.includes(kind === "auditors" ? "disputes" : "tables"));
  const ended = status === "over" || status === "closed";
  return h(
    "li",
    {},
    h("h3", {}, h("a", { href: `/t/${line.id}` }, line.name)),
    h("p", {}, t(`host-tables-statuses-${status}`), ", ", h(Moment, { at: line.created_at })),
    h(Refusal, { refusal }),
    h(
      "p",
      { class: "row" },
      kinds.length > 0 && h(Button, { onPress: () => setShown(!shown), pressed: shown }, t("host-tables-guests", { table: line.name })),
      !ended && scopes.includes("tables") && h(Button, { onPress: () => void run(), busy, look: "danger" }, t("host-tables-close", { table: line.name })),
    ),
    shown && scopes.includes("play") && h(Seats, { table: line.id, credential }),
    shown && kinds.map((kind) => h(Guests, { key: kind, kind, table: line.id, credential })),
  );
}
