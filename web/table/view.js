// The view of a table: its cards first, then what is around them.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useRef } from "../vendor/hooks.mjs";
import { texts } from "../language.js";
import { Page, announce } from "../parts/frame.js";
import { useLater } from "../router.js";
import { settings } from "../storage.js";
import { describe, layersOf } from "./board.js";
import { NOTHING, choosable, keepFitting, offers, onlyMove, toggle } from "./choosing.js";
import { Hand, sorted } from "./hand.js";
import { BoardView, LastTrick } from "./places.js";
import { Status, waitingWords } from "./status.js";
import { sentence } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Board, Place, SeatOnBoard } from "./board.js" */
/** @import { Move } from "./choosing.js" */
/** @import { Session } from "./session.js" */

/** @typedef {typeof import("./later.js") | null} Later What is loaded after the cards. */
/** @typedef {{ session: Session, table: Schemas["Table"], game: Schemas["Game"], later: Later }} At */

/** @param {{ session: Session }} props */
export function TableView({ session }) {
  const t = texts("table");
  const [table, game] = [session.table.value, session.game.value];
  const failure = session.failure.value;
  const hasCards = session.deal.value !== null || table?.deal === null;
  const later = useLater(() => import("./later.js"), hasCards || failure !== null);
  const { sound } = settings.value;
  useEffect(() => (sound ? sounding(session) : undefined), [sound]);
  session.onSteps = (steps) => {
    if (table === null || game === null) return;
    const deal = session.deal.value;
    const waiting = deal?.status === "playing" ? waitingWords(deal.waiting_for, table, session.seat) : "";
    const said = steps.map(({ events }, at) => {
      const lines = events.map((event) => sentence(game, table, event));
      return [...lines, at === steps.length - 1 ? waiting : ""].filter((line) => line !== "").join(". ");
    });
    announce(...said);
  };
  if (failure !== null) return h(Page, { title: t.board }, later !== null && h(later.Failure, { session, failure }));
  if (table === null || game === null) return h(Page, { title: t.board }, h("p", { role: "status" }, t.loading));
  return h(Page, { title: table.name, kind: "table" }, h(Shown, { session, table, game, later }));
}

/** Load the sounds of a table and play them, until the function is called that is returned.
 * @param {Session} session
 */
function sounding(session) {
  const listening = import("./sounds.js").then(({ listen }) => listen(session));
  return () => void listening.then((stop) => stop());
}

/** @param {At} props */
function Shown({ session, table, game, later }) {
  const t = texts("table");
  const [deal, seat] = [session.deal.value, session.seat];
  const end = session.isOver ? t.seriesOver : table.status === "closed" ? t.closed : null;
  const isEnd = end !== null;
  const first = useRef(isEnd);
  useEffect(() => {
    if (isEnd && !first.current) announce(end);
  }, [isEnd]);
  return h(
    "div",
    {},
    h(
      "p",
      { class: "about" },
      h("a", { href: `/rules/${game.key}` }, game.title),
      deal === null ? " · " : ` · ${t.deal} ${deal.number} · `,
      h("a", { href: `/t/${table.id}/series` }, t.scores),
      session.kind !== "seat" && session.kind !== "invite" && h("span", {}, ` · ${t.watching}`),
    ),
    isEnd
      ? h("p", { class: "status" }, h("strong", {}, end))
      : h(Status, { table, deal, me: seat, offset: session.clockOffset }),
    later !== null && h(later.Before, { session, table }),
    deal === null ? later !== null && h(later.Seats, { table }) : h(DealView, { session, table, game, deal, later }),
    h(
      "details",
      { class: "more" },
      h("summary", {}, t.more),
      later !== null && h(later.More, { session, table }),
    ),
  );
}

/** @param {At & { deal: Schemas["Deal"] }} props */
function DealView({ session, table, game, deal, later }) {
  const log = session.log.value;
  const layers = useMemo(() => layersOf(log), [log]);
  const board = useMemo(() => describe(deal, game, table, layers), [deal, game, table, layers]);
  const mine = board.seats.find((seat) => seat.mine);
  const hand = mine?.places[0];
  return h(
    "div",
    { class: "play" },
    h(BoardView, { board, hand: hand?.id ?? null, table, deal, game }),
    later !== null && deal.status === "over" && h(later.DealOutcome, { deal, game: game.key, table }),
    mine !== undefined && hand !== undefined && h(Own, { session, game, deal, board, mine, hand, later }),
    deal.last_trick !== null && h(LastTrick, { trick: deal.last_trick, table }),
    later !== null && h(later.Log, { events: log, game, table }),
  );
}

/** The own hand, the moves that fit, and the refusal of the last one.
 * @param {Omit<At, "table"> & { deal: Schemas["Deal"], board: Board, mine: SeatOnBoard, hand: Place }} props
 */
function Own({ session, game, deal, board, mine, hand, later }) {
  const choices = deal.choices ?? [];
  const chosen = keepFitting(choices, session.chosen.value ?? NOTHING);
  const busy = session.sending.value !== null;
  const faces = hand.groups.flat().flatMap(({ card }) => card ?? []);
  const cards = useMemo(
    () => sorted(faces, game, [...board.trumps, ...mine.trumps]),
    [faces.join(), game, board],
  );
  const can = useMemo(() => choosable(choices, chosen.cards), [choices, chosen.cards.join()]);
  const all = useMemo(() => choosable(choices, []), [choices]);
  const play = (/** @type {Move} */ move) => void session.move(move);
  const choose = (/** @type {string} */ card) => {
    const next = toggle(choices, chosen, card);
    session.chosen.value = next;
    const only = settings.value.confirmation ? null : onlyMove(choices, next);
    if (only !== null && !busy) play(only);
  };
  const active = choices.length > 0;
  const hint = deal.hint?.move ?? {};
  return h(
    "div",
    { class: "own-side" },
    h(Hand, {
      cards, hidden: hand.hidden, chosen: chosen.cards, choosable: can.size > 0 ? can : all, active, onChoose: choose,
      hinted: Object.values(hint).flat(),
    }),
    later !== null && (active || busy) &&
      h(later.Moves, {
        offers: offers(choices, chosen), hint, chosen, game, busy, onMove: play,
        onChoose: (next) => (session.chosen.value = next),
      }),
    later !== null && h(later.Refusal, { refusal: session.refusal.value }),
  );
}
