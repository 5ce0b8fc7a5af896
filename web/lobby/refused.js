// Why a game did not begin; where too many are open, with those of this device, to go on with or to end.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { useResource } from "../api.js";
import { credentials } from "../credentials.js";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { End, isOpen, read } from "./own_tables.js";

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
  const [ended, setEnded] = useState(/** @type {readonly string[]} */ ([]));
  const open = (data ?? []).filter((each) => each !== null).filter(({ line }) => isOpen(line) && !ended.includes(line.id));
  return h(
    "div",
    { ref: shown },
    ended.length === 0 && h(Refusal, { refusal }),
    open.map(({ line, held }) =>
      h(
        "div",
        { key: line.id },
        h("b", {}, line.name),
        h(
          "p",
          { class: "row" },
          h("a", { class: "button main", href: `/t/${line.id}`, "aria-label": `${t("lobby-to-seat")}: ${line.name}` }, t("lobby-to-seat")),
          h(End, { line, held, onEnded: () => setEnded([...ended, line.id]) }),
        ),
      )),
  );
}
