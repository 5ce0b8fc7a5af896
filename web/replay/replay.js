// A replay: the moment that is shown, its controls and the log. The page around it adds what needs
// the service.

import { Fragment, h } from "../vendor/preact.mjs";
import { useEffect, useMemo } from "../vendor/hooks.mjs";
import { batch } from "../vendor/signals.mjs";
import { t } from "../language.js";
import { announce } from "../parts/frame.js";
import { sentence } from "../table/sentences.js";
import { DecidedAt, Eyes, Steps, Why } from "./controls.js";
import { useKeys } from "./keys.js";
import { Log } from "./log_list.js";
import { Ending, Moment } from "./moment.js";
import { player as makePlayer } from "./player.js";
import { firstMoment } from "./sections.js";

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { Decided } from "./source.js" */
/** @import { Timeline } from "./timeline.js" */
/** @import { Game, Table } from "./types.js" */

/**
 * @param {object} props
 * @param {Timeline} props.timeline As the eyes see it.
 * @param {string} props.eyes
 * @param {readonly string[]} [props.known] The eyes that there are; all, if none are named.
 * @param {Table} props.table
 * @param {Game} props.game
 * @param {Decided | null} props.decided
 * @param {number} props.start
 * @param {(eyes: string) => void} props.onEyes
 * @param {(at: number) => void} [props.onMoment] Called for every moment that is shown.
 * @param {(at: number) => ComponentChildren} [props.share] How a moment is handed to others.
 * @param {(at: number, go: (at: number) => void) => ComponentChildren} [props.actions] What can be done at a moment.
 */
export function Replay({ timeline, eyes, known, table, game, decided, start, onEyes, onMoment, share, actions }) {
  const player = useMemo(() => makePlayer(timeline, start > 1 ? start : firstMoment(timeline, game, table)), [timeline.deal]);
  useKeys(player);
  useEffect(() => {
    batch(() => {
      player.timeline.value = timeline;
      player.go(player.at.value);
    });
  }, [player, timeline]);
  useEffect(() => {
    let first = true;
    return player.at.subscribe((at) => {
      onMoment?.(at);
      const event = player.event.peek();
      if (!first && event !== null) announce(sentence(game, table, event));
      first = false;
    });
  }, [player, onMoment, game, table]);
  /** Go to a moment, and show it where the page was scrolled away from it.
   * @param {number} at
   */
  function look(at) {
    player.go(at);
    showMoment();
  }
  return h(
    "div",
    { class: "replay" },
    h(
      "div",
      { class: "replay-main" },
      h(Moment, { player, game, table }),
      h("div", { class: "controls", onClick: showMoment }, h(Steps, { player, game })),
      h(Why, { player, game, table }),
      h("p", { class: "hint keys" }, t("replay-keys")),
      h(Ending, { player, game, table }),
      h(Eyes, { player, table, eyes, onEyes, ...(known && { known }) }),
      h(DecidedAt, { player, decided, onGo: look }, share !== undefined && h(At, { player, content: share })),
    ),
    h(Log, { player, game, table, onGo: look }),
    actions !== undefined && h("div", { class: "replay-actions" }, h(At, { player, content: (at) => actions(at, look) })),
  );
}

/** Scroll to the moment, unless all of it is in sight. */
function showMoment() {
  document.querySelector(".moment")?.scrollIntoView({ block: "nearest" });
}

/** Something that depends on the moment.
 * @param {{ player: ReturnType<typeof makePlayer>, content: (at: number) => ComponentChildren }} props
 */
function At({ player, content }) {
  return h(Fragment, {}, content(player.at.value));
}
