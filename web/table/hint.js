// Hints: a button in the own turn, and what the hint says.

import { h } from "../vendor/preact.mjs";
import { send, useAction } from "../api.js";
import { t } from "../language.js";
import { Clause } from "../parts/clause.js";
import { Refusal } from "../parts/refusal.js";
import { moveWords } from "./move_words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** The button in the bar. It stays while the hint is there: asked again, the service gives the same one.
 * @param {{ session: Session, deal: Schemas["Deal"], seat: number }} props
 */
export function HintButton({ session, deal, seat }) {
  const { run, busy, refusal } = useAction(async () => {
    await send("post", "/v1/deals/{deal}/hints", null, session.asking({ deal: deal.id }));
  });
  const isMine = deal.status === "playing" && deal.to_act === seat && !deal.away.includes(seat);
  if (!isMine) return null;
  return [
    h(
      "button",
      { key: "ask", type: "button", class: "tool hint-button", "aria-label": t("acts-hint"), "aria-disabled": busy, onClick: () => void run() },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z" })),
    ),
    h(Refusal, { key: "refusal", refusal }),
  ];
}

/** The text of the hint, beside the moves.
 * @param {{ session: Session, deal: Schemas["Deal"], seat: number }} props
 */
export function HintWords({ session, deal, seat }) {
  const game = session.game.value;
  const move = deal.hint?.seat === seat ? deal.hint.move : null;
  const reason = deal.hint?.reason ?? null;
  return h(
    "p",
    { role: "status", class: "hint-words" },
    move !== null && game !== null && `${t("acts-hint")}: ${moveWords(game, move)}. ${reason?.text ?? ""}`,
    reason?.clause != null && [" ", h(Clause, { key: "clause", game: deal.game, id: reason.clause })],
  );
}
