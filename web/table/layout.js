// The layout of a table: the place of every card, seat and label, from the scene and the size of the
// felt. A pure function, so that it is tested for every size without a browser. It knows one size of text: where
// text is bigger, the felt is laid out as a smaller one, and all of it is enlarged.

/** @import { Item, Scene } from "./scene.js" */

/**
 * @typedef {object} Spot
 * @property {number} x The centre, in px from the left of the felt.
 * @property {number} y The centre, in px from its top.
 * @property {number} width
 * @property {number} turn In degrees.
 * @property {number} z
 */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {"upright" | "flat" | "wide"} Kind */

/**
 * @typedef {object} Felt
 * @property {Kind} kind
 * @property {ReadonlyMap<number, Spot>} cards By the keys of the cards.
 * @property {ReadonlyMap<number, Point>} seats The upper middle of the avatar of each other seat.
 * @property {Point} own The lower left corner of the own seat.
 * @property {readonly (Point & { place: string, count: number, isHeap: boolean })[]} labels
 * @property {readonly (Point & { seat: number, count: number })[]} counts The lower right corners of the fans of others.
 * @property {readonly Spot[]} outlines Where an answer is due.
 * @property {readonly (Spot & { card: string })[]} signs Cards that are shown beside a deck.
 * @property {{ top: number, height: number, left: number, right: number }} actions The row of buttons.
 * @property {{ top: number, height: number }} status
 * @property {number} strip The smallest visible strip of an own card, in px.
 * @property {boolean} low Whether it has smaller rows.
 */

const RATIO = 1.4;
const LEAST_STRIP = 25;
/** The lowest card of a deck that is seen: those below it lie as it does. */
export const LOWEST = 5;
/** The height of the label of a stack, with the gap above it. */
const LABEL = 26;
/** The edge that stays free, in px. */
export const GAP = 8;
/** The least distance of the fans of others, and of their counts, from the edge. */
const FREE = 4;
/** Half the width of a count. */
const COUNT = 12;
const AVATAR = { upright: 36, flat: 32, wide: 36 };
/** How much lower than others the seats at the sides of an upright felt are. */
const SIDE_STEP = { usual: 64, low: 42 };
/** The height of the row of buttons, and of the own seat above it. */
const BUTTONS = { usual: 54, low: 48, flat: 46 };
const OWN_ROW = { usual: 50, low: 42 };
/** The height of a hint. */
const TOLD = { upright: 50, other: 34 };
/** The part of an own card that lies below the edge of a flat felt: none where that is as high as `WHOLE`. */
const HIDDEN = 0.38;
const WHOLE = 345;
const ROW_OF_HAND = 0.42;
const ROW_OF_PILE = 0.48;
/** The part of a card in a row that shows its index. */
const INDEX = 0.27;
/** The height of the bracket below a row, in px. */
const BRACKET = 24;
const FREE_SIDES = 165;
/** The width of the stock of two players on a phone, in parts of a card. */
const STOCK = { usual: 0.74, low: 0.66 };
/** A deck of so few cards shows each of them. */
const COUNTED = 3;
/** An open hand of another seat is so much bigger than one of backs, where there is room: its cards are to be read. */
const OPEN = 1.5;
const LITTLE_OPEN = 1.2;
/** An upright felt that is lower than this has smaller rows. */
const LOW = 580;
/** The smallest felts on which nothing overlaps: bigger text leaves a felt that is no smaller. */
const LEAST = { upright: [280, 480], flat: [600, 276] };
/** With more opponents than this, stock and heaps lie below the seats at the sides, and a phone has the seats in a row. */
const FEW = 3;

/** The lengths of a layout, by their names. */
const LENGTHS = ["x", "y", "width", "height", "top", "left", "right", "strip"];

/** A felt that is still smaller is drawn as one of these, with smaller text. */
const LEAST_TEXT = 0.8;

/** How much bigger than usual a felt can be drawn, as far as that is wanted.
 * @param {number} width
 * @param {number} height
 * @param {number} wanted
 */
