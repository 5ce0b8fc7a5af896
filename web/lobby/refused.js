// Why a game did not begin; where too many are open, with the way to the seats that this device has in them.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef } from "../vendor/hooks.mjs";
import { useResource } from "../api.js";
import { credentials } from "../credentials.js";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { isOpen, read } from "./own_tables.js";

/** @import { Problem, Unreachable } from "../api.js" */

/** @param {{ refusal: Problem | Unreachable }} props */
export function Refused({ refusal }) {
  const shown = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [refusal]);
  const isFull = "code" in refusal && refusal.code === "too-many-tables";
  const { data } = useResource(
    (signal) => Promise.all(isFull ? credentials.value.filter(({ house }) => house === true).map((each) => read(each, signal)) : []),
    [isFull],
  );
  const open = (data ?? []).flatMap((each) => (each !== null && isOpen(each.line) ? each.line : []));
  return h(
    "div",
    { ref: shown },
    h(Refusal, { refusal }),
    open.length > 0 && h("p", { class: "row" }, open.map(({ id, name }) => h("a", { key: id, class: "button main", href: `/t/${id}` }, `${t("lobby-to-seat")}: ${name}`))),
  );
}
