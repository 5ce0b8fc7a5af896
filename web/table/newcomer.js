// The first table of this device offers the lesson of its game, in the place of the score, until it is answered or a
// move is made.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { credentials, find } from "../credentials.js";
import { t } from "../language.js";
import { device, read, write } from "../storage.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

const KEY = "fairdeal.first-table";

/** Whether this device has had no other table, and the offer was not answered.
 * @param {string} table
 */
function isFirst(table) {
  const first = read(device(), KEY);
  if (first !== null) return first === table;
  const hasOthers = credentials.value.some((each) => each.table !== undefined && each.table !== table);
  write(device(), KEY, hasOthers ? "" : table);
  return !hasOthers;
}

/** @param {{ session: Session, game: Schemas["Game"] }} props */
export function Newcomer({ session, game }) {
  const [shown, setShown] = useState(() => game.lesson && find(session.credential)?.house === true && isFirst(session.id));
  const hasMoved = session.sending.value !== null;
  const answer = () => {
    write(device(), KEY, "");
    setShown(false);
  };
  useEffect(() => {
    if (shown && hasMoved) answer();
  }, [hasMoved]);
  if (!shown) return null;
  return h(
    "p",
    { class: "offer" },
    h("a", { href: `/learn/${game.key}`, onClick: answer }, t("learn-game", { game: game.title })),
    h(
      "button",
      { type: "button", class: "tool", "aria-label": t("learn-no"), title: t("learn-no"), onClick: answer },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M7 7l10 10M17 7L7 17" })),
    ),
  );
}
