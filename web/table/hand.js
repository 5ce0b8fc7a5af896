// The own cards as buttons: arrow keys go from card to card, Enter chooses or takes back.

import { h } from "../vendor/preact.mjs";
import { useRef, useState } from "../vendor/hooks.mjs";
import { Card, parse } from "../cards.js";
import { texts } from "../language.js";

/** @import { Schemas } from "../types.js" */

const SUITS = "CHSD";

/** The cards in a convenient order: trumps first, then suit by suit, the highest first.
 * @param {readonly string[]} cards
 * @param {Pick<Schemas["Game"], "trumps" | "cards">} game
 * @param {readonly string[]} trumps
 */
export function sorted(cards, game, trumps) {
  const orders = Object.values(game.trumps?.cards ?? {});
  const high = trumps.flatMap((value) => game.trumps?.cards[value] ?? []);
  const pack = game.cards.map(({ code }) => code).reverse();
  const rank = (/** @type {string} */ card) => {
    const trump = high.indexOf(card);
    if (trump >= 0) return trump;
    const suit = parse(card)?.suit ?? "";
    const order = orders.find((each) => each.at(-1)?.endsWith(suit) && each.includes(card)) ?? pack;
    return 1_000 * (1 + SUITS.indexOf(suit)) + order.indexOf(card);
  };
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/**
 * @param {object} props
 * @param {readonly string[]} props.cards In the order in which they are shown.
 * @param {number} props.hidden Own cards whose faces nobody knows.
 * @param {readonly string[]} props.chosen
 * @param {ReadonlySet<string>} props.choosable
 * @param {boolean} props.active Whether cards can be chosen at all.
 * @param {readonly unknown[]} props.hinted Its cards are marked.
 * @param {(card: string) => void} props.onChoose
 */
export function Hand({ cards, hidden, chosen, choosable, active, hinted, onChoose }) {
  const t = texts("table");
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, Math.max(0, cards.length - 1));
  /** @param {number} to */
  const goTo = (to) => {
    const next = (to + cards.length) % cards.length;
    setCurrent(next);
    focusCard(list.current, next);
  };
  const steps = /** @type {Record<string, number>} */ ({
    ArrowRight: stop + 1, ArrowDown: stop + 1, ArrowLeft: stop - 1, ArrowUp: stop - 1, Home: 0, End: -1,
  });
  return h(
    "section",
    { class: "hand", "aria-labelledby": "hand" },
    h("h2", { id: "hand" }, t.hand, h("small", {}, ` · ${cards.length + hidden}`)),
    cards.length === 0 && h("p", { class: "hint" }, hidden > 0 ? `${hidden} ${t.faceDown}` : t.noCards),
    h("p", { id: "hand-hint", class: "unseen" }, t.handHint),
    h(
      "div",
      {
        ref: list,
        class: "own",
        role: "group",
        "aria-labelledby": "hand",
        "aria-describedby": "hand-hint",
        tabIndex: -1,
        onKeyDown: (/** @type {KeyboardEvent} */ event) => {
          const to = steps[event.key];
          if (to === undefined || cards.length === 0) return;
          event.preventDefault();
          goTo(to);
        },
      },
      cards.map((card, at) => {
        const pressed = chosen.includes(card);
        const can = active && (pressed || choosable.has(card));
        return h(
          "button",
          {
            key: card,
            type: "button",
            class: `own-card${can ? " legal" : active ? " illegal" : ""}${hinted.includes(card) ? " hinted" : ""}`,
            tabIndex: at === stop ? 0 : -1,
            "aria-pressed": pressed,
            "aria-disabled": can ? undefined : "true",
            onClick: () => {
              setCurrent(at);
              if (can) onChoose(card);
            },
          },
          h(Card, { code: card }),
        );
      }),
    ),
  );
}

/**
 * @param {HTMLElement | null} list
 * @param {number} at
 */
function focusCard(list, at) {
  const card = list?.querySelectorAll("button")[at] ?? list;
  card?.focus();
}
