"""Our bots beside XSkat, where it is installed with a debugger."""

import pytest

from lab.ladders import seat
from tests.missing import needs

pytestmark = [pytest.mark.long, needs("Debian's XSkat 4.0-8 and gdb", seat.is_available())]


def test_xskat_counts_the_deals_as_we_do() -> None:
    """Its list would differ after any move that it has not made, or that it does not know of."""
    outcomes, totals = seat.play(2, level="medium")
    assert totals == tuple(map(sum, zip(*(each.points for each in outcomes), strict=True)))
    assert len(outcomes) == 6
