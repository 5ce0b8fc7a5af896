// The scene of a view: the seats in a ring with their roles, and the places where cards lie. Everything
// follows from the zones, roles and trumps that the API declares for a game.

import { seatOf } from "../api.js";
import { parse } from "../cards.js";

/** @import { Schemas } from "../types.js" */

/** @typedef {string | null} Shown A card; null: its face is hidden from the observer. */

/**
 * @typedef {object} Laid
 * @property {Shown} card
 * @property {number | null} by The seat that laid it, as far as that is known.
 */

/** @typedef {Schemas["Zone"]["shape"]} Shape */

/**
 * Cards that lie together.
 * @typedef {object} Place
 * @property {string} id Distinguishes the places of a scene; the same from view to view.
 * @property {string} zone
 * @property {Shape} shape
 * @property {readonly number[]} seats The seats that own them; none: the table does.
 * @property {readonly (readonly Laid[])[]} groups The cards; a group of them belongs together.
 * @property {number} count All cards.
 * @property {number | null} tricks How many tricks they are; null: they are not counted.
 * @property {{ card: string, where: "under" | "beside" } | null} shown The card that all have seen, as long as it
 *   lies here.
 */

/**
 * @typedef {object} SeatInScene
 * @property {number} seat
 * @property {number} side
 * @property {boolean} mine
 * @property {boolean} partner Whether it is of my side.
 * @property {boolean} isBot
 * @property {string | null} standIn The bot that plays for a player who has left.
 * @property {boolean} awaited Whether the game waits for this seat.
 * @property {readonly string[]} roles In the order in which the game declares them.
 * @property {readonly string[]} trumps The trumps that only this seat has.
 */

/**
 * @typedef {object} Scene
 * @property {number | null} me The seat of the observer; null: no seat.
 * @property {readonly SeatInScene[]} seats In their order around the table, mine first.
 * @property {readonly Place[]} places
 * @property {readonly string[]} trumps The trumps of all.
 * @property {number | null} best The seat that holds the trick.
 */

/** @typedef {Pick<Schemas["Deal"], "view" | "state" | "away" | "bots" | "waiting_for">} View */
/** @typedef {Pick<Schemas["Game"], "zones" | "trumps" | "roles" | "best">} Declared */
/** @typedef {Pick<Schemas["Table"], "seats">} Seated */
/** @typedef {ReadonlyMap<string, number>} Layers The seat that laid each card last. */

/** Describe what a view shows.
 * @param {View} view
 * @param {Declared} game
 * @param {Seated} table
 * @param {Layers} [layers]
 * @param {number | null} [bottom] The seat that is nearest; null: the seat of the observer.
 * @returns {Scene}
 */
