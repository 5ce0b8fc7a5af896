"""Durak: options of a table, events, and the state of a deal."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from domain.fairness.shuffle import Lot
from domain.kernel.cards import Card, Cards, Hands, Suit
from domain.kernel.event import EACH, EVERYONE, NOBODY, Event, Seat, event, seen_by
from domain.kernel.options import number
from domain.kernel.progress import record
from domain.kernel.zones import SEAT, lies, names_trumps, role, shows, suits

SEATS: Final = 2
RANKS: Final = "AKQJT9876"
"""D1."""
HAND: Final = 6
"""D2; up to here hands are filled again (D9), and no bout has more attack cards (D5)."""
SIDES: Final = ((0,), (1,))

DEALER: Final = Lot("fairdeal/1/dealer", SEATS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The variants of a table."""

    both_out: Literal["first_empty", "draw"] = "first_empty"
    """The result if both hands come to their end with one bout (D10)."""
    any_trump_beats: bool = False
    """Whether any trump beats any card, a higher trump too (D6)."""
    throw_in_after_take: bool = True
    """Whether the attacker may add cards after a take (D7)."""
    points_to_win: int = number(5, low=1, high=100)
    """The points that win the match (D11)."""


def other(seat: Seat) -> Seat:
    """The opposite seat."""
    return 1 - seat


# --- Events -------------------------------------------------------------------------------------


@event("durak.dealt")
class Dealt(Event):
    """Six cards each, the trump card laid face up under the stock (D2), and who attacks (D3)."""

    dealer: Seat
    attacker: Seat
    hands: Hands = seen_by(EACH)
    shown: Card = seen_by(EVERYONE)
    """The trump card."""
    lowest: Card | None = seen_by(EVERYONE)
    """The card that made the attacker the first; None: the deal before did."""


@event("durak.attacked", move="attack", clause="D4", tells="card")
class Attacked(Event):
    """The attacker plays a card, or throws one in after a take."""

    seat: Seat
    card: Card = seen_by(EVERYONE)


@event("durak.beaten", move="beat", clause="D6")
class Beaten(Event):
    """The defender beats the card that lies unbeaten."""

    seat: Seat
    card: Card = seen_by(EVERYONE)


@event("durak.take_announced", move="take", clause="D7", strong=True)
class TakeAnnounced(Event):
    """The defender announces to pick up the table."""

    seat: Seat


@event("durak.done_said", move="done", clause="D8")
class DoneSaid(Event):
    """The attacker adds no more."""

    seat: Seat


Move = Attacked | Beaten | TakeAnnounced | DoneSaid


@event("durak.put_away")
class PutAway(Event):
    """All beaten: the table goes out of play (D8), from here on only counted (D13)."""

    cards: Cards = seen_by(NOBODY)


@event("durak.picked_up")
class PickedUp(Event):
    """The defender picks up the whole table (D7)."""

    seat: Seat


@event("durak.drawn")
class Drawn(Event):
    """Both draw up to six, the attacker first (D9): the cards drawn, seat by seat."""

    hands: Hands = seen_by(EACH)


@event("durak.ended")
class Ended(Event):
    """The stock and a hand are empty: the deal is won, or drawn if both hands are empty (D10)."""

    winner: Seat | None
    next_dealer: Seat


# --- State --------------------------------------------------------------------------------------


@record
class Pair(NamedTuple):
    """An attack card, and the card that has beaten it."""

    attack: Annotated[Card, lies("bout", by="attacker", shape="pairs")]
    beat: Annotated[Card | None, lies("bout", by="defender", shape="pairs")] = None


@record
class State(NamedTuple):
    """How a Durak deal stands; as an observer sees it, with unknown cards in it."""

    options: Options
    dealer: Annotated[Seat | None, role("dealer")] = None
    attacker: Annotated[Seat | None, role("attacker", others="defender")] = None
    """The attacker of this bout; before the deal, the first attacker if that is decided."""
    trump: Annotated[Suit | None, names_trumps(suits(RANKS))] = None
    shown: Annotated[Card | None, shows("stock", where="under")] = None
    """The trump card, wherever it is now."""
    lots: tuple[int, ...] | None = None
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((),) * SEATS
    stock: Annotated[Cards, lies("stock", shape="deck")] = ()
    """The next to be drawn first, the trump card last."""
    table: tuple[Pair, ...] = ()
    """The bout, in the order of its attack cards."""
    taking: bool = False
    """Whether the defender has announced to take."""
    done: bool = False
    """Whether the attacker has announced to add no more cards."""
    lowest_of: Literal["trumps", "pack"] | None = None
    """The first attacker had the lowest card of these (D3); None: the deal before decided."""
    draws_first: Seat | None = None
    """The attacker of the bout before."""
    away: Annotated[Cards, lies("away", shape="heap")] = ()
    """Out of play; unknown cards to every seat until the deal is over."""
    ended: Ended | None = None

    @property
    def defender(self) -> Seat | None:
        """The seat that answers the attacks of this bout."""
        return None if self.attacker is None else other(self.attacker)
