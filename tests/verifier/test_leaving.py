"""Clocks and leaving in the evidence: deadlines follow from recorded times, or the check fails."""

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

import pytest

from service.context import Context
from service.play import leaving
from service.play.deals import find_deal
from service.play.progress import record_deal
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    at_table,
    context_in_memory,
    move,
    on,
    opened,
    turn,
)
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import bundled, failing, verdicts
from tests.verifier.mutations import rechained
from tests.verifier.older import in_old_form
from tests.verifier.parity import are_alike
from tests.workers.conftest import command
from verifier.bundle import Bundle, write
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS
from workers.sweep import sweep
from workers.turns import play_bots


class PlayedTable(NamedTuple):
    """The evidence of a series: its table, and its deals."""

    table: Bundle
    deals: tuple[Bundle, ...]


@pytest.fixture(scope="module")
def left_table() -> PlayedTable:
    """A deal with a late move, a stand-in, and a return; and one in which a seat resigned."""
    with RUNTIME.stopped():
        context = context_in_memory()
        table = opened(context, game="durak", seats=2, time_bank=5, turn_limit=10)
        first = turn(context, table)
        RUNTIME.pass_time(9)
        move(context, table, first)
        other = turn(context, table)
        RUNTIME.pass_time(15)
        sweep(context)
        deal = on(context, table)
        play_bots(context, deal.id)
        leaving.come_back(context, deal.id, other, command(f"seat:{other}"))
        RUNTIME.pass_time(1)
        move(context, table, turn(context, table))
        leaving.leave_deal(context, deal.id, other, command(f"seat:{other}"))
        while not on(context, table).over:
            RUNTIME.pass_time(1)
            if play_bots(context, deal.id) == 0:
                move(context, table, first)
        record_deal(context, deal.id)
        leaving.resign(context, on(context, table).id, first, command(f"seat:{first}"))
        record_deal(context, on(context, table).id)
        assert at_table(context, table).status == "over"
        return played_table(context, table)


def played_table(context: Context, table: UUID) -> PlayedTable:
    stream = context.streams.table(table)
    assert stream is not None
    deals = [find_deal(context, UUID(line.deal)) for line in stream.state.deals]
    return PlayedTable(
        bundled(stream.records, view="public", receipts=False, logged=False),
        tuple(bundled(deal.records, receipts=False, logged=False) for deal in deals),
    )


@pytest.fixture(scope="module")
def closed() -> PlayedTable:
    """A series of two deals in which the player who left stays away, and which is closed.

    There is a pause between them, in which that player is ready by the record.
    """
    with RUNTIME.stopped():
        context = context_in_memory()
        table = opened(context, bots=(0, 1, 2), options={"loss_target": 12}, pause_seconds=30)
        first = on(context, table)
        leaving.leave_deal(context, first.id, 3, command("seat:3"))
        while not on(context, table).over:
            RUNTIME.pass_time(10)
            sweep(context)
        record_deal(context, first.id)
        leaving.close_table(context, OWNER, table, command())
        return played_table(context, table)


def cases(left_table: PlayedTable) -> tuple[Case, ...]:
    return tuple(map(Case, left_table.deals))


def at(bundle: Bundle, kind: str) -> int:
    """The index of the first event of a type."""
    name = f'"type":"{kind}"'.encode()
    return next(place for place, entry in enumerate(bundle.events) if name in entry.body)


def altered(bundle: Bundle, place: int, old: bytes, new: bytes) -> Bundle:
    """The record with an altered event, and matching hashes."""
    events = list(bundle.events)
    body = events[place].body
    assert old in body, body
    events[place] = events[place]._replace(body=body.replace(old, new))
    return rechained(bundle, events)


def without(bundle: Bundle, *positions: int) -> Bundle:
    kept = [entry for place, entry in enumerate(bundle.events) if place not in positions]
    return rechained(bundle, kept)


def test_it_holds(left_table: PlayedTable, closed: PlayedTable) -> None:
    for each in (left_table, closed):
        said = verdicts(each.table, others=cases(each))
        assert {name for name, one in said.items() if one.status == FAILS} == set()
        assert said["series"].status == said["consequences"].status == HOLDS
        for deal in each.deals:
            assert failing(deal) == []
            assert verdicts(deal)["consequences"].status == HOLDS


