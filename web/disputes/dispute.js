// One dispute: the claim, the answers and the ruling, in whose hands it is, and what can be done.

import { h } from "../vendor/preact.mjs";
import { useId } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { Moment } from "../parts/time.js";
import { addressOf } from "../replay/address.js";
import { now } from "../runtime.js";
import { playerName, playerNames } from "../table/words.js";
import { Checked, Evidence } from "./evidence.js";
import { AnswerForm, RulingForm, useActs } from "./forms.js";
import { eventWords, sidesOf } from "./source.js";

/** @import { Schemas } from "../types.js" */
/** @import { Auditor, Dispute, Material, Roles } from "./source.js" */

/**
 * @typedef {object} About
 * @property {Dispute} dispute
 * @property {Material} material
 * @property {readonly Auditor[] | null} auditors
 * @property {Roles} roles
 * @property {string} reader The credential that reads the dispute.
 * @property {boolean} hosts Whether it is the host's.
 */

/** @param {About & { reload: () => void }} props */
export function DisputeView({ reload, ...about }) {
  const { dispute, material, roles, reader, hosts } = about;
  const { deal, claim, ruling } = dispute;
  const id = useId();
  const acts = useActs(about, reload);
  return h(
    "article",
    { class: `dispute ${ruling?.ruling ?? "open"}`, "aria-labelledby": id },
    h("h2", { id }, t("disputes-heading", { number: dispute.dispute, claim: t(`disputes-claims-${claim}`) }),
      h("span", { class: "mark" }, t(`disputes-statuses-${ruling?.ruling ?? "open"}`))),
    h(Claim, about),
    dispute.answers.map((each, at) =>
      h(Said, { key: at, title: t("disputes-answers", { name: playerName(material.source.table, each.seat) }), at: each.answered_at, text: each.text })),
    ruling !== null && h(Ruled, { ruling, ...about }),
    h("p", { class: "state" }, stateOf(about).map((each) => [each, " "]),
      needsAuditor(about) && hosts && h("a", { href: "/host" }, t("disputes-waits-appoint"))),
    h(Checked, { report: material.report, table: material.source.table, deal, at: dispute.at }),
    h(Evidence, { dispute, material, reader }),
    h(Refusal, { refusal: acts.refusal }),
    ruling === null && roles.player !== null && h(AnswerForm, { dispute, acts }),
    ruling === null && roles.auditor !== null && h(RulingForm, { dispute, table: material.source.table, acts }),
  );
}

/** @param {About} props */
function Claim({ dispute, material }) {
  const { deal, at, seat, text, opened_at: opened } = dispute;
  const { table } = material.source;
  const words = eventWords(material, at);
  const { number } = material.timeline.deals[0] ?? { number: 0 };
  return [
    h("p", { key: "event" }, `${t("disputes-deal", { deal: number })}, ${t("disputes-event", { at })}${words === "" ? "" : `: ${words}`} · `,
      h("a", { href: addressOf({ deal, at, eyes: "full" }) }, t("disputes-look", { at }))),
    h(Said, { key: "text", title: t("disputes-says", { name: playerName(table, seat) }), at: opened, text }),
  ];
}

/** A text of a person, with its writer and time.
 * @param {{ title: string, at: string, text: string }} props
 */
function Said({ title, at, text }) {
  return h(
    "figure",
    { class: "said" },
    h("figcaption", {}, h("strong", {}, title), " · ", h(Moment, { at })),
    h("blockquote", { dir: "auto" }, text),
  );
}

/** @param {About & { ruling: Schemas["Ruling"] }} props */
function Ruled({ ruling, material, auditors }) {
  const { table } = material.source;
  const { adjustment, auditor, ruled_at: at, text } = ruling;
  const name = auditors?.find((each) => each.auditor === auditor)?.name ?? null;
  const who = name === null ? t("disputes-auditor", { number: auditor }) : t("disputes-auditor-named", { name });
  const title = `${t("disputes-rules", { name: who })}: ${t(`disputes-statuses-${ruling.ruling}`)}`;
  const points = sidesOf(table).flatMap((seats, side) => {
    const given = adjustment[side] ?? 0;
    return given === 0 ? [] : [`${playerNames(table, seats)} ${given > 0 ? "+" : "−"}${Math.abs(given)}`];
  });
  return [
    h(Said, { key: "said", title, at, text }),
    points.length > 0 && h("p", { key: "points" }, `${t("disputes-ledger")}: ${points.join(" · ")}`),
  ];
}

/** In whose hands a dispute is, and who may still act, for the person at this browser.
 * @param {About} about
 */
function stateOf({ dispute, auditors, roles }) {
  if (dispute.ruling !== null) return [t("disputes-waits-final")];
  const answer = roles.player !== null ? t("disputes-waits-answer") : t("disputes-waits-players");
  if (roles.auditor !== null) return [t("disputes-waits-you"), answer];
  if (auditors === null) return [t("disputes-waits-auditor"), answer];
  const names = active(auditors).map(({ name }) => name);
  return names.length === 0 ? [t("disputes-waits-nobody"), answer] : [t("disputes-waits-auditors", { names: names.join(", ") }), answer];
}

/** @param {About} about */
function needsAuditor({ dispute, auditors }) {
  return dispute.ruling === null && auditors !== null && active(auditors).length === 0;
}

/** @param {readonly Auditor[]} auditors */
function active(auditors) {
  return auditors.filter(({ dismissed, until }) => !dismissed && Date.parse(until) > now());
}
