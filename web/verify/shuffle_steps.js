// The shuffle as steps that a person can follow: seeds → T → K → each swap → pack → hands.

import { h } from "../vendor/preact.mjs";
import { useId, useState } from "../vendor/hooks.mjs";
import { Card } from "../cards.js";
import { texts } from "../language.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { placesOf } from "./shuffle.js";

/** @import { Recorded, Seed, Shuffle } from "./shuffle.js" */

/** @param {{ recorded: Recorded | null, made: Shuffle | null }} props */
export function ShuffleSteps({ recorded, made }) {
  const t = texts("shuffle");
  if (recorded === null) return h("p", {}, t.none);
  return h(
    "ol",
    { class: "shuffle-steps" },
    h(Step, { title: t.seeds.title, about: t.seeds.about }, h(Seeds, { seeds: recorded.seeds })),
    made === null && h("li", {}, h("p", {}, t.notYet)),
    made !== null && [
      h(Step, { key: "T", title: t.agreed.title, about: t.agreed.about },
        h(Value, { value: made.transcript, recorded: recorded.transcript })),
      h(Step, { key: "K", title: t.key.title, about: t.key.about }, h("code", {}, made.key)),
      h(Step, { key: "swaps", title: t.swaps.title, about: t.swaps.about },
        h(Swaps, { made, pack: recorded.inputs?.pack ?? [] })),
      h(Step, { key: "pack", title: t.pack.title, about: t.pack.about },
        h(Cards, { cards: made.deck, label: t.pack.title }),
        h("p", {}, same(made.deck, recorded.deck)),
        h(Value, { value: made.root, recorded: recorded.root })),
      h(Step, { key: "hands", title: t.hands.title, about: t.hands.about },
        h(Hands, { hands: recorded.hands, deck: made.deck }),
        made.lots.map(({ label, bound, drawn }) => h("p", { key: label }, t.lot(label, bound, drawn)))),
    ],
  );
}

/** @param {{ title: string, about: string, children?: import("../vendor/preact.mjs").ComponentChildren }} props */
function Step({ title, about, children }) {
  return h("li", {}, h("h2", {}, title), h("p", {}, about), children);
}

/** @param {{ seeds: readonly Seed[] }} props */
function Seeds({ seeds }) {
  const t = texts("shuffle");
  return h(
    "dl",
    {},
    seeds.map(({ seat, seed, commitment, made }) => [
      h("dt", {}, seat === null ? t.server : t.seat(seat)),
      h("dd", {}, t.seed, ": ", seed === null ? t.hidden : h("code", {}, seed)),
      h("dd", {}, t.commitment, ": ", h("code", {}, commitment), " ", made !== null && verdict(made === commitment)),
    ]),
  );
}

/** A value that was computed, compared with the record.
 * @param {{ value: string, recorded: string | null }} props
 */
function Value({ value, recorded }) {
  return h("p", {}, h("code", {}, value), " ", recorded !== null && verdict(recorded === value));
}

/** @param {{ made: Shuffle, pack: readonly string[] }} props */
function Swaps({ made, pack }) {
  const t = texts("shuffle");
  const id = useId();
  const [step, setStep] = useState(0);
  const swap = made.swaps[step - 1];
  const last = made.swaps.length;
  const go = (/** @type {number} */ to) => setStep(Math.max(0, Math.min(last, to)));
  return h(
    "div",
    {},
    h("label", { for: id }, t.swap),
    h("input", {
      id, type: "range", min: 0, max: last, value: step, "aria-valuetext": t.ofSwaps(step, last),
      onInput: (/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value)),
    }),
    h(
      "p",
      { class: "row" },
      h(Button, { onPress: () => go(step - 1), disabled: step === 0, label: t.previousSwap }, h(Icon, { name: "previous" })),
      h(Button, { onPress: () => go(step + 1), disabled: step === last, label: t.nextSwap }, h(Icon, { name: "next" })),
      h("span", {}, t.ofSwaps(step, last)),
    ),
    h("p", { role: "status" }, swap === undefined ? t.before : t.swapped(swap.last + 1, swap.other + 1)),
    h(Cards, { cards: swap?.deck ?? pack, label: t.swap, marked: swap === undefined ? [] : [swap.last, swap.other] }),
  );
}

/** @param {{ hands: Recorded["hands"], deck: readonly string[] }} props */
function Hands({ hands, deck }) {
  const t = texts("shuffle");
  const places = placesOf(hands, deck);
  return h(
    "div",
    {},
    hands.map((hand, seat) =>
      h(
        "div",
        { key: seat },
        h("h3", {}, t.seat(seat)),
        h(Cards, { cards: hand, label: t.seat(seat), numbers: places[seat] ?? [] }),
      ),
    ),
  );
}

/**
 * Cards with their places in the pack.
 * @param {object} props
 * @param {readonly (string | null)[]} props.cards
 * @param {string} props.label
 * @param {readonly number[]} [props.marked] The places that have just changed.
 * @param {readonly (number | null)[]} [props.numbers] The places; in order, if none are given.
 */
function Cards({ cards, label, marked = [], numbers }) {
  return h(
    "ul",
    { class: "pack", "aria-label": label },
    cards.map((card, at) => {
      const number = numbers === undefined ? at : numbers[at] ?? null;
      return h(
        "li",
        { key: at, class: marked.includes(at) ? "marked" : undefined },
        h("span", { class: "number" }, number === null ? "" : number + 1),
        h(Card, { code: card }),
      );
    }),
  );
}

/**
 * @param {readonly string[]} deck
 * @param {Recorded["deck"]} recorded
 */
function same(deck, recorded) {
  if (recorded.length === 0 || recorded.includes(null)) return null;
  return verdict(deck.join() === recorded.join());
}

/** @param {boolean} holds */
function verdict(holds) {
  const t = texts("shuffle");
  return h("strong", { class: holds ? "holds" : "fails" }, holds ? `✓ ${t.asRecorded}` : `✗ ${t.otherwise}`);
}
