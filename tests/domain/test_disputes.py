"""The docket of a table: auditors, claims and rulings, and what they do to the ledger."""

from dataclasses import replace
from typing import Any

import pytest

from domain.disputes import (
    AuditorAdmitted,
    AuditorDismissed,
    DisputeOpened,
    DisputeRuled,
    Docket,
    Ruling,
    judged,
    may_follow,
)
from domain.event import Digest, Event, Id, Text
from domain.series import fold_table, recorded
from domain.table import TableBranched
from tests.domain.test_series import FULL_TABLE, HEAD, after, deal_id, lost

FIRST, SECOND = deal_id(1), deal_id(2)
ADMITTED = AuditorAdmitted(1, Text("Ombudsman"), Digest("ab" * 32), until=1_000)
PLAYED = after(FULL_TABLE, lost(1, 2), lost(0, 1))


def opened(deal: Id = FIRST, number: int = 1) -> DisputeOpened:
    return DisputeOpened(deal, number, 2, 17, "legality", Text("He had a heart."))


def ruled(deal: Id = FIRST, number: int = 1, *points: int) -> DisputeRuled:
    ruling: Ruling = "upheld" if any(points) else "dismissed"
    return DisputeRuled(deal, number, ruling, points or (0, 0), Text("So."), auditor=1)


def docket(*events: Event) -> Docket:
    return fold_table((*PLAYED, *events)).docket


def test_an_auditor_may_judge_until_a_moment() -> None:
    (auditor,) = docket(ADMITTED).auditors
    assert auditor.may_judge(999)
    assert not auditor.may_judge(1_000)


def test_an_auditor_is_dismissed() -> None:
    first, second = docket(ADMITTED, ADMITTED, AuditorDismissed(1)).auditors
    assert not first.may_judge(0)
    assert second.may_judge(0)


def test_disputes_are_numbered_by_deal() -> None:
    known = docket(opened(), opened(SECOND), opened(FIRST, 2))
    assert [each.opened.dispute for each in known.of(FIRST)] == [1, 2]
    assert [each.opened.dispute for each in known.of(SECOND)] == [1]
    assert known.of(deal_id(3)) == ()


def test_a_ruling_is_that_of_its_dispute_alone() -> None:
    known = docket(opened(), opened(SECOND), opened(FIRST, 2), ruled(FIRST, 2, 1, -1))
    assert [each.ruled is not None for each in known.disputes] == [False, False, True]


def test_a_ruling_adjusts_the_ledger_and_no_history() -> None:
    before = fold_table(PLAYED)
    later = (opened(SECOND), ruled(SECOND), opened(SECOND, 2))
    table = fold_table((*PLAYED, opened(), ruled(FIRST, 1, -2, 3), *later))
    assert before.ledger == before.score.points == (1, 2)
    assert table.ledger == (-1, 5)
    assert (table.score, table.deals, table.status) == (before.score, before.deals, before.status)


def test_no_dispute_is_no_change() -> None:
    assert judged(Docket(), ADMITTED).adjusted((3, 4)) == (3, 4)


RULED = ruled()


@pytest.mark.parametrize(
    ("before", "event", "may"),
    [
        ((), ADMITTED, True),
        ((ADMITTED,), ADMITTED, False),
        ((ADMITTED,), replace(ADMITTED, auditor=2), True),
        ((), AuditorDismissed(1), False),
        ((ADMITTED,), AuditorDismissed(0), False),
        ((ADMITTED,), AuditorDismissed(1), True),
        ((ADMITTED, AuditorDismissed(1)), AuditorDismissed(1), False),
        ((), opened(), True),
        ((), opened(FIRST, 2), False),
        ((), opened(deal_id(9)), False),
        ((), replace(opened(), seat=4), False),
        ((opened(),), opened(FIRST, 2), True),
        ((ADMITTED,), RULED, False),
        ((opened(),), RULED, False),
        ((ADMITTED, opened()), RULED, True),
        ((ADMITTED, opened()), replace(RULED, adjustment=(1,)), False),
        ((ADMITTED, opened()), replace(RULED, adjustment=(1, -1)), False),
        ((ADMITTED, opened()), replace(RULED, adjustment=(1, -1), ruling="upheld"), True),
        ((replace(ADMITTED, until=500), opened()), RULED, False),
        ((), replace(opened(), at=0), False),
        ((), replace(opened(), at=41), False),
        ((ADMITTED, opened(), RULED), RULED, False),
        ((ADMITTED, opened(), AuditorDismissed(1)), RULED, False),
    ],
)
def test_what_may_be_next(before: tuple[Event, ...], event: Any, may: bool) -> None:  # noqa: FBT001
    deals: dict[str, int] = {FIRST: 40, SECOND: 40}
    known = docket(*before)
    assert may_follow(known, event, at=500, deals=deals, seats=4, sides=2) is may


@pytest.mark.parametrize("seat", [None, 2])
def test_a_branch_has_one_deal(seat: int | None) -> None:
    branched = TableBranched(FIRST, 17, "true" if seat is None else "resample", seat)
    table = fold_table((FULL_TABLE[0], branched, *FULL_TABLE[1:]))
    assert (table.branch, table.status) == (branched, "due")
    events = after((FULL_TABLE[0], branched, *FULL_TABLE[1:]), lost(1, 2))
    assert fold_table(events).status == "over"
    assert fold_table(events[:-1]).status == "playing"
    assert recorded(fold_table(events[:-1]), lost(1, 2), version=40, head=HEAD) == events[-1:]
