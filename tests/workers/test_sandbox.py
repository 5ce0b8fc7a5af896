"""Test tables in the workers: a moved clock, the delay of bots; and idle tables of all kinds."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.table.events import ClockMoved, TableClosed
from service.clocks.deadlines import close_idle
from service.clocks.moved_clock import move_clock
from service.context import Context
from service.deals.streams import find_deal
from service.tables.creation import NewSeat, NewTable, open_table
from service.tables.progress import at_table
from tests.simulation.runtime import RUNTIME
from tests.verifier.making import bundled
from tests.workers.conftest import Queue, command, inbox, owner, play_a_move, table
from verifier.case import Case
from verifier.verdicts import FAILS
from verifier.verify import verify
from workers import idle, sweep, turns
from workers.due import MILLISECOND
from workers.idle import DAY, IdleTables

SECOND = 1_000_000
DAYS = DAY / SECOND
"""Seconds in a day."""


def opened(context: Context, *, bots: int = 0, free: int = 0, **terms: Any) -> UUID:
    persons = [NewSeat(name=f"P{seat}") for seat in range(4 - bots - free)]
    seats = [*persons, *[NewSeat(bot="easy")] * bots]
    fields: dict[str, Any] = {"game": "goat", "name": "yard", "options": {}, "test": True, **terms}
    new = NewTable(**fields, seats=seats)
    return open_table(context, owner(context), new, command()).table.id


def deal_on(context: Context, table_id: UUID) -> UUID:
    return UUID(table(context, table_id).deals[-1].deal)


def forward(context: Context, table_id: UUID, seconds: int) -> None:
    move_clock(context, owner(context), table_id, seconds, command())


# --- The delay of bots --------------------------------------------------------------------------


def test_bots_of_a_test_move_exactly_after_its_delay(context: Context) -> None:
    deal = deal_on(context, opened(context, bots=4, bot_delay_ms=60_000))
    queue = Queue()
    assert turns.play_bots(context, deal, queue) == 1
    [(at, waiting)] = queue.waiting
    before = find_deal(context, deal)
    assert at == before.records[-1].at + 60_000 * MILLISECOND
    turns.make_move(context, waiting)
    assert find_deal(context, deal).version > before.version


@pytest.mark.parametrize("factor", [0, 1])
def test_bots_of_a_test_without_a_delay_move_at_once(context: Context, factor: int) -> None:
    deal, queue = deal_on(context, opened(context, bots=4)), Queue(factor)
    assert turns.play_bots(context, deal, queue) > 1
    assert (find_deal(context, deal).over, queue.waiting) == (True, [])


def test_a_setting_of_no_delay_leaves_the_delay_of_a_test(context: Context) -> None:
    queue = Queue(factor=0)
    turns.play_bots(context, deal_on(context, opened(context, bots=4, bot_delay_ms=60_000)), queue)
    assert len(queue.waiting) == 1
    turns.play_bots(context, deal_on(context, opened(context, bots=4, test=False)), queue)
    assert len(queue.waiting) == 1, "other bots move at once"


def test_the_clock_brings_a_waiting_move_forward(context: Context) -> None:
    table_id, queue = opened(context, bots=4, bot_delay_ms=60_000), Queue()
    deal = deal_on(context, table_id)
    turns.play_bots(context, deal, queue)
    [(_, waiting)] = queue.waiting
    before = find_deal(context, deal).version
    forward(context, table_id, 60)
    assert ("play_bots", deal) in inbox(context).waiting
    turns.play_bots(context, deal, queue)
    after = find_deal(context, deal).version
    assert after > before
    turns.make_move(context, waiting)
    assert find_deal(context, deal).version == after, "the old one is for another version"
    turns.play_bots(context, deal, queue)
    at, _ = queue.waiting[-1]
    assert at - RUNTIME.now() <= 60 * SECOND, "a waiting move is due by the service's own clock"


# --- A moved clock in the sweep -----------------------------------------------------------------


def test_the_sweep_meets_deadlines_of_a_moved_clock(context: Context) -> None:
    table_id = opened(context, turn_limit=3_600)
    deal = deal_on(context, table_id)
    at_table(context, table_id, command(), lambda _: (ClockMoved(3_600),))  # the process dies here
    assert find_deal(context, deal).bots == (None,) * 4
    sweep.sweep(context)
    assert [bot for bot in find_deal(context, deal).bots if bot] == ["medium"]


def test_a_turn_that_ends_soon_is_announced_by_the_moved_clock(context: Context) -> None:
    table_id = opened(context, turn_limit=3_600)
    deal = deal_on(context, table_id)
    inbox(context).waiting.clear()
    forward(context, table_id, 3_000)
    assert ("end_turn", deal) not in inbox(context).waiting
    forward(context, table_id, 590)
    assert ("end_turn", deal) in inbox(context).waiting
    inbox(context).waiting.clear()
    sweep.sweep(context)
    assert ("end_turn", deal) in inbox(context).waiting


def test_the_sweep_finds_no_table_whose_clock_was_not_moved(context: Context) -> None:
    opened(context, turn_limit=3_600)
    inbox(context).waiting.clear()
    sweep.sweep(context)
    assert inbox(context).waiting == []


# --- Idle tables --------------------------------------------------------------------------------


def closed(context: Context, *tables: UUID) -> list[bool]:
    return [table(context, each).closed for each in tables]


def test_idle_tables_are_closed_by_their_settings(context: Context) -> None:
    tests = [opened(context), opened(context, free=1)]
    free, begun = opened(context, test=False, free=1), opened(context, test=False)
    search = IdleTables(tests=7, open_=30, started=0)
    RUNTIME.pass_time(6.9 * DAYS)
    assert search.close(context) == 0
    RUNTIME.pass_time(0.2 * DAYS)
    assert search.close(context) == 2
    assert closed(context, *tests, free, begun) == [True, True, False, False]
    RUNTIME.pass_time(393 * DAYS)
    assert search.close(context) == 1
    assert closed(context, free, begun) == [True, False]
    assert search.close(context) == 0
    assert IdleTables(tests=0, open_=0, started=400).close(context) == 1
    assert closed(context, begun) == [True]


def test_it_says_why_and_the_records_verify(context: Context) -> None:
    table_id = opened(context)
    deal = deal_on(context, table_id)
    RUNTIME.pass_time(8 * DAYS)
    assert IdleTables(tests=7, open_=0, started=0).close(context) == 1
    stream = context.streams.table(table_id)
    assert stream is not None
    assert (stream.events[-1], stream.records[-1].actor) == (TableClosed("idle"), "system")
    on = find_deal(context, deal)
    assert on.abandoned is not None
    assert (on.abandoned.reason, on.abandoned.seats) == ("closed", ())
    cases = [Case(bundled(each.records, logged=False, receipts=False)) for each in (on, stream)]
    for case in cases:
        assert not [each for each in verify(case) if each.status == FAILS]


def test_an_event_of_the_deal_keeps_a_table_open(context: Context) -> None:
    table_id, chance = opened(context), Random(1)
    RUNTIME.pass_time(6 * DAYS)
    assert any(play_a_move(context, table_id, chance, seat) for seat in range(4))
    RUNTIME.pass_time(2 * DAYS)
    assert not close_idle(context, table_id, microseconds=7 * DAY)
    assert not table(context, table_id).closed


def test_to_move_the_clock_does_not_make_a_table_idle(context: Context) -> None:
    table_id = opened(context)
    forward(context, table_id, 100 * 86_400)
    assert IdleTables(tests=7, open_=0, started=0).close(context) == 0
    assert not table(context, table_id).closed


def test_a_table_with_a_moved_clock_becomes_idle_too(context: Context) -> None:
    table_id = opened(context)
    forward(context, table_id, 100 * 86_400)
    RUNTIME.pass_time(8 * DAYS)
    assert IdleTables(tests=7, open_=0, started=0).close(context) == 1
    assert closed(context, table_id) == [True]


def test_the_search_goes_on_batch_by_batch(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [opened(context, free=2) for _ in range(5)]
    monkeypatch.setattr(idle, "BATCH", 2)
    search = IdleTables(tests=7, open_=0, started=0)
    RUNTIME.pass_time(8 * DAYS)
    found = [search.close(context) for _ in range(4)]
    assert (found, closed(context, *tables)) == ([2, 2, 1, 0], [True] * 5)
