"""The pause between two deals: who ends it, when, and what the record and its verifiers say."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from domain.table.events import DealOpened, SeatReady
from service.access.credentials import SeatHolder
from service.context import Context
from service.deals.representation import table_waits
from service.problems import Code, Problem
from service.seats.leaving import close_table, come_back, leave_deal
from service.tables.pauses import say_ready
from service.tables.progress import at_table as append
from service.tables.progress import open_next_deal, record_deal
from service.tables.rematches import RematchChoices, open_rematch
from service.tables.representation import shown_status
from service.timestamps import timestamp
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    Racing,
    assert_proved,
    at_table,
    commit,
    context_in_memory,
    move,
    on,
    opened,
    record_of,
    show,
    turn,
)
from tests.workers.conftest import afresh, command, inbox
from workers.sweep import sweep
from workers.turns import play_bots

pytestmark = pytest.mark.usefixtures("stopped")
PAUSE = 30
SECOND = 1_000_000


def durak(context: Context, **fields: Any) -> UUID:
    """A table for two without a clock, with a pause."""
    wanted = {"game": "durak", "seats": 2, "turn_limit": None, "pause_seconds": PAUSE, "target": 9}
    return opened(context, **{**wanted, **fields})


def play_out(context: Context, table: UUID) -> None:
    """Play the deal that is on to its end, and count it."""
    deal = on(context, table)
    while not on(context, table).over:
        if on(context, table).bots[turn(context, table)] is None:
            move(context, table, turn(context, table))
        else:
            play_bots(context, deal.id)
    record_deal(context, deal.id)


@pytest.fixture
def context() -> Context:
    return context_in_memory()


@pytest.fixture
def table(context: Context) -> UUID:
    """A table in the pause after its first deal."""
    made = durak(context)
    play_out(context, made)
    return made


def ready(context: Context, table: UUID, seat: int, number: int = 2, **more: Any) -> Any:
    by = more.pop("by", SeatHolder(table, seat))
    given = more.pop("command", command(f"seat:{seat}" if by != OWNER else f"key:{OWNER.id}"))
    return say_ready(context, by, table, seat, number=number, command=given)


def waits(context: Context, table: UUID) -> tuple[object, object, object]:
    said = table_waits(at_table(context, table))
    return said["kind"], said["seats"], said["until"]


def refusal(act: Callable[[], object]) -> tuple[Code, str]:
    with pytest.raises(Problem) as caught:
        act()
    return caught.value.code, caught.value.detail.key


def test_both_are_ready_and_the_next_deal_is_opened_at_once(context: Context) -> None:
    table = durak(context)
    assert at_table(context, table).status == "playing", "the first deal comes without a pause"
    play_out(context, table)
    until = timestamp(RUNTIME.now() + PAUSE * SECOND)
    assert waits(context, table) == ("ready", [0, 1], until)
    assert shown_status(at_table(context, table).status) == "playing"
    assert not ready(context, table, 1).replayed
    assert waits(context, table) == ("ready", [0], until)
    assert ready(context, table, 0).table.state.status == "playing"
    assert len(at_table(context, table).deals) == 2
    assert_proved(context, table)


def test_one_is_silent_and_the_next_deal_is_opened_after_the_pause(
    context: Context, table: UUID
) -> None:
    ready(context, table, 0)
    RUNTIME.pass_time(PAUSE - 0.000001)
    assert open_next_deal(context, table) is None
    sweep(context, overdue=0)
    assert waits(context, table)[1] == [1]
    RUNTIME.pass_time(0.000001)
    assert sweep(context, overdue=0) == 1
    assert len(at_table(context, table).deals) == 2
    assert_proved(context, table)


def test_a_table_without_a_pause_goes_on_at_once(context: Context) -> None:
    table = durak(context, pause_seconds=0)
    play_out(context, table)
    assert len(at_table(context, table).deals) == 2
    assert refusal(lambda: ready(context, table, 0)) == (Code.NOT_ALLOWED, "no-pause")


def test_bots_are_always_ready(context: Context) -> None:
    table = durak(context, bots=(1,))
    play_out(context, table)
    assert waits(context, table)[1] == [0]
    ready(context, table, 0)
    assert len(at_table(context, table).deals) == 2
    bots = durak(context, bots=(0, 1), target=2)
    play_bots(context, on(context, bots).id)
    record_deal(context, on(context, bots).id)
    assert len(at_table(context, bots).deals) == 2, "no person is there who could be ready"


def test_a_player_who_has_left_is_ready_by_the_record(context: Context) -> None:
    table = durak(context)
    leave_deal(context, on(context, table).id, 1, command("seat:1"))
    play_out(context, table)
    stream = record_of(context, table)
    assert stream.events[-1] == SeatReady(1, 2)
    assert stream.records[-1].envelope["actor"] == "system"
    assert waits(context, table)[1] == [0]
    assert ready(context, table, 1).replayed, "to say it again is no error"
    ready(context, table, 0)
    come_back(context, on(context, table).id, 1, command("seat:1"))
    play_out(context, table)
    assert waits(context, table)[1] == [0, 1], "a player who is back is waited for"
    assert_proved(context, table)


def test_to_be_ready_twice_or_late_changes_nothing(context: Context, table: UUID) -> None:
    ready(context, table, 0)
    version = at_table(context, table).length
    assert ready(context, table, 0).replayed
    assert at_table(context, table).length == version
    ready(context, table, 1)
    assert ready(context, table, 0).replayed, "late, and it had been said in time"


def test_too_early_and_too_late(context: Context) -> None:
    table = durak(context)
    early = (Code.NOT_NEXT_DEAL, "ready-too-early")
    assert refusal(lambda: ready(context, table, 0)) == early, "the first deal is on"
    play_out(context, table)
    assert refusal(lambda: ready(context, table, 0, 3)) == early
    RUNTIME.pass_time(PAUSE)
    sweep(context, overdue=0)
    late = (Code.NOT_NEXT_DEAL, "ready-too-late")
    assert refusal(lambda: ready(context, table, 0)) == late
    assert refusal(lambda: ready(context, table, 0, 1)) == late


def test_only_the_player_and_the_key_that_took_the_seat_say_it(context: Context) -> None:
    table = durak(context, bots=(1,))
    play_out(context, table)
    refused = (Code.NOT_ALLOWED, "ready-by-holder")
    assert refusal(lambda: ready(context, table, 0, by=SeatHolder(table, 1))) == refused
    assert refusal(lambda: ready(context, table, 1, by=OWNER)) == refused, "a bot sits there"
    assert refusal(lambda: ready(context, table, 2, by=OWNER))[0] == Code.NOT_FOUND
    ready(context, table, 0, by=OWNER)
    assert len(at_table(context, table).deals) == 2


def test_after_the_series_nobody_needs_to_be_ready(context: Context) -> None:
    table = durak(context, target=1)
    play_out(context, table)
    assert at_table(context, table).status == "over"
    assert refusal(lambda: ready(context, table, 0))[0] == Code.SERIES_OVER


def test_a_table_is_closed_in_the_pause(context: Context, table: UUID) -> None:
    close_table(context, OWNER, table, command(f"key:{OWNER.id}"))
    assert at_table(context, table).status == "closed"
    assert refusal(lambda: ready(context, table, 0))[0] == Code.SERIES_OVER
    RUNTIME.pass_time(PAUSE)
    assert sweep(context, overdue=0) == 0
    assert_proved(context, table)


def test_a_table_is_closed_after_the_pause_with_the_deal_that_another_has_opened(
    context: Context, table: UUID
) -> None:
    RUNTIME.pass_time(PAUSE)
    close_table(context, OWNER, table, command(f"key:{OWNER.id}"))
    state = at_table(context, table)
    assert (state.status, len(state.deals)) == ("closed", 2)
    assert on(context, table).over, "no deal is on at a closed table"
    assert_proved(context, table)


def test_closing_in_the_last_moment_of_a_pause_waits_for_its_end(
    context: Context, table: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may open the deal in between: no deal is left on at a closed table."""
    RUNTIME.pass_time(PAUSE - 0.5)

    def sleep(seconds: float) -> None:
        RUNTIME.pass_time(seconds)
        assert open_next_deal(afresh(context), table) is not None

    monkeypatch.setattr(RUNTIME, "sleep", sleep)
    close_table(context, OWNER, table, command(f"key:{OWNER.id}"))
    assert (at_table(context, table).status, len(at_table(context, table).deals)) == ("closed", 2)
    assert on(context, table).over


