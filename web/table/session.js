// A table as this browser follows it: the table, the deal that is on, what happened, and what its
// person does. It follows the stream of the deal, and between deals the stream of the table.

import { signal } from "../vendor/signals.mjs";
import { BROKEN_RECORD, Problem, TRIES, Unreachable, connected, get, pause, seatOf, send } from "../api.js";
import { find, kindOf } from "../credentials.js";
import { loaded } from "../router.js";
import { freshKey, now, sleep } from "../runtime.js";
import { read, tab, write } from "../storage.js";

/** @import { Schemas } from "../types.js" */
/** @import { Chosen, Move } from "./choosing.js" */
/** @import { Pacing, Step } from "./pacing.js" */

/** @typedef {Schemas["Deal"]} Deal */
/** @typedef {{ position: number, type: string, command: number, actor: string, data: Readonly<Record<string, unknown>> }} Event */

/** A move that has had no answer yet.
 * @typedef {{ move: Move, key: string }} Pending
 */

const COMPACT = { legal: "compact" };
const REPRESENTATION = "return=representation; legal=compact";
/** How often a table is read that has no stream, in ms: once it is over, or for an invitation. */
const LOOK = 4_000;

export class Session {
  /**
   * @param {string} table
   * @param {string | null} credential
   * @param {{ mayMove: () => boolean, ended?: boolean, first?: Promise<unknown> }} options Whether steps are shown one
   *   after another, whether a credential that was here has ended, and what is loaded before the stream is followed.
   */
  constructor(table, credential, { mayMove, ended = false, first = Promise.resolve() }) {
    this.first = first;
    this.id = table;
    this.ended = ended;
    this.credential = credential;
    this.table = signal(/** @type {Schemas["Table"] | null} */ (null));
    this.game = signal(/** @type {Schemas["Game"] | null} */ (null));
    /** The deal that is shown; it may be behind `latest` while steps are shown. */
    this.deal = signal(/** @type {Deal | null} */ (null));
    this.log = signal(/** @type {readonly Event[]} */ ([]));
    /** The choice of its person for a move; null: nothing. */
    this.chosen = signal(/** @type {Chosen | null} */ (null));
    this.sending = signal(/** @type {Move | null} */ (null));
    /** The card that is played as soon as it is the own turn, and what it was chosen for.
     * @type {import("../vendor/signals.mjs").Signal<{ card: string, basis: string } | null>}
     */
    this.early = signal(null);
    /** The move that a lesson asks for, and whether it is told already. */
    this.asked = signal(/** @type {{ move: Move, isTold: boolean } | null} */ (null));
    /** Another move, which waits until its person insists on it. */
    this.stray = signal(/** @type {Move | null} */ (null));
    this.refusal = signal(/** @type {Problem | null} */ (null));
    /** The card that the refusal is about; null: it is about a whole move.
     * @type {string | null}
     */
    this.illegal = null;
    /** Why the table can no longer be followed. */
    this.failure = signal(/** @type {Problem | null} */ (null));
    /** The deal whose record does not hold, and why: it is not shown. */
    this.broken = signal(/** @type {{ number: number, refusal: Problem } | null} */ (null));
    /** The people who are present, and the last phrases. */
    this.people = signal(/** @type {Schemas["People"] | null} */ (null));
    /** The bubbles of seats just now, with the number of the phrase. */
    this.spoken = signal(/** @type {ReadonlyMap<number, import("./sentences.js").Bubble & { number: number }>} */ (new Map()));
    /** The seats that say nothing on this device. */
    this.muted = signal(/** @type {ReadonlySet<number>} */ (new Set()));
    /** The card that was tapped before a tap could play it.
     * @type {string | null}
     */
    this.tapped = null;
    /** Why a seed was not shown. */
    this.distrust = signal(/** @type {string | null} */ (null));
    /** Called once for what is shown.
     * @type {(steps: readonly Step<Event, Deal>[]) => void}
     */
    this.onSteps = () => undefined;
    /** The time of the service minus the time of this device, in ms. */
    this.clockOffset = 0;
    /** @type {string | null} The deal whose stream is at its end. */
    this.finished = null;
    /** @type {Deal | null} */
    this.latest = null;
    /** Whether nothing is shown yet. */
    this.isNew = true;
    this.abort = new AbortController();
    this.mayMove = mayMove;
    /** The steps that wait to be shown; null: nothing is followed yet.
     * @type {Pacing<Event, Deal> | null}
     */
    this.pacing = null;
  }

  /** The seat of this browser at the table; null: it watches. */
  get seat() {
    const shown = this.latest === null ? null : seatOf(this.latest.view);
    const known = find(this.credential);
    return shown ?? (known?.kind === "seat" ? known.seat ?? null : null);
  }

