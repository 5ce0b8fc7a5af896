"""Levels that slip: how far, and in which games."""

from itertools import chain, islice
from typing import Any

import pytest

import bots
from bots.steps import CARDS, slipping
from domain.games import GAMES
from domain.kernel.chance import chance
from domain.kernel.policy import CASUAL, Decision, Numbers, Sight
from tests.bots.decisions import decisions
from tests.sampling import cases

EACH = cases(sample=40, full=400)


def by_order(sight: Sight, _: Numbers) -> Decision:
    """A rule for any legal moves: the first one."""
    return Decision(sight.legal[0])


def by_value(sight: Sight, _: Numbers) -> Decision:
    """The same order by values."""
    return Decision(sight.legal[0], tuple((move, -at) for at, move in enumerate(sight.legal)))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("choose", [by_order, by_value])
def test_a_slip_passes_over_the_best_cards_of_a_kind(key: str, choose: Any) -> None:
    """Whether to lay cards, and in which way, is no slip."""
    slips_made = set[int]()
    for each in islice(chain(*(decisions(key, "medium", {}, n) for n in range(9))), EACH):
        sight = Sight(each.seat, each.shown, each.view, each.legal, may_wait=False, budget=0)
        best = each.legal[0]
        kind = [move for move in each.legal if type(move) is type(best)]
        for slips, most in ((0, 2), (1_000, 0), (1_000, 2), (1_000, 99)):
            numbers = chance(each.seed, seat=each.seat, legal=each.legal)
            move = slipping(choose, slips, most=most)(sight, numbers).move
            place = min(most if slips else 0, len(kind) - 1) if isinstance(best, CARDS) else 0
            assert move == kind[place]
            slips_made.add(place)
    assert {0, 2} <= slips_made


def test_there_is_a_level_between_where_the_step_would_be_too_high() -> None:
    assert [key for key, game in GAMES.items() if CASUAL in bots.levels(game)] == ["svoi_kozyri"]
