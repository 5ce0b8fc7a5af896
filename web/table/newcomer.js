// The first table of this device offers the lesson of its game, until it is answered: above a high felt, and with
// the result of a deal.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { credentials, find } from "../credentials.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
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
  if (!shown) return null;
  const answer = () => {
    write(device(), KEY, "");
    setShown(false);
  };
  return h(
    "section",
    { class: "coach offer", "aria-label": t("learn-lesson") },
    h(
      "div",
      { class: "row" },
      h("a", { href: `/learn/${game.key}`, onClick: answer }, t("learn-game", { game: game.title })),
      h(Button, { onPress: answer }, t("learn-no")),
    ),
  );
}
