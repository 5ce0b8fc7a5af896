// The credentials of this browser: tokens of seats and guests, and API keys.
//
// A token comes behind `#` of an address, is taken out of it at once, and is kept for the tab; or for
// the device, if the person wants that. It is sent to the service in a header and to no one else.

import { computed, signal } from "./vendor/signals.mjs";
import { device, read, tab, write } from "./storage.js";

/**
 * @typedef {object} Credential
 * @property {string} token
 * @property {Kind} kind
 * @property {string} [table] The table of a seat or a guest, once it is known.
 * @property {number} [seat] The seat of a seat's token.
 * @property {number} [auditor] The number of an auditor.
 * @property {string} [tournament] The tournament of a player's entry.
 * @property {string} [name] The name of the player, the guest or the key.
 * @property {readonly string[]} [scopes] The scopes of a key, once they are known.
 * @property {boolean} [house] Whether this browser opened the table, or was seated there, without a key.
 * @property {string} [invitation] The token for the friend for whom a seat is free.
 * @property {number} [over] When the series of a seat was seen to be over, in ms since 1970.
 * @property {boolean} [device] Whether it is kept for the device, not only for the tab.
 * @property {boolean} [seeds] false: the person does not want their seat to add seeds.
 * @property {string} [chain] Of a player's entry: the last seed of their chain for the draws.
 */

/**
 * @typedef {object} Wish
 * @property {string} place The secret of the place.
 * @property {string} game
 * @property {string} name
 * @property {string} level The level of the bots that may fill the table.
 * @property {number} heard When it was sent last, in ms since 1970.
 */

/** Every kind of credential; the one that shows most of a table first. */
export const KINDS = /** @type {const} */ (["seat", "invite", "read", "view", "key", "audit", "entry"]);

/** @typedef {(typeof KINDS)[number]} Kind */

const KEY = "fairdeal.credentials";
const QUEUE_KEY = "fairdeal.queue";
const TOKEN = new RegExp(`^(${KINDS.join("|")})_[\\w-]{20,}$`);

/** The credentials, the newest last. */
export const credentials = signal(/** @type {readonly Credential[]} */ ([]));

/** The API key with which this browser is a host's; null if it has none. */
export const hostKey = computed(
  () => credentials.value.findLast((each) => each.kind === "key")?.token ?? null,
);

/** Where a person has come with a token that has ended. */
export const endedAt = signal(/** @type {"lobby" | { table: string } | null} */ (null));

/** The place in the queue of players that the person of this tab has; null: none. */
export const wish = signal(/** @type {Wish | null} */ (null));

/** The kind of a token; null if the text is none.
 * @param {string} text
 * @returns {Kind | null}
 */
export function kindOf(text) {
  return /** @type {Kind | null} */ (TOKEN.exec(text)?.[1] ?? null);
}

/** The token in an address that a person has pasted, or the token itself; null if there is none.
 * @param {string} text
 * @returns {string | null}
 */
export function tokenIn(text) {
  const found = text.trim().replace(/^.*#/s, "");
  return kindOf(found) === null ? null : found;
}

/** Keep a credential, or what is now known of it.
 * @param {Credential} credential
 */
export function keep(credential) {
  const before = find(credential.token);
  const others = credentials.value.filter((each) => each.token !== credential.token);
  credentials.value = [...others, { ...before, ...credential }];
  save();
}

/** Forget a credential: it has ended, or the person no longer wants it here.
 * @param {string} token
 */
export function forget(token) {
  credentials.value = credentials.value.filter((each) => each.token !== token);
  save();
}

/** The credential of a token.
 * @param {string | null} token
 */
export function find(token) {
  return credentials.value.find((each) => each.token === token);
}

/** The credential that shows most of a table, the newest of its kind; null: only the public view is left.
 * @param {string} table
 * @returns {Credential | null}
 */
export function credentialFor(table) {
  const fits = credentials.value.filter(({ kind, table: its }) =>
    kind === "key" || (its === table && kind !== "audit"));
  const ranked = fits.toReversed().toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  return ranked[0] ?? null;
}

/** Read the credentials of this tab and device, and take the one out of the address, if any. The user of a
 * credential acts for its holder, so a link alone gives a browser none: `parts/linked.js` asks the person.
 * @returns {{ token: string, held: boolean } | null} The one of the address, and whether this browser has it.
 */
export function startCredentials() {
  load();
  wish.value = /** @type {Wish | null} */ (read(tab(), QUEUE_KEY));
  wish.subscribe((value) => write(tab(), QUEUE_KEY, value));
  addEventListener("storage", (event) => event.key === KEY && load());
  const token = tokenIn(location.hash);
  if (token === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  const held = find(token);
  if (held !== undefined) keep(held);
  return { token, held: held !== undefined };
}

function load() {
  const stored = [device(), tab()].flatMap((storage) => read(storage, KEY) ?? []);
  const valid = /** @type {Credential[]} */ (stored).filter((each) => kindOf(each?.token ?? ""));
  credentials.value = [...new Map(valid.map((each) => [each.token, each])).values()];
}

function save() {
  const [kept, passing] = [true, false].map((device) =>
    credentials.value.filter((each) => (each.device ?? false) === device),
  );
  write(device(), KEY, kept);
  write(tab(), KEY, passing);
}