def test_both_languages_say_the_same(left_table: PlayedTable, closed: PlayedTable) -> None:
    every = [*left_table.deals, *closed.deals]
    for bundle, said in zip(every, said_of({"raw": base64(write(b))} for b in every), strict=True):
        for one, other in zip(verdicts(bundle).values(), said, strict=True):
            assert other.status != FAILS
            assert are_alike(one, other), (one, other)
    for each in (left_table, closed):
        others = [base64(write(deal)) for deal in each.deals]
        (said,) = said_of([{"raw": base64(write(each.table)), "others": others}])
        assert FAILS not in {one.status for one in said}, said


def time_of(bundle: Bundle, place: int) -> bytes:
    """The time of an event, from its body."""
    return bundle.events[place].body.partition(b'"at":')[2].partition(b",")[0]


def later(bundle: Bundle, place: int, by: int) -> Bundle:
    """The append that contains this event, at another time; later ones are moved as well."""
    made = bundle
    for each in range(place, len(bundle.events)):
        old = time_of(bundle, each)
        made = altered(made, each, b'"at":' + old, b'"at":' + str(int(old) + by).encode())
    return made


def test_a_move_after_its_deadline_is_found(left_table: PlayedTable) -> None:
    deal = left_table.deals[0]
    place = at(deal, "durak.attacked")
    assert failing(later(deal, place, 5_999_999)) != []  # later deadlines differ then
    said = verdicts(later(deal, place, 6_000_000))["consequences"]
    assert (said.status, said.position) == (FAILS, place + 1)
    assert "after a deadline" in said.detail
    assert "[L2]" in said.detail


@pytest.mark.parametrize("field", ["since", "until", "seat"])
def test_a_wrong_deadline_is_detected(field: str, left_table: PlayedTable) -> None:
    deal = left_table.deals[0]
    place = at(deal, "deal.time_over")
    old = deal.events[place].body.partition(f'"{field}":'.encode())[2]
    digits = old.partition(b",")[0].partition(b"}")[0]
    other = str(int(digits) + 1 if field != "seat" else 1 - int(digits)).encode()
    forged = altered(deal, place, f'"{field}":'.encode() + digits, f'"{field}":'.encode() + other)
    follows = ["actors"] if field == "seat" else []  # another seat's turn is taken over after it
    assert failing(forged) == [*follows, "consequences"]


def test_a_premature_timeout_is_detected(left_table: PlayedTable) -> None:
    deal = left_table.deals[0]
    place = at(deal, "deal.time_over")
    said = verdicts(later(deal, place, -1))["consequences"]
    assert (said.status, said.position) == (FAILS, place + 1)
    assert "not over yet" in said.detail


@pytest.fixture(scope="module")
def back() -> Bundle:
    """A deal with a turn of 10 s, left after 8 and continued after 9; then the other player
    resigns.
    """
    with RUNTIME.stopped():
        context = context_in_memory()
        table = opened(context, game="durak", seats=2, turn_limit=10)
        first, deal = turn(context, table), on(context, table)
        RUNTIME.pass_time(8)
        leaving.leave_deal(context, deal.id, first, command(f"seat:{first}"))
        RUNTIME.pass_time(1)
        leaving.come_back(context, deal.id, first, command(f"seat:{first}"))
        leaving.resign(context, deal.id, 1 - first, command(f"seat:{1 - first}"))
        return played_table(context, table).deals[0]


@pytest.mark.parametrize("kind", ["deal.seat_taken_over", "deal.resigned", "deal.abandoned"])
def test_leaving_after_a_deadline_is_detected(kind: str, back: Bundle) -> None:
    """The record would have to say that the time was over."""
    assert failing(back) == []
    place = at(back, kind)
    early = 2_000_000 if kind == "deal.seat_taken_over" else 1_000_000
    said = verdicts(later(back, place, early))["consequences"]
    assert (said.status, said.position) == (FAILS, place + 1)
    assert "after a deadline" in said.detail
    assert "[L2]" in said.detail
    assert verdicts(later(back, place, early - 1_000_001))["consequences"].status == HOLDS


