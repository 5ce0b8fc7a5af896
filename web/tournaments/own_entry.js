// The acts of a player of a tournament: joins, and goes to their table of the round.

import { h } from "../vendor/preact.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { Problem, get, send, useAction, useResource } from "../api.js";
import { keep } from "../credentials.js";
import { UNAUTHENTICATED } from "../entrance.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Checkbox, Field } from "../parts/fields.js";
import { Refusal } from "../parts/refusal.js";
import { go } from "../router.js";
import { chainOf, freshSeed, showSeed } from "./seeds.js";

/** @import { Credential } from "../credentials.js" */
/** @import { Schemas } from "../types.js" */
/** @typedef {Schemas["Tournament"]} Tournament */

/** The player's seat of the round that is on, one tap away.
 * @param {{ tournament: Tournament, entry: Credential, reload: () => void }} props
 */
export function OwnEntry({ tournament, entry, reload }) {
  const params = { tournament: tournament.id };
  const { data, refusal } = useResource(
    (signal) => get("/v1/tournaments/{tournament}/entry", { params, credential: entry.token, signal }),
    [tournament.version, entry.token],
  );
  const [sure, setSure] = useState(false);
  const { chain } = entry;
  const shown = useAction(async () => {
    if (chain !== undefined && data !== null) await showSeed(tournament, { ...entry, chain }, data.round);
    reload();
  });
  const owes = data?.owes_seed === true && chain !== undefined;
  useEffect(() => {
    if (owes) void shown.run();
  }, [owes, data?.round]);
  const leave = useAction(async () => {
    await send("delete", "/v1/tournaments/{tournament}/players/{player}", null, { params: { ...params, player: data?.player ?? 0 }, credential: entry.token });
    reload();
  });
  if (refusal instanceof Problem && refusal.status === UNAUTHENTICATED) return h("p", { role: "status" }, t("evening-you-were-replaced"));
  if (data === null) return h(Refusal, { refusal });
  const { seat, name } = data;
  const withdrawn = tournament.players[data.player - 1]?.withdrawn ?? false;
  const ended = tournament.status === "over" || tournament.status === "closed";
  const enter = (/** @type {NonNullable<typeof seat>} */ at) => {
    keep({ token: at.token, kind: "seat", table: at.table, seat: at.seat, name, device: true });
    void go(`/t/${at.table}`);
  };
  return h(
    "section",
    { class: "own-entry", "aria-label": t("evening-yours") },
    h("p", {}, t("evening-you-are", { name })),
    seat !== null && tournament.status === "playing" && h("p", {}, h(Button, { look: "main", onPress: () => enter(seat) }, t("evening-to-table"))),
    seat === null && !ended && h("p", { role: "status" }, t(withdrawn ? "evening-you-withdrew" : "evening-you-wait")),
    chain !== undefined && !ended && !withdrawn && h("p", { class: "hint" }, t("evening-keep-open")),
    h(Refusal, { refusal: shown.refusal }),
    !ended && !withdrawn && h("p", {}, sure
      ? h(Button, { look: "danger", busy: leave.busy, onPress: () => void leave.run() }, t("evening-withdraw-sure"))
      : h(Button, { onPress: () => setSure(true) }, t("evening-withdraw"))),
    h(Refusal, { refusal: leave.refusal }),
  );
}

/** The earlier player who has chosen the same name of a pair and has no partner yet.
 * @param {Tournament} tournament
 * @param {string} team
 */
export function mateOf({ players }, team) {
  const paired = new Set(players.flatMap(({ player, partner }) => (partner === null ? [] : [player, partner])));
  return players.find((each) => each.team === team && !each.withdrawn && !paired.has(each.player))?.player;
}

/** The form by which a person joins.
 * @param {{ tournament: Tournament, reload: () => void }} props
 */
export function Join({ tournament, reload }) {
  const [name, setName] = useState("");
  const [team, setTeam] = useState("");
  const [adds, setAdds] = useState(false);
  const [fresh] = useState(freshSeed); // the same when an answer was lost, so that the request is repeated
  const mayAdd = isSecureContext && tournament.format !== "fixed";
  const { run, busy, refusal } = useAction(async () => {
    const params = { tournament: tournament.id };
    const partner = mateOf(tournament, team);
    const chain = mayAdd && adds ? fresh : undefined;
    const [commitment] = chain === undefined ? [] : await chainOf(tournament, chain);
    const pair = tournament.pairs && { team, ...(partner !== undefined && { partner }) };
    const body = { name, ...pair, ...(commitment !== undefined && { commitment }) };
    const made = await send("post", "/v1/tournaments/{tournament}/players", body, { params });
    if (made.token !== null) keep({ token: made.token, kind: "entry", tournament: tournament.id, name, device: true, ...(chain !== undefined && { chain }) });
    reload();
  });
  return h(
    "form",
    {
      class: "join",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run();
      },
    },
    h(Field, { label: t("evening-your-name"), value: name, onInput: setName, required: true, longest: 80 }),
    tournament.pairs && h(Field, { label: t("evening-pair"), hint: t("evening-pair-hint"), value: team, onInput: setTeam, required: true, longest: 80 }),
    mayAdd && [h(Checkbox, { key: "adds", label: t("evening-add-seeds"), checked: adds, onChange: setAdds }), h("p", { key: "hint", class: "hint" }, t("evening-add-seeds-hint"))],
    h(Refusal, { refusal }),
    h("p", {}, h(Button, { look: "main", busy }, t("evening-join"))),
  );
}
