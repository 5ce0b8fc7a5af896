// The forms that open, answer and rule a dispute.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send } from "../api.js";
import { t } from "../language.js";
import { useAction } from "../parts/action.js";
import { Button } from "../parts/button.js";
import { Field, LongField, Radios, Select } from "../parts/fields.js";
import { announce } from "../parts/frame.js";
import { Refusal } from "../parts/refusal.js";
import { addressOf } from "../replay/address.js";
import { go } from "../router.js";
import { mayMove } from "../storage.js";
import { Session } from "../table/session.js";
import { playerNames } from "../table/words.js";
import { eventWords, sidesOf } from "./source.js";

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

/** What can be done about an open dispute. The refusal stays when a ruling has closed the forms.
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
    /** @param {Schemas["RuleDisputeRequest"]} body */
    rule: (body) => acting.run(async () => {
      const options = { params, credential: roles.auditor?.token ?? null };
      await send("post", "/v1/deals/{deal}/disputes/{dispute}/ruling", body, options);
    }, t("disputes-rule-done")),
  };
}

/** Do something at the table, signed if the seat has a key.
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

/** @param {{ dispute: Dispute, table: Schemas["Table"], acts: Acts }} props */
export function RulingForm({ dispute, table, acts }) {
  const sides = sidesOf(table);
  const [ruling, setRuling] = useState(/** @type {Verdict} */ ("upheld"));
  const [points, setPoints] = useState(sides.map(() => "0"));
  const [text, setText] = useState("");
  const adjustment = ruling === "upheld" ? points.map(Number) : [];
  const body = { ruling, adjustment: adjustment.some((each) => each !== 0) ? adjustment : [], text: text.trim() };
  return h(
    "form",
    { "aria-label": `${t("disputes-rule-title")}: ${dispute.dispute}`, onSubmit: submitting(() => void acts.rule(body)) },
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
    h("p", {}, h(Button, { look: "main", busy: acts.busy }, t("disputes-rule-send"))),
  );
}
