// One moment of a replay: the table as it was, the last trick, and how the deal ended.

import { h } from "../vendor/preact.mjs";
import { useMemo } from "../vendor/hooks.mjs";
import { texts } from "../language.js";
import { describe, layersOf } from "../table/board.js";
import { Explanations } from "../table/log.js";
import { BoardView, LastTrick } from "../table/places.js";

/** @import { Player } from "./player.js" */
/** @import { Game, Table } from "./types.js" */

/** The number of earlier events that are searched for the seat that laid a card. */
const LATELY = 100;

/** @param {{ player: Player, game: Game, table: Table }} props */
export function Moment({ player, game, table }) {
  const t = texts("replay");
  const deal = player.deal.value;
  const { events } = player.timeline.value;
  const before = deal.at - 1;
  const layers = useMemo(
    () => layersOf(events.slice(Math.max(0, before - LATELY), before)),
    [events, before],
  );
  const { seats, ...others } = describe(deal, game, table, layers);
  const board = { ...others, seats: seats.map((seat) => ({ ...seat, mine: false })) };
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
    h(BoardView, { board, hand: null, table, deal, game }),
    deal.last_trick !== null && h(LastTrick, { trick: deal.last_trick, table }),
  );
}
