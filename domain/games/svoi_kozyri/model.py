"""Svoi Kozyri: options of a table, events, and the state of a deal."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from domain.fairness.shuffle import Lot
from domain.kernel.cards import Card, Cards, Hands, Suit
from domain.kernel.event import EACH, EVERYONE, Event, Seat, event, seen_by
from domain.kernel.history import History
from domain.kernel.options import number
from domain.kernel.progress import record
from domain.kernel.zones import MENTIONED, SEAT, lies, names_trumps, role, suits

SEATS: Final = 2
SIDES: Final = ((0,), (1,))
"""S1."""
RANKS: Final = "AKQJT9876"
"""S1: the ten in its natural place."""

DEALER: Final = Lot("fairdeal/1/dealer", SEATS)

Reason: TypeAlias = Literal["out", "last_card", "repetition", "max_plies"]
"""Why a deal ended: S10, S11, and twice S12."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The variants of a table."""

    deal: Literal["random", "mirrored"] = "random"
    """How the pack is dealt; mirrored, both have equal cards (S3)."""
    voluntary_take: bool = True
    """Whether a player who could beat may take (S5)."""
    max_plies: int = number(1000, low=20, high=1000)
    """The number of moves with which the deal is drawn (S12)."""
    wins: int = number(1, low=1, high=24)
    """The won deals that win the match (S13)."""


def opponent(seat: Seat) -> Seat:
    """The other seat."""
    return 1 - seat


# --- Events -------------------------------------------------------------------------------------


@event("svoi_kozyri.dealer_named")
class DealerNamed(Event):
    """The dealer is named (S4); the other player chooses trumps first, and leads."""

    dealer: Seat


@event("svoi_kozyri.trump_chosen", move="choose_trump", clause="S2", tells="suit")
class TrumpChosen(Event):
    """A player chooses a suit for their own trumps, before they have seen a card."""

    seat: Seat
    suit: Suit


@event("svoi_kozyri.dealt")
class Dealt(Event):
    """The whole pack, 18 cards each (S3)."""

    hands: Hands = seen_by(EACH)


@event("svoi_kozyri.led", move="lead", clause="S4", tells="card")
class Led(Event):
    """A player lays a card where no pile is."""

    seat: Seat
    card: Card = seen_by(EVERYONE)


@event("svoi_kozyri.beaten", move="beat", clause="S7", tells="then")
class Beaten(Event):
    """A player beats the top card and, unless it was their last card, plays another on top."""

    seat: Seat
    card: Card = seen_by(EVERYONE)
    then: Card | None = seen_by(EVERYONE, default=None)
    """The card that is played on top; null where the last one has beaten."""


@event("svoi_kozyri.yielded", move="take", clause="S5", strong=True)
class Yielded(Event):
    """A player takes instead of beating."""

    seat: Seat


@event("svoi_kozyri.taken")
class Taken(Event):
    """The cards that the player takes from the top of the pile (S8), as they lay there."""

    seat: Seat
    cards: Cards = seen_by(EVERYONE)


@event("svoi_kozyri.ended")
class Ended(Event):
    """The deal is over: won (S10) or drawn (S11, S12)."""

    winner: Seat | None
    reason: Reason
    """Out of cards (S10), by the last card (S11), or by S12."""
    last_card: Card | None = seen_by(EVERYONE)
    """The one card that would have beaten the winner's last one (S11)."""
    next_dealer: Seat
    """The seat that deals the next deal (S4)."""


Move: TypeAlias = TrumpChosen | Led | Beaten | Yielded


# --- State --------------------------------------------------------------------------------------


@record
class State(NamedTuple):
    """How a deal of Svoi Kozyri stands; as an observer sees it, with unknown cards in it."""

    options: Options
    dealer: Annotated[Seat | None, role("dealer")] = None
    lots: tuple[int, ...] | None = None
    stock: Annotated[Cards, lies("stock", shape="deck")] = ()
    """The pack until it is dealt."""
    turn: Seat | None = None
    trumps: Annotated[tuple[Suit | None, ...], names_trumps(suits(RANKS), by=SEAT)] = (
        None,
    ) * SEATS
    """The trumps of each seat."""
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((),) * SEATS
    pile: Annotated[Cards, lies("pile", shape="row")] = ()
    """The last one is the top card."""
    dealt_to: tuple[Seat, ...] = ()
    """The seat to which each card of the pile was dealt."""
    strays: Annotated[Cards, MENTIONED] = ()
    """The cards in the one hand that were dealt to the other, in order of their codes."""
    taking: bool = False
    """Whether the player to move takes the cards that they must take."""
    positions: History = History()
    """Every position since the deal (S12), in so far as it differs from the deal."""
    ended: Ended | None = None

    @property
    def plies(self) -> int:
        """How many moves were made since the deal (S12)."""
        return len(self.positions) - 1
