// The acts of the director of a tournament: enters players, calls rounds, corrects, pauses, closes.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { send, useAction } from "../api.js";
import { levelName, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Field, Select } from "../parts/fields.js";
import { LinkToShare } from "../parts/link_to_share.js";
import { Refusal } from "../parts/refusal.js";
import { namesOf, unitsOf } from "./standings.js";

/** @import { Schemas } from "../types.js" */
/** @typedef {{ tournament: Schemas["Tournament"], credential: string, reload: () => void }} Directed */
/** @typedef {{ name: string, link: string }} Handed A link that is handed to a player. */

const LEVELS = ["easy", "medium", "hard"];

/** @param {Directed} props */
export function Director(props) {
  const { tournament, credential, reload } = props;
  const { format, status, paused, next_round_at: next } = tournament;
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
  const [links, setLinks] = useState(/** @type {readonly Handed[]} */ ([]));
  const isOver = status === "over" || status === "closed";
  if (isOver && tournament.played.length === 0) return null;
  return h(
    "section",
    { class: "director", "aria-labelledby": "director" },
    h("h2", { id: "director" }, t("evening-director")),
    isBetween && h(Enter, { ...props, onLink: (made) => setLinks((before) => [made, ...before]) }),
    h(Links, { links }),
    isBetween && paused === null && format === "fixed" && h(Seating, { key: tournament.players.map(({ withdrawn }) => Number(withdrawn)).join(""), ...props }),
    !isOver && h(
      "p",
      { class: "row" },
      isBetween && paused === null && format !== "fixed" && h(Button, { look: "main", busy: call.busy, onPress: () => void call.run() }, t("evening-call", { round: tournament.played.length + 1 })),
      h(Button, { busy: hold.busy, onPress: () => void hold.run() }, paused === null ? t("evening-pause") : t("evening-resume")),
      !sure && h(Button, { look: "danger", onPress: () => setSure(true) }, t("evening-close")),
      sure && h(Button, { look: "danger", busy: close.busy, onPress: () => void close.run() }, t("evening-close-sure")),
    ),
    next !== null && h("p", { class: "hint" }, t("evening-by-clock")),
    h(Refusal, { refusal: call.refusal ?? hold.refusal ?? close.refusal }),
    tournament.played.length > 0 && h(Correct, props),
  );
}

/** The link by which a person plays as a player.
 * @param {Schemas["Tournament"]} tournament
 * @param {string | null} token
 */
const linkOf = ({ id }, token) => `${location.origin}/tournament/${id}#${token}`;

/** The links of the players who were entered here, the newest first: they come this once.
 * @param {{ links: readonly Handed[] }} props
 */
function Links({ links: [newest, ...others] }) {
  if (newest === undefined) return null;
  const shown = (/** @type {Handed} */ { name, link }) => h(LinkToShare, { key: link, label: t("evening-entry-link", { name }), link });
  return [
    shown(newest),
    others.length > 0 && h("details", { key: "others" }, h("summary", {}, t("evening-earlier-links")), others.map(shown)),
  ];
}

/** Players who are entered, each with a link of their own.
 * @param {Directed & { onLink: (made: Handed) => void }} props
 */
function Enter({ tournament, credential, reload, onLink }) {
  const [name, setName] = useState("");
  const [level, setLevel] = useState("");
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const paired = new Set(tournament.players.flatMap((each) => (each.partner === null ? [] : [each.partner, each.player])));
  const alone = tournament.pairs ? tournament.players.filter((each) => !paired.has(each.player) && !each.withdrawn) : [];
  // pairs come one after the other; who has joined with the name of a pair waits for their own partner
  const partner = chosen ?? String(alone.find(({ team }) => team === null)?.player ?? "");
  const team = alone.find(({ player }) => String(player) === partner)?.team ?? null;
  const [entered, setEntered] = useState(0);
  const waits = tournament.players.length < entered; // for the player who may be the next one's partner
  const { run, busy, refusal } = useAction(async () => {
    const body = { ...(level === "" ? { name } : { bot: level }), ...(partner !== "" && { partner: Number(partner) }), ...(team !== null && { team }) };
    const made = await send("post", "/v1/tournaments/{tournament}/players", body, { params: { tournament: tournament.id }, credential });
    if (made.token !== null) onLink({ name, link: linkOf(tournament, made.token) });
    setName("");
    setChosen(null);
    setEntered(made.player);
    reload();
  });
  return h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!waits) void run();
      },
    },
    h(Select, { label: t("evening-enter-kind"), value: level, choices: [["", t("evening-person")], ...LEVELS.map((each) => /** @type {const} */ ([each, t("evening-bot", { level: levelName(each) })]))], onChange: setLevel }),
    level === "" && h(Field, { label: t("evening-player-name"), value: name, onInput: setName, required: true, longest: 80 }),
    alone.length > 0 && h(Select, { label: t("evening-partner"), value: partner, choices: [["", t("evening-partner-none")], ...alone.map((each) => /** @type {const} */ ([String(each.player), namesOf(tournament, [each.player])]))], onChange: setChosen }),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { busy: busy || waits }, t("evening-enter"))),
  );
}

