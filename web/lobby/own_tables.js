// The tables at which this browser has a seat or is a guest: first those where play goes on.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { Problem, get, send, useAction, useResource } from "../api.js";
import { credentials, forget } from "../credentials.js";
import { useIdentified } from "../entrance.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { giveUp } from "../parts/lesson.js";
import { Refusal } from "../parts/refusal.js";
import { Waiting } from "../table/auditor.js";
import { forgetOld, noteEnd } from "../table/device.js";
import { TableLine } from "./tables.js";

/** @import { Credential } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */
/** @import { Games } from "./tables.js" */

const MOST = 12;
/** So many tables that were opened without a key can be open at an address. */
const MOST_OPEN = 3;

/** @param {{ games: Games }} props */
export function OwnTables({ games }) {
  useIdentified(credentials.value);
  const seats = credentials.value.filter((each) => each.kind !== "key" && each.table !== undefined);
  const newest = [...new Map(seats.map((each) => [each.table ?? "", each])).values()].slice(-MOST).reverse();
  const { data, refusal } = useResource(
    (signal) => Promise.all(newest.map((each) => read(each, signal))),
    [JSON.stringify(newest.map(({ table, token }) => [table, token]))],
  );
  const known = (data ?? []).filter((each) => each !== null);
  useEffect(() => {
    forgetOld();
    for (const { held, line } of known) if (!isOpen(line)) noteEnd(held.token);
  }, [data]);
  // what was read with a credential that was forgotten since then is not shown
  const lines = known.filter(({ line }) => newest.some(({ table }) => table === line.id));
  const [left, setLeft] = useState(/** @type {readonly string[]} */ ([])); // the service notes their end in a moment
  const [open, ended] = [true, false].map((wanted) => lines.filter(({ line }) => (isOpen(line) && !left.includes(line.id)) === wanted));
  if (lines.length === 0 && refusal === null) return null;
  const list = (/** @type {typeof lines} */ some) =>
    h(
      "ul",
      { class: "tables" },
      some.map(({ line, held }) =>
        h(TableLine, { key: line.id, line, game: games.get(line.game) }, h(Waiting, { table: line }), held.house === true && isOpen(line) && !left.includes(line.id) && h(End, { line, held, onEnded: () => setLeft([...left, line.id]) })),
      ),
    );
  return h(
    "section",
    { "aria-labelledby": "own-tables" },
    h("h2", { id: "own-tables" }, t("lobby-own-tables")),
    h(Refusal, { refusal }),
    (open ?? []).filter(({ held }) => held.house === true).length >= MOST_OPEN && h("p", { class: "notice" }, t("lobby-most-open", { most: MOST_OPEN })),
    list(open ?? []),
    (ended ?? []).length > 0 && h("details", {}, h("summary", {}, t("lobby-ended-tables")), list(ended ?? [])),
  );
}

/** @param {{ status: string }} line */
export function isOpen({ status }) {
  return status !== "over" && status !== "closed";
}

/** A button that ends a table which was opened without a key: it asks first.
 * @param {{ line: Schemas["Table"], held: Credential, onEnded: () => void }} props
 */
export function End({ line, held, onEnded }) {
  const [asked, setAsked] = useState(false);
  const { run, busy, refusal } = useAction(async () => {
    const { token, seat = 0 } = held;
    if (line.status === "open") {
      const params = { table: line.id, seat };
      await send("delete", "/v1/tables/{table}/seats/{seat}", /** @type {any} */ ({}), { params, credential: token });
      forget(token);
    } else await giveUp({ table: line.id, seat, token });
    setAsked(false);
    onEnded();
  });
  return [
    h(Button, { key: "end", onPress: () => setAsked(true), label: t("lobby-end-table", { table: line.name }) }, t("lobby-end")),
    asked &&
      h(
        Dialog,
        { key: "asked", title: t("lobby-end"), onClose: () => setAsked(false) },
        h("p", {}, t(line.status === "open" ? "lobby-end-ask-open" : "lobby-end-ask")),
        h(Refusal, { refusal }),
        h(Button, { look: "danger", busy, onPress: () => void run() }, t("acts-confirm")),
      ),
  ];
}

/** A table, and the credential with which it was read; null if it may no longer be read.
 * @param {Credential} held
 * @param {AbortSignal} signal
 */
export async function read(held, signal) {
  try {
    return { held, line: await get("/v1/tables/{table}", { params: { table: held.table ?? "" }, credential: held.token, signal }) };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