  /** Whether the series is over, and its last step is shown. */
  get isOver() {
    return this.table.value?.status === "over" && this.deal.value?.status !== "playing";
  }

  /** The kind of the credential of this browser; null: it has none. An invitation shows the table, and none of
   * its deals.
   */
  get kind() {
    return kindOf(this.credential ?? "");
  }

  /** Follow the table until it is stopped. */
  async start() {
    for (let failures = 0; !this.abort.signal.aborted; ) {
      try {
        await this.follow();
        failures = 0;
      } catch (error) {
        if (this.abort.signal.aborted) return;
        if (error instanceof Problem && !error.passes) {
          this.failure.value = error;
          return;
        }
        await recover(error, ++failures);
      }
    }
  }

  /** Leave the table: nothing of it is shown or announced from now on. */
  stop() {
    this.abort.abort();
    this.pacing?.reset(Infinity);
    connected.value = true;
  }

  /** Read the game again: the language has changed. */
  async readGame() {
    const { game } = this.table.value ?? {};
    if (game === undefined) return;
    this.game.value = await get("/v1/games/{game}", { params: { game }, signal: this.abort.signal });
  }

  /** Make a move. It is sent until it is answered, under one idempotency key.
   * @param {Move} move
   */
  async move(move) {
    const deal = this.latest;
    if (deal === null || this.sending.value !== null) return;
    const asked = this.asked.value?.move ?? move;
    if (this.stray.value !== move && !isSame(asked, move)) {
      this.stray.value = move;
      this.chosen.value = null;
      return;
    }
    this.stray.value = null;
    this.pacing?.flush();
    const key = freshKey();
    write(tab(), pendingName(deal.id), { move, key });
    await this.sendMove({ move, key });
  }

  /** Act at the table or in the deal, signed if the seat has a key.
   * @template T
   * @param {"deal" | "table"} where
   * @param {object} act
   * @param {(signature: { signature?: string }) => Promise<T>} request
   * @returns {Promise<T>}
   */
  async act(where, act, request) {
    const { key, seat } = this;
    if (key === null || seat === null) return await request({});
    const { signedAct } = await loaded(() => import("./signing.js"));
    const readPlace = () => (where === "deal" ? this.readDeal() : this.readTable());
    return await signedAct(key, seat, readPlace, act, request);
  }

  async follow() {
    const table = await this.readTable();
    const game = this.game.value?.key === table.game ? Promise.resolve() : this.readGame();
    // it is awaited below, perhaps after another failure
    game.catch(() => undefined);
    if (!table.deal) await this.commit(table);
    if (table.deal !== null && table.deal.id !== this.finished && this.kind !== "invite") {
      const { id, number } = table.deal;
      if (await this.holds(number, () => this.followDeal(id, game, table))) return;
      await game;
      return await sleep(LOOK);
    }
    await game;
    await this.showLast(table);
    this.isNew = false;
    if (this.kind === "invite") return await sleep(LOOK);
    if (table.status === "over" || table.status === "closed") {
      this.people.value = await get("/v1/tables/{table}/people", this.asking({ table: this.id }));
      return await sleep(LOOK);
    }
    const options = { ...this.asking({ table: this.id }), query: { people: true }, after: table.version };
    const { follow } = await loaded(() => import("../stream.js"));
    for await (const line of follow("/v1/tables/{table}/events", options)) if (!this.hasPeople(line)) break;
  }

  /**
   * @param {string} id
   * @param {Promise<void>} game Is fulfilled when the game is known.
   * @param {Schemas["Table"]} table
   */
  async followDeal(id, game, table) {
    const query = { ...COMPACT, expand: "events" };
    const [deal] = await Promise.all([get("/v1/deals/{deal}", { ...this.asking({ deal: id }), query }), game]);
    if (id !== this.deal.value?.id || deal.at > (this.pacing?.known ?? 0)) {
      this.pacing?.flush();
      this.pacing?.reset(deal.at);
      this.note(deal);
      const events = await this.eventsOf(deal);
      const before = this.deal.value;
      this.log.value = events;
      this.deal.value = deal;
      const shown = before?.id === id ? before.at : 0;
      if (!this.isNew) this.onSteps(stepsOf(events.filter(({ position }) => position > shown), deal));
      this.isNew = false;
    }
    await this.repeatPending(id);
    await this.showSeed(deal);
    const options = { ...this.asking({ deal: id }), query: { ...COMPACT, views: true, people: true }, after: deal.at };
    /** @type {Event[]} */
    let events = [];
    await this.first;
    await sleep(0); // the first cards are shown before anything else is asked for
    this.commit(table).catch(() => undefined);
    const [{ follow }, { paced }] = await loaded(() => Promise.all([import("../stream.js"), import("./pacing.js")]));
    this.pacing ??= paced(this, deal.at);
    for await (const line of follow("/v1/deals/{deal}/events", options)) {
      if (this.hasPeople(line)) continue;
      if (line.type !== "view") {
        events.push(line);
        continue;
      }
      this.note(line.view);
      this.take(events, line.view);
      events = [];
      await this.showSeed(line.view);
    }
    this.take(events, this.deal.value);
    this.finished = id;
  }

