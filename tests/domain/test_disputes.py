"""The disputes of a table: claims and rulings, and their effect on the ledger."""

import time
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.event import Event, Id, Text
from domain.table.disputes import (
    MOST,
    DisputeAnswered,
    DisputeAppealed,
    DisputeEvent,
    DisputeOpened,
    DisputeRuled,
    Disputes,
    DisputeWithdrawn,
    Ruling,
    judged,
    may_follow,
)
from domain.table.events import TableBranched
from domain.table.series import fold_table, recorded
from tests.domain.test_series import FULL_TABLE, HEAD, after, deal_id, lost

FIRST, SECOND = deal_id(1), deal_id(2)
PLAYED = after(FULL_TABLE, lost(1, 2), lost(0, 1))


def opened(deal: Id = FIRST, number: int = 1) -> DisputeOpened:
    return DisputeOpened(deal, number, 2, 17, "legality", Text("He had a heart."))


def ruled(deal: Id = FIRST, number: int = 1, *points: int) -> DisputeRuled:
    ruling: Ruling = "upheld" if any(points) else "dismissed"
    return DisputeRuled(deal, number, ruling, points or (0, 0), Text("So."), auditor=1)


def disputes(*events: Event) -> Disputes:
    return fold_table((*PLAYED, *events)).disputes


def test_disputes_are_numbered_by_deal() -> None:
    known = disputes(opened(), opened(SECOND), opened(FIRST, 2))
    assert [each.opened.dispute for each in known.of(FIRST)] == [1, 2]
    assert [each.opened.dispute for each in known.of(SECOND)] == [1]
    assert known.of(deal_id(3)) == ()


def test_a_ruling_is_that_of_its_dispute_alone() -> None:
    known = disputes(opened(), opened(SECOND), opened(FIRST, 2), ruled(FIRST, 2, 1, -1))
    assert [each.ruled is not None for each in known.disputes] == [False, True, False]


def test_a_ruling_adjusts_the_ledger_and_no_history() -> None:
    before = fold_table(PLAYED)
    later = (opened(SECOND), ruled(SECOND), opened(SECOND, 2))
    table = fold_table((*PLAYED, opened(), ruled(FIRST, 1, -2, 3), *later))
    assert before.ledger == before.score.points == (1, 2)
    assert table.ledger == (-1, 5)
    assert (table.score, table.deals, table.status) == (before.score, before.deals, before.status)


def test_no_dispute_is_no_change() -> None:
    assert Disputes().adjusted((3, 4)) == (3, 4)


def test_answers_stand_with_their_dispute() -> None:
    known = disputes(opened(), opened(SECOND), ANSWERED, replace(ANSWERED, seat=3))
    assert [len(each.answers) for each in known.disputes] == [2, 0]
    assert [each.seat for each in known.of(FIRST)[0].answers] == [1, 3]


def may(known: Disputes, event: DisputeEvent, *, last: int = 40, appeals: bool = True) -> bool:
    """Whether an event may follow where auditors 1 and 2 may rule."""
    return may_follow(
        known,
        event,
        last=last,
        seats=4,
        sides=2,
        may_rule=range(1, 3).__contains__,
        may_appeal=lambda _: appeals,
    )


RULED = ruled()
AGAIN = replace(RULED, auditor=2)
WITHDRAWN = DisputeWithdrawn(FIRST, 1, 2)
APPEALED = DisputeAppealed(FIRST, 1, 3, Text("So not."))
ANSWERED = DisputeAnswered(FIRST, 1, 1, Text("I had none."))


