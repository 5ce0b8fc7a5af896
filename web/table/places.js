// The board: the seats around the table with their cards, and the common places.

import { h } from "../vendor/preact.mjs";
import { Card, SuitPicture } from "../cards.js";
import { levelName, texts } from "../language.js";
import { span } from "./status.js";
import { playerName, suitOf, valueName } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Board, Laid, Place, SeatOnBoard } from "./board.js" */

/**
 * @param {object} props
 * @param {Board} props.board
 * @param {string | null} props.hand The place that is shown as the own hand, below.
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Deal"]} props.deal
 * @param {Schemas["Game"]} props.game
 */
export function BoardView({ board, hand, table, deal, game }) {
  const t = texts("table");
  const common = board.common.filter(({ count }) => count > 0);
  return h(
    "section",
    { class: "board", "aria-label": t.board },
    h(
      "ul",
      { class: "seats", "aria-label": t.seats },
      nearest(board.seats).map((seat) => h(SeatView, { key: seat.seat, seat, hand, table, deal, game })),
    ),
    (common.length > 0 || board.trumps.length > 0) &&
      h(
        "div",
        { class: "middle" },
        board.trumps.length > 0 && h("p", {}, h(Trumps, { trumps: board.trumps, game })),
        common.map((place) => h(PlaceView, { key: place.id, place, table, game })),
      ),
  );
}

/** The seats, the own one last: beside the own hand.
 * @param {Board["seats"]} seats
 */
function nearest(seats) {
  const [first, ...others] = seats;
  return first?.mine ? [...others, first] : seats;
}

/**
 * @param {object} props
 * @param {SeatOnBoard} props.seat
 * @param {string | null} props.hand
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Deal"]} props.deal
 * @param {Schemas["Game"]} props.game
 */
function SeatView({ seat, hand, table, deal, game }) {
  const t = texts("table");
  const bank = deal.clock?.banks[seat.seat] ?? 0;
  const notes = [`${t.seat} ${seat.seat}`];
  const level = table.seats[seat.seat]?.bot ?? null;
  if (level !== null) notes.push(levelName(level));
  if (seat.mine) notes.push(t.you);
  if (seat.standIn !== null) notes.push(t.standIn);
  if (bank > 0) notes.push(`${t.bank} ${span(bank)}`);
  const places = seat.places.filter(({ id, count }) => count > 0 && !(seat.mine && id === hand));
  return h(
    "li",
    { class: `seat${seat.awaited ? " awaited" : ""}` },
    h(
      "p",
      { class: "player" },
      h("strong", {}, playerName(table, seat.seat)),
      " ",
      seat.awaited && [h("span", { key: "turn", class: "turn" }, t.toMove), " "],
      h("small", {}, notes.join(" · ")),
    ),
    seat.trumps.length > 0 && h("p", { class: "player" }, h(Trumps, { trumps: seat.trumps, game })),
    places.map((place) => h(PlaceView, { key: place.id, place, table, game })),
  );
}

/** @param {{ trumps: readonly string[], game: Schemas["Game"] }} props */
function Trumps({ trumps, game }) {
  return h(
    "span",
    { class: "trumps" },
    `${texts("table").trumps}: `,
    trumps.map((value) => h(ValueView, { key: value, field: trumpField(game, value), value, game })),
  );
}

/** The field of a move that has a value among its names: so trumps that moves name have words.
 * @param {Schemas["Game"]} game
 * @param {string} value
 */
function trumpField({ words }, value) {
  return Object.keys(words.values).find((field) => value in (words.values[field] ?? {})) ?? "";
}

/** A value: a suit as a picture, anything else as a word.
 * @param {{ field: string, value: string | number | boolean | null, game: Schemas["Game"] }} props
 */
export function ValueView({ field, value, game }) {
  const suit = suitOf(String(value));
  return suit === null ? valueName(game, field, value) : h(SuitPicture, { suit });
}

/**
 * @param {object} props
 * @param {Place} props.place
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Game"]} props.game
 */
function PlaceView({ place, table, game }) {
  const { zone, side, groups, count, hidden } = place;
  const t = texts("table");
  const name = game.words.zones[zone] ?? zone;
  const owner = side === null ? "" : ` · ${t.side} ${side}`;
  const label = `${name}${owner}`;
  const known = groups.map((group) => group.filter(({ card }) => card !== null)).filter(({ length }) => length > 0);
  if (known.length === 0) {
    return h(
      "p",
      { class: "heap" },
      h(Card, { code: null, named: false }),
      h("span", {}, `${label} · ${count} `, h("span", { class: "unseen" }, t.faceDown)),
    );
  }
  return h(
    "div",
    { class: side === null ? "place" : "place won", role: "group", "aria-label": `${label}, ${count} ${t.cards}` },
    h("p", { class: "zone" }, `${label} · ${count}`),
    h(
      "ul",
      { class: "laid" },
      known.map((group, at) => h(Group, { key: at, group, pair: known.length > 1, table, named: place.seat === null && side === null })),
      hidden > 0 && h("li", { class: "hidden" }, h(Card, { code: null, named: false }), h("span", {}, `${hidden} ${t.faceDown}`)),
    ),
  );
}

/**
 * @param {object} props
 * @param {readonly Laid[]} props.group
 * @param {Schemas["Table"]} props.table
 * @param {boolean} props.pair Whether its cards stay side by side: there are other groups.
 * @param {boolean} props.named Whether it is said who laid a card.
 */
function Group({ group, pair, table, named }) {
  return h(
    "li",
    { class: pair ? "group pair" : "group" },
    group.map(({ card, by }, at) =>
      h(
        "span",
        { key: at, class: "one" },
        h(Card, { code: card }),
        named && by !== null && h("small", {}, playerName(table, by)),
      ),
    ),
  );
}

/** The cards that have just left the table.
 * @param {{ trick: Schemas["LastTrick"], table: Schemas["Table"] }} props
 */
export function LastTrick({ trick, table }) {
  const t = texts("table");
  const taker = trick.taker === null ? t.outOfPlay : `${t.took}: ${playerName(table, trick.taker)}`;
  return h(
    "details",
    { class: "last-trick" },
    h("summary", {}, t.lastTrick),
    h("p", {}, taker),
    h(
      "ul",
      { class: "laid" },
      trick.laid.map(({ seat, cards }, at) =>
        h(
          "li",
          { key: at },
          cards.map((card, place) => h(Card, { key: place, code: card })),
          seat !== null && h("span", {}, playerName(table, seat)),
        ),
      ),
    ),
  );
}
