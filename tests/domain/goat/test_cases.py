"""The worked cases of `cases`."""

from functools import partial

import pytest

from domain.kernel.cards import PACK_36
from tests.domain import worked
from tests.domain.goat.positions import dealt, from_deck, late

POSITIONS = {"dealt": dealt, "from_pack": partial(from_deck, PACK_36), "late": late}
CASES = worked.cases("goat")


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], POSITIONS)
