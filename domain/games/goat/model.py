"""Goat: options of a table, events, and the state of a deal."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from domain.fairness.shuffle import Lot
from domain.kernel.cards import PACK_36, Card, Cards, Hands, Suit
from domain.kernel.event import EACH, EVERYONE, Event, Seat, event, seen_by
from domain.kernel.options import number
from domain.kernel.progress import record
from domain.kernel.zones import (
    SEAT,
    SIDE,
    counts_tricks,
    holds_trick,
    lies,
    names_trumps,
    role,
    shows,
    suits,
)

SEATS: Final = 4
HAND: Final = 4
SIDES: Final = ((0, 2), (1, 3))
"""G1."""
RANKS: Final = "ATKQJ9876"
"""G3: the ten stands between king and ace."""
STOCK: Final = len(PACK_36) - SEATS * HAND

SHOWN: Final = Lot("fairdeal/1/shown", STOCK)
DEALER: Final = Lot("fairdeal/1/dealer", SEATS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The variants of a table."""

    trump_card: Literal["hidden", "bottom"] = "hidden"
    """Whether the trump card lies hidden in the stock, or face up under it (G6)."""
    molodka: Literal["before_own_play", "on_turn", "off"] = "before_own_play"
    """When a molodka may be pulled (G13)."""
    eggs: Literal["none", "double_next", "two_each"] = "none"
    """The cost of a deal of 60:60 (G18)."""
    loss_target: int = number(12, low=2, high=24)
    """The loss points with which a side has lost the series (G19)."""


# --- Events -------------------------------------------------------------------------------------


@event("goat.dealt")
class Dealt(Event):
    """Four cards each, and one card of the stock shown (G5, G6)."""

    dealer: Seat
    leader: Seat
    hands: Hands = seen_by(EACH)
    shown: Card = seen_by(EVERYONE)


@event("goat.led", move="lead", clause="G8", tells="cards")
class Led(Event):
    """The leader opens the trick."""

    seat: Seat
    cards: Cards = seen_by(EVERYONE)


@event("goat.beaten", move="beat", clause="G10", strong=True)
class Beaten(Event):
    """A player beats the best cards so far."""

    seat: Seat
    cards: Cards = seen_by(EVERYONE)


@event("goat.discarded", move="discard", clause="G11", tells="cards")
class Discarded(Event):
    """A player lays cards face down. No other seat sees them until the deal is scored."""

    seat: Seat
    cards: Cards = seen_by("seat")


@event("goat.pulled", move="pull", clause="G13", strong=True)
class Pulled(Event):
    """A molodka: four cards of one suit lead out of turn, and all that was laid goes back."""

    seat: Seat
    cards: Cards = seen_by(EVERYONE)


Lay = Led | Beaten | Discarded | Pulled


@event("goat.trick_taken")
class TrickTaken(Event):
    """The last beater, or the leader, takes the trick in (G12)."""

    seat: Seat


@event("goat.drawn")
class Drawn(Event):
    """All seats draw up to four, the taker first (G15): the cards drawn, seat by seat."""

    hands: Hands = seen_by(EACH)


@event("goat.scored")
class Scored(Event):
    """The deal is over (G16) and counted (G17, G18). Pairs are by side."""

    points: tuple[int, ...]
    """Card points, by side."""
    tricks: tuple[int, ...]
    loss_points: tuple[int, ...]
    """The loss points of each side (G17)."""
    eggs: bool
    """Whether it is 60:60 (G18)."""
    next_leader: Seat
    next_dealer: Seat


# --- State --------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """The cards that a seat has laid to the trick."""

    seat: Seat
    cards: Annotated[Cards, lies("trick", by="seat", shape="laid")]
    face_up: bool
    """Whether it beats or leads; a discard lies face down (G11)."""


@record
class State(NamedTuple):
    """How a Goat deal stands; as an observer sees it, with unknown cards in it."""

    options: Options
    dealer: Annotated[Seat | None, role("dealer")] = None
    leader: Annotated[Seat | None, role("leader")] = None
    """The seat that had the lead when the trick opened (G14); between tricks, the last taker."""
    trump: Annotated[Suit | None, names_trumps(suits(RANKS))] = None
    shown: Annotated[Card | None, shows("stock", where="beside")] = None
    lots: tuple[int, ...] | None = None
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((),) * SEATS
    stock: Annotated[Cards, lies("stock", shape="deck")] = ()
    """The next to be drawn first."""
    laid: tuple[Laid, ...] = ()
    """The trick, in the order of laying; first the lead, or the molodka that became it."""
    best: Annotated[Laid | None, holds_trick(by="seat")] = None
    """The lead, or the cards that have beaten it last."""
    turn: Seat | None = None
    piles: Annotated[tuple[Cards, ...], lies("pile", by=SIDE, shape="heap")] = ((), ())
    tricks: Annotated[tuple[int, ...], counts_tricks("pile")] = (0, 0)
    scored: Scored | None = None
    """How the deal was counted; null while it is on."""