def test_a_rematch_has_the_pause_of_its_table(context: Context) -> None:
    table = durak(context, target=1)
    play_out(context, table)
    made = open_rematch(context, OWNER, table, RematchChoices(), command(f"key:{OWNER.id}"))
    state = made.table.state
    assert (state.opened.pause_seconds, state.status) == (PAUSE, "playing")


# --- Commitments --------------------------------------------------------------------------------


def committing(context: Context) -> UUID:
    """A table whose first deal was played with a seed of seat 0."""
    table = durak(context, commits=(0,))
    commit(context, table, 0)
    show(context, table, 0, on(context, table).id)
    play_out(context, table)
    return table


def test_the_next_deal_waits_for_commitments_and_for_players(context: Context) -> None:
    table = committing(context)
    assert waits(context, table)[:2] == ("seeds", [0])
    ready(context, table, 0)
    ready(context, table, 1)
    assert waits(context, table)[:2] == ("seeds", [0]), "all are ready, and a commitment is owed"
    commit(context, table, 0)
    assert len(at_table(context, table).deals) == 2


def test_a_commitment_does_not_end_the_pause(context: Context) -> None:
    table = committing(context)
    commit(context, table, 0)
    assert waits(context, table)[:2] == ("ready", [0, 1])
    RUNTIME.pass_time(PAUSE)
    sweep(context, overdue=0)
    assert len(at_table(context, table).deals) == 2


