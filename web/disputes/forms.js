// The forms that open, answer and rule a dispute.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { get, send, useAction, useResource } from "../api.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Field, LongField, Radios, Select } from "../parts/fields.js";
import { announce } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { addressOf } from "../replay/address.js";
import { go } from "../router.js";
import { mayMove } from "../storage.js";
import { Session } from "../table/session.js";
import { playerNames } from "../cards.js";
import { eventWords, sidesOf } from "./source.js";
import { Score } from "./statement.js";

/** @import { Credential } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */
/** @import { About } from "./dispute.js" */
/** @import { Dispute, Material, Roles } from "./source.js" */

/** @typedef {Schemas["OpenDisputeRequest"]["claim"]} Claim */
/** @typedef {Schemas["RuleDisputeRequest"]["ruling"]} Verdict */
/** @typedef {ReturnType<typeof useActs>} Acts */

/** The longest text that the service takes. */
const LONGEST = 1_000;
const MOST_POINTS = 1_000_000;
/** @type {readonly Claim[]} */
const CLAIMS = ["deal", "legality", "score", "authorship", "knowledge", "delay"];

/** The acts in a dispute that is open to this person. The refusal stays when a ruling has closed the forms.
 * @param {Pick<About, "dispute" | "material" | "roles">} about
 * @param {() => void} reload
 */
export function useActs({ dispute: { deal, dispute }, material, roles }, reload) {
  const params = { deal, dispute };
  const acting = useAction(async (/** @type {() => Promise<unknown>} */ act, /** @type {string} */ done) => {
    await act().finally(reload); // after a refusal too: it may have been ruled meanwhile
    announce(done);
  });
  return {
    busy: acting.busy,
    refusal: acting.refusal,
    /** @param {string} text */
    answer: (text) => acting.run(async () => {
      if (roles.player === null) return;
      const options = { params, credential: roles.player.token };
      await signed(material, roles.player, { type: "answer", ...params, text }, (signature) =>
        send("post", "/v1/deals/{deal}/disputes/{dispute}/answers", { text, ...signature }, options));
    }, t("disputes-answer-done")),
    withdraw: () => acting.run(async () => {
      if (roles.player === null) return;
      const options = { params, credential: roles.player.token };
      await signed(material, roles.player, { type: "withdraw", ...params }, (signature) =>
        send("post", "/v1/deals/{deal}/disputes/{dispute}/withdrawal", signature, options));
    }, t("disputes-withdraw-done")),
    /** @param {string} text */
    appeal: (text) => acting.run(async () => {
      if (roles.player === null) return;
      const options = { params, credential: roles.player.token };
      await signed(material, roles.player, { type: "appeal", ...params, text }, (signature) =>
        send("post", "/v1/deals/{deal}/disputes/{dispute}/appeal", { text, ...signature }, options));
    }, t("disputes-appeal-done")),
    /** @param {Schemas["RuleDisputeRequest"]} body */
    rule: (body) => acting.run(async () => {
      const options = { params, credential: roles.auditor?.token ?? null };
      await send("post", "/v1/deals/{deal}/disputes/{dispute}/ruling", body, options);
    }, t("disputes-rule-done")),
  };
}

/** Act at the table, signed if the seat has a key.
 * @template T
 * @param {Material} material
 * @param {Credential} player
 * @param {object} act
 * @param {(signature: { signature?: string }) => Promise<T>} request
 * @returns {Promise<T>}
 */
async function signed({ source }, { token }, act, request) {
  const session = new Session(source.table.id, token, { mayMove });
  await session.readTable();
  return await session.act("table", act, request);
}

/** @param {() => void} act */
function submitting(act) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
}

/**
 * Open a dispute of an event.
 * @param {object} props
 * @param {Material} props.material
 * @param {NonNullable<Roles["player"]>} props.player
 * @param {number | null} props.at The event that is chosen at first.
 * @param {() => void} props.reload
 */
export function OpenForm({ material, player, at, reload }) {
  const { source: { deal }, timeline } = material;
  const [position, setPosition] = useState(String(at ?? timeline.length));
  const [claim, setClaim] = useState(/** @type {Claim} */ ("legality"));
  const [text, setText] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const body = { at: Number(position), claim, text: text.trim() };
    const options = { params: { deal }, credential: player.token };
    const { dispute } = await signed(material, player, { type: "dispute", deal, ...body }, (signature) =>
      send("post", "/v1/deals/{deal}/disputes", { ...body, ...signature }, options));
    setText("");
    reload();
    announce(t("disputes-open-done", { number: dispute }));
    await go(`/d/${deal}`, { replace: true });
  });
  const events = [1, ...timeline.events.map(({ position: each }) => each)].flatMap((each) => {
    const words = eventWords(material, each);
    const wanted = words !== "" || each === at;
    return wanted ? [/** @type {const} */ ([String(each), words === "" ? t("disputes-event", { at: each }) : `${each}: ${words}`])] : [];
  });
  return h(
    "section",
    { class: "dispute", "aria-labelledby": "dispute-event" },
    h("h2", { id: "dispute-event" }, t("disputes-open-title")),
    h("p", {}, t("disputes-open-about")),
    h(
      "form",
      { onSubmit: submitting(() => void run()) },
      h(Select, { label: t("disputes-open-event"), value: position, onChange: setPosition, choices: events }),
      h("p", {}, h("a", { href: addressOf({ deal, at: Number(position), eyes: `seat:${player.seat}` }) }, t("disputes-look", { at: Number(position) }))),
      h(Select, {
        label: t("disputes-open-claim"), value: claim, choices: CLAIMS.map((each) => /** @type {const} */ ([each, t(`disputes-claims-${each}`)])),
        onChange: (value) => setClaim(/** @type {Claim} */ (value)),
      }),
      h(LongField, { label: t("disputes-open-text"), value: text, onInput: setText, longest: LONGEST }),
      h(Refusal, { refusal }),
      h("p", {}, h(Button, { look: "main", busy }, t("disputes-open-send"))),
    ),
  );
}