export function fitting(width, height, wanted) {
  const [across = 1, down = 1] = width > height ? LEAST.flat : LEAST.upright;
  return Math.max(LEAST_TEXT, Math.min(wanted, width / across, height / down));
}

/**
 * @param {Scene} scene
 * @param {readonly Item[]} items
 * @param {{ width: number, height: number, text: number }} size `text`: how much bigger the text is than usual.
 * @param {readonly number[]} hand The keys of the own cards in their order.
 * @param {{ isTold?: boolean, rows?: number }} [below] Whether a hint stands below the middle, and how many rows of buttons a phone has.
 * @returns {Felt}
 */
export function layOut(scene, items, { width, height, text }, hand, { isTold = false, rows = 1 } = {}) {
  const usual = layOutUsual(scene, items, { width: width / text, height: height / text, strip: LEAST_STRIP / text, isTold, rows }, hand);
  return text === 1 ? usual : enlarged(usual, text);
}

/** A layout with all of its lengths enlarged.
 * @template T
 * @param {T} part
 * @param {number} by
 * @param {string} [name]
 * @returns {T}
 */
function enlarged(part, by, name = "") {
  /** @type {any} */
  const value = part;
  if (typeof value === "number") return /** @type {any} */ (LENGTHS.includes(name) ? by * value : value);
  if (value instanceof Map) return /** @type {any} */ (new Map(enlarged([...value], by)));
  if (Array.isArray(value)) return /** @type {any} */ (value.map((each) => enlarged(each, by)));
  if (typeof value !== "object") return value;
  return /** @type {any} */ (Object.fromEntries(Object.entries(value).map(([key, each]) => [key, enlarged(each, by, key)])));
}

/**
 * @param {Scene} scene
 * @param {readonly Item[]} items
 * @param {{ width: number, height: number, strip: number, isTold: boolean, rows: number }} size `strip`: the least visible strip of an own card.
 * @param {readonly number[]} hand
 * @returns {Felt}
 */
function layOutUsual(scene, items, size, hand) {
  const { width, height } = size;
  const kind = width > height && height < 420 ? "flat" : width < 600 || height > 1.05 * width ? "upright" : "wide";
  const frame = frameOf(kind, size, scene);
  /** @type {Map<number, Spot>} */
  const cards = new Map();
  const strip = layHand(frame, hand, cards);
  const others = scene.seats.filter(({ seat }) => seat !== frame.near);
  const seats = new Map(others.map(({ seat }, at) => [seat, seatPoint(frame, at, others.length)]));
  const rest = items.filter(({ key }) => !cards.has(key));
  const counts = scene.seats.flatMap(({ seat }) => layFan(frame, seat, seats.get(seat), rest, cards) ?? []);
  const middle = layMiddle(frame, scene, rest, cards);
  const stacks = layStacks(frame, scene, rest, cards, middle.used || middle.outlines.length > 0);
  return {
    kind, cards, seats, counts, own: frame.own, ...stacks, outlines: middle.outlines, actions: frame.actions,
    status: frame.status, strip, low: frame.low,
  };
}

/** @typedef {ReturnType<typeof frameOf>} Frame */

/** The regions of the felt.
 * @param {Kind} kind
 * @param {{ width: number, height: number, strip: number, isTold: boolean, rows: number }} size
 * @param {Scene} scene
 */
