"""The auction, and whether to pick up the skat: by what contracts bring over all skats."""

from typing import Final, NamedTuple, cast

from bots import words
from bots.skat.estimates import Odds, bonus_of, estimated, gain
from bots.skat.question import on_bid
from bots.skat.search import decide
from domain.games.skat.bot.plans import unseen
from domain.games.skat.model import Bid, Contract, Declared, Held, Passed, PickedUp
from domain.games.skat.phases import Bidding, Contracting, State
from domain.kernel.event import Event
from domain.kernel.policy import Decision, Sight

PASSING: Final = 2_000
"""The average gain of passing, for each player who has not passed, in thousandths of a point."""
OTHER_BID: Final = 750
"""The odds of a player after a bid of another one, in thousandths of the usual odds."""
PASSES: Final = (1_000, 1_250, 1_600)
"""The same without such a bid, by how many others have passed."""


def choose(sight: Sight, state: State, usual: Odds) -> Decision:
    """Bid the next value, or hold, if a contract brings more than passing (K6, K7)."""
    bidding = cast("Bidding", state.phase)
    bids = [move for move in sight.legal if isinstance(move, Bid | Held)]
    passed = next(move for move in sight.legal if isinstance(move, Passed))
    if not bids:
        return Decision(passed)
    bid = min(bids, key=lambda move: move.value if isinstance(move, Bid) else 0)
    due = bid.value if isinstance(bid, Bid) else bidding.value
    passes = sum(isinstance(event, Passed) for event in sight.shown)
    others = any(isinstance(e, Bid | Held) and e.seat != sight.seat for e in sight.shown)
    factor = OTHER_BID if others else PASSES[min(passes, len(PASSES) - 1)]
    odds = usual.times(factor)
    passing = PASSING * (len(state.players) - 1 - passes)
    if in_hand(sight, state, odds, due=due).gain > passing:
        return Decision(bid)
    return _decided(sight, state, (passed, bid), due=due, odds=odds, least=passing)


def picks_up(sight: Sight, state: State, odds: Odds) -> Decision:
    """Pick up the skat, unless a game without it brings more."""
    phase = cast("Contracting", state.phase)
    best = in_hand(sight, state, odds, due=phase.bid)
    picked = next(move for move in sight.legal if isinstance(move, PickedUp))
    games = [move for move in sight.legal if isinstance(move, Declared)]
    declared = next(move for move in games if move.says == best.contract)
    return _decided(sight, state, (declared, picked), due=phase.bid, odds=odds, least=best.gain)


class InHand(NamedTuple):
    """The best game without the skat."""

    gain: int
    """In thousandths of a point."""
    contract: Contract


def in_hand(sight: Sight, state: State, odds: Odds, *, due: int) -> InHand:
    """The best game without the skat at a bid."""
    hand = state.hands[sight.seat]
    plans = unseen(hand, leads=sight.seat == state.players[0])
    bonus = bonus_of(state.options)
    covered = [plan for each in plans if (plan := estimated(each, odds, hand, bid=due))]
    return max(InHand(gain(plan, bonus=bonus), plan.contract) for plan in covered)


def _decided(
    sight: Sight,
    state: State,
    moves: tuple[Event, Event],
    *,
    due: int,
    odds: Odds,
    least: int,
) -> Decision:
    """The second move if games with the skat bring more; the values are not those of a deal."""
    *factors, thin = odds
    rest = (*factors, bonus_of(state.options), least, thin)
    given = on_bid(sight, state, rest, due=due)
    return words.decision(decide(given), dict(enumerate(moves)))._replace(values=())
