// The moves that fit what is chosen: a button for each, named by the whole move.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { TrumpView, fieldName, parse, suitOf, valueName } from "../cards.js";
import { capital } from "../../languages/catalogue.mjs";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Checkbox } from "../parts/fields.js";
import { t } from "../language.js";
import { offers as offersOf, setValue } from "./choosing.js";
import { moveName } from "./move_words.js";
import { ShortCard, shortCards } from "./short_card.js";

/** @import { Schemas } from "../types.js" */
/** @import { Choice, Chosen, Move, Offer, Option, Value } from "./choosing.js" */

/** So many values of the only open field have a button each. Of more, some have, and all are behind one more. */
const ALL = 6;
const SHOWN = 3;
/** So many buttons are in a row of a phone. */
const IN_ROW = 4;
/** So many cards of the table are named. */
const FEW = 6;

/**
 * @typedef {object} At
 * @property {readonly Offer[]} offers
 * @property {readonly Choice[]} choices
 * @property {Chosen} chosen
 * @property {Schemas["Game"]} game
 * @property {Schemas["Deal"]["aims"]} aims
 * @property {(chosen: Chosen) => void} onChoose
 * @property {(move: Move) => void} onMove
 */
/** @typedef {Readonly<Record<string, unknown>>} Hint A move that is marked; without fields: none. */

/** @param {At & { hint: Hint }} props */
export function Moves({ offers, hint, ...at }) {
  const usual = offers.filter(({ early }) => !early);
  const [main, ...others] = usual.filter(({ move }) => move !== null);
  // without cards there is a way out, and then the move that goes on
  const goesOn = main !== undefined && !hasCards(main) && others.length > 0;
  const isMarked = Object.keys(hint).length > 0;
  const ready = main === undefined ? [] : goesOn ? [...others, main] : [main, ...others];
  return h(
    "section",
    { class: rowsOf(offers) > 1 ? "moves rows" : "moves", "aria-label": t("acts-moves") },
    ready.map((offer) =>
      h(OfferView, { key: offer.type, offer, isMain: !isMarked && offer === main && (goesOn || hasCards(main) || usual.length === 1), isOnly: usual.length === 1, hint: isHinted(offer.type, at.chosen, hint) ? hint : null, ...at })),
  );
}

/** The moves that end a deal early: each asks first.
 * @param {Pick<At, "offers" | "game" | "onMove"> & { busy: boolean }} props
 */
export function EarlyMoves({ offers, game, busy, onMove }) {
  const [asked, setAsked] = useState(/** @type {Move | null} */ (null));
  const early = offers.filter((offer) => offer.early && offer.move !== null);
  return h(
    "div",
    { class: "row" },
    early.map((offer) => h(Button, { key: offer.type, look: "danger", busy, onPress: () => setAsked(offer.move) }, moveName(game, offer.type))),
    asked !== null &&
      h(
        Dialog,
        { title: moveName(game, asked.type), onClose: () => setAsked(null) },
        h("p", {}, t("acts-early")),
        h(Button, { look: "danger", onPress: () => (setAsked(null), onMove(asked)) }, t("acts-confirm")),
      ),
  );
}

/** The rows that the buttons of moves take on a phone.
 * @param {readonly Offer[]} offers
 */
export function rowsOf(offers) {
  const ready = offers.filter(({ early, move }) => !early && move !== null);
  const isLong = ready.some(({ options: [only, ...others] }) => others.length === 0 && only !== undefined && only.values.length > IN_ROW && only.values.length <= ALL);
  return isLong ? 2 : Math.min(1, ready.length);
}

/** @param {Offer} offer */
const hasCards = ({ move }) => cardsOf(move).length > 0;

/** The cards of a move.
 * @param {object | null} move
 */
const cardsOf = (move) => Object.values(move ?? {}).flat().map(String).filter((each) => parse(each) !== null);

/** Whether a hint means a type of move with the cards that are chosen.
 * @param {string} type
 * @param {Chosen} chosen
 * @param {Hint} hint
 */
export function isHinted(type, { cards }, hint) {
  return type === hint["type"] && cardsOf(hint).sort().join() === cards.toSorted().join();
}