function frameOf(kind, { width, height, strip, isTold, rows }, scene) {
  const size = {
    upright: within(Math.min(0.2 * width, 0.125 * height), 56, 118),
    flat: within(0.17 * height, 46, 60),
    wide: within(Math.min(0.1 * width, 0.135 * height), 64, 138),
  }[kind];
  const played = scene.me !== null;
  const near = scene.seats[0]?.seat ?? 0;
  const [mine] = scene.places.filter(({ shape, seats }) => shape === "hand" && seats[0] === near);
  const count = played ? mine?.count ?? 0 : 0;
  const hidden = kind === "flat" ? HIDDEN * within((WHOLE - height) / 20, 0, 1) : 0;
  const own = ownHand(kind, width, size, count, strip, hidden);
  const handTop = played ? height - own.height : height;
  const upright = kind === "upright";
  const low = upright && height < LOW;
  const buttons = (upright ? rows : 1) * BUTTONS[kind === "flat" ? kind : low ? "low" : "usual"];
  const row = OWN_ROW[low ? "low" : "usual"];
  const buttonsTop = handTop - (played ? buttons : 0);
  const ownTop = upright && played ? buttonsTop - row : buttonsTop;
  const fan = (kind === "flat" ? 0.4 : 0.46) * size;
  const hasTrumps = scene.seats.some(({ trumps }) => trumps.length > 0);
  // a high felt has its upper seats lower, so that what they lay is near its middle
  const plate = upright ? (low && hasTrumps ? 8 : 44) : kind === "flat" ? 4 : 10 + within(0.25 * (height - 600), 0, 0.04 * height);
  const isOpen = scene.places.some((place) => place.shape === "hand" && place.seats[0] !== near && place.groups.flat().some(({ card }) => card !== null));
  const open = fan * (low ? LITTLE_OPEN : OPEN);
  const fanHeight = RATIO * (isOpen ? open : fan);
  const seatTop = plate + fanHeight - 4;
  const avatar = AVATAR[kind];
  // a hand that is only looked at lies above what its player says
  const nearTop = handTop - avatar - (upright && !low ? 44 : 0);
  const fanTop = played || !mine?.count ? ownTop : nearTop - fanHeight;
  const opponents = scene.seats.length - 1;
  const column = Math.min(width / opponents, (width - 1.5 * avatar) / (opponents - 1));
  const name = upright ? 40 : 6;
  const stackTop = low && played ? 10 : isOpen ? seatTop + 14 : 58;
  const hasStacks = scene.places.some(({ shape, count }) => (shape === "deck" || shape === "heap") && count > 0);
  const stock = STOCK[low ? "low" : "usual"];
  // the card under a stock is as long as it lies beside it
  const between = upright && opponents === 1 && hasStacks ? width - 2 * (GAP + 4 + 1.72 * stock * size) - GAP : width;
  // on a flat felt the sides, and what they lay, lie below the stock and the heaps
  const stacksEnd = opponents === FEW && kind === "flat" ? 68 + 1.008 * size : 0;
  const drop = upright ? Math.max(SIDE_STEP[low ? "low" : "usual"], low ? 0 : 0.75 * size) : stacksEnd > 0 ? stacksEnd + 2 - seatTop : 0.2 * height;
  // of an even number, no seat is at the top
  const lower = upright || opponents <= FEW ? 0 : drop * (1 - Math.sin((Math.PI * Math.floor((opponents - 1) / 2)) / (opponents - 1)));
  const band = seatTop + lower + avatar + name + (opponents === 0 ? -60 : 0);
  const sidesEnd = upright && opponents === FEW ? seatTop + drop + avatar + (low ? 51 : 68) : stacksEnd;
  return {
    kind, width, height, low, size, stock, avatar, isTight: low && played, drop, sidesEnd, near, played, opponents, hand: own, fan, open, between, stackTop, seatTop, plate, handTop, nearTop, upright, column,
    middle: { top: kind === "flat" && opponents === 2 ? Math.max(44, 0.15 * height) : band + (low && !hasTrumps ? 8 : upright ? (opponents > FEW ? 64 : low ? 35 : 30) : kind === "flat" ? 0 : 4), bottom: fanTop - (kind === "flat" ? 3 : GAP) - (isTold ? TOLD[upright ? "upright" : "other"] : 0) },
    own: upright ? { x: GAP, y: buttonsTop - 2 } : { x: GAP, y: height - GAP },
    status: upright ? { top: ownTop, height: row } : { top: buttonsTop, height: buttons },
    actions: { top: buttonsTop, height: buttons, left: GAP, right: width - GAP },
  };
}

