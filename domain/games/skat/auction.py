"""The auction: the declarer and the value of the game (K5-K9)."""

from collections.abc import Iterator
from typing import Final, assert_never

from domain.games.skat.model import AuctionWon, Bid, BiddingMove, Held, Passed
from domain.games.skat.phases import Bidding
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_THIS_PHASE, NOT_YOUR_TURN
from domain.kernel.listing import moves_of

LOWEST: Final = 18
VALUES: Final[tuple[int, ...]] = tuple(
    sorted(
        {base * times for base in (9, 10, 11, 12) for times in range(2, 19)}
        | {24 * times for times in range(2, 12)}
        | {23, 35, 46, 59}
    )
)
"""The 63 values that a game can have (K5)."""
_IS_VALUE: Final = frozenset(VALUES)


def first_bidding(players: tuple[Seat, ...]) -> Bidding:
    """Middlehand begins by bidding to forehand (K6)."""
    forehand, middlehand, rearhand = players
    return Bidding(senior=forehand, junior=middlehand, waiting=rearhand)


def turn(bidding: Bidding) -> Seat | None:
    """The seat that is to speak; None: the auction is over."""
    if bidding.asked:
        return bidding.senior
    if bidding.junior is not None:
        return bidding.junior
    return None if bidding.value else bidding.senior


def won(bidding: Bidding) -> AuctionWon | None:
    """The end of an auction that has a declarer (K9)."""
    if bidding.senior is None or turn(bidding) is not None:
        return None
    return AuctionWon(bidding.senior, bidding.value)


def legal(bidding: Bidding, seat: Seat) -> Iterator[Event]:
    """Every legal bid, hold or pass of the seat."""
    if seat == turn(bidding):
        if bidding.asked:
            yield Held(seat)
        else:
            allowed = VALUES if bidding.junior is not None else (LOWEST,)
            values = [value for value in allowed if value > bidding.value]
            yield from moves_of(Bid, seat, each=values)
        yield Passed(seat)


def breaches(bidding: Bidding, move: BiddingMove) -> Iterator[Clause]:
    """Every clause of the auction that a move breaks."""
    if move.seat != turn(bidding):
        yield NOT_YOUR_TURN
    match move:
        case Bid():
            yield from _bid_breaches(bidding, move)
        case Held():
            if not bidding.asked or move.seat != bidding.senior:
                yield "K6"
            if not bidding.asked:
                yield NOT_IN_THIS_PHASE
        case Passed():
            if move.seat not in (bidding.senior, bidding.junior, bidding.waiting):
                yield "K6"
        case _:
            assert_never(move)


def _bid_breaches(bidding: Bidding, bid: Bid) -> Iterator[Clause]:
    if bid.value not in _IS_VALUE:
        yield "K5"
    if bidding.junior is None:
        if bid.seat != bidding.senior:
            yield "K6"
        if bid.value != LOWEST:
            yield "K7"
        return
    if bidding.asked or bid.seat != bidding.junior or bid.value <= bidding.value:
        yield "K6"


def after(bidding: Bidding, said: BiddingMove) -> Bidding:
    """The auction after a bid, a hold or a pass."""
    match said:
        case Bid():
            return bidding._replace(value=said.value, asked=said.seat == bidding.junior)
        case Held():
            return bidding._replace(asked=False)
        case Passed():
            return _without(bidding, said.seat)
        case _:
            assert_never(said)


def _without(bidding: Bidding, passed: Seat) -> Bidding:
    """The survivor is the senior of whoever waits (K6)."""
    senior = bidding.junior if passed == bidding.senior else bidding.senior
    return bidding._replace(senior=senior, junior=bidding.waiting, waiting=None, asked=False)
