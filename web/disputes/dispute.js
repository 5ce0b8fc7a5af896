// One dispute: the claim, the answers and the ruling, in whose hands it is, and what can be done.

import { h } from "../vendor/preact.mjs";
import { useId } from "../vendor/hooks.mjs";
import { t } from "../language.js";
import { Refusal } from "../parts/refusal.js";
import { addressOf } from "../replay/address.js";
import { now } from "../runtime.js";
import { playerName, playerNames } from "../cards.js";
import { Checked, Evidence } from "./evidence.js";
import { AnswerForm, AppealForm, RulingForm, Withdrawal, useActs } from "./forms.js";
import { eventWords, sidesOf, standing, waits, waitsFor } from "./source.js";
import { Said } from "./statement.js";

/** @import { Schemas } from "../types.js" */
/** @import { Auditor, Dispute, Material, Roles } from "./source.js" */

/** So many statements are all shown; of more, the newest comes first, and the others are folded. */
const FEW = 2;

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
  const { deal, claim, ruling, overturned, appeal } = dispute;
  const { table } = material.source;
  const first = overturned ?? ruling;
  // in the order in which they were written
  const entries = [
    h(Said, { key: "claim", title: t("disputes-says", { name: playerName(table, dispute.seat) }), at: dispute.opened_at, text: dispute.text, owner_may_act: dispute.owner_may_act }),
    ...dispute.answers.map((each, at) =>
      h(Said, { key: at, title: t("disputes-answers", { name: playerName(table, each.seat) }), at: each.answered_at, ...each })),
    ...(first === null ? [] : [h(Ruled, { key: "first", ruling: first, ...about })]),
    ...(appeal === null ? [] : [h(Said, { key: "appeal", title: t("disputes-appeals", { name: playerName(table, appeal.seat) }), at: appeal.appealed_at, ...appeal })]),
    ...(overturned === null || ruling === null ? [] : [h(Ruled, { key: "second", ruling, ...about })]),
  ];
  const isLong = entries.length > FEW;
  const id = useId();
  const acts = useActs(about, reload);
  return h(
    "article",
    { class: `dispute ${waits(dispute) ? "open" : standing(dispute)}`, "aria-labelledby": id },
    h("h2", { id }, t("disputes-heading", { number: dispute.dispute, claim: t(`disputes-claims-${claim}`) }),
      h("span", { class: "mark" }, t(`disputes-statuses-${standing(dispute)}`))),
    h(Disputed, about),
    isLong && entries.at(-1),
    isLong ? h("details", { key: "earlier" }, h("summary", {}, t("disputes-earlier", { count: entries.length - 1 })), entries.slice(0, -1)) : entries,
    (ruling !== null || appeal !== null) && h("p", {}, h("a", { href: `/d/${deal}/${dispute.dispute}` }, t("disputes-print"))),
    h("p", { class: "state" }, stateOf(about).map((each) => [each, " "]),
      needsAuditor(about) && hosts && h("a", { href: "/host" }, t("disputes-waits-appoint"))),
    h(HostIsParty, about),
    h(Checked, { report: material.report, table, deal, at: dispute.at }),
    h(Evidence, { dispute, material, reader }),
    h(Refusal, { refusal: acts.refusal }),
    waits(dispute) && roles.player !== null && h(AnswerForm, { dispute, acts }),
    dispute.status === "open" && roles.player?.seat === dispute.seat && h(Withdrawal, { dispute, acts }),
    dispute.status === "ruled" && appeal === null && roles.player !== null && h(AppealForm, { dispute, acts }),
    roles.auditor !== null && waitsFor(dispute, roles.auditor) && h(RulingForm, { dispute, table, acts, auditor: roles.auditor.token }),
  );
}

/** The event that is disputed.
 * @param {About} props
 */
function Disputed({ dispute: { deal, number, at }, material }) {
  const words = eventWords(material, at);
  return h("p", {}, `${t("disputes-deal", { deal: number })}, ${t("disputes-event", { at })}${words === "" ? "" : `: ${words}`} · `,
    h("a", { href: addressOf({ deal, at, eyes: "full" }) }, t("disputes-look", { at })));
}

/** @param {About & { ruling: Schemas["Ruling"] }} props */
function Ruled({ ruling, material }) {
  const { table } = material.source;
  const { adjustment, name, of_party: isOfParty, ruled_at: at, text } = ruling;
  const title = `${t("disputes-rules", { name: t("disputes-auditor-named", { name }) })}: ${t(`disputes-statuses-${ruling.ruling}`)}`;
  const points = sidesOf(table).flatMap((seats, side) => {
    const given = adjustment[side] ?? 0;
    return given === 0 ? [] : [`${playerNames(table, seats)} ${given > 0 ? "+" : "−"}${Math.abs(given)}`];
  });
  return [
    h(Said, { key: "said", title, at, text, notes: [isOfParty && t("disputes-of-party")] }),
    points.length > 0 && h("p", { key: "points" }, `${t("disputes-ledger")}: ${points.join(" · ")}`),
  ];
}

/** In whose hands a dispute is, and who may still act, for the person at this browser.
 * @param {About} about
 */
function stateOf({ dispute, auditors, roles }) {
  if (dispute.status === "withdrawn") return [t("disputes-waits-withdrawn")];
  if (dispute.status === "ruled") return [t(dispute.appeal === null ? "disputes-waits-appeal" : "disputes-waits-final")];
  const ruled = new Set([dispute.ruling?.auditor]);
  const answer = roles.player !== null ? t("disputes-waits-answer") : t("disputes-waits-players");
  if (roles.auditor !== null && waitsFor(dispute, roles.auditor)) return [t("disputes-waits-you"), answer];
  if (auditors === null) return [t("disputes-waits-auditor"), answer];
  const names = active(auditors).filter(({ auditor }) => !ruled.has(auditor)).map(({ name }) => name);
  return names.length === 0 ? [t("disputes-waits-nobody"), answer] : [t("disputes-waits-auditors", { names: names.join(", ") }), answer];
}

/** Before it is ruled: whether the host, who appoints the auditors, may act for players.
 * @param {About} about
 */
function HostIsParty({ dispute, auditors, material }) {
  const seats = active(auditors ?? [])[0]?.owner_seats ?? [];
  if (!waits(dispute) || seats.length === 0) return null;
  return h("p", { class: "hint" }, t("disputes-host-is-party", { names: playerNames(material.source.table, seats) }));
}

/** @param {About} about */
function needsAuditor({ dispute, auditors }) {
  const others = auditors === null ? [] : active(auditors).filter(({ auditor }) => auditor !== dispute.ruling?.auditor);
  return waits(dispute) && auditors !== null && others.length === 0;
}

/** @param {readonly Auditor[]} auditors */
function active(auditors) {
  return auditors.filter((each) => each.may_rule && !each.dismissed && Date.parse(each.until) > now());
}