/** The size of the own hand: rows are added, then cards get smaller, until each card can be tapped.
 * @param {Kind} kind
 * @param {number} width
 * @param {number} size
 * @param {number} count
 * @param {number} least
 * @param {number} hidden The part of a card that lies below the edge.
 */
function ownHand(kind, width, size, count, least, hidden) {
  const side = kind === "upright" ? GAP + 4 : Math.min(FREE_SIDES, 0.24 * width);
  const room = width - 2 * side;
  let card = size * { upright: 1.06, flat: 1.05, wide: 1.12 }[kind];
  for (let rows = 1; ; rows++) {
    if (rows > 3) [rows, card] = [1, 0.9 * card];
    const each = Math.ceil(count / rows);
    const step = each < 2 ? card : Math.min(0.98 * card, (room - card) / (each - 1));
    if (step < least && (rows < 3 || card > 40)) continue;
    const height = RATIO * card * (1 - hidden + ROW_OF_HAND * (rows - 1)) + (kind === "flat" ? 14 : 0.035 * card + 22);
    return { card, rows, each, step, height };
  }
}

/**
 * @param {Frame} frame
 * @param {readonly number[]} keys
 * @param {Map<number, Spot>} cards
 */
function layHand({ kind, hand, width, handTop }, keys, cards) {
  const { card, rows, step } = hand;
  const lines = Array.from({ length: rows }, (_, row) => keys.slice(row * hand.each, (row + 1) * hand.each));
  for (const [row, line] of lines.entries()) {
    const half = (line.length - 1) / 2;
    const arc = rows > 1 || half === 0 || kind === "flat" ? 0 : Math.min(8, 2.2 * half);
    for (const [at, key] of line.entries()) {
      const off = half === 0 ? 0 : (at - half) / half;
      cards.set(key, {
        x: width / 2 + (at - half) * step,
        y: handTop + 8 + RATIO * card * (0.5 + ROW_OF_HAND * row) + arc * off * off,
        width: card,
        turn: rows > 1 ? 0 : Math.min(4, 0.9 * half) * off,
        z: 300 + 40 * row + at,
      });
    }
  }
  return keys.length < 2 ? card : Math.min(step, card);
}

/** The place of a seat: on half an ellipse, clockwise from my left; of many on a phone, in a row.
 * @param {Frame} frame
 * @param {number} at
 * @param {number} count
 * @returns {Point}
 */
function seatPoint({ kind, width, height, seatTop, upright, column, drop }, at, count) {
  if (count === 1) return { x: width / 2, y: seatTop };
  if (count === 2) {
    const x = { upright: 0.27, flat: 0.18, wide: 0.205 }[kind];
    return { x: width * (at === 0 ? x : 1 - x), y: seatTop + (kind === "wide" ? 0.05 * height : 0) };
  }
  if (upright && count > FEW) return { x: width / 2 + (at - (count - 1) / 2) * column, y: seatTop };
  const angle = Math.PI * (at / (count - 1));
  const edge = upright ? Math.max(0.12 * width + 2, 30) : kind === "flat" && count === FEW ? GAP + AVATAR.flat / 2 : Math.max(0.09 * width + 8, 100);
  const x = width / 2 - (width / 2 - edge) * Math.cos(angle);
  return { x, y: seatTop + drop * (1 - Math.sin(angle)) };
}

/** The cards of another seat: a fan above its avatar.
 * @param {Frame} frame
 * @param {number} seat
 * @param {Point | undefined} point
 * @param {readonly Item[]} items
 * @param {Map<number, Spot>} cards
 */
