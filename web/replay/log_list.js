// The log of a replay as a list: each line shows its moment when it is pointed at or focused, and
// goes there when it is pressed. A step changes two attributes, however long the log is.

import { h } from "../vendor/preact.mjs";
import { useEffect, useMemo, useRef } from "../vendor/hooks.mjs";
import { computed } from "../vendor/signals.mjs";
import { loadTexts, t, tag } from "../language.js";
import { useLater } from "../router.js";
import { settings } from "../storage.js";
import { headingsOf, linesOf } from "../table/lines.js";

/** @import { ComponentChildren, VNode } from "../vendor/preact.mjs" */
/** @import { Player } from "./player.js" */
/** @import { DealEvent, Game, Table } from "./types.js" */

/** @typedef {{ game: Game, table: Table }} About */

/**
 * @param {About & { player: Player, onGo: (at: number) => void }} props
 */
export function Log({ player, game, table, onGo }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { events } = player.timeline.value;
  const isLoaded = useLater(() => loadTexts(game.key).then(() => true));
  const sections = useMemo(() => {
    const headings = isLoaded === null ? new Map() : headingsOf(game, events);
    /** @type {{ heading: string | null, lines: { at: number, line: VNode }[] }[]} */
    const made = [{ heading: null, lines: [] }];
    for (const { event, line } of linesOf(game, table, events)) {
      const heading = headings.get(event.position);
      if (heading !== undefined) made.push({ heading, lines: [] });
      made.at(-1)?.lines.push({ at: event.position, line: h(LogLine, { key: event.position, event, line, player, onGo }) });
    }
    return made;
  }, [events, tag.value, settings.value, game, table, isLoaded]);
  useEffect(() => player.at.subscribe((at) => follow(list.current, at)), [player]);
  const last = player.last.value;
  return h(
    "section",
    { class: "replay-log", "aria-labelledby": "log" },
    h("h2", { id: "log" }, t("replay-log")),
    h(
      "div",
      { ref: list, class: "lines" },
      sections.filter(({ lines: [first] }) => first !== undefined && first.at <= last).map(({ heading, lines }) => [
        heading !== null && h("h3", { key: heading }, heading),
        h("ol", { key: `lines of ${heading}` }, lines.filter(({ at }) => at <= last).map(({ line }) => line)),
      ]),
    ),
  );
}

/** Where the log is beside the board. Below it, a preview would move the line away from the pointer. */
const BESIDE = matchMedia("(min-width: 68rem)");

/** @param {{ player: Player, event: Pick<DealEvent, "position" | "command">, line: ComponentChildren, onGo: (at: number) => void }} props */
function LogLine({ event, line, player, onGo }) {
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
        onClick: () => onGo(position),
        onMouseEnter: () => BESIDE.matches && show(),
        onMouseLeave: hide,
        onFocus: show,
        onBlur: hide,
      },
      line,
    ),
  );
}

/** Scroll the list, and nothing else, to the line of an event, or to the one before it.
 * @param {HTMLElement | null} list
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