export function describe(view, game, table, layers = new Map(), bottom = null) {
  const me = seatOf(view.view);
  const { state } = view;
  const side = table.seats.find(({ seat }) => seat === me)?.side ?? null;
  const roles = rolesIn(game.roles, state, table);
  const places = game.zones.flatMap((zone) => placesOf(zone, state, table, layers));
  const open = new Set(places.flatMap(({ groups }) => groups.flat().map(({ card }) => card)));
  const seats = table.seats.map((each) => ({
    seat: each.seat,
    side: each.side,
    mine: each.seat === me,
    partner: each.seat !== me && each.side === side,
    isBot: (each.bot ?? null) !== null,
    standIn: view.away.includes(each.seat) ? view.bots[each.seat] ?? null : null,
    awaited: view.waiting_for.seats.includes(each.seat),
    roles: roles.filter(({ seats: its }) => its.includes(each.seat)).map(({ role }) => role),
    trumps: game.trumps?.owner === "seat" ? trumpsIn(game.trumps, state, each.seat) : [],
  }));
  const shared = game.trumps !== null && game.trumps.owner !== "seat";
  return {
    me,
    seats: around(seats, me ?? bottom ?? 0),
    places: places.map((place) => ({ ...place, shown: shownIn(zoneOf(game, place), place, state, open) })),
    trumps: shared && game.trumps ? trumpsIn(game.trumps, state, null) : [],
    // a replay that was saved by an older version has less of its game
    best: numbersAt(game.best, state)[0] ?? null,
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

/** The cards in a convenient order: trumps first, then suit by suit in alternating colours, the highest
 * first. Before trumps are named, the cards that are trumps in any case come first.
 * @param {readonly string[]} cards
 * @param {Pick<Schemas["Game"], "trumps" | "cards">} game
 * @param {readonly string[]} trumps
 */
export function sorted(cards, game, trumps) {
  const orders = Object.values(game.trumps?.cards ?? {});
  const named = trumps.flatMap((value) => game.trumps?.cards[value] ?? []);
  const high = trumps.length > 0 ? named : game.trumps?.before ?? [];
  const pack = game.cards.map(({ code }) => code).reverse();
  const held = new Set(cards.filter((card) => !high.includes(card)).map((card) => parse(card)?.suit ?? ""));
  const suits = alternating(held);
  const rank = (/** @type {string} */ card) => {
    const trump = high.indexOf(card);
    if (trump >= 0) return trump;
    const suit = parse(card)?.suit ?? "";
    const order = orders.find((each) => each.at(-1)?.endsWith(suit) && each.includes(card)) ?? pack;
    return 1_000 * (1 + suits.indexOf(suit)) + order.indexOf(card);
  };
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/** @param {ReadonlySet<string>} held */
function alternating(held) {
  const [black, red] = [["S", "C"], ["H", "D"]].map((suits) => suits.filter((suit) => held.has(suit)));
  const [more = [], fewer = []] = (black?.length ?? 0) >= (red?.length ?? 0) ? [black, red] : [red, black];
  return more.flatMap((suit, at) => [suit, ...fewer.slice(at, at + 1)]);
}

/** @param {Declared} game @param {{ zone: string }} place */
function zoneOf(game, { zone }) {
  return /** @type {Schemas["Zone"]} */ (game.zones.find((each) => each.zone === zone));
}

/** The card of a place that all have seen: under it, if it is its last; beside it, if it lies nowhere else.
 * @param {Schemas["Zone"]} zone
 * @param {Place} place
 * @param {unknown} state
 * @param {ReadonlySet<Shown>} open
 * @returns {Place["shown"]}
 */
function shownIn({ shown }, place, state, open) {
  if (!shown || place.count === 0) return null;
  const card = shown.at.flatMap((pointer) => resolve(state, pointer)).find(({ value }) => typeof value === "string")?.value;
  if (typeof card !== "string") return null;
  const lies = place.groups.flat().some((each) => each.card === card);
  if (shown.where === "under") return lies ? { card, where: "under" } : null;
  if (lies) return { card, where: "under" };
  return open.has(card) ? null : { card, where: "beside" };
}

/**
 * @param {Declared["roles"]} roles
 * @param {unknown} state
 * @param {Seated} table
 */
function rolesIn(roles, state, { seats }) {
  const named = roles.map(({ role, at, others }) => ({ role, others, seats: numbersAt(at, state) }));
  return named.flatMap((each, at) => {
    const { others } = each;
    if (others === null || named.some((later, place) => place > at && later.others === others)) return [each];
    const its = named.filter((other) => other.others === others).flatMap((other) => other.seats);
    const rest = seats.map(({ seat }) => seat).filter((seat) => !its.includes(seat));
    return its.length === 0 ? [each] : [each, { role: others, seats: rest }];
  });
}

/** The numbers that pointers lead to, of lists too.
 * @param {readonly string[]} pointers
 * @param {unknown} state
 */
function numbersAt(pointers, state) {
  const values = pointers.flatMap((pointer) => resolve(state, pointer)).flatMap(({ value }) => value);
  return values.filter((value) => typeof value === "number");
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
 * @param {NonNullable<Declared["trumps"]>} trumps
 * @param {unknown} state
 * @param {number | null} seat
 */
function trumpsIn(trumps, state, seat) {
  const found = trumps.at.flatMap((pointer) => resolve(state, pointer));
  const values = found.filter(({ indices }) => seat === null || indices.at(-1) === seat);
  return values.map(({ value }) => value).filter((value) => typeof value === "string");
}

/**
 * A value of the state, with the way to it.
 * @typedef {object} Found
 * @property {unknown} value
 * @property {readonly number[]} indices The items that the `*` of the pointer stand for.
 * @property {readonly unknown[]} holders The objects and lists around the value, the innermost first.
 */

/** Every value that a pointer with `*` leads to.
 * @param {unknown} state
 * @param {string} pointer
 * @returns {Found[]}
 */
function resolve(state, pointer) {
  /** @type {Found[]} */
  let found = [{ value: state, indices: [], holders: [] }];
  for (const name of pointer.split("/").slice(1)) {
    found = found.flatMap((each) => (name === "*" ? itemsOf(each) : memberOf(each, name)));
  }
  return found;
}

/** @param {Found} found @returns {Found[]} */
function itemsOf({ value: holder, indices, holders }) {
  const items = Array.isArray(holder) ? holder : [];
  return items.map((value, index) => ({ value, indices: [...indices, index], holders: [holder, ...holders] }));
}

/** @param {Found} found @param {string} name @returns {Found[]} */
function memberOf({ value: holder, indices, holders }, name) {
  if (typeof holder !== "object" || holder === null || !(name in holder)) return [];
  return [{ value: Reflect.get(holder, name), indices, holders: [holder, ...holders] }];
}

/** The places of a zone: one for each owner.
 * @param {Schemas["Zone"]} zone
 * @param {unknown} state
 * @param {Seated} table
 * @param {Layers} layers
 * @returns {Place[]}
 */
function placesOf(zone, state, table, layers) {
  /** @type {Map<string, { seats: readonly number[], groups: Map<string, Laid[]> }>} */
  const places = new Map();
  for (const pointer of zone.at) {
    for (const found of resolve(state, pointer)) {
      const seats = ownersOf(found, zone, pointer, table);
      const id = `${zone.zone}:${seats.join()}`;
      const place = places.get(id) ?? { seats, groups: new Map() };
      places.set(id, place);
      const group = zone.shape === "pairs" ? String(found.indices[0] ?? "") : "";
      const cards = place.groups.get(group) ?? [];
      place.groups.set(group, cards);
      const [seat = null, ...others] = seats;
      for (const card of cardsOf(found.value)) {
        const layer = card === null ? null : layers.get(card) ?? null;
        cards.push({ card, by: others.length > 0 ? layer : seat ?? layer });
      }
    }
  }
  const counts = (zone.tricks ?? []).flatMap((pointer) => resolve(state, pointer))[0]?.value;
  return [...places].map(([id, { seats, groups }], at) => {
    const filled = [...groups.values()].filter((cards) => cards.length > 0);
    return { id, zone: zone.zone, shape: zone.shape, seats, groups: filled, count: filled.flat().length, tricks: Array.isArray(counts) ? counts[at] ?? null : null, shown: null };
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

/** The owners of a field of cards: named beside it or around it, or its number in a list of all.
 * @param {Found} found
 * @param {Schemas["Zone"]} zone
 * @param {string} pointer
 * @param {Seated} table
 * @returns {readonly number[]}
 */
function ownersOf({ indices, holders }, { owner, by, shape }, pointer, { seats }) {
  if (owner === "table" || shape === "pairs") return [];
  const index = pointer.endsWith("/*") ? indices.at(-1) ?? null : null;
  const holder = holders.find((each) => typeof each === "object" && each !== null && by !== null && by in each);
  const named = holder === undefined || by === null ? null : Reflect.get(/** @type {object} */ (holder), by);
  const its = Array.isArray(named) && index !== null ? named[index] : named;
  if (typeof its === "number") return [its];
  if (Array.isArray(its) && index !== null) return its;
  if (by !== null || index === null) return [];
  return seats.filter((each) => each[owner] === index).map(({ seat }) => seat);
}
