"""Obvious moves: what a bot does where every player knows what to do."""

from pathlib import Path

import pytest

from bots import core
from tests.bots import positions
from tests.domain import worked
from tests.missing import needs

FUNCTIONS = {
    "in_durak": positions.in_durak,
    "in_goat": positions.in_goat,
    "in_svoi_kozyri": positions.in_svoi_kozyri,
    "bidding": positions.bidding,
    "contracting": positions.contracting,
    "playing": positions.playing,
}
HERE = Path(__file__).parent
SEARCHED = worked.cases(HERE, "hard_*")
OTHER = worked.cases(HERE, "[!h]*")


@pytest.mark.parametrize("name", OTHER)
def test_a_rule_of_thumb(name: str) -> None:
    worked.check(OTHER[name], FUNCTIONS)


@needs("the wheel wasmtime", core.is_available())
@pytest.mark.parametrize("name", SEARCHED)
def test_an_obvious_move_is_found_by_search(name: str) -> None:
    worked.check(SEARCHED[name], FUNCTIONS)
