// The part of the decisions of Svoi Kozyri's bots that is outside the core: the position and the question about it, the
// move that an answer names, and the trumps. The same as bots/svoi_kozyri/__init__.py.
//
// This is not the rules. It throws Impossible if a card does not lie where an event takes it from.

import { canonical } from "./reading.mjs";

/** A record that cannot be followed, because it is not by the rules. */
export class Impossible extends Error {}

const [RANKS, SUITS] = ["6789TJQKA", "CDHS"];
const CODES = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const NUMBERS = new Map(CODES.map((code, number) => [code, number]));
const BITS = CODES.map((_, number) => 1n << BigInt(number));
const SEATS = [0, 1];
/** The number in the place of a card that is not played; twice, it is the move to take. */
const NONE = 63;
const TAKE = NONE | (NONE << 6);
const MOST_EARLIER = 32;
const [PILE_WORDS, CARDS_IN_WORD] = [5, 8];

// --- Keys of positions ---------------------------------------------------------------------------

const mixed = (z, shift, factor) => BigInt.asUintN(64, (z ^ (z >> shift)) * factor);

/** The numbers of splitmix64 from 0, as in bots/core/core.h. */
function* numbers() {
  for (let chance = 0x9E3779B97F4A7C15n; ; chance += 0x9E3779B97F4A7C15n) {
    const z = mixed(BigInt.asUintN(64, chance), 30n, 0xBF58476D1CE4E5B9n);
    const last = mixed(z, 27n, 0x94D049BB133111EBn);
    yield last ^ (last >> 31n);
  }
}

const found = numbers();
const row = () => CODES.map(() => found.next().value);
const HAND_KEYS = SEATS.map(row);
const PILE_KEYS = CODES.map(row);
const TURN_KEY = found.next().value;

/** The key of a position for a seat: its own hand is hand 0. */
function keyOf({ turn, holders, pile }, seat) {
  let key = turn === seat ? 0n : TURN_KEY;
  for (const [card, holder] of holders.entries()) {
    if (holder !== null) key ^= HAND_KEYS[holder === seat ? 0 : 1][card];
  }
  for (const [height, card] of pile.entries()) key ^= PILE_KEYS[height][card];
  return key;
}

// --- The deal ------------------------------------------------------------------------------------

const opponent = (seat) => 1 - seat;

function see(isSo) {
  if (!isSo) throw new Impossible();
}

/** A deal, followed event by event. */
export class Deal {
  #options;
  #dealer = null;
  #turn = null;
  #trumps = [null, null];
  /** The seat that holds each card; null: the card lies on the pile. */
  #holders = CODES.map(() => null);
  #pile = [];
  /** Every position since the deal, with its key for each seat. */
  #positions = [];

  constructor({ voluntary_take: mayTake = true, max_plies: most = 1000 }) {
    this.#options = { mayTake, most };
  }

  follow({ type, data }) {
    const { seat } = data;
    if (type === "svoi_kozyri.dealer_named") this.#named(data.dealer);
    if (type === "svoi_kozyri.trump_chosen") this.#chosen(seat, data.suit);
    if (type === "svoi_kozyri.dealt") this.#dealt(data.hands);
    if (type === "svoi_kozyri.led") this.#laid(seat, [data.card]);
    if (type === "svoi_kozyri.beaten") this.#laid(seat, [data.card, ...(data.then ? [data.then] : [])]);
    if (type === "svoi_kozyri.taken") this.#taken(seat, data.cards);
  }

  /**
   * The words of the move that a policy makes. `pick` chooses one of some moves by chance; `ask`
   * returns the answer of the core.
   */
  async due(seat, budget, { pick, ask }) {
    see(seat === this.#turn);
    if (this.#positions.length === 0) {
      const free = [...SUITS].filter((suit) => !this.#trumps.includes(suit));
      return pick(free.map((suit) => canonical({ type: "choose_trump", suit })));
    }
    const [chosen] = await ask("svoi_kozyri", this.#question(seat, budget));
    return this.#words(Number(chosen));
  }

  #named(dealer) {
    see(SEATS.includes(dealer));
    [this.#dealer, this.#turn] = [dealer, opponent(dealer)];
  }

  #chosen(seat, suit) {
    see(seat === this.#turn && !this.#trumps.includes(suit));
    this.#trumps[seat] = suit;
    this.#turn = seat === this.#dealer ? null : this.#dealer;
  }

  #dealt(hands) {
    see(this.#positions.length === 0 && !this.#trumps.includes(null));
    for (const seat of SEATS) this.#move(hands[seat], null, seat);
    see(!this.#holders.includes(null));
    this.#pass(opponent(this.#dealer));
  }

  #laid(seat, cards) {
    see(seat === this.#turn);
    this.#pile.push(...this.#move(cards, seat, null));
    this.#pass(opponent(seat));
  }

  #taken(seat, cards) {
    see(seat === this.#turn);
    const top = this.#pile.splice(-cards.length, cards.length);
    const moved = this.#move(cards, null, seat);
    see(moved.every((card, at) => card === top[at]));
    this.#pass(opponent(seat));
  }

  /** Cards that one holder gives to another; returns their numbers. */
  #move(codes, from, to) {
    see(Array.isArray(codes));
    return codes.map((code) => {
      const card = NUMBERS.get(code);
      see(this.#holders[card] === from);
      this.#holders[card] = to;
      return card;
    });
  }

  #pass(turn) {
    this.#turn = turn;
    const now = { turn, holders: this.#holders, pile: this.#pile };
    this.#positions.push(SEATS.map((seat) => keyOf(now, seat)));
  }

  #question(seat, budget) {
    const [own, other] = [seat, opponent(seat)].map((each) => SUITS.indexOf(this.#trumps[each]));
    const hand = (holder) => BITS.filter((_, card) => this.#holders[card] === holder)
      .reduce((all, bit) => all | bit, 0n);
    const earlier = this.#positions.slice(-MOST_EARLIER - 1, -1).map((keys) => keys[seat]);
    const plies = this.#positions.length - 1;
    const { mayTake, most } = this.#options;
    return [
      ...[own, other, mayTake ? 0 : 1, most - plies].map(BigInt),
      hand(seat), hand(opponent(seat)),
      ...[budget, this.#pile.length, earlier.length].map(BigInt),
      ...Array.from({ length: PILE_WORDS }, (_, word) => this.#pileWord(word)),
      ...earlier,
    ];
  }

  /** Eight cards of the pile in a word, the lowest card first. */
  #pileWord(word) {
    const cards = this.#pile.slice(CARDS_IN_WORD * word, CARDS_IN_WORD * (word + 1));
    return cards.reduceRight((all, card) => (all << 8n) | BigInt(card), 0n);
  }

  #words(move) {
    if (move === TAKE) return canonical({ type: "take" });
    const [card, then] = [CODES[move & NONE], CODES[move >> 6]];
    if (this.#pile.length === 0) return canonical({ type: "lead", card });
    return canonical({ type: "beat", card, ...(then === undefined ? {} : { then }) });
  }
}
