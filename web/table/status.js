// The reason for waiting, and the time that is left.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { texts } from "../language.js";
import { every, now } from "../runtime.js";
import { playerNames } from "./words.js";

/** @import { Schemas } from "../types.js" */

const SECOND = 1_000;

/** The reason for waiting, in words.
 * @param {Schemas["WaitingFor"]} waiting
 * @param {Pick<Schemas["Table"], "seats">} table
 * @param {number | null} me
 */
export function waitingWords({ kind, seats }, table, me) {
  const t = texts("table");
  const known = /** @type {Record<string, string>} */ (t.waiting);
  const ours = me !== null && seats.includes(me);
  if (kind === "move" && ours) return t.yourTurn;
  const others = kind === "players" ? [] : seats;
  const words = known[kind] ?? "";
  return others.length > 0 ? `${words}: ${playerNames(table, others)}` : words;
}

/**
 * @param {object} props
 * @param {Schemas["Table"]} props.table
 * @param {Schemas["Deal"] | null} props.deal
 * @param {number | null} props.me
 * @param {number} props.offset
 */
export function Status({ table, deal, me, offset }) {
  const waiting = deal !== null && deal.status === "playing" ? deal.waiting_for : table.waiting_for;
  const mine = waiting.kind === "move" && me !== null && waiting.seats.includes(me);
  return h(
    "p",
    { class: `status${mine ? " mine" : ""}` },
    h("strong", {}, waitingWords(waiting, table, me)),
    waiting.until !== null && h(Countdown, { until: waiting.until, offset }),
  );
}

/** The time until a moment of the service, counted down.
 * @param {{ until: string, offset: number }} props
 */
export function Countdown({ until, offset }) {
  const [time, setTime] = useState(now());
  useEffect(() => {
    return every(SECOND / 2, () => setTime(now()));
  }, []);
  const left = Math.max(0, Math.ceil((Date.parse(until) - time - offset) / SECOND));
  const { timeLeft } = texts("table");
  return h("span", { class: "clock", role: "timer", "aria-label": timeLeft }, span(left));
}

/** Seconds as minutes and seconds.
 * @param {number} seconds
 */
export function span(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
