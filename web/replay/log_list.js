// The log of a replay as a list: each line shows its moment when it is pointed at or focused, and
// goes there when it is pressed. A step changes two attributes, however long the log is.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useRef } from "../vendor/hooks.mjs";
import { computed } from "../vendor/signals.mjs";
import { t, tag } from "../language.js";
import { settings } from "../storage.js";
import { sentence } from "../table/sentences.js";

/** @import { Player } from "./player.js" */
/** @import { DealEvent, Game, Table } from "./types.js" */

/** @typedef {{ game: Game, table: Table }} About */

/**
 * @param {About & { player: Player }} props
 */
export function Log({ player, game, table }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const { events } = player.timeline.value;
  const lines = useMemo(
    () => events.flatMap((event) => {
      const words = sentence(game, table, event);
      const line = h(LogLine, { key: event.position, event, words, player });
      return words === "" ? [] : [{ at: event.position, line }];
    }),
    [events, tag.value, settings.value, game, table],
  );
  useEffect(() => player.at.subscribe((at) => follow(list.current, at)), [player]);
  const known = lines.filter(({ at }) => at <= player.last.value);
  return h(
    "section",
    { class: "replay-log", "aria-labelledby": "log" },
    h("h2", { id: "log" }, t("replay-log")),
    h("ol", { ref: list }, known.map(({ line }) => line)),
  );
}

/** Where the log is beside the board. Below it, a preview would move the line away from the pointer. */
const BESIDE = matchMedia("(min-width: 52rem)");

/** @param {{ player: Player, event: DealEvent, words: string }} props */
function LogLine({ event, words, player }) {
  const { position, command } = event;
  const current = useMemo(
    () => computed(() => (player.at.value === position ? "step" : undefined)),
    [player, position],
  );
  const show = () => (player.preview.value = position);
  const hide = () => (player.preview.value = null);
  return h(
    "li",
    { class: command === position ? undefined : "consequence" },
    h(
      "button",
      {
        type: "button",
        "aria-current": current,
        onClick: () => player.go(position),
        onMouseEnter: () => BESIDE.matches && show(),
        onMouseLeave: hide,
        onFocus: show,
        onBlur: hide,
      },
      words,
    ),
  );
}

/** Scroll the list, and nothing else, to the line of an event, or to the one before it.
 * @param {HTMLOListElement | null} list
 * @param {number} at
 */
function follow(list, at) {
  const line = list?.querySelector("[aria-current]")?.parentElement;
  if (!list || !line || at < 2 || list.contains(document.activeElement)) return;
  const top = line.offsetTop - list.offsetTop;
  const below = top + line.offsetHeight - list.clientHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (below > list.scrollTop) list.scrollTop = below;
}
