// Texts for people, from the catalogues of Project Fluent: what catalogue.py and functions.py are in Python.

import { FluentBundle, FluentNumber, FluentResource, FluentType } from "../web/vendor/fluent.mjs";

const RANKS = {
  6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** A list among the values. */
class Items extends FluentType {
  toString() {
    return this.value.join(", ");
  }
}

/** A whole number, written without a separator of thousands. */
class Whole extends FluentNumber {
  toString() {
    return String(this.value);
  }
}

/** The texts of a language. */
export class Texts {
  #bundle;
  #people = null;

  /** @param tag Its tag. */
  constructor(tag) {
    const functions = {
      EACH: ([items], { of, join = "list" }) => this.#joined(items.value.map((each) => (
        this.text(of, each?.constructor === Object ? each : { item: each })
      )), `join-${join}`),
      CARD: ([code], { case: attribute = "name" }) => this.card(String(code), String(attribute)),
      CAPITAL: ([words]) => capital(String(words)),
      SIGNED: ([number]) => `${number.value < 0 ? "\u2212" : "+"}${Math.abs(number.value)}`,
      SEAT: ([seat]) => this.#people?.seat(seat.value) ?? this.text("a-seat", { seat: seat.value }),
      SIDE: ([side]) => this.#people?.side(side.value) ?? this.text("a-side", { side: side.value }),
    };
    this.#bundle = new FluentBundle([tag, "en"], { functions, useIsolating: false });
  }

  /** Add the messages of a catalogue. */
  add(catalogue) {
    this.#bundle.addResource(new FluentResource(catalogue));
  }

  /** Whether a catalogue has a message. */
  has(key) {
    return this.#bundle.hasMessage(key);
  }

  /** A message, or an attribute of one. One that no catalogue has is shown by its key. */
  text(key, values = {}, attribute = undefined) {
    const message = this.#bundle.getMessage(key);
    const pattern = attribute === undefined ? message?.value : message?.attributes[attribute];
    if (pattern == null) return key;
    const given = Object.entries(values).map(([name, value]) => [name, this.#argument(value)]);
    return this.#bundle.formatPattern(pattern, Object.fromEntries(given), []);
  }

  /** A message for a reader who knows the people: their names instead of numbers of seats and sides. */
  textFor(people, key, values) {
    this.#people = people;
    try {
      return this.text(key, values);
    } finally {
      this.#people = null;
    }
  }

  /** The name of a card, in a case of the language. */
  card(code, attribute) {
    const values = { code, rank: RANKS[code[0]] ?? "", suit: SUITS[code.slice(1)] ?? "" };
    return this.text("card", values, attribute);
  }

  /** A value as the library takes it. A sentence is its text. */
  #argument(value) {
    if (typeof value === "number") return new Whole(value);
    if (Array.isArray(value)) return new Items(value);
    if (value?.key !== undefined) return this.text(value.key, value.values);
    return String(value);
  }

  #joined(words, join) {
    if (words.length < 2) return words.join("");
    const most = words.slice(0, -1).join(this.text(join));
    return `${most}${this.text(join, {}, "last")}${words.at(-1)}`;
  }
}

/** The words with a capital at their start, in a script that has capitals in sentences. */
export function capital(words) {
  const first = words.charAt(0).toUpperCase();
  return first >= "\u1c90" && first <= "\u1cbf" ? words : `${first}${words.slice(1)}`;
}
