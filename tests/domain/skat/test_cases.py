"""The worked cases of `cases`."""

import pytest

from tests.domain import worked
from tests.domain.skat.positions import bought, dealt, declared, late

POSITIONS = {"bought": bought, "dealt": dealt, "declared": declared, "late": late}
CASES = worked.cases("skat")


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], POSITIONS)