def test_a_deal_that_is_void_for_a_missing_commitment_is_followed_by_a_pause(
    context: Context,
) -> None:
    table = durak(context, commits=(0,))
    commit(context, table, 0)
    deal = on(context, table)
    show(context, table, 0, deal.id)
    leave_deal(context, deal.id, 1, command("seat:1"))
    play_out(context, table)
    RUNTIME.pass_time(60)
    assert sweep(context, overdue=0) == 1
    state = at_table(context, table)
    assert (state.next_number, state.status) == (3, "pausing")
    assert state.unready == (0,), "the player of seat 1 is still away"
    assert_proved(context, table)


# --- Processes that die, and announcements ------------------------------------------------------


def test_the_end_of_a_pause_is_announced_when_it_is_near(context: Context, table: UUID) -> None:
    inbox(context).waiting.clear()
    sweep(context, overdue=0)
    assert inbox(context).waiting == []
    RUNTIME.pass_time(PAUSE - 10)
    sweep(context, overdue=0)
    assert inbox(context).waiting == [("open_deal", table)]
    short = durak(context, pause_seconds=5)
    play_out(context, short)
    assert ("open_deal", short) in inbox(context).waiting


def test_a_process_that_dies_after_the_last_ready_loses_nothing(
    context: Context, table: UUID
) -> None:
    ready(context, table, 0)
    append(context, table, command("seat:1"), lambda _: (SeatReady(1, 2),))
    assert at_table(context, table).status == "due"
    assert sweep(afresh(context), overdue=0) == 1
    assert len(at_table(context, table).deals) == 2


def test_two_processes_end_a_pause_together_with_one_deal() -> None:
    store = Racing()
    context = context_in_memory(store)
    table = durak(context)
    play_out(context, table)
    RUNTIME.pass_time(PAUSE)
    store.between = lambda: open_next_deal(afresh(context), table)
    deal = open_next_deal(context, table)
    stream = record_of(afresh(context), table)
    assert [each.deal for each in stream.events if isinstance(each, DealOpened)][1:] == [str(deal)]
