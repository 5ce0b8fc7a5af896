"""The contracts that `hard` compares after it has picked up the skat."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple, cast

from bots.skat.estimates import Odds, bonus_of, estimated, gain
from bots.skat.question import bits, needed
from domain.games.skat.bot.plans import Plan, after
from domain.games.skat.cards import KINDS
from domain.games.skat.model import Contract, Declared, Discarded
from domain.games.skat.phases import Contracting, State
from domain.kernel.cards import Cards, without
from domain.kernel.event import Event
from domain.kernel.policy import Sight

MOST: Final = 12
"""The number of choices that are compared."""
OF_ONE_CONTRACT: Final = 4
FAR: Final = 80_000
"""A choice that is estimated so much lower than the best one is not compared, in thousandths."""
PRIOR: Final = 8
"""How many worlds the estimate by the rule counts for."""


class ContractMove(NamedTuple):
    """A move that leads to a contract."""

    move: Event
    contract: Contract
    gain: int
    """The average gain by the estimate, in thousandths of a point."""
    words: tuple[int, ...]


def choices(sight: Sight, state: State, odds: Odds) -> list[ContractMove]:
    """The most promising choices, with their words for the core."""
    found = sorted(_all(sight, state, odds), key=lambda each: -each.gain)
    count = Counter[Contract]()
    kept: list[ContractMove] = []
    for each in found:
        count[each.contract] += 1
        if each.gain + FAR >= found[0].gain and count[each.contract] <= OF_ONE_CONTRACT:
            kept.append(each)
    return kept[:MOST]


def _all(sight: Sight, state: State, odds: Odds) -> Iterator[ContractMove]:
    phase = cast("Contracting", state.phase)
    hand, leads = state.hands[sight.seat], sight.seat == state.players[0]
    declared = {move.says: move for move in sight.legal if isinstance(move, Declared)}
    for move in sight.legal:
        if isinstance(move, Discarded):
            ten, laid = without(hand, move.cards), move.cards
            for plan in after(ten, laid, leads=leads):
                yield from _choice(move, plan, (ten, laid), state, odds)
    if phase.discarded:
        for plan in after(hand, state.skat, leads=leads):
            yield from _choice(declared.get(plan.contract), plan, (hand, state.skat), state, odds)


def _choice(
    move: Event | None, plan: Plan, cards: tuple[Cards, Cards], state: State, odds: Odds
) -> Iterator[ContractMove]:
    phase, bonus = cast("Contracting", state.phase), bonus_of(state.options)
    ten, laid = cards
    covered = estimated(plan, odds, ten, bid=phase.bid)
    if covered is None or move is None:
        return
    found = gain(covered, bonus=bonus)
    words = (
        bits(laid) | KINDS.index(plan.contract.kind) << 32,
        needed(plan.contract, phase.bid, (*ten, *laid)),
        covered.value + bonus,
        2 * covered.value + bonus,
        PRIOR * found // 1_000,
    )
    yield ContractMove(move, plan.contract, found, words)
