"""Worlds: records of a deal with all cards known, as a seat that was shown its events may imagine.

A world shows the seat exactly what it was shown: only decks and hidden moves differ. Every way to
order the deck and to choose the hidden moves is as likely; what a seat cannot infer from the rules
does not count. A model of the players can make some worlds likelier than others.

First each card that another player has shown gets one of the places in the deck from which that
player had drawn by then, and each hidden move some places too. The unseen cards take the places
that are left. A world is thrown away if the rules would show the seat anything else.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, NamedTuple, cast

from bots import ways
from domain.fairness.shuffle import below
from domain.kernel.branch import Begun, as_shown, played
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.deal import ASIDE, NO_DIGEST, Opened, Shuffled
from domain.kernel.event import Event, Seat, redact
from domain.kernel.game import Game
from domain.kernel.moves import breaches, legal_moves
from domain.kernel.odds import CERTAIN
from domain.kernel.policy import Numbers, Sight
from domain.kernel.shown_deal import ShownDeal

TRIES: Final = 2_000
"""How often a world is tried at most until one fits."""

Model = Callable[[Sight, Event], int]
"""The chance, in thousandths, that a player makes a move with this knowledge."""


def worlds(
    game: Game[Any],
    shown: Sequence[Event],
    *,
    seat: Seat,
    numbers: Numbers,
    opened: Opened | None = None,
    model: Model | None = None,
    tries: int = TRIES,
) -> Iterator[Begun]:
    """Worlds, each independent of the others; they end where none is found.

    Args:
        game: The rules.
        shown: The events of the deal, as the seat was shown them.
        seat: The seat whose knowledge counts.
        numbers: The chance.
        opened: The first event of the worlds; None: the chance of the deal, without a seed.
        model: A model of the other players: a world is as likely as their moves are in it.
        tries: How often each is tried at most.
    """
    first = opened or _by_hand(cast("Opened", shown[0]))
    known = _Known(game, shown, seat, first)
    while True:
        tried = (_tried(known, numbers) for _ in range(tries))
        fitting = (each for each in tried if each is not None)
        if model is not None:
            fitting = (each for each in fitting if _is_likely(known, each, model, numbers))
        found = next(fitting, None)
        if found is None:
            return
        yield found


def _by_hand(opened: Opened) -> Opened:
    return replace(opened, seed=None, commitment=NO_DIGEST, commitments=(), keys=())


# --- What the seat knows --------------------------------------------------------------------------


class _Step(NamedTuple):
    """An event, and what it does to the hands of the other players."""

    event: Event
    came: tuple[tuple[int, ...], ...]
    """By seat, the places in the deck of the cards that came to the hand."""
    laid: Cards
    """The cards that a move lays, unknown ones too."""
    before: tuple[Cards, ...]
    """The hands before it, as far as the seat knows them."""
    after: tuple[Cards, ...]
    barred: frozenset[Card]
    """Cards that the player who moves cannot have kept: the rules would have demanded them."""


class _Known:
    """The facts that follow from the shown events, whatever the world."""

    def __init__(self, game: Game[Any], shown: Sequence[Event], seat: Seat, opened: Opened) -> None:
        self.game, self.seat, self.opened = game, seat, opened
        events = [event for event in shown[1:] if type(event) not in ASIDE]
        self.shown = events[1:]
        """Every event after the shuffle."""
        self.deck: dict[int, Card] = {}
        """The cards that the seat was shown when they were dealt, by their places in the deck."""
        self._state = game.initial(opened)
        self._lots = tuple(0 for _ in game.lots(opened.seats))
        whole = Shuffled(NO_DIGEST, NO_DIGEST, game.pack, self._lots)
        full = game.evolve(self._state, whole)
        self._stock = next(name for name in full._fields if getattr(full, name) == game.pack)
        self._left = game.pack
        self._state = game.evolve(self._state, replace(whole, deck=(UNKNOWN,) * len(game.pack)))
        self.steps = [self._followed(event) for event in self.shown]
        self.ways: int | None = None

    def _followed(self, event: Event) -> _Step:
        before, none = self._state, ((),) * self.opened.seats
        self._state = after = self.game.evolve(before, event)
        came: tuple[tuple[int, ...], ...] = none
        if event.MOVE is None and event.HIDDEN:
            came = self._dealt(event, before, after) or none
        laid = _laid(event)
        barred = self._barred(before, event, laid)
        return _Step(event, came, laid, before.hands, after.hands, barred)

    def _dealt(self, event: Event, before: Any, after: Any) -> tuple[tuple[int, ...], ...]:
        """The places of the cards that an event deals: the rules say where each card goes."""
        game, seats, place = self.game, self.opened.seats, self.game.pack.index
        numbered = before._replace(
            **{self._stock: self._left, "lots": self._lots, "dealer": after.dealer}
        )
        made = game.consequence(numbered)
        if made is None or type(made) is not type(event):
            return ()
        left = getattr(game.evolve(numbered, made), self._stock)
        if left == self._left:
            return ()
        self._left = left
        came = tuple(tuple(map(place, hand)) for hand in _by_seat(made, seats))
        for came_to, cards in zip(came, _by_seat(event, seats), strict=True):
            self.deck |= _seen(came_to, cards)
        self.deck |= _seen(tuple(map(place, left)), getattr(after, self._stock))
        return came

    def _barred(self, before: Any, event: Event, laid: Cards) -> frozenset[Card]:
        """The cards with which a move of another player would have been illegal."""
        mover: Seat = getattr(event, "seat", self.seat)
        if event.MOVE is None or mover == self.seat or UNKNOWN in laid:
            return frozenset()
        if len(before.hands[mover]) == len(laid):
            return frozenset()

        def allowed(*kept: Card) -> bool:
            hands = (*before.hands[:mover], (*laid, *kept), *before.hands[mover + 1 :])
            return not breaches(self.game, before._replace(hands=hands), event)

        if not allowed():
            return frozenset()
        return frozenset(card for card in self.game.pack if not allowed(card)) - {*laid}


def _seen(lay_at: Sequence[int], cards: Cards) -> dict[int, Card]:
    pairs = zip(lay_at, cards, strict=True)
    return {place: card for place, card in pairs if card != UNKNOWN}


def _by_seat(event: Event, seats: int) -> tuple[Cards, ...]:
    """The cards that an event gives to each hand."""
    given: Any = event
    if (hands := getattr(given, "hands", None)) is not None:
        return cast("tuple[Cards, ...]", hands)
    return tuple(given.cards if seat == given.seat else () for seat in range(seats))


def _laid(event: Event) -> Cards:
    """The cards of a move."""
    if event.MOVE is None:
        return ()
    values = [getattr(event, name) for name in event.AUDIENCES]
    cards = [value if isinstance(value, tuple) else (value,) for value in values]
    return tuple(card for each in cards for card in each if card is not None)


# --- One try --------------------------------------------------------------------------------------


class _DoesNotFit(Exception):
    """The choices so far are no part of a world."""


def _tried(known: _Known, numbers: Numbers) -> Begun | None:
    """A world; None: the choices did not fit."""
    try:
        placing = _Placing(known, numbers)
        deck = placing.deck_of_all()
    except _DoesNotFit:
        return None
    moves = [
        _filled(step.event, [deck[place] for place in placing.hidden.get(at, ())])
        for at, step in enumerate(known.steps)
        if step.event.MOVE is not None
    ]
    shuffled = _shuffled(known, deck)
    if shuffled is None:
        return None
    return as_shown(played(known.game, known.opened, shuffled, moves), known.shown, known.seat)


class _Placing:
    """Places in the deck for every card that was shown, and for every hidden move.

    Every choice is made among equally many, so that all ways are equally likely.
    """

    def __init__(self, known: _Known, numbers: Numbers) -> None:
        self._known, self._numbers = known, numbers
        self.deck = dict(known.deck)
        self.hidden: dict[int, list[int]] = {}
        """By step, the places of the cards that a hidden move laid."""
        self._place = {card: place for place, card in self.deck.items()}
        self._hands: list[list[int]] = [[] for _ in range(known.opened.seats)]
        self._last_hidden: dict[Seat, list[int]] = {}
        self._barred: dict[int, frozenset[Card]] = {}
        for at, step in enumerate(known.steps):
            self._follow(at, step)

    def _follow(self, at: int, step: _Step) -> None:
        mover = cast("Any", step.event).seat if step.laid else None
        for seat, hand in enumerate(self._hands):
            hand.extend(step.came[seat])
            back = self._give_back(seat, step, step.laid if seat == mover else ())
            unseen = step.before[seat].count(UNKNOWN) + len(step.came[seat]) + back
            if seat == mover:
                self._lay(at, step, unseen)
                continue
            for card in step.after[seat]:
                if card != UNKNOWN and card not in self._place:  # an event has shown it
                    self._choose(seat, card, unseen)
                    unseen -= 1

    def _give_back(self, seat: Seat, step: _Step, laid: Cards) -> int:
        """Cards come back from the table: how many of them are unseen."""
        hand = self._hands[seat]
        missing = len(step.after[seat]) + len(laid) - len(hand)
        for card in (*step.after[seat], *laid):
            place = self._place.get(card)
            if missing > 0 and place is not None and place not in hand:
                hand.append(place)
                missing -= 1
        if missing <= 0:
            return 0
        hand += self._last_hidden[seat]
        return missing

    def _lay(self, at: int, step: _Step, unseen: int) -> None:
        seat: Seat = cast("Any", step.event).seat
        hand = self._hands[seat]
        for card in step.laid:
            if card == UNKNOWN:
                place = hand[below(len(hand), self._numbers)]
                self.hidden.setdefault(at, []).append(place)
            elif card in self._place:
                place = self._place[card]
            else:
                place = self._choose(seat, card, unseen)
                unseen -= 1
            if place not in hand:
                raise _DoesNotFit
            hand.remove(place)
        self._last_hidden[seat] = self.hidden.get(at, [])
        if step.barred:
            for place in hand:
                self._barred[place] = self._barred.get(place, frozenset()) | step.barred

    def _choose(self, seat: Seat, card: Card, unseen: int) -> int:
        """A place for a card that is shown for the first time, from the seat's hand."""
        free = [place for place in self._hands[seat] if place not in self.deck]
        drawn = below(unseen, self._numbers)
        if drawn >= len(free) or card in self._barred.get(free[drawn], ()):
            raise _DoesNotFit
        self.deck[free[drawn]] = card
        self._place[card] = free[drawn]
        return free[drawn]

    def deck_of_all(self) -> Cards:
        """The deck, with the unseen cards in the places that are left."""
        pack = self._known.game.pack
        cards = [card for card in pack if card not in self._place]
        kinds: dict[frozenset[Card], list[int]] = {}
        for place in range(len(pack)):
            if place not in self.deck:
                barred = self._barred.get(place, frozenset()).intersection(cards)
                kinds.setdefault(barred, []).append(place)
        self._give_out(cards, kinds)
        return tuple(self.deck[place] for place in range(len(pack)))

    def _give_out(self, cards: list[Card], kinds: dict[frozenset[Card], list[int]]) -> None:
        """Each way to give the cards to places that may have them is as likely."""
        numbers = self._numbers
        barred = sorted(kinds, key=sorted)
        free = tuple(len(kinds[each]) for each in barred)
        may = tuple(
            tuple(at for at, each in enumerate(barred) if card not in each) for card in cards
        )
        found = ways.count(may, free)
        if not found:
            raise _DoesNotFit
        self._known.ways = self._known.ways or found
        if found != self._known.ways:
            raise NotImplementedError("the choices before leave different numbers of ways")
        for card, kind in zip(cards, ways.drawn(may, free, numbers), strict=True):
            free_ones = kinds[barred[kind]]
            self.deck[free_ones.pop(below(len(free_ones), numbers))] = card


