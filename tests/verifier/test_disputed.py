"""Disputes, rulings, and beginnings of series: the verdicts of both verifiers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from domain.kernel.event import Digest, Event, Id, Text
from domain.table import series
from domain.table.disputes import MOST, DisputeAnswered, DisputeOpened, DisputeRuled
from domain.table.events import DealOpened, DealRecorded, TableOpened
from domain.table.guests import AuditorAdmitted, AuditorDismissed
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import NOW, Step, signed_by_players, verdicts
from tests.verifier.older import in_old_form
from tests.verifier.parity import are_alike
from tests.verifier.test_acts import BACK, FORGERIES, LEFT, at_the_table, bundle_of, given_up
from tests.verifier.test_series import PERSON, a_series, complete, events_of, table_bundle
from verifier.bundle import Bundle, write
from verifier.case import Case
from verifier.series import BEGINNING
from verifier.verdicts import FAILS, HOLDS, OPEN, Verdict

TOKEN: Final = Digest("ab" * 32)
SAID: Final = Text("No.")
LAST: Final = 5
"""The last event of the deal that is abandoned."""


def alike(bundle: Bundle, others: Sequence[Case] = ()) -> dict[str, Verdict]:
    """The verdicts of Python, after checking that JavaScript agrees."""
    mine = verdicts(bundle, others=tuple(others))
    given = [base64(write(each.bundle)) for each in others]
    (said,) = said_of([{"raw": base64(write(bundle)), "others": given}])
    for one, other in zip(mine.values(), said, strict=True):
        assert are_alike(one, other), (one, other)
        if one.status == FAILS:
            assert other.status == FAILS, "JavaScript detects it too"
    return mine


def by_an_auditor(*events: Event) -> list[Step]:
    return [(f"key:{PERSON}" if "auditor_" in e.TYPE else "auditor:1", (e,)) for e in events]


def first_deal() -> Id:
    every = events_of(a_series("durak", 2).table)
    return next(each.deal for each in every if isinstance(each, DealRecorded))


def ruled_by_a_dismissed_auditor() -> Bundle:
    deal = first_deal()
    admitted = AuditorAdmitted(1, SAID, TOKEN, NOW + 10**15)
    claimed: Step = ("seat:1", (DisputeOpened(deal, 1, 1, 3, "deal", SAID),))
    end = by_an_auditor(
        AuditorDismissed(1), DisputeRuled(deal, 1, "upheld", (1, -1), SAID, auditor=1)
    )
    return table_bundle([*a_series("durak", 2).table, *by_an_auditor(admitted), claimed, *end])


def test_a_ruling_by_a_dismissed_auditor_is_recognised_in_old_records() -> None:
    said = alike(in_old_form(ruled_by_a_dismissed_auditor()))["consequences"]
    assert (said.status, said.detail) == (
        OPEN,
        "ruling by a dismissed auditor: was possible until 0.2",
    )


def test_a_ruling_by_a_dismissed_auditor_fails_in_new_records() -> None:
    assert alike(ruled_by_a_dismissed_auditor())["consequences"].status == FAILS


def abandoned(*, at: int, pinned: bool = True) -> Bundle:
    """A dispute about a deal that a player has left."""
    steps = a_series("durak", 2).table
    start = next(at for at, (_, each) in enumerate(steps) if isinstance(each[0], DealOpened))
    steps = steps[: start + 1]
    table = series.fold_table(events_of(steps))
    pin: Any = {"version": LAST, "head": TOKEN}
    end = series.abandoned(table, seats=(1,), reason="left", **pin)
    deal = table.deals[-1].deal
    claim: Step = ("seat:1", (DisputeOpened(deal, 1, 1, at, "deal", SAID),))
    answer: Step = ("seat:1", (DisputeAnswered(deal, 1, 1, SAID),))

    def unpinned(envelope: dict[str, Any]) -> None:
        if envelope["type"] == "table.deal_abandoned":
            envelope["schema"] = 1
            del envelope["data"]["version"], envelope["data"]["head"]

    bundle = table_bundle([*steps, ("system", end), claim, *([answer] if pinned else [])])
    return bundle if pinned else in_old_form(bundle, unpinned)


@pytest.mark.parametrize(
    ("at", "pinned", "status"),
    [(LAST, True, HOLDS), (LAST + 1, True, FAILS), (10**6, False, HOLDS), (0, False, FAILS)],
)
def test_a_deal_that_was_given_up_can_be_disputed_up_to_its_end(
    *, at: int, pinned: bool, status: str
) -> None:
    assert alike(abandoned(at=at, pinned=pinned))["consequences"].status == status


def test_a_dispute_that_is_ruled_is_answered_no_more() -> None:
    deal = first_deal()
    claim: Step = ("seat:1", (DisputeOpened(deal, 1, 1, 3, "deal", SAID),))
    answer: Step = ("seat:1", (DisputeAnswered(deal, 1, 1, SAID),))
    ruled = by_an_auditor(
        AuditorAdmitted(1, SAID, TOKEN, NOW + 10**15),
        DisputeRuled(deal, 1, "dismissed", (0, 0), SAID, auditor=1),
    )
    steps = [*a_series("durak", 2).table, claim]
    assert alike(table_bundle([*steps, answer, *ruled]))["consequences"].status == HOLDS
    assert alike(table_bundle([*steps, *ruled, answer]))["consequences"].status == FAILS


def disputed(*, disputes: int, answers: int) -> list[Step]:
    """A series with so many disputes about its first deal, the first of which is answered."""
    deal = first_deal()
    opened = (DisputeOpened(deal, 1 + n, 1, 3, "deal", SAID) for n in range(disputes))
    answered = [DisputeAnswered(deal, 1, 1, SAID)] * answers
    return [*a_series("durak", 2).table, *(("seat:1", (each,)) for each in (*opened, *answered))]


def test_a_score_is_open_while_a_dispute_is_not_ruled() -> None:
    made, deal = a_series("durak", 2), first_deal()
    first, second = (DisputeOpened(deal, n, 1, 3, "deal", SAID) for n in (1, 2))
    rulings = [
        DisputeRuled(deal, 1, "upheld", (500, -500), SAID, auditor=1),
        DisputeRuled(deal, 2, "dismissed", (0, 0), SAID, auditor=1),
    ]
    steps = [
        *complete(made.table),
        *by_an_auditor(AuditorAdmitted(1, SAID, TOKEN, NOW + 10**15)),
        ("seat:1", (first,)),
        ("seat:1", (second,)),
    ]
    for ruled in range(2):
        score = alike(table_bundle([*steps, *by_an_auditor(*rulings[:ruled])]))["score"]
        assert score.status == OPEN
        assert score.detail.endswith(": a dispute of deal 1 is not ruled: the ledger may change")
    bundle = table_bundle([*steps, *by_an_auditor(*rulings)])
    score = alike(bundle)["score"]
    assert score.status == HOLDS
    assert f"by rulings up to event {len(bundle.events)} the ledger is " in score.detail
    on = table_bundle([*made.table[: first_recorded(made.table)], ("seat:1", (first,))])
    assert alike(on)["score"].detail.endswith(f"may change; {BEGINNING}")


def first_recorded(steps: list[Step]) -> int:
    """The number of commands up to the record of the first deal."""
    return 1 + next(at for at, (_, each) in enumerate(steps) if isinstance(each[0], DealRecorded))


def test_a_test_table_is_named() -> None:
    (actor, (first, *rest)), *others = complete(a_series("durak", 2).table)
    assert isinstance(first, TableOpened)
    for test in (True, False):
        bundle = table_bundle([(actor, (replace(first, test=test), *rest)), *others])
        mine = alike(bundle)["score"]
        assert mine.detail.startswith("a test table; ") is test
        (said,) = said_of([{"raw": base64(write(bundle))}])
        (other,) = (each for each in said if each.check == "score")
        assert other.detail.startswith("a test table; ") is test


@pytest.mark.parametrize(("disputes", "answers"), [(MOST, 0), (1, MOST)])
def test_a_deal_has_so_many_disputes_and_a_dispute_so_many_answers(
    *, disputes: int, answers: int
) -> None:
    steps = disputed(disputes=disputes, answers=answers)
    assert alike(table_bundle(steps))["consequences"].status == HOLDS
    *_, (actor, (last,)) = steps
    more = replace(last, dispute=MOST + 1) if isinstance(last, DisputeOpened) else last
    assert alike(table_bundle([*steps, (actor, (more,))]))["consequences"].status == FAILS


def test_a_deal_that_is_over_and_not_counted_is_named() -> None:
    made = a_series("durak", 2)
    commands = enumerate(made.table)
    end = next(at for at, (_, events) in commands if isinstance(events[0], DealRecorded))
    said = alike(table_bundle(made.table[:end]), made.cases()[:1])["series"]
    assert said.status == OPEN
    assert "is over, and the record of the table ends before it is counted" in said.detail
    given = [base64(write(made.cases()[0].bundle))]
    ((*_, other),) = said_of(
        [{"raw": base64(write(table_bundle(made.table[:end]))), "others": given}]
    )
    assert other.detail.startswith(said.detail)


@pytest.mark.parametrize(
    ("name", "value"),
    [("schema", True), ("schema", "1"), ("schema", 2), ("type", True), ("data", None)],
)
def test_a_result_has_the_form_of_an_event(name: str, value: object) -> None:
    def wrong(event: Event) -> Event:
        if not isinstance(event, DealRecorded):
            return event
        return replace(event, result={**event.result, name: value})

    table = a_series("durak", 2).table
    bundle = table_bundle([(actor, tuple(map(wrong, events))) for actor, events in table])
    assert alike(bundle)["score"].status == FAILS


# --- Signed acts --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", at_the_table())
def test_the_verifiers_agree_on_acts_at_a_table(name: str) -> None:
    made_up = [*a_series("durak", 2).table, *at_the_table()[name]]
    assert alike(table_bundle(made_up))["signatures"].status == FAILS
    assert alike(table_bundle(signed_by_players(made_up)))["signatures"].status == HOLDS


@pytest.mark.parametrize("name", FORGERIES)
def test_the_verifiers_agree_on_acts_in_a_deal(name: str) -> None:
    steps = signed_by_players(given_up(LEFT, BACK))
    at = next(at for at, (_, events) in enumerate(steps) if events[0] == LEFT[1][0])
    actor, (act, by, *rest) = steps[at]
    forged = [*steps[:at], (actor, (act, FORGERIES[name](by), *rest)), *steps[at + 1 :]]
    assert verdicts(bundle_of(steps))["signatures"].status == HOLDS
    alike_in_javascript(bundle_of(steps))
    assert alike_in_javascript(bundle_of(forged))["signatures"].status == FAILS


def alike_in_javascript(bundle: Bundle) -> dict[str, Verdict]:
    """As `alike`, for a deal: violations of the rules are not detected in JavaScript."""
    mine = verdicts(bundle)
    (said,) = said_of([{"raw": base64(write(bundle))}])
    assert all(are_alike(mine[each.check], each) for each in said), said
    return mine
