// The controls of a replay: steps, the slider, the point of view, and whether the end is hidden.

import { h } from "../vendor/preact.mjs";
import { useId } from "../vendor/hooks.mjs";
import { seatOf } from "../api.js";
import { credentialFor } from "../credentials.js";
import { loadTexts, t } from "../language.js";
import { Button } from "../parts/button.js";
import { Checkbox, Select } from "../parts/fields.js";
import { Icon } from "../parts/icon.js";
import { playerName } from "../cards.js";
import { useLater } from "../router.js";
import { trickName } from "../table/lines.js";
import { Explained } from "../table/log.js";
import { eyesOf } from "./address.js";
import { fullTricks } from "./sections.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Player } from "./player.js" */
/** @import { Decided } from "./source.js" */
/** @import { Game, Table } from "./types.js" */

/** @param {{ player: Player, game: Game }} props */
export function Steps({ player, game }) {
  const [first, atEnd] = [player.at.value <= 1, player.atEnd.value];
  const isLoaded = useLater(() => loadTexts(game.key).then(() => true));
  const tricks = fullTricks(game, player.timeline.value);
  const after = tricks.findIndex((each) => each > player.at.value);
  // the number of the next trick does not tell whether there is one
  const [before, next] = [tricks.findLastIndex((each) => each < player.at.value), after < 0 ? tricks.length : after];
  // the buttons have their places from the beginning, so that none moves away from a finger
  const called = (/** @type {string} */ key, /** @type {number} */ index) => (isLoaded === null ? "…" : t(key, { trick: trickName(game, index + 1) }));
  return h(
    "div",
    { class: "steps" },
    h(Slider, { player }),
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("replay-steps") },
      game.tricks != null && h(Button, { onPress: () => player.go(tricks[before] ?? 1), disabled: before < 0, label: called("replay-previous-trick", Math.max(before, 0)) }, h(Icon, { name: "previousTrick" })),
      h(Button, { onPress: player.previousCommand, disabled: first, label: t("replay-previous-move") }, h(Icon, { name: "previousMove" })),
      h(Button, { onPress: player.previous, disabled: first, label: t("replay-previous") }, h(Icon, { name: "previous" })),
      h(Button, { onPress: player.next, disabled: atEnd, label: t("replay-next") }, h(Icon, { name: "next" })),
      h(Button, { onPress: player.nextCommand, disabled: atEnd, label: t("replay-next-move"), look: "main" }, h(Icon, { name: "nextMove" })),
      game.tricks != null && h(Button, { onPress: () => player.go(tricks[next] ?? player.timeline.value.length), disabled: atEnd, label: called("replay-next-trick", next) }, h(Icon, { name: "nextTrick" })),
    ),
  );
}

/** Why the last move was allowed.
 * @param {{ player: Player, game: Game, table: Table }} props
 */
export function Why({ player, game, table }) {
  const explanation = player.explanation.value;
  const me = credentialFor(table.id)?.seat ?? null;
  return h("p", { class: "why" }, explanation !== null && h(Explained, { explanation, game: game.key, table, me }));
}

/** The slider ends at the last event that may be known, so it does not reveal the length of a deal.
 * @param {{ player: Player }} props
 */
function Slider({ player }) {
  const id = useId();
  const at = player.at.value;
  const where = player.hideEnd.value ? t("replay-event", { at }) : t("replay-event-of", { at, all: player.timeline.value.length });
  return h(
    "div",
    { class: "slider" },
    h("label", { for: id }, t("replay-slider")),
    player.preview.value !== null && h("span", { class: "mark" }, t("replay-preview")),
    h("output", { for: id }, where),
    h("input", {
      id,
      type: "range",
      min: 1,
      max: player.last.value,
      value: at,
      "aria-valuetext": where,
      onInput: (/** @type {Event} */ event) =>
        player.go(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value)),
    }),
  );
}

/**
 * @param {object} props
 * @param {Player} props.player
 * @param {Table} props.table
 * @param {string} props.eyes
 * @param {readonly string[]} [props.known] The eyes that there are; all, if none are named.
 * @param {(eyes: string) => void} props.onEyes
 */
export function Eyes({ player, table, eyes, known, onEyes }) {
  const choices = eyesOf(table.seats.length).filter((each) => known?.includes(each) ?? true);
  return h(
    "div",
    { class: "row fields" },
    h(Select, {
      label: t("replay-eyes"),
      value: eyes,
      choices: choices.map((each) => /** @type {const} */ ([each, nameOfEyes(each, table)])),
      onChange: onEyes,
    }),
    h(Checkbox, { label: t("replay-hide-end"), checked: player.hideEnd.value, onChange: player.hide }),
  );
}

/** Where the deal was decided: hidden as long as the end is. Then what can be done with the moment.
 * @param {{ player: Player, decided: Decided | null, onGo: (at: number) => void, children?: ComponentChildren }} props
 */
export function DecidedAt({ player, decided, onGo, children }) {
  const shown = player.hideEnd.value ? null : decided;
  const found = typeof shown === "string" ? null : shown;
  const words = found !== null ? t(`replay-decided${found.exact ? "" : "-by"}`, { at: found.at })
    : shown === "nowhere" ? t("replay-decided-nowhere") : t("replay-decided-unknown");
  return h(
    "div",
    {},
    shown !== null && h("p", { class: found === null ? "hint" : undefined }, words),
    h(
      "div",
      { class: "row" },
      found !== null && h(Button, { onPress: () => onGo(found.at) }, t("replay-show", { at: found.at })),
      children,
    ),
  );
}

/**
 * @param {string} eyes
 * @param {Table} table
 */
function nameOfEyes(eyes, table) {
  const seat = seatOf(eyes);
  if (seat === null) return eyes === "public" ? t("replay-public") : t("replay-full");
  return playerName(table, seat);
}
