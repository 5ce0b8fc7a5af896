"""Possible declarations, with their value and their chance to win."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.games.skat.bot.hands import chance, strength
from domain.games.skat.cards import KINDS, NULL, Kind, matadors, points_of
from domain.games.skat.contract import null_value
from domain.games.skat.lists import GAME
from domain.games.skat.model import Contract, Options
from domain.games.skat.scoring import base_of
from domain.kernel.cards import Cards
from domain.kernel.odds import CERTAIN

UNSEEN: Final = 7
"""The average points of an unseen skat."""
OUVERT: Final = 40
"""The reduction in marks of a null game with an open hand."""
SURE: Final = 930
"""Schneider is announced only if it is this likely, in thousandths."""
SCHNEIDER: Final[dict[bool, tuple[int, int]]] = {False: (340, 100), True: (245, 150)}
"""In suit games and in grand: at how many marks schneider is as likely as not, and by how many
marks, in hundredths, its own odds go up with each mark."""


class Plan(NamedTuple):
    """A contract that might be declared."""

    contract: Contract
    value: int
    """The value of the game with no more than half of the points."""
    chance: int
    """The chance to win it, in thousandths."""

    def gain(self, options: Options) -> int:
        """The average gain in the list, in thousandths of a point (K32)."""
        game = GAME if options.scoring == "seeger_fabian" else 0
        won, lost = self.value + game, 2 * self.value + game
        return self.chance * won - (CERTAIN - self.chance) * lost


def before(hand: Cards, *, leads: bool) -> Iterator[Plan]:
    """The plans of a player who would pick up the skat."""
    for kind in KINDS:
        good = strength(hand, kind, leads=leads)
        yield from _plans(kind, hand, good, hand_game=False)


def unseen(hand: Cards, *, leads: bool) -> Iterator[Plan]:
    """The plans of a player who would play hand."""
    for kind in KINDS:
        good = strength(hand, kind, leads=leads, laid=UNSEEN)
        yield from _plans(kind, hand, good, hand_game=True)


def after(hand: Cards, laid: Cards, *, leads: bool) -> Iterator[Plan]:
    """The plans of a player who has picked up the skat and discarded two cards."""
    points = points_of(laid)
    for kind in KINDS:
        good = strength(hand, kind, leads=leads, laid=points)
        yield from _plans(kind, (*hand, *laid), good, hand_game=False)


def _plans(kind: Kind, cards: Cards, good: int, *, hand_game: bool) -> Iterator[Plan]:
    contract = Contract(kind, hand_game)
    if kind == NULL:
        yield Plan(contract, null_value(contract), chance(good))
        ouvert = contract._replace(ouvert=True)
        yield Plan(ouvert, null_value(ouvert), chance(good - OUVERT))
        return
    base, steps = base_of(kind), abs(matadors(cards, kind)) + 1 + hand_game
    yield Plan(contract, base * steps, chance(good))
    if hand_game:
        middle, slope = SCHNEIDER[kind == "grand"]
        sure = chance((good - middle) * slope // 100)
        if sure >= SURE:
            yield Plan(contract._replace(schneider=True), base * (steps + 2), sure)


def covering(plan: Plan, bid: int) -> Plan | None:
    """The plan at this bid: unchanged, or raised and rarely won; None: refused (K14, K27)."""
    if plan.value >= bid:
        return plan
    if plan.contract.kind == NULL:
        return None
    base = base_of(plan.contract.kind)
    one_more = plan.value + base >= bid
    return plan._replace(value=-(-bid // base) * base, chance=plan.chance // 10 if one_more else 0)
