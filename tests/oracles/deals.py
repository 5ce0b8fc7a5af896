"""A deal of Skat with given cards, which both we and an oracle play."""

import os
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from domain.games.skat import SKAT
from domain.games.skat.auction import LOWEST
from domain.games.skat.model import PLAYERS, Bid, Held, Passed, Played, Settled, players_after
from domain.games.skat.phases import State
from domain.kernel.cards import Card, Cards
from domain.kernel.event import Event, Seat
from domain.kernel.game import start
from domain.kernel.moves import decide, legal_moves
from tests.laws.play import dealt_by_hand, terms

DEALS: Final = int(os.environ.get("ORACLE_DEALS", "3600"))
"""How many deals are compared with each oracle; raise it to search for longer."""


class Deal:
    """A running deal, at a table of three."""

    def __init__(self, deck: Cards, *, dealer: Seat) -> None:
        on = terms(SKAT, {}, seats=PLAYERS)
        self.state: State = start(SKAT, *dealt_by_hand(deck, lots=(dealer,), on=on))[1]

    def make(self, *moves: Event) -> None:
        """Make some moves; each is judged on the full state."""
        for move in moves:
            _, self.state = decide(SKAT, self.state, move, seen=self.state)

    @property
    def waits_for(self) -> Seat | None:
        """The seat that must act."""
        return SKAT.to_act(self.state)

    def cards(self) -> set[Card]:
        """The cards that this seat may play."""
        seat = self.waits_for
        assert seat is not None, "a seat must act"
        moves = legal_moves(SKAT, self.state, seat)
        return {move.card for move in moves if isinstance(move, Played)}

    @property
    def settled(self) -> Settled | None:
        """The settlement of the deal, once it is over."""
        settled = SKAT.outcome(self.state)
        assert settled is None or isinstance(settled, Settled)
        return settled


def deck_of(hands: Sequence[Cards], skat: Cards) -> Cards:
    """The pack that is dealt like this: three each, the skat, four each, three each (K4).

    Args:
        hands: The hands of forehand, middlehand and rearhand.
        skat: The two cards.
    """
    parts: Iterable[Iterable[Cards]] = (
        (hand[:3] for hand in hands),
        (skat,),
        (hand[3:7] for hand in hands),
        (hand[7:] for hand in hands),
    )
    return tuple(chain.from_iterable(chain.from_iterable(parts)))


def auction(dealer: Seat, declarer: Seat, bid: int) -> tuple[Event, ...]:
    """The shortest auction that is won at this value (K6, K7)."""
    forehand, middlehand, rearhand = players_after(dealer, PLAYERS)
    if declarer == middlehand:
        return Bid(middlehand, bid), Passed(forehand), Passed(rearhand)
    if declarer == rearhand:
        return Passed(middlehand), Bid(rearhand, bid), Passed(forehand)
    if bid == LOWEST:
        return Passed(middlehand), Passed(rearhand), Bid(forehand, bid)
    return Bid(middlehand, bid), Held(forehand), Passed(middlehand), Passed(rearhand)
