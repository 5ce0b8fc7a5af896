// One moment of a replay: the table as it was, the last trick, and how the deal ended.

import { Fragment, h } from "../vendor/preact.mjs";
import { useMemo } from "../vendor/hooks.mjs";
import { texts } from "../language.js";
import { describe, layersOf } from "../table/board.js";
import { Explanations } from "../table/log.js";
import { BoardView, LastTrick } from "../table/places.js";
import { dealAt } from "./timeline.js";

/** @import { Player } from "./player.js" */
/** @import { Timeline } from "./timeline.js" */
/** @import { Game, Table } from "./types.js" */

/** The number of earlier events that are searched for the seat that laid a card. */
const LATELY = 100;

/** @param {{ player: Player, game: Game, table: Table }} props */
export function Moment({ player, game, table }) {
  const t = texts("replay");
  const deal = player.deal.value;
  return h(
    "section",
    { class: "moment", "aria-labelledby": "moment" },
    h(
      "div",
      { class: "row" },
      h("h2", { id: "moment" }, t.moment(deal.at)),
      player.preview.value !== null && h("span", { class: "mark" }, t.preview),
    ),
    deal.explanations.length > 0 &&
      h(
        "section",
        { class: "ending", "aria-labelledby": "ending" },
        h("h3", { id: "ending" }, t.ending),
        h(Explanations, { explanations: deal.explanations, game: game.key, table }),
      ),
    h(Position, { timeline: player.timeline.value, at: player.shown.value, game, table }),
  );
}

/** The table after an event, and the last trick.
 * @param {{ timeline: Timeline, at: number, game: Game, table: Table }} props
 */
export function Position({ timeline, at, game, table }) {
  const deal = dealAt(timeline, at);
  const { events } = timeline;
  const before = deal.at - 1;
  const layers = useMemo(
    () => layersOf(events.slice(Math.max(0, before - LATELY), before)),
    [events, before],
  );
  const { seats, ...others } = describe(deal, game, table, layers);
  const board = { ...others, seats: seats.map((seat) => ({ ...seat, mine: false })) };
  return h(
    Fragment,
    {},
    h(BoardView, { board, hand: null, table, deal, game }),
    deal.last_trick !== null && h(LastTrick, { trick: deal.last_trick, table }),
  );
}
