"""The work of the tasks in a process: at once, or at their time."""

from dataclasses import replace
from unittest.mock import Mock
from uuid import UUID

import pytest
from structlog.testing import capture_logs

from service.analyses import use_cases
from service.context import Context
from service.ratings.store import LogPart
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import Racing, at_table, context_in_memory, move, on, opened, turn
from tests.simulation.waiting import until
from tests.workers.conftest import afresh, inbox
from workers.idle import IdleTables
from workers.work import LOST_SECONDS, Work, find_lost

pytestmark = pytest.mark.usefixtures("stopped")
NEVER = IdleTables(tests=0, open_=0, started=0)
LIMIT = 10
DELAY = 50_000
"""In µs: that of Goat's bots."""


@pytest.fixture
def store() -> Racing:
    return Racing()


@pytest.fixture
def context(store: Racing) -> Context:
    return context_in_memory(store)


@pytest.fixture
def work(context: Context) -> Work:
    return Work(context, NEVER, factor=1)


def of_bots(context: Context) -> UUID:
    return on(context, opened(context, bots=range(4), turn_limit=None)).id


def test_a_turn_ends_at_its_deadline(context: Context, work: Work) -> None:
    table = opened(context, turn_limit=LIMIT)
    deal, ends = on(context, table), RUNTIME.now() + LIMIT * 1_000_000
    work.end_turn(deal.id, version=deal.version, at=ends)
    until(lambda: any(on(context, table).bots))
    assert on(context, table).records[-1].at == ends


def test_a_late_task_ends_a_turn_at_once(context: Context, work: Work) -> None:
    """Earlier releases announced no time."""
    table = opened(context, turn_limit=LIMIT)
    deal = on(context, table)
    work.end_turn(deal.id, version=deal.version, at=0)
    assert not any(on(context, table).bots), "it is too soon"
    RUNTIME.pass_time(LIMIT)
    work.end_turn(deal.id, version=deal.version, at=0)
    assert any(on(context, table).bots)


def test_a_deal_is_opened_at_the_end_of_a_pause(context: Context, work: Work) -> None:
    table = opened(context, game="durak", seats=2, turn_limit=None, pause_seconds=30, target=9)
    while not (deal := on(context, table)).over:
        move(context, table, turn(context, table))
    work.record_deal(deal.id)
    ends = RUNTIME.now() + 30_000_000
    work.open_deal(table, at=ends)
    until(lambda: len(at_table(context, table).deals) > 1)
    assert on(context, table).records[0].at == ends


def test_bots_move_at_their_times(context: Context, work: Work) -> None:
    deal = of_bots(context)
    for _ in range(5):
        before = context.streams.deal(deal, viewer="full")
        assert before is not None
        assert work.play_bots(deal) == 1
        until(lambda version=before.version: context.store.versions([deal])[deal] > version)  # type: ignore[misc]
        after = context.streams.deal(deal, viewer="full")
        assert after is not None
        assert after.records[before.version].at == before.records[-1].at + DELAY


def test_a_process_that_stops_leaves_its_waiting_moves_to_another(
    context: Context, work: Work
) -> None:
    deal = of_bots(context)
    version = context.store.versions([deal])[deal]
    assert work.play_bots(deal) == 1
    work.end_turn(deal, version=version, at=RUNTIME.now() + 1_000_000)  # found by the sweep
    inbox(context).waiting.clear()
    work.give_up_moves()
    RUNTIME.sleep(2)
    assert context.store.versions([deal])[deal] == version
    assert inbox(context).waiting == [("play_bots", deal)]


def test_a_process_that_starts_does_what_was_lost(context: Context) -> None:
    deal = of_bots(context)
    version = context.store.versions([deal])[deal]
    find_lost(lambda: Work(afresh(context), NEVER, factor=0), RUNTIME)
    assert context.store.versions([deal])[deal] > version


def test_a_process_that_starts_leaves_alone_what_is_new(context: Context, work: Work) -> None:
    of_bots(context)
    RUNTIME.thread(lambda: find_lost(lambda: work, RUNTIME), name="sweep")
    RUNTIME.sleep(LOST_SECONDS / 2)
    deal = of_bots(context)
    version = context.store.versions([deal])[deal]
    RUNTIME.sleep(LOST_SECONDS + DELAY / 1_000_000)
    assert context.store.versions([deal])[deal] == version


def test_a_search_for_lost_work_without_a_database_is_logged() -> None:
    with capture_logs() as logged:
        find_lost(Mock(side_effect=ConnectionError), RUNTIME)
    assert [line["event"] for line in logged] == ["sweep.failed"]


def test_the_sweep_does_all_its_parts(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    health, idle, started, people = Mock(), Mock(), Mock(), Mock()
    ratings = Mock(**{"read.return_value": LogPart(0, 0, ())})
    context = replace(context, health=health, people=people, ratings=ratings)
    monkeypatch.setattr(use_cases, "start", started)
    deal = of_bots(context)
    version = context.store.versions([deal])[deal]
    RUNTIME.pass_time(60)
    Work(context, idle, factor=0).sweep()
    assert context.store.versions([deal])[deal] > version
    idle.close.assert_called_once_with(context)
    started.assert_called_once_with(context)
    people.forget.assert_called_once()
    ratings.read.assert_called_once()
    health.beat.assert_called_once_with("sweep")