  /** Show the deal that has ended last, where a person comes between deals or after them.
   * @param {Schemas["Table"]} table
   */
  async showLast({ status }) {
    if (!this.isNew || status === "open" || this.kind === "invite") return;
    try {
      const { deals } = await get("/v1/tables/{table}/series", this.asking({ table: this.id }));
      const last = deals.at(-1);
      if (last === undefined) return;
      await this.holds(last.number, async () => {
        const deal = await get("/v1/deals/{deal}", { ...this.asking({ deal: last.deal }), query: { ...COMPACT, expand: "events" } });
        this.note(deal);
        this.log.value = await this.eventsOf(deal);
        this.deal.value = deal;
      });
    } catch (error) {
      // it may be hidden from this person
      if (!(error instanceof Problem) || error.passes) throw error;
    }
  }

  /** Read a deal; false: its record does not hold, which is shown instead of it.
   * @param {number} number
   * @param {() => Promise<void>} reading
   */
  async holds(number, reading) {
    try {
      await reading();
      return true;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== BROKEN_RECORD) throw error;
      this.broken.value = { number, refusal: error };
      return false;
    }
  }

  /** Whether a line of a stream has the people of the table, which are kept.
   * @param {any} line
   */
  hasPeople(line) {
    if (line.type !== "people") return false;
    this.people.value = line.people;
    return true;
  }

  /** All events up to a view: those that came with it, and the further pages.
   * @param {Deal} deal
   * @returns {Promise<readonly Event[]>}
   */
  async eventsOf(deal) {
    /** @type {Schemas["AnyEvent"][]} */
    const events = [...(deal.expanded?.events ?? [])];
    for (let after = events.length; after < deal.at; ) {
      const page = await get("/v1/deals/{deal}/events", { ...this.asking({ deal: deal.id }), query: { after } });
      const more = page?.events ?? [];
      if (more.length === 0) break;
      events.push(...more);
      after += more.length;
    }
    return /** @type {Event[]} */ (/** @type {unknown} */ (events));
  }

  /** The events of a command, with the view after it.
   * @param {readonly Event[]} events
   * @param {Deal | null} view
   */
  take(events, view) {
    // what comes before anything is followed, the stream brings again
    if (view === null || this.pacing === null) return;
    if (view.at <= this.pacing.known) {
      this.log.value = merged(this.log.value, events);
      return;
    }
    const mine = this.seat !== null && events.some(({ actor }) => actor === `seat:${this.seat}`);
    this.pacing.add({ position: view.at, events, view, mine });
  }

  /** @param {Step<Event, Deal>} step */
  show({ events, view }) {
    this.log.value = merged(this.log.value, events);
    this.deal.value = view;
    this.refusal.value = null;
  }

  /** @param {Deal} deal */
  note(deal) {
    if (this.latest?.id !== deal.id || deal.at >= this.latest.at) this.latest = deal;
    if (deal.now !== null) this.clockOffset = Date.parse(deal.now) - now();
  }

  /** @param {Pending} pending */
  async sendMove({ move, key }) {
    const deal = /** @type {Deal} */ (this.latest);
    this.sending.value = move;
    this.refusal.value = null;
    this.illegal = null;
    try {
      const { view, events } = /** @type {Schemas["MoveResult"]} */ (await this.answered(deal.id, move, key));
      tab()?.removeItem(pendingName(deal.id));
      this.chosen.value = null;
      if (view === undefined || view === null) return;
      this.note(view);
      // where others have moved since, the stream brings their events too
      if (view.at !== events.at(-1)?.position) return;
      this.take(/** @type {Event[]} */ (/** @type {unknown} */ (events)), view);
    } catch (error) {
      // it is sent again when the table is shown again
      if (this.abort.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      tab()?.removeItem(pendingName(deal.id));
      this.refusal.value = error;
    } finally {
      this.sending.value = null;
    }
  }

  /** The answer to a move, however long the service cannot be reached.
   * @param {string} id
   * @param {Move} move
   * @param {string} key
   */
  async answered(id, move, key) {
    for (let failures = 0; ; failures++) {
      try {
        const options = this.asking({ deal: id });
        const headers = { "Idempotency-Key": key, Prefer: REPRESENTATION };
        const body = /** @type {Schemas["MoveRequest"]} */ ({ move, ...(await this.signed(id, move)) });
        return await send("post", "/v1/deals/{deal}/moves", body, { ...options, headers });
      } catch (error) {
        const late = error instanceof Problem && ["signature-refused", "stale-version"].includes(error.code);
        if (late && failures < TRIES && this.key !== null) continue;
        if (error instanceof Problem || this.abort.signal.aborted) throw error;
        await recover(error, failures);
      }
    }
  }

  /** The signature of a move over the deal as it is now; nothing for a seat without a key.
   * @param {string} id
   * @param {Move} move
   */
  async signed(id, move) {
    if (this.key === null || this.seat === null) return {};
    const { signMove } = await loaded(() => import("./signing.js"));
    return await signMove(this.key, this.seat, await this.readDeal(id), move);
  }

  /** The public key of the seat; null: it signs nothing. */
  get key() {
    return this.table.value?.seats[this.seat ?? -1]?.key ?? null;
  }

  /** A move that had no answer when the page was closed or loaded anew is sent again.
   * @param {string} id
   */
  async repeatPending(id) {
    const pending = /** @type {Pending | null} */ (read(tab(), pendingName(id)));
    if (pending !== null && this.sending.value === null) await this.sendMove(pending);
  }

  /** @param {Schemas["Table"]} table */
  async commit({ next_deal: next }) {
    if (!isSecureContext || !this.credential || !next?.may_commit.length) return;
    await (await loaded(() => import("./seeds.js"))).commit(this, next);
  }

  /** @param {Deal} deal */
  async showSeed(deal) {
    const { seat } = this;
    if (seat === null || !isSecureContext) return;
    if (!deal.fairness.waiting.includes(seat)) return this.seeOwnSeed(deal, seat);
    await (await loaded(() => import("./seeds.js"))).show(this, seat, deal.id);
  }

  /** Say that a deal was opened without the own seed, unless the table has recorded that it was late.
   * @param {Deal} deal
   * @param {number} me
   */
  async seeOwnSeed({ id, fairness }, me) {
    const isMissed = (/** @type {Schemas["Table"] | null} */ table) =>
      table?.deal?.id === id && table.seats[me]?.commits && !table.seats[me].left_out;
    if (fairness.seats.some(({ seat }) => seat === me) || !isMissed(this.table.value)) return;
    if (isMissed(await this.readTable())) this.distrust.value = "missing";
  }

  async readTable() {
    const table = await get("/v1/tables/{table}", this.asking({ table: this.id }));
    this.table.value = table;
    if (table.now !== null) this.clockOffset = Date.parse(table.now) - now();
    return table;
  }

  async readDeal(deal = this.latest?.id ?? "") {
    return await get("/v1/deals/{deal}", { ...this.asking({ deal }), query: COMPACT });
  }

  /** @param {Readonly<Record<string, string | number>>} params */
  asking(params) {
    return { params, credential: this.credential, signal: this.abort.signal };
  }
}

