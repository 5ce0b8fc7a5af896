// The shuffle as steps that a person can follow: seeds → T → K → each swap → pack → hands.

import { h } from "../vendor/preact.mjs";
import { useId, useState } from "../vendor/hooks.mjs";
import { Card } from "../cards.js";
import { t } from "../language.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { placesOf } from "./shuffle.js";

/** @import { Recorded, Seed, Shuffle } from "./shuffle.js" */

/** @param {{ recorded: Recorded | null, made: Shuffle | null }} props */
export function ShuffleSteps({ recorded, made }) {
  if (recorded === null) return h("p", {}, t("shuffle-none"));
  return h(
    "ol",
    { class: "shuffle-steps" },
    h(Step, { title: t("shuffle-seeds-title"), about: t("shuffle-seeds-about") }, h(Seeds, { seeds: recorded.seeds })),
    made === null && h("li", {}, h("p", {}, t("shuffle-not-yet"))),
    made !== null && [
      h(Step, { key: "T", title: t("shuffle-agreed-title"), about: t("shuffle-agreed-about") },
        h(Value, { value: made.transcript, recorded: recorded.transcript })),
      h(Step, { key: "K", title: t("shuffle-key-title"), about: t("shuffle-key-about") }, h("code", {}, made.key)),
      h(Step, { key: "swaps", title: t("shuffle-swaps-title"), about: t("shuffle-swaps-about") },
        h(Swaps, { made, pack: recorded.inputs?.pack ?? [] })),
      h(Step, { key: "pack", title: t("shuffle-pack-title"), about: t("shuffle-pack-about") },
        h(Cards, { cards: made.deck, label: t("shuffle-pack-title") }),
        h("p", {}, same(made.deck, recorded.deck)),
        h(Value, { value: made.root, recorded: recorded.root })),
      h(Step, { key: "hands", title: t("shuffle-hands-title"), about: t("shuffle-hands-about") },
        h(Hands, { hands: recorded.hands, deck: made.deck }),
        made.lots.map(({ label, bound, drawn }) => h("p", { key: label }, t("shuffle-lot", { label, last: bound - 1, drawn })))),
    ],
  );
}

/** @param {{ title: string, about: string, children?: import("../vendor/preact.mjs").ComponentChildren }} props */
function Step({ title, about, children }) {
  return h("li", {}, h("h2", {}, title), h("p", {}, about), children);
}

/** @param {{ seeds: readonly Seed[] }} props */
function Seeds({ seeds }) {
  return h(
    "dl",
    {},
    seeds.map(({ seat, seed, commitment, made }) => [
      h("dt", {}, seat === null ? t("shuffle-server") : t("shuffle-seat", { seat })),
      h("dd", {}, t("shuffle-seed"), ": ", seed === null ? t("shuffle-hidden") : h("code", {}, seed)),
      h("dd", {}, t("shuffle-commitment"), ": ", h("code", {}, commitment), " ", made !== null && verdict(made === commitment)),
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
  const id = useId();
  const [step, setStep] = useState(0);
  const swap = made.swaps[step - 1];
  const last = made.swaps.length;
  const go = (/** @type {number} */ to) => setStep(Math.max(0, Math.min(last, to)));
  return h(
    "div",
    {},
    h("label", { for: id }, t("shuffle-swap")),
    h("input", {
      id, type: "range", min: 0, max: last, value: step, "aria-valuetext": t("shuffle-of-swaps", { step, all: last }),
      onInput: (/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value)),
    }),
    h(
      "p",
      { class: "row" },
      h(Button, { onPress: () => go(step - 1), disabled: step === 0, label: t("shuffle-previous-swap") }, h(Icon, { name: "previous" })),
      h(Button, { onPress: () => go(step + 1), disabled: step === last, label: t("shuffle-next-swap") }, h(Icon, { name: "next" })),
      h("span", {}, t("shuffle-of-swaps", { step, all: last })),
    ),
    h("p", { role: "status" }, swap === undefined ? t("shuffle-before") : t(swap.last === swap.other ? "shuffle-kept" : "shuffle-swapped", { one: swap.last + 1, other: swap.other + 1 })),
    h(Cards, { cards: swap?.deck ?? pack, label: t("shuffle-swap"), marked: swap === undefined ? [] : [swap.last, swap.other] }),
  );
}

/** @param {{ hands: Recorded["hands"], deck: readonly string[] }} props */
function Hands({ hands, deck }) {
  const places = placesOf(hands, deck);
  return h(
    "div",
    {},
    hands.map((hand, seat) =>
      h(
        "div",
        { key: seat },
        h("h3", {}, t("shuffle-seat", { seat })),
        h(Cards, { cards: hand, label: t("shuffle-seat", { seat }), numbers: places[seat] ?? [] }),
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
  return h("strong", { class: holds ? "holds" : "fails" }, holds ? `✓ ${t("shuffle-as-recorded")}` : `✗ ${t("shuffle-otherwise")}`);
}
