// Events are shown step by step: one step for each command, each for a moment. The own moves
// are never delayed: they show at once everything that came before them.

import { after } from "../runtime.js";

/** @import { Deal, Event, Session } from "./session.js" */

/**
 * @template E, V
 * @typedef {object} Step What one command has recorded.
 * @property {number} position The position of its last event.
 * @property {readonly E[]} events
 * @property {V} view The view after it.
 * @property {boolean} mine Whether it is the observer's own.
 */

/**
 * @template E, V
 * @typedef {object} Showing
 * @property {(step: Step<E, V>) => void} show Called once for each step, in order.
 * @property {(steps: readonly Step<E, V>[]) => void} announce Called once for each showing: usually
 *   with one step, with several where they were shown together.
 * @property {() => number} pause The time that each step is shown, in ms; 0: no time.
 * @property {(ms: number, callback: () => void) => () => void} [timer] Returns how to cancel it.
 */

const PAUSE = 600;
/** More steps than these are not shown one by one: the observer has been away. */
const MOST = 12;

/**
 * The steps that wait to be shown.
 * @template E, V
 */
export class Pacing {
  /** @param {Showing<E, V>} showing */
  constructor({ show, announce, pause, timer = after }) {
    this.show = show;
    this.announce = announce;
    this.pause = pause;
    this.timer = timer;
    /** @type {Step<E, V>[]} */
    this.waiting = [];
    /** The position up to which everything has been taken. */
    this.known = 0;
    /** @type {(() => void) | null} */
    this.cancel = null;
  }

  /** Take a step. One that is known already, from another answer, is left out.
   * @param {Step<E, V>} step
   */
  add(step) {
    if (step.position <= this.known) return;
    this.known = step.position;
    this.waiting.push(step);
    const late = step.mine || this.pause() === 0 || this.waiting.length > MOST;
    if (late) this.flush();
    else if (this.cancel === null) this.next();
  }

  /** Show everything that waits, now. */
  flush() {
    this.cancel?.();
    this.cancel = null;
    const steps = this.waiting.splice(0);
    steps.forEach(this.show);
    if (steps.length > 0) this.announce(steps);
    if (steps.length > 0 && this.pause() > 0) this.rest();
  }

  /** Forget what waits: another deal is shown.
   * @param {number} known The position that is shown.
   */
  reset(known) {
    this.cancel?.();
    this.cancel = null;
    this.waiting = [];
    this.known = known;
  }

  next() {
    const step = this.waiting.shift();
    if (step === undefined) return;
    this.show(step);
    this.announce([step]);
    this.rest();
  }

  rest() {
    this.cancel = this.timer(this.pause(), () => {
      this.cancel = null;
      this.next();
    });
  }
}

/** The steps of a deal that a session follows.
 * @param {Session} session
 * @param {number} known The position that is shown.
 * @returns {Pacing<Event, Deal>}
 */
export function paced(session, known) {
  /** @type {Pacing<Event, Deal>} */
  const pacing = new Pacing({
    show: (step) => session.show(step),
    announce: (steps) => session.onSteps(steps),
    pause: () => (session.mayMove() ? PAUSE : 0),
  });
  pacing.reset(known);
  return pacing;
}
