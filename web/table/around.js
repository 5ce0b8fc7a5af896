// The surroundings of the cards of a table: loaded after them.

import { h } from "../vendor/preact.mjs";
import { useEffect } from "../vendor/hooks.mjs";
import { Problem } from "../api.js";
import { endedAt, find, hostKey, kindOf } from "../credentials.js";
import { auditorOf, keyMay, useIdentified } from "../entrance.js";
import { t } from "../language.js";
import { Ended } from "../parts/ended.js";
import { LinkToShare, linkTo } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";
import { Acts, Leaving, Rematch } from "./acts.js";
import { NOTHING, offers } from "./choosing.js";
import { Auditing, Waiting } from "./auditor.js";
import { Device, forgetOld, noteEnd } from "./device.js";
import { Fairness, Unable } from "./fairness.js";
import { EarlyMoves } from "./moves.js";
import { SeriesOutcome } from "./outcome.js";
import { SitDown } from "./sit.js";
import { isHere, playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Session } from "./session.js" */

/** @typedef {{ session: Session, table: Schemas["Table"] }} At */

/** Why a table is not shown.
 * @param {{ session: Session, failure: Error }} props
 */
export function Failure({ session, failure }) {
  const { id, credential } = session;
  useIdentified([find(credential)]); // it may be for another table
  const ended = hasEnded(session) || (failure instanceof Problem && failure.status === 401 && credential !== null);
  const missing = failure instanceof Problem && failure.status === 404;
  if (missing && !ended && auditorOf(id) !== null) return h(Auditing, { table: id, hidden: true });
  return h(
    "div",
    {},
    ended ? h(Ended, {}) : h("p", {}, t("acts-not-visible")),
    !ended && failure instanceof Problem && h(Refusal, { refusal: failure }),
    h("p", {}, h("a", { href: "/" }, t("acts-to-lobby"))),
  );
}

/** Whether the credential with which a person came to a table has ended.
 * @param {Session} session
 */
function hasEnded({ id, credential, ended }) {
  const at = endedAt.value;
  return ended || (credential === null && at !== null && at !== "lobby" && at.table === id);
}

/** The parts above the cards.
 * @param {At} props
 */
export function Before({ session, table }) {
  const broken = session.broken.value;
  return [
    broken !== null && h("div", { key: "broken" }, h("h2", {}, `${t("series-deal")} ${broken.number}`), h(Refusal, { refusal: broken.refusal })),
    h(Auditing, { key: "auditing", table: table.id }),
    h(Waiting, { key: "disputes", table }),
    h(Present, { key: "present", session, table }),
  ];
}

/** The acts that are possible now.
 * @param {At} props
 */
function Present({ session, table }) {
  const { credential, seat, isOver } = session;
  useIdentified([find(credential)]);
  useEffect(() => {
    forgetOld();
    if (isOver && credential !== null) noteEnd(credential);
  }, [isOver]);
  const deal = session.deal.value;
  const unable = hasEnded(session)
    ? h(Ended, { key: "ended" })
    : h(Unable, { key: "unable", mine: table.seats[seat ?? -1] });
  if (session.isOver) {
    return [
      unable,
      deal === null && h(SeriesOutcome, { key: "outcome", table, credential, seat }),
      table.tournament !== null
        ? h("p", { key: "tournament" }, h("a", { class: "button main", href: `/tournament/${table.tournament.id}` }, t("acts-to-tournament")))
        : seat !== null && h(Rematch, { key: "rematch", session, table, seat }),
    ];
  }
  if (seat !== null) {
    return [
      unable,
      table.status === "open" && h(Beginning, { key: "beginning", session }),
      h(Acts, { key: "acts", session, table, deal, seat }),
    ];
  }
  const kind = credential === null ? null : kindOf(credential);
  const maySit = table.status === "open" && (kind === "invite" || (kind === "key" && keyMay("play")));
  return maySit && credential !== null
    ? h(SitDown, { table, credential, only: find(credential)?.seat ?? null })
    : unable;
}

/** The guests for whom a table with free seats waits: a friend, to whom this browser sends a link, or guests of its host.
 * @param {{ session: Session }} props
 */
function Beginning({ session }) {
  const { invitation } = find(session.credential) ?? {};
  return [
    h("p", { key: "hint", class: "hint" }, t("acts-beginning"), " ", hostKey.value !== null && keyMay("tables") && h("a", { href: "/host" }, t("acts-invite"))),
    invitation !== undefined && h(LinkToShare, { key: "link", label: t("acts-friend"), link: linkTo(session.id, invitation) }),
  ];
}

/** The acts that are seldom needed.
 * @param {At & { game: Schemas["Game"] }} props
 */
export function More({ session, table, game }) {
  const { credential, seat } = session;
  const deal = session.deal.value;
  return h(
    "div",
    {},
    seat !== null && deal !== null && h(EarlyMoves, {
      offers: offers(deal.choices ?? [], NOTHING), chosen: NOTHING, game, busy: session.sending.value !== null,
      onChoose: () => undefined, onMove: (move) => void session.move(move),
    }),
    seat !== null && h(Leaving, { session, table, deal, seat }),
    credential !== null && kindOf(credential) === "seat" && h(Device, { credential, table: table.id }),
    deal !== null && h(Fairness, { deal, table, me: seat, distrust: session.distrust.value }),
  );
}

/** The seats of a table before its first deal.
 * @param {At} props
 */
export function Seats({ session, table }) {
  const present = session.people.value?.present;
  if (table.status !== "open") return null;
  return h(
    "ul",
    { class: "waiting-seats", "aria-label": t("table-seats") },
    table.seats.map(({ seat, kind }) =>
      h("li", { key: seat, class: kind === null ? "free" : "" }, playerName(table, seat), seat === session.seat ? ` · ${t("table-you")}` : !isHere(present, table, seat) && ` · ${t("table-not-here")}`)),
  );
}