function layFan({ kind, fan, open, near, size, width, nearTop, opponents, column, between, isTight }, seat, point, items, cards) {
  const its = items.filter(({ shape, by }) => shape === "hand" && by === seat);
  if (its.length === 0) return null;
  const isOpen = its.some(({ card }) => card !== null);
  const card = isOpen ? open : fan;
  const most = opponents > FEW && seat !== near ? 0.84 * column : width * (kind === "flat" ? 0.2 : seat === near || opponents === 1 ? 0.8 : opponents === 2 ? 0.47 : 0.33);
  const spread = (isOpen && !isTight ? most : Math.min(most, between, Math.max(1.2 * size, 2.6 * fan) + card)) - card;
  const step = its.length < 2 ? 0 : Math.min(0.62 * card, spread / (its.length - 1));
  const half = (its.length - 1) / 2;
  const centre = point ?? { x: width / 2, y: nearTop };
  const middle = Math.max(0.76 * card, centre.y + 4 - (RATIO * card) / 2);
  // on a flat felt the name lies over the lower half
  const corner = kind === "flat" ? { x: 0.5 * card + 11, y: -0.2 * card } : { x: 0.4 * card, y: 0.36 * card };
  const lean = Math.min(isOpen ? 3 : 13, 4 * half);
  const angle = (Math.PI * lean) / 180;
  const outer = half * step + card * (Math.cos(angle) / 2 + 0.7 * Math.sin(angle)) + FREE;
  const x = within(centre.x, outer, width - Math.max(outer, seat === near ? 0 : half * step + corner.x + COUNT + FREE));
  for (const [at, { key }] of its.entries()) {
    const off = half === 0 ? 0 : (at - half) / half;
    const turn = lean * off;
    cards.set(key, {
      x: x + (at - half) * step,
      y: middle + Math.min(6, 1.5 * half) * off * off,
      width: card, turn, z: 40 + at + (seat === near ? 100 : 0),
    });
  }
  if (seat === near) return null;
  return { seat, count: its.length, x: x + half * step + corner.x, y: middle + corner.y };
}

/** The cards in the middle: laid before their seats, in pairs, or in a row.
 * @param {Frame} frame
 * @param {Scene} scene
 * @param {readonly Item[]} items
 * @param {Map<number, Spot>} cards
 */
function layMiddle(frame, scene, items, cards) {
  const { width, middle } = frame;
  const room = Math.max(60, middle.bottom - middle.top);
  const centre = { x: width / 2, y: (middle.top + middle.bottom) / 2 };
  /** @type {Spot[]} */
  const outlines = [];
  const of = (/** @type {string} */ shape) => items.filter((item) => item.shape === shape);
  const laid = of("laid");
  if (laid.length > 0 || scene.places.some(({ shape }) => shape === "laid")) layLaid({ ...frame, room, centre }, scene, laid, cards, outlines);
  const pairs = of("pairs");
  if (pairs.length > 0) layPairs({ ...frame, room, centre }, scene, pairs, cards, outlines);
  const row = of("row").sort((one, other) => one.at - other.at);
  if (row.length > 0) {
    layRow({ ...frame, room, centre }, row, cards);
  }
  return { outlines, used: laid.length + pairs.length + row.length > 0 };
}

/** @typedef {Frame & { room: number, centre: Point }} Middle */

/**
 * @param {Middle} frame
 * @param {Scene} scene
 * @param {readonly Item[]} laid
 * @param {Map<number, Spot>} cards
 * @param {Spot[]} outlines
 */
