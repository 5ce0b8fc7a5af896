// The ruling on a dispute on one page, to be printed and sent: it reads well to people who have never played.

import { h } from "../vendor/preact.mjs";
import { address, get, useResource, usualHeaders } from "../api.js";
import { loadTexts, t } from "../language.js";
import { disputesOf, eventWords, materialOf, readerOf, standing } from "../disputes/source.js";
import { Said, Score } from "../disputes/statement.js";
import { Findings } from "../disputes/evidence.js";
import { Clause } from "../parts/clause.js";
import { Button } from "../parts/button.js";
import { Page } from "../parts/frame.js";
import { QrCode } from "../parts/qr.js";
import { Refusal } from "../parts/refusal.js";
import { SaveButton } from "../parts/saving.js";
import { isDeal } from "../replay/address.js";
import { Explained } from "../table/log.js";
import { moveWords } from "../table/move_words.js";
import { Summed } from "../verify/verdict_list.js";
import { playerName } from "../cards.js";

/** @import { Schemas } from "../types.js" */
/** @import { Dispute, Material } from "../disputes/source.js" */
/** @import { Params } from "../router.js" */

await loadTexts("records");

/** So many legal moves are printed. */
const MOST_MOVES = 24;

/**
 * @typedef {object} Filed
 * @property {Dispute} dispute
 * @property {Material} material
 * @property {Schemas["Decision"] | null} choice
 * @property {string | null} drawing The table just before the move, or before the first one.
 * @property {Schemas["Audit"]["findings"]} findings
 * @property {string} reader The credential that reads it.
 * @property {string} head The hash of the record of the deal.
 * @property {string} checkpoint The last signed note of the log.
 */

/** @param {{ params: Params }} props */
export default function RulingPage({ params }) {
  const { deal = "", dispute = "" } = params;
  const number = Number(dispute);
  const { data, refusal } = useResource((signal) => (isDeal(deal) ? read(deal, number, signal) : Promise.resolve(t("disputes-no-deal"))), [deal, number]);
  return h(
    Page,
    { title: t("ruling-title", { number }), kind: "ruling" },
    h("p", { class: "not-printed" }, h("a", { href: `/d/${deal}` }, t("ruling-back"))),
    h(Refusal, { refusal }),
    data === null && refusal === null && h("p", { role: "status" }, t("disputes-loading")),
    typeof data === "string" && h("p", {}, data),
    data !== null && typeof data !== "string" && h(Sheet, data),
  );
}

/** @param {Filed} filed */
function Sheet(filed) {
  const { dispute, material: { source: { table, game, deal } }, choice, drawing } = filed;
  const { number, claim, at, seat, text, opened_at: opened, answers, appeal, overturned, ruling } = dispute;
  const terms = [
    [t("ruling-table"), `${table.name} · ${game.title}`],
    [t("ruling-players"), table.seats.map((each) => playerName(table, each.seat)).join(", ")],
    [t("ruling-deal"), `${number} · ${t("disputes-event", { at })}`],
    [t("ruling-claim"), t(`disputes-claims-${claim}`)],
    [t("ruling-state"), t(`disputes-statuses-${standing(dispute)}`)],
  ];
  return [
    h("p", { key: "print", class: "not-printed" }, h(Button, { look: "main", onPress: () => window.print() }, t("ruling-print"))),
    h(Records, { key: "records", deal, table: table.id, reader: filed.reader }),
    h("dl", { key: "terms", class: "terms" }, terms.map(([term, value]) => [h("dt", { key: `${term} term` }, term), h("dd", { key: term, dir: "auto" }, value)])),
    h("h2", { key: "what" }, t("ruling-what")),
    h("p", { key: "event" }, h("strong", {}, eventWords(filed.material, at)), ". ", choice !== null && h(Move, { choice, at, material: filed.material })),
    choice !== null && h(Choices, { key: "choices", choice, game }),
    drawing !== null && h("figure", { key: "position", class: "position" },
      h("img", { src: drawing, alt: t("ruling-drawing") }), h("figcaption", {}, t(choice?.move_at == null ? "ruling-dealt" : "ruling-position"))),
    h("h2", { key: "said" }, t("ruling-said")),
    h(Said, { key: "claim", title: t("disputes-says", { name: playerName(table, seat) }), at: opened, text, owner_may_act: dispute.owner_may_act, isPrinted: true }),
    answers.map((each, index) => h(Said, {
      key: index, title: t("disputes-answers", { name: playerName(table, each.seat) }), at: each.answered_at, ...each, isPrinted: true,
    })),
    overturned !== null && h(Ruled, { key: "first", ruling: overturned, table, isInForce: false }),
    appeal !== null && h(Said, {
      key: "appeal", title: t("disputes-appeals", { name: playerName(table, appeal.seat) }), at: appeal.appealed_at, ...appeal, isPrinted: true,
    }),
    h("h2", { key: "ruled" }, t("disputes-rule-title")),
    ruling === null ? h("p", { key: "none" }, t("ruling-none")) : h(Ruled, { key: "ruling", ruling, table, isInForce: true }),
    ruling !== null && h(Score, {
      key: "score", table, before: ruling.ledger.map((points, side) => points - (ruling.adjustment[side] ?? 0) + (overturned?.adjustment[side] ?? 0)), after: ruling.ledger,
    }),
    h("h2", { key: "proof" }, t("ruling-proof")),
    h(Proof, { key: "proved", ...filed, deal }),
  ];
}

/** Buttons that save the records of the deal and of the table, by which others can verify the ruling.
 * @param {{ deal: string, table: string, reader: string }} props
 */
