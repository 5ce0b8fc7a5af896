// The events of the deal, command by command, why moves were allowed, and how the deal ended.

import { h } from "../vendor/preact.mjs";
import { useEffect, useRef, useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { has, loadTexts, t, tFor } from "../language.js";
import { Clause } from "../parts/clause.js";
import { Refusal } from "../parts/refusal.js";
import { useLater } from "../router.js";
import { headingsOf, linesOf } from "./lines.js";
import { peopleOf } from "./sentences.js";

/** @import { Schemas } from "../types.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Deal, Session } from "./session.js" */

/** @typedef {{ session: Session, deal: Deal, game: Schemas["Game"], table: Schemas["Table"] }} At */

/** The newest line is in sight, unless somebody reads the others. What came before the first move is folded.
 * @param {At} props
 */
export function Log({ session, deal, game, table }) {
  const events = session.log.value;
  const isLoaded = useLater(() => loadTexts(game.key).then(() => true));
  const moves = events.filter(({ type }) => type in game.said).map(({ position }) => position);
  const first = moves[0] ?? 0;
  const headings = isLoaded === null ? new Map() : headingsOf(game, events);
  const numberOf = (/** @type {number} */ position) => moves.indexOf(position) + 1;
  const lines = linesOf(game, table, events, session.seat).map(({ event: { position, type }, line }) => ({
    position,
    item: h("li", { key: position }, headings.has(position) && h("h3", {}, headings.get(position)),
      type in game.said ? h(MoveLine, { session, deal, game, table, number: numberOf(position), line }) : line),
  }));
  const before = lines.filter(({ position }) => position < first);
  return h(
    "section",
    { class: "log" },
    h("h2", {}, t("table-log")),
    h(
      "div",
      { class: "lines" },
      h(
        "div",
        {},
        before.length > 0 && h("details", {}, h("summary", {}, t("table-log-before")), h("ol", {}, before.map(({ item }) => item))),
        h("ol", { "aria-label": t("table-log") }, lines.filter(({ position }) => position >= first).map(({ item }) => item)),
      ),
    ),
  );
}

/** A move in the log: when it is pressed, it says why it was allowed.
 * @param {At & { number: number, line: ComponentChildren }} props
 */
function MoveLine({ line, ...at }) {
  const [isShown, setShown] = useState(false);
  const why = useRef(/** @type {HTMLElement | null} */ (null));
  const look = () => why.current?.scrollIntoView({ block: "nearest" });
  return [
    h("button", { key: "line", type: "button", "aria-expanded": isShown, onClick: () => setShown(!isShown) }, h("span", {}, line), h("span", { class: "ask" }, t("acts-why"))),
    isShown && h("p", { key: "why", ref: why, role: "status" }, h(Why, { ...at, onRead: look })),
  ];
}

/** Why a move was allowed: with all hands once the deal is over.
 * @param {At & { number: number, onRead: () => void }} props
 */
function Why({ session, deal: { id, status }, game, table, number, onRead }) {
  const { data, refusal } = useResource(async (signal) => {
    const options = { ...session.asking({ deal: id, move: number }), signal };
    const own = () => get("/v1/deals/{deal}/moves/{move}", options);
    if (status !== "over") return await own();
    // those who may only watch keep the view that they had
    return await get("/v1/deals/{deal}/moves/{move}", { ...options, query: { view: "full" } }).catch(own);
  }, [id, number, status]);
  useEffect(onRead, [data]);
  return [
    h(Refusal, { key: "refusal", refusal }),
    data !== null && h(Explained, { key: "why", explanation: data.explanation, game: game.key, table, me: session.seat }),
  ];
}

/** A sentence of the service in the words of a player, with its clause as a link.
 * @param {{ explanation: Schemas["Explanations"][number], game: string, table: Pick<Schemas["Table"], "seats">, me: number | null }} props
 */
export function Explained({ explanation: { clause, key, values, text: otherwise }, game, table, me }) {
  const isLoaded = useLater(() => loadTexts(game).then(() => true));
  if (isLoaded === null) return null;
  const text = has(key) ? tFor(peopleOf(table, me), key, { ...values, clause }) : otherwise;
  if (clause === null) return [text];
  return [text.replace(`[${clause}]`, "").replace(/\s+([.!]?)\s*$/, "$1"), h("span", { key: "clause" }, " ", h(Clause, { game, id: clause }))];
}

/** Sentences that the service explains something with, in the words of a player; each names its clause, as a link.
 * @param {{ explanations: Schemas["Explanations"], game: string, table: Pick<Schemas["Table"], "seats">, me: number | null }} props
 */
export function Explanations({ explanations, ...of }) {
  return h("ul", { class: "explained" }, explanations.map((explanation, at) => h("li", { key: at }, h(Explained, { explanation, ...of }))));
}
