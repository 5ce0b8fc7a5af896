"""Two persons with one invitation, at the same moment, over stores of every kind."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest

from domain.table.guests import INVITATION
from service.access.credentials import GuestHolder
from service.context import Context
from service.players import guests
from service.problems import Code, Problem
from service.seats import taking
from service.tables import creation
from tests.simulation.tables import OWNER, assert_proved, at_table, context_in_memory
from tests.workers.conftest import afresh, command

PERSONS = 4
MORE = {"seat": None, "ref": None, "metadata": None}


def invited(context: Context) -> UUID:
    """A table for four persons, and an invitation to it."""
    fields = creation.NewTable(game="goat", name="yard", options={})
    table = creation.open_table(context, OWNER, fields, command(OWNER.actor)).table.id
    by = command(OWNER.actor)
    guests.admit_guest(
        context, OWNER, table, INVITATION, name="Eve", seconds=60, limit=5, command=by, more=MORE
    )
    return table


def race(context: Context, *, same: bool) -> None:
    """Four persons sit down, on one seat or on seats of their own."""
    table = invited(context)
    who, together = GuestHolder(table, INVITATION, 1), Barrier(PERSONS)

    def sit(number: int) -> Code | None:
        mine, seat = afresh(context), 0 if same else number
        together.wait()
        person = creation.NewSeat(f"P{number}")
        try:
            taking.take_seat(mine, who, table, seat, new_seat=person, command=command(who.actor))
        except Problem as problem:
            return problem.code
        return None

    with ThreadPoolExecutor(PERSONS) as threads:
        said = [*threads.map(sit, range(PERSONS))]
    assert sorted(said, key=str) == [None, *[Code.INVITATION_USED] * (PERSONS - 1)]
    state = at_table(context, table)
    assert len([each for each in state.players if each is not None]) == 1
    assert_proved(context, table)


@pytest.mark.parametrize("same", [True, False], ids=["one seat", "seats of their own"])
def test_exactly_one_gets_in(context: Context, *, same: bool) -> None:
    race(context, same=same)


def test_exactly_one_gets_in_over_the_store_in_memory() -> None:
    race(context_in_memory(), same=False)