@pytest.mark.parametrize(
    ("before", "event", "can"),
    [
        ((), opened(), True),
        ((), opened(FIRST, 2), False),
        ((), opened(deal_id(9)), False),
        ((), replace(opened(), seat=4), False),
        ((opened(),), opened(FIRST, 2), True),
        ((), RULED, False),
        ((opened(),), RULED, True),
        ((opened(),), replace(RULED, adjustment=(1,)), False),
        ((opened(),), replace(RULED, adjustment=(1, -1)), False),
        ((opened(),), replace(RULED, adjustment=(1, -1), ruling="upheld"), True),
        ((), replace(opened(), at=0), False),
        ((), replace(opened(), at=41), False),
        ((opened(), RULED), RULED, False),
        ((), ANSWERED, False),
        ((opened(),), ANSWERED, True),
        ((opened(), ANSWERED), ANSWERED, True),
        ((opened(),), replace(ANSWERED, dispute=2), False),
        ((opened(),), replace(ANSWERED, seat=4), False),
        ((opened(),), replace(ANSWERED, deal=SECOND), False),
        ((opened(), RULED), ANSWERED, False),
        ((opened(),), replace(RULED, auditor=3), False),
        ((), WITHDRAWN, False),
        ((opened(),), WITHDRAWN, True),
        ((opened(),), replace(WITHDRAWN, seat=1), False),
        ((opened(), WITHDRAWN), WITHDRAWN, False),
        ((opened(), WITHDRAWN), ANSWERED, False),
        ((opened(), WITHDRAWN), RULED, False),
        ((opened(), WITHDRAWN), APPEALED, False),
        ((opened(), RULED), WITHDRAWN, False),
        ((opened(),), APPEALED, False),
        ((opened(), RULED), APPEALED, True),
        ((opened(), RULED), replace(APPEALED, seat=4), False),
        ((opened(), RULED), AGAIN, False),
        ((opened(), RULED, APPEALED), APPEALED, False),
        ((opened(), RULED, APPEALED), RULED, False),
        ((opened(), RULED, APPEALED), AGAIN, True),
        ((opened(), RULED, APPEALED), ANSWERED, True),
        ((opened(), RULED, APPEALED), WITHDRAWN, False),
        ((opened(), RULED, APPEALED, AGAIN), APPEALED, False),
        ((opened(), RULED, APPEALED, AGAIN), replace(RULED, auditor=1), False),
        ((opened(), RULED, APPEALED, AGAIN), ANSWERED, False),
    ],
)
def test_possible_next_events(before: tuple[Event, ...], event: Any, can: bool) -> None:  # noqa: FBT001
    last = 40 if getattr(event, "deal", None) in (FIRST, SECOND) else 0
    assert may(disputes(*before), event, last=last) is can


def test_without_a_second_auditor_there_is_no_appeal() -> None:
    known = disputes(opened(), RULED)
    assert may(known, APPEALED)
    assert not may(known, APPEALED, appeals=False)


def test_the_ruling_on_the_appeal_is_in_force() -> None:
    first, second = ruled(FIRST, 1, -2, 2), replace(ruled(FIRST, 1, -1, 1), auditor=2)
    begun = (*PLAYED, opened(), first, APPEALED)
    tables = [fold_table(begun), fold_table((*begun, second))]
    assert [table.ledger for table in tables] == [(-1, 4), (0, 3)]
    assert [table.disputes.of(FIRST)[0].status for table in tables] == ["appealed", "ruled"]


@pytest.mark.parametrize(("count", "can"), [(MOST - 1, True), (MOST, False)])
def test_a_deal_has_so_many_disputes(count: int, *, can: bool) -> None:
    known = disputes(*(opened(FIRST, 1 + n) for n in range(count)))
    another = opened(FIRST, count + 1)
    assert may(known, another) is can
    assert may(known, opened(SECOND))


@pytest.mark.parametrize(("count", "can"), [(MOST - 1, True), (MOST, False)])
def test_a_dispute_has_so_many_answers(count: int, *, can: bool) -> None:
    known = disputes(opened(), opened(FIRST, 2), *(ANSWERED,) * count)
    assert may(known, ANSWERED) is can
    other = replace(ANSWERED, dispute=2)
    assert may(known, other)


def test_a_disputes_takes_time_by_its_length_and_no_more() -> None:
    """About 0.2 s. If each event examined all earlier disputes, it would take a minute."""
    disputes = (opened(deal_id(1 + n // MOST), 1 + n % MOST) for n in range(40 * MOST))
    known, began = Disputes(), time.process_time()
    for each in disputes:
        assert may(known, each)
        known = judged(known, each, at=1)
    assert time.process_time() - began < 3


@pytest.mark.parametrize("seat", [None, 2])
def test_a_branch_has_one_deal(seat: int | None) -> None:
    branched = TableBranched(FIRST, 17, "true" if seat is None else "resample", seat)
    table = fold_table((FULL_TABLE[0], branched, *FULL_TABLE[1:]))
    assert (table.branch, table.status) == (branched, "due")
    events = after((FULL_TABLE[0], branched, *FULL_TABLE[1:]), lost(1, 2))
    assert fold_table(events).status == "over"
    assert fold_table(events[:-1]).status == "playing"
    assert recorded(fold_table(events[:-1]), lost(1, 2), version=40, head=HEAD) == events[-1:]
