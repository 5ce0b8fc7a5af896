"""A next deal that does not wait for its pause is not appended."""

import pytest

from domain.judge.record_rules import CannotFollow, Fact
from domain.judge.table_rules import follow_append
from domain.table.events import DealOpened, DealRecorded, DealVoided
from tests.verifier.corpus.pauses import PAUSE, PAUSED, SECOND, paused, positions
from tests.verifier.making import Step, signed_by_players
from tests.verifier.series import table_bundle
from verifier.case import Case
from verifier.following import fact


@pytest.mark.parametrize(("key", "seats"), PAUSED)
def test_the_function_that_verifies_judges_before_an_append(key: str, seats: int) -> None:
    steps = paused(key, seats, silent=seats - 1)
    opened = positions(steps, DealOpened)[1]
    table, ended = None, 0
    for each in facts_of(steps[:opened]):
        table = follow_append(table, each)
        ended = each[0].at if isinstance(each[0].event, DealRecorded | DealVoided) else ended
    [on] = facts_of(steps)[opened]
    with pytest.raises(CannotFollow):
        follow_append(table, [on._replace(at=ended + PAUSE * SECOND - 1)])
    after = follow_append(table, [on._replace(at=ended + PAUSE * SECOND)])
    assert after.status == "playing"


def facts_of(steps: list[Step]) -> list[list[Fact]]:
    """The facts of each command."""
    given = iter(Case(table_bundle(signed_by_players(steps))).decoded)
    return [[fact(next(given)) for _ in events] for _, events in signed_by_players(steps)]
