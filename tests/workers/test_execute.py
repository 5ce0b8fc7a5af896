"""One way to write: what a command costs, what it gets, and on what it is decided."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.event import Text
from domain.table.events import SeatLeft, SeatTaken
from events.store import Appended
from service.clocks.deadlines import events_of_leaving, table_of
from service.commands import Command
from service.context import Context
from service.deals.moves import play_move
from service.deals.streams import decision, find_deal, in_deal
from service.problems import Code, Problem
from service.seats import leaving
from service.seats.taking import take_seat
from service.streams import DEALS, Deal, Done, Effect
from service.tables.creation import NewSeat
from service.tables.progress import at_table as execute_at_table
from tests.memory.store import MemoryStore
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    assert_proved,
    at_table,
    context_in_memory,
    moves_of,
    on,
    opened,
    refused,
    turn,
)
from tests.workers.conftest import afresh, command


@dataclass
class Trips(MemoryStore):
    """A store that notes what it is asked."""

    calls: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def append(self, *given: Any, **more: Any) -> Appended:
        calls = [*self.calls, "append"]
        try:
            return super().append(*given, **more)
        finally:
            self.calls[:] = calls  # what it asks itself is no question

    def load(self, *given: Any, **more: Any) -> Any:
        self.calls.append("load")
        return super().load(*given, **more)


@pytest.fixture
def store() -> Trips:
    return Trips()


@pytest.fixture
def context(store: Trips) -> Context:
    return context_in_memory(store)


@pytest.fixture
def table(context: Context) -> UUID:
    return opened(context, turn_limit=None)


def seated(context: Context, table: UUID) -> tuple[Deal, int, Any]:
    """The deal, the seat that is to act, and a move of it."""
    deal, seat = on(context, table), turn(context, table)
    return deal, seat, moves_of(deal, seat)[0]


def next_move(context: Context, table: UUID, by: Command | None = None) -> Callable[[], Done[Deal]]:
    deal, seat, move = seated(context, table)
    made = by or command(f"seat:{seat}")
    return lambda: play_move(context, deal.id, seat, move, command=made)


# --- Round trips --------------------------------------------------------------------------------


def test_a_move_is_appended_without_another_question(
    store: Trips, context: Context, table: UUID
) -> None:
    move = next_move(context, table)
    store.calls.clear()
    assert not move().replayed
    assert store.calls == ["append"]


def test_a_second_try_is_the_second_trip(store: Trips, context: Context, table: UUID) -> None:
    """Another player has left meanwhile, in another process."""
    deal, seat, move = seated(context, table)
    other, by = (seat + 1) % 4, command(f"seat:{seat}")
    leaving.leave_deal(afresh(context), deal.id, other, command(f"seat:{other}"))
    store.calls.clear()
    done = play_move(context, deal.id, seat, move, command=by)
    assert store.calls == ["append", "append"]
    assert {each.command_id for each in done.records} == {by.id}
    assert done.stream == find_deal(afresh(context), deal.id)
    assert_proved(context, table)


def test_a_first_command_on_a_stream_reads_it(store: Trips, context: Context, table: UUID) -> None:
    deal, seat, move = seated(context, table)
    elsewhere = afresh(context)
    store.calls.clear()
    play_move(elsewhere, deal.id, seat, move, command=command(f"seat:{seat}"))
    assert store.calls == ["load", "append"]


# --- On what it is decided ----------------------------------------------------------------------


def test_nobody_is_refused_on_what_was_remembered(
    store: Trips, context: Context, table: UUID
) -> None:
    """By what is remembered it is another seat's turn."""
    elsewhere = afresh(context)
    deal = next_move(elsewhere, table)().stream
    seat = turn(elsewhere, table)
    move = moves_of(deal, seat)[0]
    store.calls.clear()
    done = play_move(context, deal.id, seat, move, command=command(f"seat:{seat}"))
    assert store.calls == ["load", "append"]
    assert done.stream.version > deal.version