function layLaid({ kind, low, room, centre, size, width, upright, middle, sidesEnd }, scene, laid, cards, outlines) {
  const count = scene.seats.length;
  const most = Math.max(1, ...scene.seats.map(({ seat }) => laid.filter(({ by }) => by === seat).length));
  const beside = count > 2 ? 3 : 1;
  const across = upright ? width - 4 * GAP : kind === "flat" ? 0.52 * width - 2 * GAP : 0.62 * width;
  const wide = 1 + 0.42 * (most - 1);
  // of three, the own card lies below those of the others
  const isThree = count === 3;
  const half = isThree ? (kind === "flat" ? 0.5 : low ? 0.6 : 0.72) : kind === "flat" || low ? 0.34 : 0.54;
  const card = Math.min(1.22 * size, room / ((1 + (isThree ? 1.5 : 2) * half + (kind === "flat" ? 0 : 0.08)) * RATIO), across / (Math.min(wide, 1.84) * beside * 1.04), upright && sidesEnd > 0 ? Math.max(30, (middle.bottom - sidesEnd) / RATIO) : Infinity, upright && count > FEW + 1 ? (0.5 * width - 0.75 * size - GAP) / 1.66 : Infinity);
  const step = most < 2 ? 0 : Math.min(0.42 * card, (across / beside - card) / (most - 1));
  const group = card + step * (most - 1);
  const radius = { x: (isThree ? 0.72 : 1.06) * Math.max(group, 1.1 * card), y: half * RATIO * card };
  for (const [at, { seat, mine, awaited }] of scene.seats.entries()) {
    const angle = (2 * Math.PI * at) / count;
    const x = within(centre.x - radius.x * Math.sin(angle), group / 2 + GAP, width - group / 2 - GAP);
    // beside each other on a phone, cards lie lower than the seats and what these say
    const low = upright && count > 2 ? 0.12 * RATIO * card * Math.abs(Math.sin(angle)) : 0;
    const usual = centre.y + radius.y * (Math.cos(angle) - (isThree ? 0.25 : 0)) + low;
    const y = Math.abs(Math.sin(angle)) > 0.5 ? Math.max(usual, Math.min(sidesEnd + 0.7 * card, middle.bottom - 0.7 * card)) : usual;
    const its = laid.filter(({ by }) => by === seat).sort((one, other) => one.at - other.at);
    const tilt = [-2, 3, -3, 2][at % 4] ?? 0;
    for (const [number, { key }] of its.entries()) {
      const from = x - (step * (its.length - 1)) / 2;
      cards.set(key, { x: from + number * step, y, width: card, turn: tilt * (number === its.length - 1 ? 0.4 : 1), z: 120 + 4 * at + number });
    }
    if (mine && awaited && its.length === 0) outlines.push({ x, y, width: 0.94 * card, turn: 0, z: 10 });
  }
  for (const { key } of laid.filter(({ by }) => by === null)) cards.set(key, { ...centre, width: card, turn: 0, z: 119 });
}

/** A row, in as many lines as it takes for each index to be read; below it there is room for what a move takes.
 * @param {Middle} frame
 * @param {readonly Item[]} row
 * @param {Map<number, Spot>} cards
 */
function layRow({ room, centre, size, width, upright }, row, cards) {
  const most = upright ? width - 2 * GAP : 0.56 * width;
  const below = BRACKET;
  const fitting = (/** @type {number} */ lines) => {
    const each = Math.ceil(row.length / lines);
    const card = Math.min(1.22 * size, (room - below) / (RATIO * (1.1 + ROW_OF_PILE * (lines - 1))));
    return { lines, each, card, step: each < 2 ? 0 : Math.min(0.46 * card, (most - card - 4) / (each - 1)) };
  };
  const all = [1, 2, 3].map(fitting);
  const { lines, each, card, step } = all.find((one) => one.step >= INDEX * one.card || one.each < 2) ?? fitting(3);
  const top = centre.y - (RATIO * card * ROW_OF_PILE * (lines - 1) + below) / 2;
  const left = centre.x - (step * (each - 1)) / 2;
  for (const [at, { key }] of row.entries()) {
    const turn = lines > 1 ? 0 : [-1.4, 1, -0.6, 1.6][at % 4] ?? 0;
    const line = Math.floor(at / each);
    const y = top + RATIO * card * ROW_OF_PILE * line + (lines > 1 ? 0 : [0, 2, -2, 3][at % 4] ?? 0);
    cards.set(key, { x: left + (at % each) * step, y, width: card, turn, z: 120 + at });
  }
}

/**
 * @param {Middle} frame
 * @param {Scene} scene
 * @param {readonly Item[]} pairs
 * @param {Map<number, Spot>} cards
 * @param {Spot[]} outlines
 */
