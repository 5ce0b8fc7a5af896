"""The last trick of a deal: the cards that were laid together, by whom, and who took them."""

from collections.abc import Sequence
from typing import NamedTuple, cast, get_args

from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.event import Event, Seat
from domain.kernel.game import lying
from domain.kernel.progress import Progress


class LaidCards(NamedTuple):
    """Cards of a trick, and the seat that laid them; None: no seat did."""

    seat: Seat | None
    cards: Cards


class LastTrick(NamedTuple):
    """A trick that has left the table.

    Attributes:
        number: Its number in the deal, from 1.
        position: The position of the event that ended it.
        laid: Its cards, in the order in which they lay.
        taker: The seat that took them; None: they went out of play.
    """

    number: int
    position: int
    laid: tuple[LaidCards, ...]
    taker: Seat | None


def last_trick(deal: Progress, events: Sequence[Event]) -> LastTrick | None:
    """The last trick of a deal, as its viewer saw it; None: no trick has ended.

    Args:
        deal: The deal, folded from what the viewer was shown.
        events: The events of the deal as the viewer was shown them, at least up to that trick.
    """
    tricks, taken = deal.game.tricks, deal.taken
    if tricks is None or taken is None:
        return None
    laid = [
        LaidCards(place.seats[0] if place.seats else None, place.cards)
        for place in lying(deal.game, taken.before, zone=tricks.zone)
        if place.cards
    ]
    if any(each.seat is None for each in laid):  # one pile, of which a part may stay
        after = deal.game.evolve(taken.before, taken.event)
        stayed = sum(len(place.cards) for place in lying(deal.game, after, zone=tricks.zone))
        cards = [card for each in laid for card in each.cards][stayed:]
        laid = [LaidCards(_layer(card, events[: taken.position - 1]), (card,)) for card in cards]
    return LastTrick(taken.number, taken.position, tuple(laid), getattr(taken.event, "seat", None))


def _layer(card: Card, events: Sequence[Event]) -> Seat | None:
    """The seat that moved a card last; None: no seat did, or the card is not known."""
    moves = (each for each in reversed(events) if each.MOVE is not None)
    named = (each for each in moves if card != UNKNOWN and card in _cards(each))
    return cast("Seat | None", getattr(next(named, None), "seat", None))


def _cards(move: Event) -> Cards:
    """The cards that a move names; None where it names no card."""
    named = (
        getattr(move, name)
        for name, hint in move.KINDS.items()
        if hint == Cards or Card in (hint, *get_args(hint))
    )
    return tuple(card for each in named for card in (each if isinstance(each, tuple) else (each,)))