def test_a_return_to_a_turn_that_was_used_up_is_found(back: Bundle) -> None:
    place = at(back, "deal.seat_returned")
    said = verdicts(later(back, place, 1_000_000))["consequences"]
    assert (said.status, said.position) == (FAILS, place + 1)
    assert "used up" in said.detail
    assert "[L3]" in said.detail


def test_leaving_and_returning_is_judged_by_the_rules_of_the_time(back: Bundle) -> None:
    """In records from before a return began a turn, when only the times of moves were checked."""
    place = at(back, "deal.clock_set")
    before = altered(back, place, b',"stand_ins_wait":true', b"")
    before = in_old_form(altered(before, place, b'"schema":2', b'"schema":1'))
    for kind in ("deal.seat_taken_over", "deal.seat_returned", "deal.resigned"):
        late = later(before, at(before, kind), 11_000_000)
        assert failing(late) == []
        assert verdicts(late)["consequences"].status == HOLDS


Forge = Callable[[PlayedTable], tuple[Bundle, tuple[Case, ...]]]


def of_table(kind: str, old: bytes, new: bytes) -> Forge:
    return lambda left_table: (
        altered(left_table.table, at(left_table.table, kind), old, new),
        cases(left_table),
    )


def of_deal(number: int, kind: str, old: bytes, new: bytes) -> Forge:
    def forge(left_table: PlayedTable) -> tuple[Bundle, tuple[Case, ...]]:
        deals = list(left_table.deals)
        deals[number] = altered(deals[number], at(deals[number], kind), old, new)
        return left_table.table, tuple(map(Case, deals))

    return forge


@pytest.mark.parametrize(
    "forge",
    [
        of_table("table.deal_abandoned", b'"resigned"', b'"left"'),
        of_table("table.deal_abandoned", b'"resigned"', b'"closed"'),
        of_table("table.deal_abandoned", b'"seats":[', b'"seats":[7,'),
        of_table("table.opened", b'"turn_limit":10', b'"turn_limit":11'),
        of_table("table.opened", b'"turn_limit":10', b'"turn_limit":null'),
        of_table("table.opened", b'"stand_in":"medium"', b'"stand_in":"easy"'),
        of_table("table.opened", b'"abandon":"bot"', b'"abandon":"forfeit"'),
        of_deal(1, "deal.abandoned", b'"resigned"', b'"left"'),
        lambda left_table: (
            without(left_table.table, len(left_table.table.events) - 1),
            cases(left_table),
        ),
        lambda left_table: (
            without(left_table.table, len(left_table.table.events) - 2),
            cases(left_table),
        ),
    ],
)
def test_contradictions_between_table_and_deals_are_detected(
    forge: Forge, left_table: PlayedTable
) -> None:
    table, others = forge(left_table)
    names = failing(table, others=others)
    assert names, "the table, with its deals"
    assert set(names) <= {"consequences", "score", "series"}


@pytest.mark.parametrize(
    "forge",
    [
        of_table("table.deal_abandoned", b'"seats":[]', b'"seats":[3]'),
        of_deal(1, "deal.seat_taken_over", b'"medium"', b'"easy"'),
        lambda left_table: (
            left_table.table,
            (
                Case(left_table.deals[0]),
                Case(without(left_table.deals[1], at(left_table.deals[1], "deal.seat_taken_over"))),
            ),
        ),
        lambda left_table: (
            without(left_table.table, len(left_table.table.events) - 1),
            cases(left_table),
        ),
    ],
)
def test_false_absence_and_closing_are_detected(forge: Forge, closed: PlayedTable) -> None:
    table, others = forge(closed)
    assert failing(table, others=others)


def test_absence_cannot_be_checked_without_the_deal_before(closed: PlayedTable) -> None:
    assert failing(closed.table, others=cases(closed)[1:]) == []


def test_a_forfeit_where_a_bot_stands_in_is_found(left_table: PlayedTable) -> None:
    place = at(left_table.deals[1], "deal.abandoned")
    deal = altered(left_table.deals[1], place, b'"resigned"', b'"left"')
    table = altered(
        left_table.table, at(left_table.table, "table.deal_abandoned"), b'"resigned"', b'"left"'
    )
    said = verdicts(table, others=(Case(left_table.deals[0]), Case(deal)))["series"]
    assert (said.status, "bot stands in" in said.detail) == (FAILS, True)
