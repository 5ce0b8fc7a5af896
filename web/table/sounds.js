// Sounds of a table, made here: it is my turn, my time runs out, others have laid a card, a trick is taken,
// a deal is won, lost or over. One at most for all that is shown together. Loaded only where a person has switched
// sounds on.

import { effect } from "../vendor/signals.mjs";
import { parse } from "../cards.js";
import { every, now } from "../runtime.js";

/** @import { Deal, Event, Session } from "./session.js" */

/** @typedef {keyof typeof NOTES} Sound */
/** @typedef {Pick<Deal, "id" | "status" | "waiting_for"> & Partial<Pick<Deal, "last_trick" | "won_by">>} Shown */
/** @typedef {Pick<Event, "type" | "command" | "data">} Happened */

/** The notes of each sound: pitch in Hz, beginning and length in seconds. */
const NOTES = /** @type {const} */ ({
  turn: [[523, 0, 0.12], [659, 0.11, 0.18]],
  card: [[294, 0, 0.07]],
  sweep: [[196, 0, 0.12]],
  tick: [[880, 0, 0.05]],
  end: [[523, 0, 0.14], [523, 0.16, 0.3]],
  won: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.3]],
  lost: [[494, 0, 0.16], [392, 0.17, 0.3]],
});
const LOUDNESS = 0.05;
const SECOND_MS = 1_000;
const LAST_MS = 5 * SECOND_MS;
const RISE_SECONDS = 0.01;
const SILENCE = 0.0001;
const GESTURES = /** @type {const} */ (["click", "keydown"]);

/** The sound for what has just been shown.
 * @param {object} change
 * @param {Shown | null} change.before The deal that was shown before; null: none, the page is new.
 * @param {Shown | null} change.after
 * @param {readonly Happened[]} change.events What has happened in between.
 * @param {number | null} change.seat The own seat; null: I watch.
 * @returns {Sound | null}
 */
export function soundOf({ before, after, events, seat }) {
  if (before === null || after === null) return null;
  const same = before.id === after.id;
  if (after.status !== "playing") return same && before.status === "playing" ? endOf(after, seat) : null;
  const moves = movesOf(events);
  const others = moves.filter(({ data }) => data["seat"] !== seat);
  const stayed = same && isMine(before, seat) && [0, moves.length].includes(others.length);
  if (isMine(after, seat) && !stayed) return "turn";
  if (same && (after.last_trick?.position ?? 0) > (before.last_trick?.position ?? 0)) return "sweep";
  return others.some(({ data }) => Object.values(data).some(hasCards)) ? "card" : null;
}

/** The sound for the end of a deal; a watcher, and a seat that neither won nor lost, hear a third one.
 * @param {Shown} deal
 * @param {number | null} seat
 */
function endOf({ won_by: winners = [] }, seat) {
  if (seat === null || winners.length === 0) return "end";
  return winners.includes(seat) ? "won" : "lost";
}

/** Whether my turn is in its last seconds.
 * @param {Shown | null} deal
 * @param {number | null} seat
 * @param {number} time The time of the service, in ms.
 */
export function isRunningOut(deal, seat, time) {
  const left = deal !== null && isMine(deal, seat) ? Date.parse(deal.waiting_for.until ?? "") - time : NaN;
  return left > 0 && left <= LAST_MS;
}

/** @param {Shown} deal @param {number | null} seat */
function isMine({ status, waiting_for: { kind, seats } }, seat) {
  return status === "playing" && kind === "move" && seat !== null && seats.includes(seat);
}

/** The moves among events: the first event of the game in each command of a seat.
 * @param {readonly Happened[]} events
 */
function movesOf(events) {
  const games = events.filter(({ type }) => !type.startsWith("deal."));
  const firsts = games.filter(({ command }, at) => games[at - 1]?.command !== command);
  return firsts.filter(({ data }) => typeof data["seat"] === "number");
}

/** Whether a value of an event has a card; null in a list is one whose face is hidden.
 * @param {unknown} value
 * @returns {boolean}
 */
function hasCards(value) {
  if (typeof value === "string") return parse(value) !== null;
  return Array.isArray(value) && value.some((each) => each === null || hasCards(each));
}

/** Play the sounds of a table until the function is called that is returned.
 * @param {Session} session
 */
export function listen(session) {
  const player = new Player();
  let before = session.deal.value;
  let at = before?.at ?? 0;
  let due = false;
  const hear = () => {
    due = false;
    const after = session.deal.value;
    const same = before?.id === after?.id;
    const events = session.log.value.filter(({ position }) => !same || position > at);
    const sound = soundOf({ before, after, events, seat: session.seat });
    [before, at] = [after, after?.at ?? 0];
    if (sound !== null) player.play(sound);
  };
  const stop = effect(() => {
    if (session.deal.value === before || due) return;
    due = true;
    queueMicrotask(hear); // after everything that is shown together
  });
  const end = every(SECOND_MS, () => {
    if (isRunningOut(session.deal.value, session.seat, now() + session.clockOffset)) player.play("tick");
  });
  return () => {
    stop();
    end();
    player.close();
  };
}

/** Plays sounds, from the first gesture of a person on: browsers allow none before. */
class Player {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    this.wake = () => {
      this.context ??= new AudioContext();
      if (this.context.state !== "running") void this.context.resume();
    };
    for (const gesture of GESTURES) addEventListener(gesture, this.wake);
    if (navigator.userActivation?.hasBeenActive) this.wake();
  }

  /** @param {Sound} sound */
  play(sound) {
    const { context } = this;
    if (context?.state !== "running") return;
    for (const [hertz, begin, seconds] of NOTES[sound]) {
      const start = context.currentTime + begin;
      const oscillator = new OscillatorNode(context, { frequency: hertz });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(LOUDNESS, start + RISE_SECONDS);
      gain.gain.exponentialRampToValueAtTime(SILENCE, start + seconds);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(start);
      oscillator.stop(start + seconds);
    }
  }

  close() {
    for (const gesture of GESTURES) removeEventListener(gesture, this.wake);
    void this.context?.close();
  }
}