/** Whether two moves are the same: their cards are in no order.
 * @param {Move} one
 * @param {Move} other
 */
export function isSame(one, other) {
  const plain = (/** @type {Move} */ move) =>
    JSON.stringify(Object.entries(move).map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value]).sort());
  return plain(one) === plain(other);
}

/** The events of two lists, each once and in order.
 * @param {readonly Event[]} some
 * @param {readonly Event[]} others
 * @returns {readonly Event[]}
 */
export function merged(some, others) {
  const last = some.at(-1)?.position ?? 0;
  if (others.every(({ position }) => position > last)) return others.length === 0 ? some : [...some, ...others];
  const every = new Map([...some, ...others].map((each) => [each.position, each]));
  return [...every.values()].sort((one, other) => one.position - other.position);
}

/** Wait after a failure that may pass: of the connection, the service, or the storage of this browser.
 * @param {unknown} error
 * @param {number} failures
 */
async function recover(error, failures) {
  if (error instanceof Unreachable || error instanceof Problem) connected.value = false;
  else reportError(error);
  await sleep(pause(failures));
}

/** A step for each command.
 * @param {readonly Event[]} events
 * @param {Deal} view
 * @returns {Step<Event, Deal>[]}
 */
function stepsOf(events, view) {
  const commands = new Set(events.map(({ command }) => command));
  return [...commands].map((command) => {
    const its = events.filter((event) => event.command === command);
    return { position: its.at(-1)?.position ?? 0, events: its, view, mine: false };
  });
}

/** @param {string} deal */
function pendingName(deal) {
  return `fairdeal.pending.${deal}`;
}
