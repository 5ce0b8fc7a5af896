// The acts of the director of a tournament: enters players, calls rounds, corrects, pauses, closes.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send, useAction } from "../api.js";
import { levelName, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Field, Select } from "../parts/fields.js";
import { LinkToShare } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";
import { namesOf } from "./standings.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {{ tournament: Schemas["Tournament"], credential: string, reload: () => void }} Directed */

const LEVELS = ["easy", "medium", "hard"];

/** @param {Directed} props */
export function Director(props) {
  const { tournament, credential, reload } = props;
  const { status, paused, next_round_at: next } = tournament;
  const options = { params: { tournament: tournament.id }, credential };
  const isBetween = status === "open" || status === "break";
  const call = useAction(async () => {
    await send("post", "/v1/tournaments/{tournament}/rounds", {}, options);
    reload();
  });
  const hold = useAction(async () => {
    if (paused === null) await send("put", "/v1/tournaments/{tournament}/pause", { reason: t("evening-pause-reason") }, options);
    else await send("delete", "/v1/tournaments/{tournament}/pause", null, options);
    reload();
  });
  const close = useAction(async () => {
    await send("delete", "/v1/tournaments/{tournament}", null, options);
    reload();
  });
  const [sure, setSure] = useState(false);
  if (status === "over" || status === "closed") return null;
  return h(
    "section",
    { class: "director", "aria-labelledby": "director" },
    h("h2", { id: "director" }, t("evening-director")),
    isBetween && h(Enter, props),
    h(
      "p",
      { class: "row" },
      isBetween && paused === null && h(Button, { look: "main", busy: call.busy, onPress: () => void call.run() }, t("evening-call", { round: tournament.played.length + 1 })),
      h(Button, { busy: hold.busy, onPress: () => void hold.run() }, paused === null ? t("evening-pause") : t("evening-resume")),
      !sure && h(Button, { look: "danger", onPress: () => setSure(true) }, t("evening-close")),
      sure && h(Button, { look: "danger", busy: close.busy, onPress: () => void close.run() }, t("evening-close-sure")),
    ),
    next !== null && h("p", { class: "hint" }, t("evening-by-clock")),
    h(Refusal, { refusal: call.refusal ?? hold.refusal ?? close.refusal }),
    tournament.played.length > 0 && h(Correct, props),
  );
}

/** Players who are entered, each with a link of their own.
 * @param {Directed} props
 */
function Enter({ tournament, credential, reload }) {
  const [name, setName] = useState("");
  const [level, setLevel] = useState("");
  const [partner, setPartner] = useState("");
  const [link, setLink] = useState(/** @type {{ name: string, link: string } | null} */ (null));
  const paired = new Set(tournament.players.flatMap((each) => (each.partner === null ? [] : [each.partner, each.player])));
  const alone = tournament.players.filter((each) => !paired.has(each.player));
  const { run, busy, refusal } = useAction(async () => {
    const body = { ...(level === "" ? { name } : { bot: level }), ...(partner !== "" && { partner: Number(partner) }) };
    const made = await send("post", "/v1/tournaments/{tournament}/players", body, { params: { tournament: tournament.id }, credential });
    setLink(made.token === null ? null : { name, link: `${location.origin}/tournament/${tournament.id}#${made.token}` });
    setName("");
    setPartner("");
    reload();
  });
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h(Select, { label: t("evening-enter-kind"), value: level, choices: [["", t("evening-person")], ...LEVELS.map((each) => /** @type {const} */ ([each, t("evening-bot", { level: levelName(each) })]))], onChange: setLevel }),
    level === "" && h(Field, { label: t("evening-player-name"), value: name, onInput: setName, required: true, longest: 80 }),
    tournament.pairs && alone.length > 0 && h(Select, { label: t("evening-partner"), value: partner, choices: [["", t("evening-partner-none")], ...alone.map((each) => /** @type {const} */ ([String(each.player), each.name]))], onChange: setPartner }),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { busy }, t("evening-enter"))),
    link !== null && h(LinkToShare, { label: t("evening-entry-link", { name: link.name }), link: link.link }),
  );
}

/** A correction of a score, with its reason.
 * @param {Directed} props
 */
function Correct({ tournament, credential, reload }) {
  const [who, setWho] = useState("");
  const [points, setPoints] = useState("");
  const [reason, setReason] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const body = { round: tournament.played.length, player: Number(who || tournament.standings[0]?.players[0]), points: Number(points), reason };
    await send("post", "/v1/tournaments/{tournament}/corrections", body, { params: { tournament: tournament.id }, credential });
    setPoints("");
    setReason("");
    reload();
  });
  return h(
    "details",
    {},
    h("summary", {}, t("evening-correct")),
    h(
      "form",
      {
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void run();
        },
      },
      h(Select, { label: t("evening-player"), value: who, choices: tournament.standings.map((row) => /** @type {const} */ ([String(row.players[0]), namesOf(tournament, row.players)])), onChange: setWho }),
      h(Field, { label: t("evening-correct-points"), type: "number", value: points, onInput: setPoints, required: true }),
      h(Field, { label: t("evening-correct-reason"), value: reason, onInput: setReason, required: true, longest: 200 }),
      h(Refusal, { refusal }),
      h("p", {}, h(Button, { busy }, t("evening-correct-submit"))),
    ),
  );
}
