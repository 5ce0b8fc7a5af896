// The scene of a view: the seats in a ring with their roles, and the places where cards lie. Everything
// follows from the zones, roles and trumps that the API declares for a game.
//
// Every card keeps its key from view to view, also where its face is hidden, so that a change of the view is a
// movement of cards. Movements are short, can be interrupted, and are fades for a person who wants no motion.

import { seatOf } from "../api.js";
import { parse } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Spot } from "./layout.js" */

/** @typedef {string | null} Shown A card; null: its face is hidden from the observer. */

/**
 * @typedef {object} Laid
 * @property {Shown} card
 * @property {number | null} by The seat that laid it, as far as that is known.
 */

/** @typedef {Schemas["Zone"]["shape"]} Shape */

/** The role that is a letter beside the avatar. */
export const DEALER = "dealer";

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

/**
 * A card of a scene.
 * @typedef {object} Item
 * @property {number} key The same from scene to scene.
 * @property {Shown} card
 * @property {string} place The id of its place.
 * @property {Shape} shape
 * @property {number | null} by The seat that has laid it, or that holds it.
 * @property {number} group The number of its group in its place.
 * @property {number} at Its number in the group.
 */

/** Where the cards of a place come from, the likeliest first.
 * @type {Readonly<Record<Shape, readonly Shape[]>>}
 */
const SOURCES = {
  hand: ["hand", "deck", "laid", "pairs", "row", "heap"],
  laid: ["laid", "hand", "deck", "heap", "row", "pairs"],
  pairs: ["pairs", "hand", "deck", "heap", "laid", "row"],
  row: ["row", "hand", "deck", "heap", "laid", "pairs"],
  deck: ["deck", "hand", "heap", "laid", "row", "pairs"],
  heap: ["heap", "laid", "pairs", "row", "deck", "hand"],
};

/** The cards of a scene, each with the key that it had before.
 * @param {Pick<Scene, "places">} scene
 * @param {readonly Item[]} before None: the cards get new keys.
 * @returns {readonly Item[]}
 */
export function follow({ places }, before) {
  const slots = places.flatMap(slotsOf);
  const known = new Map(before.flatMap((item) => (item.card === null ? [] : [[item.card, item]])));
  /** @type {Set<Item>} */
  const left = new Set(before);
  /** @type {Map<object, number>} */
  const keys = new Map();
  const take = (/** @type {object} */ slot, /** @type {Item | undefined} */ item) => {
    if (item === undefined) return;
    left.delete(item);
    keys.set(slot, item.key);
  };
  for (const slot of slots) if (slot.card !== null) take(slot, known.get(slot.card));
  // an open card takes the key of a hidden one before those are used up by hidden cards
  for (const isOpen of [true, false]) {
    const rest = slots.filter((slot) => !keys.has(slot) && (slot.card !== null) === isOpen);
    for (const slot of rest) take(slot, [...left].find((item) => item.place === slot.place && fits(item, slot)));
    for (const slot of rest) if (!keys.has(slot)) take(slot, likeliest(slot, left));
  }
  let next = Math.max(-1, ...before.map(({ key }) => key)) + 1;
  return slots.map((slot) => ({ ...slot, key: keys.get(slot) ?? next++ }));
}

/** A card that was open can turn over, but it cannot become another one.
 * @param {{ card: Shown }} item
 * @param {{ card: Shown }} slot
 */
function fits(item, slot) {
  return item.card === null || slot.card === null;
}

/** @param {Omit<Item, "key">} slot @param {ReadonlySet<Item>} left */
function likeliest(slot, left) {
  const cost = (/** @type {Item} */ item) =>
    2 * SOURCES[slot.shape].indexOf(item.shape) + (item.by === slot.by && slot.by !== null ? 0 : 1);
  const able = [...left].filter((item) => fits(item, slot));
  return able.sort((one, other) => cost(one) - cost(other))[0];
}

/** @param {Place} place @returns {Omit<Item, "key">[]} */
function slotsOf({ id, shape, groups, seats }) {
  const owner = seats.length === 1 ? seats[0] ?? null : null;
  return groups.flatMap((cards, group) =>
    cards.map(({ card, by }, at) => ({ card, place: id, shape, by: by ?? owner, group, at })),
  );
}

/**
 * @typedef {object} Movement
 * @property {number} key The card.
 * @property {number} duration In ms.
 * @property {number} delay In ms.
 * @property {"play" | "sweep"} easing
 */

const PLAY_MS = 180;
const SWEEP_MS = 300;
const DEAL_MS = 400;
const DRAW_STEP_MS = 60;
const DEAL_STEP_MS = 24;
const LONGEST_DEAL_MS = 900;
/** More cards than these that leave a deck at once are dealt, not drawn. */
const DRAWN = 8;
const FADE_MS = 160;
const EASINGS = { play: "cubic-bezier(.2,.7,.2,1)", sweep: "cubic-bezier(.4,0,.6,1)" };
/** The shapes of places where a trick lies. */
export const MIDDLE = ["laid", "pairs", "row"];

/** The movements between two scenes: first the trick is swept, then cards are drawn.
 * @param {readonly Item[]} before
 * @param {readonly Item[]} after
 * @returns {Movement[]}
 */
export function movements(before, after) {
  const was = new Map(before.map((item) => [item.key, item]));
  const isSwept = (/** @type {Item} */ item) =>
    MIDDLE.includes(was.get(item.key)?.shape ?? "") && (item.shape === "heap" || item.shape === "hand");
  const isDrawn = (/** @type {Item} */ item) => was.get(item.key)?.shape === "deck" && item.shape === "hand";
  const taken = after.filter(isDrawn);
  const drawn = taken.length > DRAWN ? taken.toSorted((one, other) => one.at - other.at) : taken;
  const sweeping = after.some(isSwept);
  const step = drawn.length > DRAWN ? Math.min(DEAL_STEP_MS, (LONGEST_DEAL_MS - DEAL_MS) / drawn.length) : DRAW_STEP_MS;
  return after.map((item) => {
    const { key } = item;
    if (isSwept(item)) return { key, duration: SWEEP_MS, delay: 0, easing: "sweep" };
    if (!isDrawn(item)) return { key, duration: PLAY_MS, delay: 0, easing: "play" };
    const delay = drawn.indexOf(item) * step + (sweeping ? SWEEP_MS : 0);
    return { key, duration: drawn.length > DRAWN ? DEAL_MS : PLAY_MS, delay, easing: "play" };
  });
}

/** The CSS transform of a card.
 * @param {Spot} spot
 * @param {number} [drawn] The width that it is drawn with, if that is another one.
 */
export function transformOf({ x, y, turn, width }, drawn = width) {
  const [left, top] = [x - drawn / 2, y - 0.7 * drawn].map((value) => Math.round(10 * value) / 10);
  const scale = drawn === width ? "" : ` scale(${Math.round((1000 * width) / drawn) / 1000})`;
  return `translate(${left}px,${top}px) rotate(${Math.round(10 * turn) / 10}deg)${scale}`;
}

/** Move a card on the screen.
 * @param {Element} element
 * @param {Spot} from
 * @param {Spot} to
 * @param {Movement} movement
 */
export function move(element, from, to, { duration, delay, easing }) {
  element.animate([{ transform: transformOf(from, to.width) }, { transform: transformOf(to) }], {
    duration, delay, easing: EASINGS[easing], fill: "backwards",
  });
}

/** Let a card appear at its new place.
 * @param {Element} element
 */
export function fade(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
}
