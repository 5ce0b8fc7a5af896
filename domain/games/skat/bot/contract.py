"""The declarer's decisions: skat or hand, the cards to discard, and the game to declare."""

from collections.abc import Iterable
from typing import Final, cast

from domain.games.skat.bot.plans import Plan, after, before, covering, unseen
from domain.games.skat.model import Contract, Declared, Discarded, Options, PickedUp
from domain.games.skat.phases import Contracting, State
from domain.kernel.cards import without
from domain.kernel.event import Event
from domain.kernel.policy import Sight

FREEDOM: Final = 5_000
"""The value, in thousandths of a point, of choosing the game after seeing the skat."""


def choose(sight: Sight, state: State) -> Event:
    """The next move of the best plan, among the plans that cover the bid (K10-K14)."""
    phase = cast("Contracting", state.phase)
    hand, leads = state.hands[sight.seat], sight.seat == state.players[0]
    if not phase.picked_up:
        with_skat = best(before(hand, leads=leads), phase.bid, state.options)
        by_hand = best(unseen(hand, leads=leads), phase.bid, state.options)
        if with_skat[0] + FREEDOM >= by_hand[0]:
            return next(move for move in sight.legal if isinstance(move, PickedUp))
        return _declared(by_hand[1].contract, sight)
    if phase.discarded:
        plan = best(after(hand, state.skat, leads=leads), phase.bid, state.options)[1]
        return _declared(plan.contract, sight)
    return max(
        (move for move in sight.legal if isinstance(move, Discarded)),
        key=lambda move: best(
            after(without(hand, move.cards), move.cards, leads=leads), phase.bid, state.options
        )[0],
    )


def best(plans: Iterable[Plan], bid: int, options: Options) -> tuple[int, Plan]:
    """The gain of the best plan, and the plan."""
    covered = [plan for each in plans if (plan := covering(each, bid))]
    return max((plan.gain(options), plan) for plan in covered)


def _declared(contract: Contract, sight: Sight) -> Event:
    return next(
        move for move in sight.legal if isinstance(move, Declared) and move.says == contract
    )
