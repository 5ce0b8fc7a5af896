"""Card zones: the zone of every card in a game's state, and the trumps.

Every field of a state that holds cards either declares the zone of these cards, or declares that it
only mentions cards which lie elsewhere. A state with any other field of cards is refused at import:
`domain/kernel/layout.py` reads the declarations.

    class State(NamedTuple):
        dealer: Annotated[Seat | None, role("dealer")] = None
        hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((),) * SEATS
        shown: Annotated[Card | None, shows("stock", where="under")] = None
        trump: Annotated[Suit | None, names_trumps(suits("AKQJT9876"))] = None

An event that a state keeps mentions cards. Each zone is a place for cards, so that a view has every
card of the pack, known or not, in exactly one zone. A law holds that.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from domain.kernel.cards import SUITS, Card, Cards

Owner: TypeAlias = Literal["seat", "side", "table"]
"""The owner of a zone: one seat, several seats together, or the table."""

Shape: TypeAlias = Literal["hand", "laid", "pairs", "row", "deck", "heap"]
"""The arrangement of the cards of a zone. ``hand``: a fan. ``laid``: before its seat.
``pairs``: each attack card under the card that beat it. ``row``: one after the other. ``deck``: a
stack to draw from. ``heap``: cards that are out of play, or taken.
"""

Where: TypeAlias = Literal["under", "beside"]
"""Where the card of a zone that all have seen lies: turned, under it; or next to it, as a sign of a
card that is somewhere in it.
"""


class Index(Enum):
    """The owner of a hand or a pile is its index in the field."""

    SEAT = "seat"
    SIDE = "side"


SEAT: Final = Index.SEAT
SIDE: Final = Index.SIDE


class Lies(NamedTuple):
    """The zone of the cards of a field, and the source of their owner."""

    zone: str
    by: Index | str | None
    shape: Shape


class Mentioned(NamedTuple):
    """A field that names cards without being the zone where they lie."""


class Trumps(NamedTuple):
    """The trumps that each value of a field means, the highest first."""

    cards: Mapping[Any, Cards]
    by: Index | None
    before: Cards


class Shows(NamedTuple):
    """A field that names the card of a zone which all have seen."""

    zone: str
    where: Where


class HoldsTrick(NamedTuple):
    """A field that has the seat which holds the trick now, or a record with that seat."""

    member: str


class Roles(NamedTuple):
    """A field that has the seat of a role, the seats of each of some roles, or None of either."""

    names: tuple[str | None, ...]
    others: str | None


class CountsTricks(NamedTuple):
    """A field with the number of tricks in each place of a zone."""

    zone: str


MENTIONED: Final = Mentioned()


def lies(zone: str, *, shape: Shape, by: Index | str | None = None) -> Lies:
    """Declare where the cards of a field lie, as a mark in its `Annotated` type.

    Args:
        zone: The name of the zone; several fields may share one.
        shape: How its cards lie.
        by: The owner of the cards. `SEAT` or `SIDE`: the number of a hand or pile is the number of
            its owner. A string names a field or property of this record or of a record around it.
            That field has one seat for all cards, one for each card or pile, or the seats of each
            pile. None: the table.
    """
    return Lies(zone, by, shape)


def names_trumps(
    cards: Mapping[Any, Cards], *, by: Index | None = None, before: Cards = ()
) -> Trumps:
    """Declare the field that holds the trumps, with the cards that each value means.

    Args:
        cards: The trumps for each value of the field, the highest first.
        by: `SEAT` if each seat has separate trumps: item n of the field belongs to seat n.
        before: The cards that will be trumps in any case, the highest first: a hand is sorted
            by them until then.
    """
    return Trumps(cards, by, before)


def shows(zone: str, *, where: Where) -> Shows:
    """Declare the field that names the card of a zone which all have seen."""
    return Shows(zone, where)


def holds_trick(*, by: str = "") -> HoldsTrick:
    """Declare the field that has the seat which holds the trick now.

    Args:
        by: The member of the field that has the seat; "": the field is the seat.
    """
    return HoldsTrick(by)


def role(*names: str | None, others: str | None = None) -> Roles:
    """Declare the field that has the seat of a role.

    Args:
        names: The role of the seat. Several names: item n of the field is the seat, or the seats,
            with the role n; None: with none.
        others: The role of the seats that have none of these, as soon as some seat has one.
    """
    return Roles(names, others)


def suits(ranks: str) -> dict[str, Cards]:
    """The cards of each suit, by their ranks: what `names_trumps` needs where one suit is trump."""
    return {suit: tuple(Card(rank + suit) for rank in ranks) for suit in SUITS}


def counts_tricks(zone: str) -> CountsTricks:
    """Declare the field with the number of tricks in each place of a zone, in the same order."""
    return CountsTricks(zone)


Said: TypeAlias = Lies | Trumps | Shows | HoldsTrick | Roles | CountsTricks
