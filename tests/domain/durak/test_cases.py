"""The worked cases of `cases`."""

from pathlib import Path

import pytest

from tests.domain import worked
from tests.domain.durak.positions import dealt, late, match

FUNCTIONS = {"dealt": dealt, "late": late, "match": match}
CASES = worked.cases(Path(__file__).parent)


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], FUNCTIONS)