def test_a_refusal_is_by_the_deal_as_it_is(store: Trips, context: Context, table: UUID) -> None:
    deal, seat, move = seated(context, table)
    other = (seat + 1) % 4
    store.calls.clear()
    with pytest.raises(Problem):
        play_move(context, deal.id, other, move, command=command(f"seat:{other}"))
    assert store.calls == ["load"]


def test_the_state_that_was_decided_is_kept(context: Context, table: UUID) -> None:
    deal, by, made = on(context, table), command("seat:1"), list[Effect]()

    def decide(before: Deal) -> Effect:
        left = events_of_leaving(table_of(context, before), before, 1, "left")
        made.append(decision(before, left, by, at=RUNTIME.now()))
        return made[-1]

    done = in_deal(context, deal.id, by, decide)
    assert len(made) == 1
    assert done.stream.folded is made[0].after
    assert done.stream.events[-1] is made[0].events[-1]


# --- Repeated -----------------------------------------------------------------------------------


def test_a_repeated_command_gets_its_first_result(
    store: Trips, context: Context, table: UUID
) -> None:
    by = command(f"seat:{turn(context, table)}")._replace(fingerprint=b"one")
    move = next_move(context, table, by)
    first = move()
    next_move(context, table)()
    store.calls.clear()
    again = move()
    assert store.calls == []
    assert (again.replayed, again.records) == (True, first.records)


@pytest.mark.parametrize("knows", [False, True])
def test_a_command_that_another_process_has_appended_gets_its_first_result(
    knows: bool,  # noqa: FBT001
    context: Context,
    table: UUID,
) -> None:
    deal, seat, move = seated(context, table)
    by = command(f"seat:{seat}")._replace(fingerprint=b"one")
    first = play_move(afresh(context), deal.id, seat, move, command=by)
    if knows:
        find_deal(context, deal.id)
    again = play_move(context, deal.id, seat, move, command=by)
    assert (again.replayed, again.records) == (True, first.records)


@pytest.mark.parametrize("same", [False, True])
def test_another_request_under_the_same_key_is_refused(
    same: bool,  # noqa: FBT001
    context: Context,
    table: UUID,
) -> None:
    """In the process that has appended it, and in another one."""
    deal, seat, move = seated(context, table)
    by = command(f"seat:{seat}")._replace(fingerprint=b"one")
    play_move(context if same else afresh(context), deal.id, seat, move, command=by)
    other = by._replace(fingerprint=b"another")
    refused(Code.KEY_REUSED, lambda: play_move(context, deal.id, seat, move, command=other))


def test_a_command_on_a_stream_that_is_not_there(context: Context) -> None:
    refused(Code.NOT_FOUND, lambda: in_deal(context, UUID(int=5), command(), lambda _: None))


def test_a_stream_is_opened_once(context: Context, table: UUID) -> None:
    deal = on(context, table)
    made = Effect(deal.events, deal.folded, deal.records[0].at)
    done = context.streams.open(DEALS, deal.id, command(), made)
    assert (done.replayed, done.records, done.stream.version) == (True, (), deal.version)


# --- Seats --------------------------------------------------------------------------------------


def test_nobody_leaves_a_seat_or_takes_it_once_all_are_taken(context: Context, table: UUID) -> None:
    """So what is remembered of the seats of such a table stays true, and their tokens with it."""
    players, late = at_table(context, table).players, NewSeat("Late")
    for seat in range(4):
        by = command(OWNER.actor)
        refused(
            Code.SEAT_TAKEN,
            lambda: take_seat(context, OWNER, table, seat, new_seat=late, command=by),  # noqa: B023
        )
        refused(
            Code.TABLE_STARTED,
            lambda: leaving.leave_seat(context, OWNER, table, seat, by),  # noqa: B023
        )
        for wrong in (SeatLeft(seat), SeatTaken(seat, Text("Late"), None, None, None)):
            refused(
                Code.NOT_ALLOWED,
                lambda: execute_at_table(context, table, by, lambda _: (wrong,)),  # noqa: B023
            )
    leaving.close_table(context, OWNER, table, command(OWNER.actor))
    assert at_table(context, table).players == players