/** @param {Omit<At, "offers"> & { offer: Offer, isMain: boolean, isOnly: boolean, hint: Hint | null }} props */
function OfferView({ offer, isMain, isOnly, hint, ...at }) {
  const { options, move, type } = offer;
  const { game, aims, choices, chosen, onChoose, onMove } = at;
  const [isOpen, setOpen] = useState(false);
  const [only, ...others] = options;
  const make = (/** @type {Move} */ made) => {
    setOpen(false);
    onMove(made);
  };
  const look = isMain || hint !== null ? "main" : "plain";
  const mark = hint !== null && h("small", {}, t("acts-hint"), ": ");
  if (move === null) return null;
  if (only === undefined) return h(Button, { look, onPress: () => make(move) }, mark, h(MoveName, { offer, game, aims }));
  const label = moveName(game, type);
  if (others.length > 0) {
    return [
      h(Button, { key: "open", look, onPress: () => setOpen(true) }, label, "…"),
      isOpen &&
        h(
          Dialog,
          { key: "values", title: label, onClose: () => (setOpen(false), onChoose({ ...chosen, values: {} })) },
          options.map((option) => h(OptionView, { key: option.field, option, type, ...at })),
          h("p", {}, h(Button, { look: "main", onPress: () => make(move) }, h(MoveName, { offer, game, aims }))),
        ),
    ];
  }
  const { field, values } = only;
  const say = (/** @type {Value} */ value) => {
    const next = withValue({ choices, chosen }, type, field, value);
    if (next.move !== null) return make(next.move);
    onChoose(next.chosen);
    setOpen(true);
  };
  const hinted = values.find((value) => value === hint?.[field]);
  const isNumber = typeof values[0] === "number";
  // no word of several comes first
  const first = hinted ?? (isOnly && !isNumber ? undefined : values[0]);
  // the status names the only move, and the least number if no move takes cards
  const isNamed = isOnly || (isNumber && !choices.some(({ fields }) => Object.values(fields).some(({ cards }) => cards != null)));
  const button = (/** @type {Value} */ value, /** @type {number} */ place = 1) =>
    h(
      Button,
      { key: String(value), look: value === first ? "main" : "value", onPress: () => say(value) },
      value === hinted && mark,
      h("span", { class: place === 0 && !isNamed ? "" : "unseen" }, label, " "),
      h(ValueView, { field, value, game }),
    );
  const begin = hinted === undefined || values.indexOf(hinted) < SHOWN ? values : [hinted, ...values];
  const few = values.length <= ALL ? values : begin.slice(0, SHOWN);
  return [
    ...few.map((value, place) => button(value, place)),
    few.length < values.length &&
      h(Button, { key: "more", look: "value", label: `${label}…`, onPress: () => setOpen(true) }, "…"),
    isOpen &&
      h(Dialog, { key: "all", title: label, onClose: () => setOpen(false) }, h("div", { class: "values all" }, values.map((value) => button(value)))),
  ];
}

/** What is chosen with a value, and the move that it makes; null: the value opens a further field, as null its ouvert.
 * @param {Pick<At, "choices" | "chosen">} at
 * @param {string} type
 * @param {string} field
 * @param {Value} value
 * @returns {{ chosen: Chosen, move: Move | null }}
 */
export function withValue({ choices, chosen: before }, type, field, value) {
  const chosen = setValue(before, type, field, value);
  const offer = offersOf(choices, chosen).find((each) => each.type === type);
  return { chosen, move: offer === undefined || offer.options.length > 1 ? null : offer.move };
}

/** @param {Omit<At, "offers"> & { option: Option, type: string }} props */
function OptionView({ option: { field, values, value }, type, chosen, game, onChoose }) {
  const label = capital(fieldName(game, field));
  if (values.every((each) => typeof each === "boolean")) {
    const onChange = (/** @type {boolean} */ checked) => onChoose(setValue(chosen, type, field, checked));
    return h(Checkbox, { label, checked: value === true, onChange });
  }
  return h(
    "div",
    { class: "values", role: "group", "aria-label": label },
    values.map((each) =>
      h(
        Button,
        { key: String(each), pressed: each === value, onPress: () => onChoose(setValue(chosen, type, field, each)) },
        h(ValueView, { field, value: each, game }),
      )),
  );
}

/** A value: a suit as a picture, trumps with their suit, anything else as a word.
 * @param {{ field: string, value: Value, game: Schemas["Game"] }} props
 */
function ValueView({ field, value, game }) {
  const isTrump = String(value) in (game.trumps?.cards ?? {});
  return suitOf(String(value)) === null && !isTrump ? valueName(game, field, value) : h(TrumpView, { value: String(value), game });
}

/** The whole move. One that takes cards from the table names them.
 * @param {Pick<At, "game" | "aims"> & { offer: Offer }} props
 */
function MoveName({ offer: { type, move }, game, aims }) {
  const taken = aims[type]?.takes ?? [];
  if (taken.length > 0) {
    const few = taken.length > FEW ? [] : h("small", {}, shortCards(taken));
    return h("span", {}, t("acts-take", { move: game.move_names[type] ?? type, count: taken.length }), few);
  }
  const holds = aims[type]?.holds ?? null;
  return h("span", {}, moveName(game, type), holds !== null && ` ${holds}`, cardsOf(move).map((card) => [" ", h(ShortCard, { key: card, code: card })]));
}