function layPairs({ room, centre, size, width, upright }, scene, pairs, cards, outlines) {
  const groups = [...new Set(pairs.map(({ group }) => group))].sort((one, other) => one - other);
  const across = upright ? width - 2 * GAP : 0.6 * width;
  const [pairWidth, pairHeight] = [1.52, 1.26 * RATIO];
  const fitting = (/** @type {number} */ columns) => {
    const rows = Math.ceil(groups.length / columns);
    return Math.min(1.12 * size, across / (pairWidth * columns), room / (pairHeight * rows));
  };
  const columns = [3, 4, 2, 5, 6, 1].reduce((best, each) => (fitting(each) > fitting(best) + 0.5 ? each : best), 3);
  const used = Math.min(columns, groups.length);
  const card = fitting(columns);
  const rows = Math.ceil(groups.length / columns);
  for (const [at, group] of groups.entries()) {
    const column = at % columns;
    const x = centre.x + (column - (used - 1) / 2) * pairWidth * card - 0.19 * card;
    const y = centre.y + (Math.floor(at / columns) - (rows - 1) / 2) * pairHeight * card - 0.1 * RATIO * card;
    const its = pairs.filter((item) => item.group === group).sort((one, other) => one.at - other.at);
    const beat = { x: x + 0.36 * card, y: y + 0.2 * RATIO * card };
    for (const [number, { key }] of its.entries()) {
      const point = number === 0 ? { x, y } : beat;
      cards.set(key, { ...point, width: card, turn: number === 0 ? -2 : 4, z: 120 + 2 * at + number });
    }
    // where the defender takes, or the deal has ended, no answer is due
    if (its.length === 1 && scene.seats.some(({ seat, awaited }) => awaited && seat !== its[0]?.by)) outlines.push({ ...beat, width: 0.96 * card, turn: 4, z: 200 });
  }
}

/** Decks and heaps, with their labels.
 * @param {Frame} frame
 * @param {Scene} scene
 * @param {readonly Item[]} items
 * @param {Map<number, Spot>} cards
 * @param {boolean} isUsed Whether cards lie in the middle.
 */
function layStacks(frame, scene, items, cards, isUsed) {
  /** @type {(Point & { place: string, count: number, isHeap: boolean })[]} */
  const labels = [];
  /** @type {(Spot & { card: string })[]} */
  const signs = [];
  const has = (/** @type {string} */ id) => items.filter(({ place }) => place === id).sort((one, other) => one.at - other.at);
  const all = scene.places.filter(({ shape, count }) => (shape === "deck" || shape === "heap") && count >= 0);
  let others = 0;
  for (const { id, shape, seats, shown } of all) {
    const its = has(id);
    if (its.length === 0) continue;
    const isMine = seats.includes(frame.near);
    const hasHeaps = all.some((place) => place.shape === "heap" && has(place.id).length > 0);
    const isDeck = shape === "deck";
    const spot = frame.opponents > FEW && !isMine ? sideSpot(frame, isDeck, others) : isDeck ? deckSpot(frame, scene, isUsed || hasHeaps) : heapSpot(frame, scene, isMine, seats.length > 0, others);
    if (shape === "heap" && !isMine) others += 1;
    const under = shown?.where === "under" ? shown.card : null;
    for (const [at, { key, card }] of its.entries()) {
      const layer = its.length > COUNTED || under !== null ? Math.min(at, LOWEST) : at * 0.12 * spot.width;
      const heap = shape === "heap" ? { turn: [2, -3, 4, -1, 3][key % 5] ?? 0, x: spot.x + (key % 3) - 1, y: spot.y + (key % 2) } : { turn: 0, x: spot.x + 0.6 * layer, y: spot.y + layer };
      const turned = card !== null && card === under;
      const lies = turned ? { turn: 90, x: spot.x + 0.52 * spot.width, y: spot.y } : heap;
      cards.set(key, { ...lies, width: spot.width, z: turned ? 20 : shape === "heap" ? 20 + Math.min(at, 15) : 35 - layer });
    }
    if (shown?.where === "beside") {
      signs.push({ card: shown.card, x: spot.x + 0.62 * spot.width, y: spot.y + 0.06 * spot.width, width: 0.8 * spot.width, turn: 8, z: 19 });
    }
    labels.push({ place: id, count: its.length, isHeap: shape === "heap", x: spot.x, y: spot.y + (RATIO * spot.width) / 2 + 6 });
  }
  return { labels, signs };
}

