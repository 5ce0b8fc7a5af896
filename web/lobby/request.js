// The request for a new table, from the form: pure functions over what the service says of a game.

/** @import { Schemas } from "../types.js" */
/** @typedef {"me" | "invite" | "free" | `bot:${string}`} Occupant */

/**
 * @typedef {object} Form
 * @property {string} game
 * @property {string} name
 * @property {"public" | "private"} visibility
 * @property {string} turnLimit Seconds; "": no clock.
 * @property {string} pause Seconds.
 * @property {boolean} hints Whether players may ask for hints.
 * @property {string} phrases When people may say phrases; "": as usual in the game.
 * @property {string} watchDelay Seconds by which watchers are behind.
 * @property {Readonly<Record<string, string>>} options The options that were changed, as text.
 * @property {readonly Occupant[]} seats
 */

/** The limits of a whole number for a number of seats.
 * @param {Schemas["GameOption"]} option
 * @param {number} seats
 */
export function limits({ default: usual, minimum, maximum, per_seat: perSeat }, seats) {
  const times = perSeat ? seats : 1;
  const scaled = (/** @type {number | undefined} */ each) => each && each * times;
  return { usual: Number(usual) * times, least: scaled(minimum), most: scaled(maximum), step: times };
}

/** The seats of a new form: the person, and bots of the weakest level.
 * @param {Schemas["GameSummary"]} game
 * @param {number} seats
 * @returns {Occupant[]}
 */
export function usualSeats(game, seats) {
  const bot = game.bots[0];
  const other = bot === undefined ? "free" : /** @type {const} */ (`bot:${bot}`);
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? "me" : other));
}

/** The body of `POST /v1/tables`.
 * @param {Form} form
 * @param {Schemas["GameSummary"]} game
 * @param {object} mine The seat of the person who opens the table.
 * @returns {Schemas["CreateTableRequest"]}
 */
export function requestFor(form, game, mine) {
  const options = Object.entries(form.options).map(([name, text]) => {
    const values = game.options[name]?.values;
    const chosen = values?.find((value) => String(value) === text);
    return [name, values === undefined ? Number(text) : chosen];
  });
  const body = {
    game: form.game,
    name: form.name.trim(),
    visibility: form.visibility,
    pause_seconds: Number(form.pause || 0),
    hints: form.hints,
    ...(form.phrases !== "" && { phrases: form.phrases }),
    watch_delay: Number(form.watchDelay),
    turn_limit: form.turnLimit === "" ? null : Number(form.turnLimit),
    options: Object.fromEntries(options),
    seats: form.seats.map((occupant) => seatFor(occupant, mine)),
  };
  return /** @type {Schemas["CreateTableRequest"]} */ (/** @type {unknown} */ (body));
}

/**
 * @param {Occupant} occupant
 * @param {object} mine
 */
function seatFor(occupant, mine) {
  if (occupant === "me") return mine;
  return occupant.startsWith("bot:") ? { bot: occupant.slice(4) } : {};
}
