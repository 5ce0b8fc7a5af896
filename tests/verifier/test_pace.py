"""If no person is present, a stand-in must wait (L3), or the verifier reports that it did not."""

from typing import Any

import pytest

from domain.kernel.leaving import ClockSet
from service.play import leaving, progress
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import OWNER, context_in_memory, on, opened
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import failing, verdicts
from tests.verifier.older import in_old_form
from tests.verifier.parity import are_alike
from tests.verifier.test_leaving import PlayedTable, altered, at, cases, later, played_table
from tests.workers.conftest import command
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS, HOLDS
from workers.sweep import sweep


def played(*, waits: bool) -> PlayedTable:
    """A deal in which the only person was late and stayed away, and the next one, by today's rules.

    Args:
        waits: Whether the first one was opened so that a stand-in waits, or with the older rules.
    """
    with RUNTIME.stopped():
        context = context_in_memory()
        with pytest.MonkeyPatch.context() as before:

            def clock_set(turn: int, bank: int, **_: Any) -> ClockSet:
                return ClockSet(turn, bank, stand_ins_wait=waits)

            before.setattr(progress, "ClockSet", clock_set)
            table = opened(context, game="durak", seats=2, bots=(1,), stand_in="easy")
        first = on(context, table)
        while on(context, table).id == first.id:
            sweep(context, overdue=0)
            RUNTIME.pass_time(10)
        leaving.come_back(context, on(context, table).id, 0, command("seat:0"))
        leaving.close_table(context, OWNER, table, command())
        return played_table(context, table)


@pytest.fixture(scope="module")
def alone() -> PlayedTable:
    return played(waits=True)


def waited(bundle: Bundle) -> int:
    """The position of a move for which a stand-in has waited."""
    return next(
        place
        for place, entry in enumerate(bundle.events)
        if b'"actor":"bot:0:' in entry.body and place > at(bundle, "deal.seat_taken_over")
    )


@pytest.mark.parametrize("waits", [True, False])
def test_it_holds_and_so_do_series_that_began_before(*, waits: bool) -> None:
    made = played(waits=waits)
    said = verdicts(made.table, others=cases(made))
    assert {name for name, one in said.items() if one.status == FAILS} == set()
    for deal in made.deals:
        assert failing(deal) == []
        assert verdicts(deal)["consequences"].status == HOLDS
    _see_in_javascript(made)


def _see_in_javascript(made: PlayedTable) -> None:
    others = [base64(write(deal)) for deal in made.deals]
    said, *of_deals = said_of(
        [{"raw": base64(write(made.table)), "others": others}, *({"raw": raw} for raw in others)]
    )
    assert FAILS not in {one.status for one in said}, said
    for deal, verdict in zip(made.deals, of_deals, strict=True):
        for one, other in zip(verdicts(deal).values(), verdict, strict=True):
            assert are_alike(one, other), (one, other)


def test_a_stand_in_that_did_not_wait_is_found(alone: PlayedTable) -> None:
    deal = alone.deals[0]
    place = waited(deal)
    said = verdicts(later(deal, place, -1))["consequences"]
    assert (said.status, said.position) == (FAILS, place + 1)
    assert "did not wait" in said.detail
    assert "[L3]" in said.detail
    assert verdicts(later(deal, place, 1))["consequences"].status == HOLDS


def of_before(bundle: Bundle) -> Bundle:
    """The same in the older form, without waiting; and in this one no person is present."""
    place = at(bundle, "deal.clock_set")
    plain = altered(bundle, place, b',"stand_ins_wait":true', b"")
    plain = in_old_form(altered(plain, place, b'"schema":2', b'"schema":1'))
    return later(plain, waited(plain), -10_000_000)


def test_a_record_of_before_is_judged_by_what_held_then(alone: PlayedTable) -> None:
    before = of_before(alone.deals[0])
    assert failing(before) == []
    assert verdicts(before)["consequences"].status == HOLDS
    (said,) = said_of([{"raw": base64(write(before))}])
    assert FAILS not in {one.status for one in said}, said
