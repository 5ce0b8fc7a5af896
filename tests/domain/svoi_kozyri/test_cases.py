"""The worked cases of `cases`."""

import pytest

from tests.domain import worked
from tests.domain.svoi_kozyri.positions import dealt, from_deck, position

POSITIONS = {"dealt": dealt, "from_pack": from_deck, "position": position}
CASES = worked.cases("svoi_kozyri")


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], POSITIONS)