/** @param {{ dispute: Dispute, acts: Acts }} props */
export function AnswerForm({ dispute, acts }) {
  const [text, setText] = useState("");
  const answer = async () => {
    if (await acts.answer(text.trim())) setText("");
  };
  return h(
    "form",
    { "aria-label": `${t("disputes-answer-send")}: ${dispute.dispute}`, onSubmit: submitting(() => void answer()) },
    h(LongField, { label: t("disputes-answer-text"), value: text, onInput: setText, longest: LONGEST }),
    h("p", {}, h(Button, { busy: acts.busy }, t("disputes-answer-send"))),
  );
}

/** The button that withdraws a dispute, once it has said what that means.
 * @param {{ dispute: Dispute, acts: Acts }} props
 */
export function Withdrawal({ dispute, acts }) {
  const [asked, setAsked] = useState(false);
  return h(
    "p",
    {},
    h(Button, { onPress: () => setAsked(true) }, t("disputes-withdraw")),
    asked && h(
      Dialog,
      { title: t("disputes-withdraw-title", { number: dispute.dispute }), onClose: () => setAsked(false) },
      h("p", {}, t("disputes-withdraw-about")),
      h("p", {}, h(Button, { look: "main", busy: acts.busy, onPress: () => void acts.withdraw().then(() => setAsked(false)) }, t("disputes-withdraw"))),
    ),
  );
}

/** @param {{ dispute: Dispute, acts: Acts }} props */
export function AppealForm({ dispute, acts }) {
  const [text, setText] = useState("");
  return h(
    "details",
    {},
    h("summary", {}, t("disputes-appeal-title")),
    h(
      "form",
      { "aria-label": `${t("disputes-appeal-title")}: ${dispute.dispute}`, onSubmit: submitting(() => void acts.appeal(text.trim())) },
      h(LongField, { label: t("disputes-appeal-text"), value: text, onInput: setText, longest: LONGEST, hint: t("disputes-appeal-hint") }),
      h("p", {}, h(Button, { busy: acts.busy }, t("disputes-appeal-send"))),
    ),
  );
}

/** The form of a ruling: its effect on the score is shown before it is given.
 * @param {{ dispute: Dispute, table: Schemas["Table"], acts: Acts, auditor: string }} props
 */
export function RulingForm({ dispute, table, acts, auditor }) {
  const sides = sidesOf(table);
  const [ruling, setRuling] = useState(/** @type {Verdict | null} */ (null));
  const [points, setPoints] = useState(sides.map(() => "0"));
  const [text, setText] = useState("");
  const [isPreviewed, setPreviewed] = useState(false);
  const adjustment = ruling === "upheld" ? points.map(Number) : [];
  const body = { ruling: ruling ?? "dismissed", adjustment: adjustment.some((each) => each !== 0) ? adjustment : [], text: text.trim() };
  return h(
    "form",
    { "aria-label": `${t("disputes-rule-title")}: ${dispute.dispute}`, onSubmit: submitting(() => setPreviewed(true)) },
    h("h3", {}, t("disputes-rule-title")),
    h(Radios, {
      label: t("disputes-rule-verdict"), value: ruling, choices: [["upheld", t("disputes-rule-upheld")], ["dismissed", t("disputes-rule-dismissed")]],
      onChange: (/** @type {string} */ value) => setRuling(/** @type {Verdict} */ (value)),
    }),
    ruling === "upheld" && sides.map((seats, side) =>
      h(Field, {
        key: side, label: t("disputes-rule-points", { names: playerNames(table, seats) }), type: "number", value: points[side] ?? "0",
        least: -MOST_POINTS, most: MOST_POINTS, step: 1, hint: t("disputes-rule-points-hint"),
        onInput: (value) => setPoints(points.map((each, at) => (at === side ? value : each))),
      })),
    h(LongField, { label: t("disputes-rule-text"), value: text, onInput: setText, longest: LONGEST, hint: t("disputes-rule-hint") }),
    h("p", {}, h(Button, { look: "main" }, t("disputes-rule-preview"))),
    isPreviewed && ruling !== null && h(
      Dialog,
      { title: t("disputes-rule-confirm"), onClose: () => setPreviewed(false) },
      h(Preview, { dispute, table, ruling: body, auditor }),
      h("p", {}, h(Button, { look: "main", busy: acts.busy, onPress: () => void acts.rule(body).then(() => setPreviewed(false)) }, t("disputes-rule-send"))),
    ),
  );
}

/** A ruling before it is given, with the score before and after it.
 * @param {{ dispute: Dispute, table: Schemas["Table"], ruling: Schemas["RuleDisputeRequest"], auditor: string }} props
 */
function Preview({ dispute, table, ruling, auditor }) {
  const { data, refusal } = useResource(
    (signal) => get("/v1/tables/{table}/series", { params: { table: table.id }, credential: auditor, signal }), [table.id, auditor]);
  const former = dispute.ruling?.adjustment ?? [];
  return h(
    "div",
    {},
    h("p", {}, h("strong", {}, t(ruling.ruling === "upheld" ? "disputes-rule-upheld" : "disputes-rule-dismissed")), ": ", h("span", { dir: "auto" }, ruling.text)),
    h(Refusal, { refusal }),
    data !== null && h(Score, {
      table, before: data.ledger, after: data.ledger.map((points, side) => points - (former[side] ?? 0) + (ruling.adjustment?.[side] ?? 0)),
    }),
  );
}
