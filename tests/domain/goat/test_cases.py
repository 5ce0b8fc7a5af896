"""The worked cases of `cases`."""

from functools import partial
from pathlib import Path

import pytest

from domain.games.goat import rules
from domain.kernel.cards import PACK_36
from tests.domain import worked
from tests.domain.goat.positions import dealt, from_deck, late, score, series
from tests.domain.positions import cards

FUNCTIONS = {
    "dealt": dealt,
    "from_pack": partial(from_deck, PACK_36),
    "late": late,
    "beats": lambda one, other, trump: rules.beats(cards(one)[0], cards(other)[0], trump),
    "set_beats": lambda mine, best, trump: rules.set_beats(cards(mine), cards(best), trump),
    "score": lambda points, **words: score(int(points), **words),
    "series": series,
}
CASES = worked.cases(Path(__file__).parent)


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], FUNCTIONS)
