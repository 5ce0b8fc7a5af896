// Where the cards of a view lie: my places, the places of each seat around the table, and the common
// ones. Everything follows from the zones that the API declares for a game.

import { seatOf } from "../api.js";

/** @import { Schemas } from "../types.js" */

/** @typedef {string | null} Shown A card; null: its face is hidden from the observer. */

/**
 * @typedef {object} Laid
 * @property {Shown} card
 * @property {number | null} by The seat that laid it, as far as that is known.
 */

/**
 * Cards that lie together.
 * @typedef {object} Place
 * @property {string} id Distinguishes the places of a board; the same from view to view.
 * @property {string} zone
 * @property {"seat" | "side" | "table"} owner
 * @property {number | null} seat The seat that owns them.
 * @property {number | null} side The side that owns them.
 * @property {readonly (readonly Laid[])[]} groups The cards; those of a group belong together.
 * @property {number} count All cards.
 * @property {number} hidden Those whose faces are hidden.
 */

/**
 * @typedef {object} SeatOnBoard
 * @property {number} seat
 * @property {number} side
 * @property {string} name
 * @property {string} kind `person`, `bot` …: as the table says.
 * @property {string | null} standIn The bot that plays for a player who has left.
 * @property {boolean} mine
 * @property {boolean} awaited Whether the game waits for this seat.
 * @property {readonly string[]} trumps The trumps that only this seat has.
 * @property {readonly Place[]} places
 */

/**
 * @typedef {object} Board
 * @property {number | null} me The seat of the observer; null: nobody at the table.
 * @property {readonly SeatOnBoard[]} seats In their order around the table, mine first.
 * @property {readonly Place[]} common The places of the table and of sides.
 * @property {readonly string[]} trumps What is trumps for all.
 */

/** @typedef {Pick<Schemas["Deal"], "view" | "state" | "away" | "bots" | "waiting_for">} View */
/** @typedef {Pick<Schemas["Game"], "zones" | "trumps">} Layout */
/** @typedef {Pick<Schemas["Table"], "seats">} Seated */
/** @typedef {ReadonlyMap<string, number>} Layers The seat that laid each card last. */

/** Describe what a view shows.
 * @param {View} view
 * @param {Layout} game
 * @param {Seated} table
 * @param {Layers} [layers]
 * @returns {Board}
 */
export function describe(view, game, table, layers = new Map()) {
  const me = seatOf(view.view);
  const places = game.zones.flatMap((zone) => placesOf(zone, view.state, table, layers));
  const seats = table.seats.map((each) => {
    const { seat, side, name, kind } = each;
    return {
      seat,
      side,
      name: name ?? "",
      kind: String(kind),
      standIn: view.away.includes(seat) ? view.bots[seat] ?? null : null,
      mine: seat === me,
      awaited: view.waiting_for.seats.includes(seat),
      trumps: game.trumps?.owner === "seat" ? trumpsIn(game.trumps, view.state, seat) : [],
      places: places.filter((place) => place.seat === seat),
    };
  });
  const shared = game.trumps !== null && game.trumps.owner !== "seat";
  return {
    me,
    seats: around(seats, me ?? 0),
    common: places.filter(({ seat }) => seat === null),
    trumps: shared && game.trumps ? trumpsIn(game.trumps, view.state, null) : [],
  };
}

/** The seat that moved each card last: of the events which have one seat and name the card.
 * @param {readonly { data: object }[]} events
 * @returns {Layers}
 */
export function layersOf(events) {
  /** @type {Map<string, number>} */
  const layers = new Map();
  for (const { data } of events) {
    const { seat, ...more } = /** @type {Record<string, unknown>} */ (data);
    if (typeof seat !== "number") continue;
    for (const text of textsIn(more)) layers.set(text, seat);
  }
  return layers;
}

/** Every card that can be seen on a board.
 * @param {Board} board
 * @returns {Set<string>}
 */
export function seenOn(board) {
  const places = [...board.common, ...board.seats.flatMap((seat) => seat.places)];
  const cards = places.flatMap(({ groups }) => groups.flat().map(({ card }) => card));
  return new Set(cards.filter((card) => card !== null));
}