# --- The record -----------------------------------------------------------------------------------


def _filled(move: Event, cards: Sequence[Card]) -> Event:
    """A hidden move with its cards."""
    if not cards:
        return move
    name = next(name for name in move.AUDIENCES if UNKNOWN in getattr(move, name))
    return replace(cast("Any", move), **{name: tuple(cards)})  # type: ignore[no-any-return]


def _shuffled(known: _Known, deck: Cards) -> Shuffled | None:
    """The shuffle with a deck, and with lots by which the seat is shown the same deal."""
    game, opened = known.game, known.opened
    for lots in product(*(range(lot.below) for lot in game.lots(opened.seats))):
        shuffled = Shuffled(NO_DIGEST, NO_DIGEST, deck, lots)
        if not known.shown:
            return shuffled
        first = game.consequence(game.evolve(game.initial(opened), shuffled))
        if first is not None and redact(first, known.seat) == known.shown[0]:
            return shuffled
    return None


# --- Models of the players ------------------------------------------------------------------------


def _is_likely(known: _Known, world: Begun, model: Model, numbers: Numbers) -> bool:
    """Whether a world stays: each move of another player decides by its chance."""
    deals = [ShownDeal(known.game, known.opened, seat) for seat in range(known.opened.seats)]
    for at, event in enumerate(world.events):
        mover = getattr(event, "seat", known.seat)
        if event.MOVE is None or mover == known.seat or at >= len(known.shown) + 2:
            continue
        deal = deals[mover]
        deal.follow(world.events, to=at)
        if below(CERTAIN, numbers) >= model(_sight(known.game, deal, mover), event):
            return False
    return True


def _sight(game: Game[Any], deal: ShownDeal, seat: Seat) -> Sight:
    legal = legal_moves(game, deal.view, seat)
    may_wait = game.to_act(deal.view) != seat
    return Sight(seat, deal.shown, deal.view, legal, may_wait=may_wait, budget=0)