/** What a director can do about the players of a contestant.
 * @param {Directed} directed
 * @param {Schemas["Standing"]} row
 */
export function actsOn(directed, { players }) {
  return directed.tournament.players.filter(({ player }) => players.includes(player)).flatMap((player) => [
    player.bot === null && h(Substitute, { key: `substitute ${player.player}`, ...directed, player }),
    !player.withdrawn && h(Withdrawal, { key: `withdrawal ${player.player}`, ...directed, player }),
  ]);
}

/** A player who is seated in no later round.
 * @param {Directed & { player: Schemas["TournamentPlayer"] }} props
 */
function Withdrawal({ tournament, player, credential, reload }) {
  const [sure, setSure] = useState(false);
  const { run, busy, refusal } = useAction(async () => {
    const params = { tournament: tournament.id, player: player.player };
    await send("delete", "/v1/tournaments/{tournament}/players/{player}", null, { params, credential });
    reload();
  });
  if (tournament.status === "over" || tournament.status === "closed") return null;
  const name = namesOf(tournament, [player.player]);
  return h(
    "p",
    {},
    sure
      ? h(Button, { look: "danger", busy, onPress: () => void run() }, t("evening-withdraw-player-sure", { name }))
      : h(Button, { onPress: () => setSure(true) }, t("evening-withdraw-player", { name })),
    h(Refusal, { refusal }),
  );
}

/** A substitute for a player, with a link of their own.
 * @param {Directed & { player: Schemas["TournamentPlayer"] }} props
 */
function Substitute({ tournament, player, credential, reload }) {
  const [shown, setShown] = useState(false);
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const [link, setLink] = useState(/** @type {string | null} */ (null));
  const title = t("evening-substitute", { name: player.name });
  const isBetween = tournament.status === "open" || tournament.status === "break"; // the link stays after that
  const { run, busy, refusal } = useAction(async () => {
    const params = { tournament: tournament.id, player: player.player };
    const { token } = await send("post", "/v1/tournaments/{tournament}/players/{player}/substitute", { name, reason }, { params, credential });
    setLink(linkOf(tournament, token));
    reload();
  });
  const close = () => {
    setShown(false);
    setLink(null);
    setName("");
    setReason("");
  };
  const form = h(
    "form",
    {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h(Field, { label: t("evening-substitute-name"), value: name, onInput: setName, required: true, longest: 80 }),
    h(Field, { label: t("evening-correct-reason"), value: reason, onInput: setReason, required: true, longest: 200 }),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t("evening-substitute-submit"))),
  );
  return h(
    "p",
    {},
    isBetween && h(Button, { onPress: () => setShown(true) }, title),
    shown && h(Dialog, { title: link === null ? title : t("evening-substituted", { name }), onClose: close }, link === null ? form : h(LinkToShare, { label: t("evening-entry-link", { name }), link })),
  );
}

/** The seats of the next round, as the director chooses them; at first in the order of joining.
 * @param {Directed} props
 */
