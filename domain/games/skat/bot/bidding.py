"""The auction: what the hand is good for is its limit, and no value above it is named or held."""

from itertools import chain
from typing import Final, cast

from domain.games.skat.bot.plans import before, unseen
from domain.games.skat.model import Bid, Held, Options, Passed
from domain.games.skat.phases import Bidding, State
from domain.kernel.cards import Cards
from domain.kernel.event import Event
from domain.kernel.policy import Sight

WORTH: Final = 4_000
"""The average gain needed to bid a game, in thousandths of a point."""


def choose(sight: Sight, state: State, *, worth: int = WORTH) -> Event:
    """Bid the next value, or hold, up to the limit of the hand; otherwise pass (K6, K7)."""
    leads = sight.seat == state.players[0]
    most = limit(state.hands[sight.seat], state.options, leads=leads, worth=worth)
    bids = [move for move in sight.legal if isinstance(move, Bid) and move.value <= most]
    if bids:
        return min(bids, key=lambda bid: bid.value)
    bidding = cast("Bidding", state.phase)
    kind = Held if bidding.asked and bidding.value <= most else Passed
    return next(move for move in sight.legal if isinstance(move, kind))


def limit(hand: Cards, options: Options, *, leads: bool, worth: int = WORTH) -> int:
    """The highest value at which the hand can be played; 0: none."""
    plans = chain(before(hand, leads=leads), unseen(hand, leads=leads))
    return max((plan.value for plan in plans if plan.gain(options) > worth), default=0)
