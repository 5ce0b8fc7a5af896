// Hints: a button in the own turn, and what the hint says.

import { h } from "../vendor/preact.mjs";
import { send } from "../api.js";
import { t } from "../language.js";
import { useAction } from "../parts/action.js";
import { Button } from "../parts/button.js";
import { Refusal } from "../parts/refusal.js";
import { moveWords } from "./move_words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** The button stays while the hint is there: asked again, the service gives the same one.
 * @param {{ session: Session, deal: Schemas["Deal"], seat: number }} props
 */
export function Hint({ session, deal, seat }) {
  const { run, busy, refusal } = useAction(async () => {
    await send("post", "/v1/deals/{deal}/hints", null, session.asking({ deal: deal.id }));
  });
  const isMine = deal.status === "playing" && deal.to_act === seat && !deal.away.includes(seat);
  const game = session.game.value;
  const move = deal.hint?.seat === seat ? deal.hint.move : null;
  return h(
    "div",
    { class: "row" },
    isMine && h(Button, { busy, onPress: () => void run() }, t("acts-hint")),
    h("p", { role: "status" }, move !== null && game !== null && `${t("acts-hint")}: ${moveWords(game, move)}`),
    h(Refusal, { refusal }),
  );
}
