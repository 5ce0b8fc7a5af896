"""The contract: skat or hand, and what is played (K10-K14)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, assert_never

from domain.games.skat.cards import KINDS, NULL
from domain.games.skat.model import (
    HAND,
    SKAT,
    Contract,
    ContractMove,
    Declared,
    Discarded,
    PickedUp,
    SkatTaken,
)
from domain.games.skat.phases import Contracting
from domain.kernel.cards import Cards, Hands, holds
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN
from domain.kernel.listing import moves_of

ANNOUNCEMENTS: Final = (
    (),
    ("schneider",),
    ("schneider", "schwarz"),
    ("schneider", "schwarz", "ouvert"),
)
"""The announcements in a suit or grand hand game, each including the one before (K12)."""

_NULL_VALUES: Final[dict[tuple[bool, bool], int]] = {
    (False, False): 23,
    (True, False): 35,
    (False, True): 46,
    (True, True): 59,
}


def null_value(contract: Contract) -> int:
    """The value of a null game (K14)."""
    return _NULL_VALUES[contract.hand, contract.ouvert]


def consequence(phase: Contracting, hands: Hands, skat: Cards) -> SkatTaken | None:
    """After picking up the skat, the declarer receives its cards (K10)."""
    due = phase.picked_up and not phase.discarded and len(hands[phase.declarer]) == HAND
    return SkatTaken(phase.declarer, skat) if due else None


def legal(phase: Contracting, hand: Cards, seat: Seat) -> Iterator[Event]:
    """Every legal move of the declarer; the hand is the seat's."""
    if seat != phase.declarer:
        return
    if not phase.picked_up:
        yield PickedUp(seat)
    elif not phase.discarded:
        yield from moves_of(Discarded, seat, each=combinations(hand, SKAT))
        return
    in_hand = not phase.picked_up
    for kind in KINDS:
        if kind == NULL:
            for ouvert in (False, True):
                if null_value(Contract(NULL, in_hand, ouvert=ouvert)) >= phase.bid:
                    yield Declared(seat, NULL, in_hand, ouvert=ouvert)
        else:
            for announced in ANNOUNCEMENTS if in_hand else ANNOUNCEMENTS[:1]:
                yield Declared(seat, kind, in_hand, **dict.fromkeys(announced, True))


def breaches(phase: Contracting, hand: Cards, move: ContractMove) -> Iterator[Clause]:
    """Every clause of the contract that a move breaks; the hand belongs to the move's seat."""
    if move.seat != phase.declarer:
        yield NOT_YOUR_TURN
    match move:
        case PickedUp():
            if phase.picked_up:
                yield from ("K10", NOT_IN_THIS_PHASE)
        case Discarded():
            if phase.discarded or not phase.picked_up:
                yield NOT_IN_THIS_PHASE
            if phase.discarded or not phase.picked_up or len(move.cards) != SKAT:
                yield "K10"
            if not holds(hand, move.cards):
                yield NOT_IN_HAND
        case Declared():
            if phase.picked_up and not phase.discarded:
                yield NOT_IN_THIS_PHASE
            yield from _declaration_breaches(phase, move.says)
        case _:
            assert_never(move)


def _declaration_breaches(phase: Contracting, contract: Contract) -> Iterator[Clause]:
    if contract.hand == phase.picked_up or phase.picked_up != phase.discarded:
        yield "K10"
    if contract.hand == phase.picked_up:
        yield "K11"
    if contract.kind == NULL:
        if contract.schneider or contract.schwarz:
            yield "K11"
            yield "K12"
        if null_value(contract) < phase.bid:
            yield "K14"
        return
    announced = contract.schneider or contract.schwarz or contract.ouvert
    if announced and not contract.hand:
        yield "K11"
    if announced and not (contract.hand and _includes_what_it_must(contract)):
        yield "K12"


def _includes_what_it_must(contract: Contract) -> bool:
    schwarz, schneider = contract.schwarz, contract.schneider
    return schneider and (schwarz or not contract.ouvert)