function Seating({ tournament, credential, reload }) {
  const { seats, fill } = tournament;
  const here = tournament.players.filter(({ withdrawn }) => !withdrawn);
  const [chosen, setChosen] = useState(() => seatsInOrder(tournament));
  const tables = Array.from({ length: Math.ceil(Math.max(1, here.length) / seats) }, (_, at) => at);
  const seatOf = (/** @type {number} */ table, /** @type {number} */ seat) => chosen[table * seats + seat] ?? 0;
  const { run, busy, refusal } = useAction(async () => {
    // at a table without bots a seat that is free is left out, and a table without players is none
    const named = tables.map((table) => Array.from({ length: seats }, (_, seat) => seatOf(table, seat)))
      .map((players) => (fill === null ? players.filter((player) => player > 0) : players))
      .filter((players) => players.some((player) => player > 0));
    await send("post", "/v1/tournaments/{tournament}/rounds", { tables: named }, { params: { tournament: tournament.id }, credential });
    reload();
  });
  /** @param {number} at @param {number} player */
  const seat = (at, player) => setChosen(Object.assign(Array.from({ length: tables.length * seats }, (_, each) => chosen[each] ?? 0), { [at]: player }));
  return h(
    "form",
    {
      class: "seats-of-round",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    tables.map((table) => h(
      "fieldset",
      { key: table },
      h("legend", {}, t("evening-table", { number: table + 1 })),
      h("div", { class: "row fields" }, Array.from({ length: seats }, (_, at) => h(Select, {
        key: at,
        label: t("evening-seat", { seat: at + 1 }),
        value: String(seatOf(table, at)),
        choices: [["0", fill === null ? t("evening-no-one") : t("evening-house-bot")], ...here.map(({ player }) => /** @type {const} */ ([String(player), namesOf(tournament, [player])]))],
        onChange: (player) => seat(table * seats + at, Number(player)),
      }))),
    )),
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t("evening-call", { round: tournament.played.length + 1 }))),
  );
}

/** The players who are there, in the order of joining, table by table; partners face each other. Without bots the
 * tables are full, or have one seat less; who is left over has no seat.
 * @param {Schemas["Tournament"]} tournament
 */
export function seatsInOrder({ players, pairs: arePairs, seats, fill, boards }) {
  const here = players.filter(({ withdrawn }) => !withdrawn);
  if (!arePairs) return singles(here.map(({ player }) => player), { seats, fill, boards });
  const pairs = here.flatMap(({ player, partner }) => (partner === null ? [] : [/** @type {const} */ ([partner, player])]));
  return pairs.flatMap(([one, other], at) => {
    const [against, mate] = pairs[at + 1] ?? [0, 0];
    return at % 2 === 0 && (fill !== null || against > 0) ? [one, against, other, mate] : [];
  });
}

/**
 * @param {readonly number[]} here
 * @param {Pick<Schemas["Tournament"], "seats" | "fill" | "boards">} terms
 */
function singles(here, { seats, fill, boards }) {
  if (fill !== null) return [...here];
  const tables = Math.ceil(here.length / seats);
  const [each, more] = [Math.floor(here.length / tables), here.length % tables];
  const isSmaller = boards === 0 && each >= Math.max(2, seats - 1);
  if (!isSmaller) return here.slice(0, here.length - (here.length % seats));
  return Array.from({ length: tables }, (_, at) => at).flatMap((at) => {
    const first = at * each + Math.min(at, more);
    return Array.from({ length: seats }, (_, seat) => (seat < each + (at < more ? 1 : 0) ? here[first + seat] ?? 0 : 0));
  });
}

/** A correction of a score, with its reason.
 * @param {Directed} props
 */
function Correct({ tournament, credential, reload }) {
  const [who, setWho] = useState("");
  const [points, setPoints] = useState("");
  const [reason, setReason] = useState("");
  const { run, busy, refusal } = useAction(async () => {
    const body = { round: tournament.played.length, player: Number(who), points: Math.round(Number(points) * unitsOf(tournament)), reason };
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
      h(Select, { label: t("evening-player"), value: who, required: true, choices: tournament.standings.map((row) => /** @type {const} */ ([String(row.players[0]), namesOf(tournament, row.players)])), onChange: setWho }),
      h(Field, { label: t("evening-correct-points"), type: "number", step: 1 / unitsOf(tournament), value: points, onInput: setPoints, required: true }),
      h(Field, { label: t("evening-correct-reason"), value: reason, onInput: setReason, required: true, longest: 200 }),
      h(Refusal, { refusal }),
      h("p", {}, h(Button, { busy }, t("evening-correct-submit"))),
    ),
  );
}
