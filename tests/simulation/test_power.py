"""The simulation finds defects that this project has had, when they are brought back."""

from collections.abc import Callable
from math import inf
from typing import Any

import pytest

from run.processes import delivering
from service.live import waiting
from service.repository import StreamRepository
from service.tables import progress
from tests.simulation import schedules, test_news, test_play
from tests.simulation.schedules import Test, prepared
from workers import due, sweep

Plant = Callable[[pytest.MonkeyPatch], object]


def move_of_a_wrong_clock(patch: pytest.MonkeyPatch) -> None:
    """A move waits for as long as the clock was ahead, whatever the sweep finds (78219afc)."""
    patch.setattr(due, "SOONER", inf)


def event_of_the_future(patch: pytest.MonkeyPatch) -> None:
    """The delay of a bot begins at an event of a clock that was ahead (670999a4).

    It also takes that a deal does not go on from the time of its last event.
    """

    def since(deal: Any, *, at: int) -> int:
        assert at
        return int(deal.records[-1].at)

    patch.setattr(due, "waited_since", since)
    patch.setattr(StreamRepository, "lag", lambda *_, **__: 0)


def hidden_work(patch: pytest.MonkeyPatch) -> None:
    """The sweep does not see what a clock that was ahead has recorded (670999a4)."""

    def overdue(context: Any, kind: str, status: str, seconds: int) -> Any:
        before = context.runtime.now() - seconds
        rows = sweep._rows(context, kind, status)
        return (row.id for row in rows if row.updated_at <= before and not row.summary.get("until"))

    patch.setattr(sweep, "_overdue", overdue)


def late_news(patch: pytest.MonkeyPatch) -> None:
    """After a database that was late, readers wait for a multiple of that (74be2c39)."""
    patch.setattr(waiting, "PAUSE_SECONDS", inf)


def leases_renewed_between_reads(patch: pytest.MonkeyPatch) -> None:
    """A slow read of the feed delays the renewal of leases (25a990ab)."""
    run_once = delivering.run_once

    def renew_and_run(*parts: Any) -> float:
        delivering.renew_once(parts[2])
        return run_once(*parts)

    patch.setattr(delivering, "_renew_leases", lambda *_: None)
    patch.setattr(delivering, "run_once", renew_and_run)


def recorded_too_early(patch: pytest.MonkeyPatch) -> None:
    """A deal is marked as recorded though its table does not know of it (574ddd40)."""
    patch.setattr(progress, "_has_recorded", lambda *_: True)
    patch.setattr(progress, "open_next_deal", lambda *_: None)


DEFECTS: tuple[tuple[Plant, Test], ...] = (
    (move_of_a_wrong_clock, test_play.test_a_bots_turn),
    (event_of_the_future, test_play.test_a_bots_turn),
    (hidden_work, test_play.test_a_bots_turn),
    (late_news, test_news.test_streams_that_are_cut),
    (leases_renewed_between_reads, test_news.test_webhooks_while_all_is_slow),
    (recorded_too_early, test_play.test_scoring_of_a_deal_that_its_table_does_not_know),
)


MOST = 10_000
RARE = leases_renewed_between_reads
"""It is found once in some hundred schedules."""


@pytest.mark.parametrize(
    ("plant", "scenario"),
    [
        pytest.param(*each, id=each[0].__name__, marks=[pytest.mark.long] * (each[0] is RARE))
        for each in DEFECTS
    ],
)
def test_it_is_found(
    plant: Plant, scenario: Test, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search ends at the first schedule that shows it, so it may be long."""
    prepared(scenario, request)
    monkeypatch.setattr(schedules, "SCHEDULES", MOST)
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        scenario(request)
