"""Events are judged against the table that they are appended to, whatever happened before."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.event import Digest, Event, Text
from domain.table.events import DealOpened, SeatTaken
from domain.table.guests import AUDITOR, READER, WATCHER, Guests, GuestScope
from service.access.credentials import GuestHolder, SeatHolder
from service.commands import Command
from service.context import Context
from service.disputes import use_cases
from service.ids import hashed
from service.players import guests
from service.problems import Code
from service.seats import leaving, taking
from service.tables import creation
from service.tables.progress import at_table as execute_at_table
from service.tables.progress import record_deal
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    Racing,
    assert_proved,
    at_table,
    commit,
    context_in_memory,
    on,
    opened,
    record_of,
    refused,
)
from tests.workers.conftest import afresh, command

pytestmark = pytest.mark.usefixtures("stopped")
DAY = 86_400


@pytest.fixture
def racing() -> Racing:
    return Racing()


# --- Auditors -----------------------------------------------------------------------------------


def let_in(context: Context, table: UUID, made: Command, kind: GuestScope, **more: Any) -> None:
    """Let in a guest, by default by seat 0."""
    by = more.pop("by", SeatHolder(table, 0))
    terms: Any = {"name": "Eve", "seconds": DAY, "limit": 5, **more}
    guests.admit_guest(context, by, table, kind, command=made, **terms)


def disputed(context: Context, count: int = 2) -> tuple[UUID, UUID]:
    """A table whose deal is over and disputed, with an auditor; and the deal."""
    table = opened(context, abandon="forfeit", seats=4)
    deal = on(context, table).id
    for seat in (0, 2):
        leaving.resign(context, deal, seat, command(f"seat:{seat}"))
    record_deal(context, deal)
    let_in(context, table, command(OWNER.actor), AUDITOR, by=OWNER)
    claim: Any = {"at": 1, "claim": "deal", "text": "No.", "limit": 5}
    for _ in range(count):
        use_cases.open_dispute(
            context, SeatHolder(table, 1), deal, **claim, command=command("seat:1")
        )
    return table, deal


def rule(context: Context, table: UUID, deal: UUID) -> None:
    judge, ruling = GuestHolder(table, AUDITOR, 1), command("auditor:1")
    said: Any = {"ruling": "dismissed", "adjustment": (), "text": "So."}
    use_cases.rule_dispute(context, judge, deal, 1, **said, command=ruling)


def dismiss(context: Context, table: UUID) -> None:
    guests.dismiss_guest(context, OWNER, table, AUDITOR, 1, command=command(OWNER.actor))


def test_an_auditor_who_is_dismissed_meanwhile_rules_nothing(racing: Racing) -> None:
    """Between the decision on the ruling and its append."""
    context = context_in_memory(racing)
    table, deal = disputed(context)
    racing.between = lambda: dismiss(afresh(context), table)
    refused(Code.UNAUTHENTICATED, rule, context, table, deal)
    assert all(each.ruled is None for each in at_table(context, table).disputes.disputes)
    assert_proved(context, table)


def test_the_time_of_an_auditor_is_that_of_the_ruling() -> None:
    context = context_in_memory()
    table, deal = disputed(context)
    RUNTIME.pass_time(DAY)
    refused(Code.NOT_ALLOWED, rule, context, table, deal)
    assert_proved(context, table)


def test_a_deal_that_was_given_up_can_be_disputed() -> None:
    context = context_in_memory()
    table, deal = disputed(context)
    rule(context, table, deal)
    assert_proved(context, table)


# --- Seats that change hands ----------------------------------------------------------------------


def sit(context: Context, table: UUID, seat: int) -> str:
    """A player takes a seat; returns the seat's token."""
    fields = creation.NewSeat(f"P{seat}", commits=True)
    done = taking.take_seat(
        context, OWNER, table, seat, new_seat=fields, command=command(OWNER.actor)
    )
    return done.tokens[0].token


def held(token: str, seat: int) -> Command:
    """A command that comes with the token of a seat."""
    return command(f"seat:{seat}")._replace(token=Digest(hashed(token).hex()))


def half_empty(context: Context) -> tuple[UUID, str]:
    """A table with one person on seat 0, who adds seeds; and their token."""
    fields = creation.NewTable(game="durak", name="yard", options={})
    table = creation.open_table(context, OWNER, fields, command(OWNER.actor)).table.id
    return table, sit(context, table, 0)


ACTS: dict[str, Callable[[Context, UUID, Command], object]] = {
    "commit": lambda context, table, by: commit(context, table, 0, command=by),
    "leave": lambda context, table, by: leaving.leave_seat(
        context, SeatHolder(table, 0), table, 0, by
    ),
    "admit a watcher": partial(let_in, kind=WATCHER),
    "admit a reader": partial(let_in, kind=READER, more={"deal": None}),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_old_token_does_nothing_for_the_next_player(name: str, racing: Racing) -> None:
    """Its player leaves, and another player takes the seat, before the command is appended."""
    context = context_in_memory(racing)
    table, token = half_empty(context)

    def change_hands() -> None:
        elsewhere = afresh(context)
        leaving.leave_seat(elsewhere, OWNER, table, 0, command(OWNER.actor))
        sit(elsewhere, table, 0)

    racing.between = change_hands
    refused(Code.UNAUTHENTICATED, ACTS[name], context, table, held(token, 0))
    state = at_table(context, table)
    assert state.players[0] is not None
    assert (state.commitments[0], state.guests) == (None, Guests())
    assert_proved(context, table)


@pytest.mark.parametrize("name", ACTS)
def test_a_token_does_it_while_its_player_sits_there(name: str) -> None:
    context = context_in_memory()
    table, token = half_empty(context)
    ACTS[name](context, table, held(token, 0))
    assert_proved(context, table)


def test_impossible_events_are_not_appended() -> None:
    """Whatever its origin, an event that verifiers would refuse is refused."""
    context = context_in_memory()
    table, _ = half_empty(context)
    stream = record_of(context, table)
    taken = SeatTaken(0, Text("Bob"), None, None, None)
    wrong: Event
    for wrong in (taken, DealOpened(1, stream.opened.table)):
        refused(
            Code.NOT_ALLOWED,
            partial(execute_at_table, context, table, command("system"), lambda _: (wrong,)),  # noqa: B023
        )
    assert context.store.versions([table]) == {table: 2}
