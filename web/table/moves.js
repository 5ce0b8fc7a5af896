// The moves that fit what is chosen: a button for each, named by the move and the clause.

import { h } from "../vendor/preact.mjs";
import { useState } from "../vendor/hooks.mjs";
import { SuitPicture, indexOf, parse } from "../cards.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Checkbox, Select } from "../parts/fields.js";
import { texts } from "../language.js";
import { setValue } from "./choosing.js";
import { ValueView } from "./places.js";
import { fieldName, valueName } from "./words.js";

/** @import { Schemas } from "../types.js" */
/** @import { Chosen, Move, Offer, Option } from "./choosing.js" */

/** A field with so few values has a button for each, if it is the only one. */
const FEW = 6;

/**
 * @param {object} props
 * @param {readonly Offer[]} props.offers
 * @param {{ type?: string }} props.hint The move of a hint.
 * @param {Chosen} props.chosen
 * @param {Schemas["Game"]} props.game
 * @param {boolean} props.busy
 * @param {(chosen: Chosen) => void} props.onChoose
 * @param {(move: Move) => void} props.onMove
 */
export function Moves({ offers, hint, chosen, game, busy, onChoose, onMove }) {
  const t = texts("acts");
  const [early, setEarly] = useState(/** @type {Move | null} */ (null));
  const missing = offers.filter(({ move }) => move === null);
  const ready = offers.filter(({ move }) => move !== null);
  const make = (/** @type {Offer} */ offer, /** @type {Move | null} */ move) => {
    if (busy || move === null) return;
    if (offer.early) setEarly(move);
    else onMove(move);
  };
  return h(
    "section",
    { class: "moves", "aria-labelledby": "moves" },
    h("h2", { id: "moves" }, t.moves),
    missing.length > 0 &&
      h("p", { class: "hint" }, `${t.chooseFor}: ${missing.map((offer) => nameOfOffer(game, offer)).join(", ")}`),
    h(
      "div",
      { class: "offers" },
      ready.map((offer) => h(
        "div",
        { key: offer.type, class: "offer" },
        offer.type === hint.type && h("small", {}, t.hint),
        h(OfferView, { offer, chosen, game, busy, onChoose, make }),
      )),
    ),
    busy && h("p", { class: "hint" }, t.sending),
    early !== null &&
      h(
        Dialog,
        { title: game.move_names[early.type] ?? early.type, onClose: () => setEarly(null) },
        h("p", {}, t.early),
        h(Button, { look: "danger", onPress: () => (setEarly(null), onMove(early)) }, t.confirm),
      ),
  );
}

/**
 * @param {object} props
 * @param {Offer} props.offer
 * @param {Chosen} props.chosen
 * @param {Schemas["Game"]} props.game
 * @param {boolean} props.busy
 * @param {(chosen: Chosen) => void} props.onChoose
 * @param {(offer: Offer, move: Move | null) => void} props.make
 */
function OfferView({ offer, chosen, game, busy, onChoose, make }) {
  const { options, move, early, type } = offer;
  const look = early ? "danger" : "main";
  const [only] = options;
  if (options.length === 1 && only !== undefined && only.values.length <= FEW) {
    return h(
      "div",
      { class: "row" },
      only.values.map((value) =>
        h(
          Button,
          { key: String(value), look, busy, onPress: () => make(offer, move && { ...move, [only.field]: value }) },
          h(MoveName, { offer, game, shown: [[only.field, value]] }),
        ),
      ),
    );
  }
  const button = h(Button, { look, busy, onPress: () => make(offer, move) }, h(MoveName, { offer, game, shown: [] }));
  if (options.length === 0) return button;
  return h(
    "fieldset",
    { class: "options" },
    h("legend", {}, game.move_names[type] ?? type),
    options.map((option) => h(OptionView, { key: option.field, option, type, chosen, game, onChoose })),
    button,
  );
}

/**
 * @param {object} props
 * @param {Option} props.option
 * @param {string} props.type
 * @param {Chosen} props.chosen
 * @param {Schemas["Game"]} props.game
 * @param {(chosen: Chosen) => void} props.onChoose
 */
function OptionView({ option: { field, values, value }, type, chosen, game, onChoose }) {
  const label = fieldName(game, field);
  if (values.every((each) => typeof each === "boolean")) {
    const onChange = (/** @type {boolean} */ checked) => onChoose(setValue(chosen, type, field, checked));
    return h(Checkbox, { label, checked: value === true, onChange });
  }
  return h(Select, {
    label,
    value: JSON.stringify(value),
    choices: values.map((each) => /** @type {const} */ ([JSON.stringify(each), valueName(game, field, each)])),
    onChange: (text) => onChoose(setValue(chosen, type, field, JSON.parse(text))),
  });
}

/**
 * @param {object} props
 * @param {Offer} props.offer
 * @param {Schemas["Game"]} props.game
 * @param {readonly (readonly [field: string, value: string | number | boolean | null])[]} props.shown
 */
function MoveName({ offer: { type, clause, move }, game, shown }) {
  const cards = Object.values(move ?? {}).flat().filter((each) => typeof each === "string" && isCard(game, each));
  return h(
    "span",
    {},
    game.move_names[type] ?? type,
    cards.map((card) => h(ShortCard, { key: String(card), code: String(card) })),
    shown.map(([field, value]) => h("span", { key: field }, " ", h(ValueView, { field, value, game }))),
    clause === null ? null : h("small", {}, ` · ${clause}`),
  );
}

/** A card in a line of text: its index, and its suit as a picture.
 * @param {{ code: string }} props
 */
function ShortCard({ code }) {
  const card = parse(code);
  return h("span", { class: "short" }, " ", card === null ? code : [indexOf(card.rank), " ", h(SuitPicture, { key: code, suit: card.suit })]);
}

/** @param {Schemas["Game"]} game @param {string} text */
function isCard({ cards }, text) {
  return cards.some(({ code }) => code === text);
}

/** @param {Schemas["Game"]} game @param {Offer} offer */
function nameOfOffer({ move_names: names }, { type, clause }) {
  return clause === null ? names[type] ?? type : `${names[type] ?? type} · ${clause}`;
}
