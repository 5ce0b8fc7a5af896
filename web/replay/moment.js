// One moment of a replay: the table as it was, and how the deal ended.

import { h } from "../vendor/preact.mjs";
import { useMemo } from "../vendor/hooks.mjs";
import { credentialFor } from "../credentials.js";
import { t } from "../language.js";
import { Felt } from "../table/felt.js";
import { Explanations } from "../table/log.js";
import { layersOf } from "../table/scene.js";
import { dealAt } from "./timeline.js";

/** @import { Player } from "./player.js" */
/** @import { Timeline } from "./timeline.js" */
/** @import { Game, Table } from "./types.js" */

/** The number of earlier events that are searched for the seat that laid a card. */
const LATELY = 100;

/** @param {{ player: Player, game: Game, table: Table }} props */
export function Moment({ player, game, table }) {
  const deal = player.deal.value;
  return h(
    "section",
    { class: "moment", "aria-labelledby": "moment" },
    h("h2", { id: "moment", class: "unseen" }, t("replay-moment", { at: deal.at })),
    h(Position, { timeline: player.timeline.value, at: player.shown.value, game, table }),
  );
}

/** How the deal ended, at its end.
 * @param {{ player: Player, game: Game, table: Table }} props
 */
export function Ending({ player, game, table }) {
  const { explanations } = player.deal.value;
  if (explanations.length === 0) return null;
  return h(
    "section",
    { class: "ending", "aria-labelledby": "ending" },
    h("h3", { id: "ending" }, t("replay-ending")),
    h(Explanations, { explanations, game: game.key, table, me: credentialFor(table.id)?.seat ?? null }),
  );
}

/** The table after an event.
 * @param {{ timeline: Timeline, at: number, game: Game, table: Table }} props
 */
export function Position({ timeline, at, game, table }) {
  const deal = dealAt(timeline, at);
  const events = useMemo(() => timeline.events.slice(0, deal.at - 1), [timeline, deal.at]); // the first is the second event
  const layers = useMemo(() => layersOf(events.slice(-LATELY)), [events]);
  return h(Felt, { deal, game, table, events, layers });
}
