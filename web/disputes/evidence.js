// The evidence for a disputed event: the verification in this browser, and the evidence of the service.

import { Reason } from "../verify/details.js";
import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, useResource } from "../api.js";
import { t, tag } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { addressOf } from "../replay/address.js";
import { Clause } from "../parts/clause.js";
import { Explained } from "../table/log.js";
import { moveWords } from "../table/move_words.js";
import { sentence } from "../table/sentences.js";
import { playerName } from "../cards.js";
import { Verdicts } from "../verify/verdict_list.js";

/** @import { Schemas } from "../types.js" */
/** @import { Report } from "../verify/run.js" */
/** @import { Dispute, Material } from "./source.js" */

/** So many events before and after a disputed one are near it. */
const NEAR = 5;
const MICROSECONDS = 1_000_000;

/** The result of the verification, with the checks that fail: the nearest to the event first.
 * @param {{ report: Report | null, table: Schemas["Table"], deal: string, at: number }} props
 */
export function Checked({ report, table, deal, at }) {
  if (report === null) return h("p", { class: "hint" }, t("verify-insecure"));
  const away = (/** @type {number | null} */ position) => (position === null ? Infinity : Math.abs(position - at));
  const fails = report.verdicts.filter(({ status }) => status === "fails")
    .toSorted((one, other) => away(one.position) - away(other.position));
  const isNear = fails.some(({ position }) => away(position) <= NEAR);
  const words = fails.length === 0 ? t("disputes-check-good", { at }) : isNear ? t("disputes-check-near", { at }) : t("disputes-check-elsewhere", { at });
  return h(
    "section",
    { "aria-label": t("disputes-check-title") },
    h("h3", {}, t("disputes-check-title")),
    h("p", {}, h("strong", { class: fails.length === 0 ? "holds" : "fails" }, words), " ", h("a", { href: `/verify/${deal}` }, t("disputes-check-all"))),
    fails.length > 0 &&
      h(Verdicts, {
        verdicts: fails,
        link: (position) => addressOf({ deal, at: position, eyes: "full" }),
        nameOf: (seat) => playerName(table, seat),
        game: table.game,
      }),
  );
}

/** The evidence of the service, which is read when it is opened.
 * @param {{ dispute: Dispute, material: Material, reader: string }} props
 */
export function Evidence({ dispute, material, reader }) {
  const [shown, setShown] = useState(false);
  return h(
    "details",
    { onToggle: (/** @type {Event} */ event) => setShown(/** @type {HTMLDetailsElement} */ (event.currentTarget).open) },
    h("summary", {}, t("disputes-evidence-title")),
    shown && h(Read, { dispute, material, reader }),
  );
}

/** @param {{ dispute: Dispute, material: Material, reader: string }} props */
function Read({ dispute: { deal, at }, material, reader }) {
  const { data, refusal } = useResource(
    (signal) => get("/v1/deals/{deal}/audit", { params: { deal }, query: { at }, credential: reader, signal }),
    [deal, at, reader],
  );
  const choice = data?.choices.find((each) => each.at === at);
  return h(
    "div",
    {},
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("disputes-evidence-loading")),
    data !== null && choice !== undefined && h(Choice, { choice, timing: data.timing, material }),
    data !== null && h(Findings, { findings: data.findings, deal, game: material.source.game.key }),
  );
}

/** @param {{ choice: Schemas["Decision"], timing: Schemas["Audit"]["timing"], material: Material }} props */
function Choice({ choice, timing, material }) {
  const { source: { deal, table, game }, timeline } = material;
  const { move_at: moved, seat } = choice;
  if (moved === null || seat === null) return h("p", {}, t("disputes-evidence-before"));
  const event = timeline.events.find(({ position }) => position === moved);
  const took = timing.find(({ position }) => position === moved)?.took_us;
  const legal = choice.seats.find((each) => each.seat === seat)?.legal_moves ?? [];
  const name = playerName(table, seat);
  const seconds = new Intl.NumberFormat(tag.value, { maximumFractionDigits: 1 });
  return h(
    "div",
    {},
    h("p", {}, h("strong", {}, t("disputes-evidence-move")), ": ", event === undefined ? "" : sentence(game, table, event), ". ",
      took !== undefined && `${t("disputes-evidence-took", { seconds: seconds.format(took / MICROSECONDS) })} `,
      choice.explanation !== null && [h(Explained, { key: "why", explanation: choice.explanation, game: game.key, table, me: null }), " "],
      moved > 1 && h("a", { href: addressOf({ deal, at: moved - 1, eyes: `seat:${seat}` }) }, t("disputes-evidence-seen", { name }))),
    h("p", {}, t("disputes-evidence-legal", { count: legal.length })),
    h("ul", { class: "legal-moves", tabIndex: 0, "aria-label": t("disputes-evidence-legal", { count: legal.length }) }, legal.map(({ move, clause }, at) =>
      h("li", { key: at }, moveWords(game, move), clause !== null && [" ", h(Clause, { key: "clause", game: game.key, id: clause })]))),
  );
}

/** The faults that the service finds when it plays the deal again under the rules.
 * @param {{ findings: Schemas["Audit"]["findings"], deal: string, game: string }} props
 */
export function Findings({ findings, deal, game }) {
  if (findings.length === 0) return h("p", {}, t("disputes-evidence-sound"));
  return h(
    "div",
    {},
    h("p", {}, t("disputes-evidence-faults")),
    h("ul", {}, findings.map(({ position, clauses, key, values }, at) =>
      h("li", { key: at },
        h("a", { href: addressOf({ deal, at: position, eyes: "full" }) }, t("disputes-event", { at: position })), ": ",
        h(Reason, { sentence: { key, values } }),
        clauses.map((clause) => [" ", h(Clause, { key: clause, game, id: clause })])))),
  );
}