/** @param {Frame} frame @param {Scene} scene @param {boolean} isUsed */
function deckSpot({ kind, width, height, size, stock, middle, seatTop, stackTop, plate }, scene, isUsed) {
  const others = scene.seats.length - 1;
  const centre = (middle.top + middle.bottom) / 2;
  const card = { upright: others === 1 ? stock : 0.56, flat: 0.72, wide: 0.8 }[kind] * size;
  if (others === 2 && !isUsed) return { x: width / 2, y: Math.min(centre, middle.bottom - 0.7 * card - LABEL), width: card };
  if (kind === "upright") {
    if (others === 1) return { x: GAP + 0.5 * card + 4, y: stackTop + 0.7 * card, width: card };
    if (others === 2) return { x: GAP + 0.5 * card, y: seatTop + 130, width: card };
    return { x: GAP + 0.5 * card, y: 10 + 0.7 * card, width: card };
  }
  if (others === 1) return { x: 0.125 * width, y: kind === "flat" ? 0.42 * height : centre, width: card };
  if (others === 2) return { x: 0.08 * width, y: 0.46 * height, width: card };
  // clear of what is played for, at the upper left
  return { x: (kind === "flat" && width < 900 ? 0.24 : 0.3) * width, y: Math.max(kind === "flat" ? 44 : 50, plate) + 0.7 * card, width: card };
}

/**
 * @param {Frame} frame
 * @param {Scene} scene
 * @param {boolean} isMine
 * @param {boolean} owned
 * @param {number} number
 */
function heapSpot({ kind, width, height, size, middle, seatTop, stackTop, plate, played }, scene, isMine, owned, number) {
  const others = scene.seats.length - 1;
  const card = { upright: !owned ? 0.66 : 0.5, flat: 0.56, wide: owned ? 0.66 : 0.74 }[kind] * size;
  const centre = (middle.top + middle.bottom) / 2;
  const right = width - GAP - 0.55 * card;
  const step = 1.25 * card * number;
  if (isMine) {
    const y = kind === "upright" ? middle.bottom - 0.7 * card - 18 : height - 0.7 * card - 28;
    return { x: right - (kind === "upright" ? 0 : 0.02 * width), y: played ? y : height - 0.7 * card - 30, width: card };
  }
  if (kind === "upright") {
    if (others === 2) return { x: width / 2 + step, y: seatTop - 16, width: 0.9 * card };
    return { x: right - step, y: others === 1 ? stackTop + 0.7 * card : 10 + 0.7 * card, width: card };
  }
  if (!owned) return { x: 0.87 * width, y: kind === "flat" ? 0.42 * height : centre, width: card };
  if (others === 2 && kind === "flat") return { x: 0.92 * width, y: 0.4 * height, width: card };
  if (others === 2) return { x: width / 2 + step, y: 12 + 0.7 * card, width: card };
  return { x: (kind === "flat" ? 0.93 : 0.79) * width - step, y: Math.max(12, plate) + 0.7 * card, width: card };
}

/** The stock, or a heap, of a table of many: below the seats at the sides and, where there is room, what they say.
 * @param {Frame} frame
 * @param {boolean} isDeck
 * @param {number} number
 */
function sideSpot({ upright, width, height, size, seatTop, own }, isDeck, number) {
  const card = 0.62 * size;
  const x = upright ? GAP + 0.55 * card : 0.08 * width;
  const top = seatTop + 0.7 * card + (upright ? 76 : 0.2 * height + 40);
  const y = Math.max(top, Math.min(top + 58, own.y - 96 - 0.7 * card));
  return { x: isDeck ? x : width - x - 1.25 * card * number, y, width: card };
}

/** @param {number} value @param {number} low @param {number} high */
function within(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