/** @param {unknown} value @returns {string[]} */
function textsIn(value) {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * @template {{ seat: number }} S
 * @param {readonly S[]} seats
 * @param {number} first
 */
function around(seats, first) {
  const start = Math.max(0, seats.findIndex(({ seat }) => seat === first));
  return [...seats.slice(start), ...seats.slice(0, start)];
}

/**
 * @param {NonNullable<Layout["trumps"]>} trumps
 * @param {unknown} state
 * @param {number | null} seat
 */
function trumpsIn(trumps, state, seat) {
  const found = trumps.at.flatMap((pointer) => resolve(state, pointer));
  const values = found.filter(({ indices }) => seat === null || indices.at(-1) === seat);
  return values.map(({ value }) => value).filter((value) => typeof value === "string");
}

/**
 * A value of the state, with what leads to it.
 * @typedef {object} Found
 * @property {unknown} value
 * @property {readonly number[]} indices The items that the `*` of the pointer stand for.
 * @property {unknown} holder The object or list that has the value.
 */

/** Every value that a pointer with `*` leads to.
 * @param {unknown} state
 * @param {string} pointer
 * @returns {Found[]}
 */
function resolve(state, pointer) {
  /** @type {Found[]} */
  let found = [{ value: state, indices: [], holder: null }];
  for (const name of pointer.split("/").slice(1)) {
    found = found.flatMap((each) => (name === "*" ? itemsOf(each) : memberOf(each, name)));
  }
  return found;
}

/** @param {Found} found @returns {Found[]} */
function itemsOf({ value: holder, indices }) {
  const items = Array.isArray(holder) ? holder : [];
  return items.map((value, index) => ({ value, indices: [...indices, index], holder }));
}

/** @param {Found} found @param {string} name @returns {Found[]} */
function memberOf({ value: holder, indices }, name) {
  if (typeof holder !== "object" || holder === null || !(name in holder)) return [];
  return [{ value: Reflect.get(holder, name), indices, holder }];
}

/** The places of a zone: one for each owner.
 * @param {Schemas["Zone"]} zone
 * @param {unknown} state
 * @param {Seated} table
 * @param {Layers} layers
 * @returns {Place[]}
 */
function placesOf({ zone, owner, at }, state, table, layers) {
  /** @type {Map<string, { seat: number | null, side: number | null, groups: Map<string, Laid[]> }>} */
  const places = new Map();
  for (const pointer of at) {
    for (const found of resolve(state, pointer)) {
      const { seat, side } = ownerOf(found, owner, pointer, table);
      const id = `${zone}:${seat ?? ""}:${side ?? ""}`;
      const place = places.get(id) ?? { seat, side, groups: new Map() };
      places.set(id, place);
      const group = seat === null && side === null ? String(found.indices[0] ?? "") : "";
      const cards = place.groups.get(group) ?? [];
      place.groups.set(group, cards);
      for (const card of cardsOf(found.value)) {
        cards.push({ card, by: seat ?? (card === null ? null : layers.get(card) ?? null) });
      }
    }
  }
  return [...places].map(([id, { seat, side, groups }]) => {
    const filled = [...groups.values()].filter((cards) => cards.length > 0);
    const all = filled.flat();
    const hidden = all.filter(({ card }) => card === null).length;
    return { id, zone, owner, seat, side, groups: filled, count: all.length, hidden };
  });
}

/** The cards of a field: a list has hidden ones as null; a single card that is null is none.
 * @param {unknown} value
 * @returns {Shown[]}
 */
function cardsOf(value) {
  if (Array.isArray(value)) return value.filter((each) => each === null || typeof each === "string");
  return typeof value === "string" ? [value] : [];
}

/** The owner of a field of cards. A seat is the `seat` beside it, or its place in a list of all.
 * @param {Found} found
 * @param {"seat" | "side" | "table"} owner
 * @param {string} pointer
 * @param {Seated} table
 * @returns {{ seat: number | null, side: number | null }}
 */
function ownerOf({ indices, holder }, owner, pointer, { seats }) {
  const none = { seat: null, side: null };
  if (owner === "table") return none;
  const beside = typeof holder === "object" && holder !== null ? Reflect.get(holder, owner) : null;
  if (typeof beside === "number") return { ...none, [owner]: beside };
  const index = pointer.endsWith("/*") && Array.isArray(holder) ? indices.at(-1) ?? null : null;
  return { ...none, [owner]: owner === "seat" && !seats.some((each) => each.seat === index) ? null : index };
}