function Records({ deal, table, reader }) {
  const [credential, type] = [reader, "application/json"];
  return h(
    "div",
    { class: "not-printed" },
    h("p", { class: "row" },
      h(SaveButton, { path: "/v1/deals/{deal}/bundle", options: { params: { deal }, query: { view: "full" }, credential }, type, name: `${deal}.json` }, t("ruling-save-deal")),
      h(SaveButton, { path: "/v1/tables/{table}/bundle", options: { params: { table }, credential }, type, name: `${table}.json` }, t("ruling-save-table"))),
    h("p", { class: "hint" }, t("ruling-save-about"), " ", h("code", {}, `fairdeal-verify --disputed --key key.txt ${table}.json ${deal}.json`)),
  );
}

/** The move behind the event, and why the rules allowed it.
 * @param {{ choice: Schemas["Decision"], at: number, material: Material }} props
 */
function Move({ choice: { move_at: moved, explanation }, at, material }) {
  const { game, table } = material.source;
  return [
    moved !== null && moved !== at && h("span", { key: "move" }, t("disputes-evidence-move"), ": ", eventWords(material, moved), ". "),
    explanation !== null && h(Explained, { key: "why", explanation, game: game.key, table, me: null }),
  ];
}

/** The legal moves of the seat that moved.
 * @param {{ choice: Schemas["Decision"], game: Schemas["Game"] }} props
 */
function Choices({ choice, game }) {
  const moves = choice.seats.find(({ seat }) => seat === choice.seat)?.legal_moves ?? [];
  if (moves.length === 0) return null;
  const shown = moves.slice(0, MOST_MOVES);
  return h(
    "p",
    {},
    t("disputes-evidence-legal", { count: moves.length }), ": ",
    shown.map(({ move, clause }, index) => [index > 0 && ", ", moveWords(game, move), clause !== null && [" ", h(Clause, { key: "clause", game: game.key, id: clause })]]),
    moves.length > shown.length && " …",
  );
}

/** @param {{ ruling: Schemas["Ruling"], table: Schemas["Table"], isInForce: boolean }} props */
function Ruled({ ruling, isInForce }) {
  const { name, ruled_at: at, text, of_party: isOfParty } = ruling;
  const title = `${t("disputes-rules", { name: t("disputes-auditor-named", { name }) })}: ${t(`disputes-statuses-${ruling.ruling}`)}`;
  return h(Said, { title, at, text, notes: [isOfParty && t("disputes-of-party"), !isInForce && t("ruling-overturned")], isPrinted: true });
}

/** The proof in the record, and the way to check it.
 * @param {Filed & { deal: string }} filed
 */
function Proof({ material: { report, source: { table, game } }, deal, findings, head, checkpoint }) {
  const fails = report?.verdicts.filter(({ status }) => status === "fails").length ?? 0;
  const page = `${location.origin}/verify/${deal}`;
  return h(
    "div",
    { class: "proof" },
    h(QrCode, { text: page, label: t("ruling-qr") }),
    h(
      "div",
      {},
      h("p", {}, report === null ? t("verify-insecure") : fails === 0 ? t("ruling-proof-good") : t("ruling-proof-bad", { count: fails })),
      report !== null && h(Summed, { verdicts: report.verdicts }),
      h("h3", {}, t("disputes-evidence-title")),
      h(Findings, { findings, deal, game: game.key }),
      h("p", {}, h("a", { href: `/verify/${deal}` }, page)),
      h("dl", { class: "terms" },
        h("dt", {}, t("ruling-digest-deal")), h("dd", {}, h("code", {}, deal), " ", h("code", {}, head)),
        h("dt", {}, t("ruling-digest-table")), h("dd", {}, h("code", {}, table.id), " ", h("code", {}, table.head)),
        h("dt", {}, t("ruling-digest-log")), h("dd", {}, h("code", {}, checkpoint))),
    ),
  );
}

/** @param {string} deal @param {number} number @param {AbortSignal} signal
 * @returns {Promise<Filed | string>} A text: why there is nothing to show.
 */
async function read(deal, number, signal) {
  const reader = await readerOf({ deal }, signal);
  if (reader === null) return t("disputes-parties");
  const [disputes, material] = await Promise.all([disputesOf({ deal }, reader, signal), materialOf(deal, reader, signal)]);
  const dispute = disputes.find((each) => each.dispute === number);
  if (dispute === undefined) return t("ruling-no-dispute", { number });
  const options = { credential: reader, signal };
  const [{ choices, findings, timing, head }, checkpoint] = await Promise.all([
    get("/v1/deals/{deal}/audit", { params: { deal }, query: { at: dispute.at }, ...options }),
    fetch("/v1/log/checkpoint", { signal }).then((each) => (each.ok ? each.text() : "")),
  ]);
  const choice = choices.find(({ at }) => at === dispute.at) ?? null;
  const moved = choice?.move_at ?? timing[0]?.position;
  const drawing = moved === undefined ? null : await drawn(deal, moved - 1, reader, signal);
  return { dispute, material, choice, drawing, findings, reader, head, checkpoint };
}

/** The position after an event as a picture that loads nothing, for the screen and for paper.
 * @param {string} deal @param {number} at @param {string} reader @param {AbortSignal} signal
 */
async function drawn(deal, at, reader, signal) {
  const url = address("/v1/deals/{deal}/position", { params: { deal }, query: { at, view: "full" } });
  const answer = await fetch(url, { headers: { ...usualHeaders(reader), Accept: "image/svg+xml" }, signal });
  return answer.ok ? `data:image/svg+xml,${encodeURIComponent(await answer.text())}` : null;
}
