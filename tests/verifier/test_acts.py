"""With a seat key, no act can be forged in its name: acts are signed as moves are (F7)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest

from domain.games import GAMES
from domain.kernel import deal
from domain.kernel.deal import Revealed
from domain.kernel.event import Digest, Event, Signature, Text
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver
from domain.table import events as table
from domain.table.disputes import DisputeAnswered, DisputeOpened
from domain.table.events import DealRecorded, SeatCommitted, SeatLeft, SeatTaken
from domain.table.guests import (
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
)
from tests.keys import key_of
from tests.verifier.making import (
    LATE,
    NOW,
    UNKEYED,
    Step,
    bundled,
    failing,
    kept,
    played,
    signed_by_players,
    verdicts,
)
from tests.verifier.older import in_old_form
from tests.verifier.signing import KEYED
from tests.verifier.test_series import PERSON, a_series, events_of, table_bundle
from verifier.bundle import Bundle
from verifier.verdicts import FAILS, HOLDS

SEAT = 0
MEDIUM = Text("medium")


# --- Deals --------------------------------------------------------------------------------------


@cache
def a_deal() -> list[Step]:
    """A finished deal of Durak at which all seats but one have keys."""
    return played(GAMES["durak"], seats=2, number=KEYED)


def before_the_end() -> list[Step]:
    return [*a_deal()[:-1]]


def given_up(*acts: tuple[str, tuple[Event, ...]]) -> list[Step]:
    """The deal, with these acts before its last move, and closed."""
    opened: Any = a_deal()[0][1][0]
    end = (f"key:{PERSON}", (Abandoned((), "closed"), Revealed(opened.seed)))
    return [*before_the_end(), *acts, end]


LEFT = (f"seat:{SEAT}", (SeatTakenOver(SEAT, MEDIUM, "left"),))
BACK = (f"seat:{SEAT}", (SeatReturned(SEAT),))
RESIGNED = (f"seat:{UNKEYED}", (Resigned(UNKEYED), Abandoned((UNKEYED,), "resigned")))


def bundle_of(steps: Sequence[Step]) -> Bundle:
    return bundled(kept(steps), receipts=False, logged=False)


def test_leaving_and_returning_hold_once_they_are_signed() -> None:
    signed = signed_by_players(given_up(LEFT, BACK))
    said = verdicts(bundle_of(signed))
    assert FAILS not in {each.status for each in said.values()}, said
    assert "and 2 acts of seat 0 are signed" in said["signatures"].detail


@pytest.mark.parametrize("acts", [(LEFT,), (LEFT, BACK)])
def test_leaving_and_returning_are_not_made_up(acts: tuple[Any, ...]) -> None:
    assert failing(bundle_of(given_up(*acts))) == ["signatures"]


def test_resigning_is_not_made_up() -> None:
    opened: Any = a_deal()[0][1][0]
    events = (Resigned(SEAT), Abandoned((SEAT,), "resigned"), Revealed(opened.seed))
    steps = [*before_the_end(), (f"seat:{SEAT}", events)]
    said = verdicts(bundle_of(steps))
    assert said["signatures"].status == FAILS
    assert "(deal.resigned), seat: the act is not signed [F7]" in said["signatures"].detail
    assert failing(bundle_of(signed_by_players(steps))) == []


def test_a_seat_without_a_key_signs_no_act() -> None:
    opened: Any = a_deal()[0][1][0]
    actor, events = RESIGNED
    steps = [*before_the_end(), (actor, (*events, Revealed(opened.seed)))]
    assert failing(bundle_of(signed_by_players(steps))) == []


def test_records_of_before_have_no_signed_acts() -> None:
    unkeyed = played(GAMES["durak"], seats=2, number=1)
    opened: Any = unkeyed[0][1][0]
    end = (f"key:{PERSON}", (Abandoned((), "closed"), Revealed(opened.seed)))
    steps = [*unkeyed[:-1], LEFT, BACK, end]
    assert failing(in_old_form(bundle_of(steps))) == []


FORGERIES: dict[str, Any] = {
    "another key": lambda by: replace(by, signature=Signature("ab" * 64)),
    "another seat": lambda by: replace(by, seat=UNKEYED),
    "a move's": lambda by: deal.MoveSigned(by.seat, by.signature),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_signature_fits_its_act_alone(name: str) -> None:
    steps = signed_by_players(given_up(LEFT, BACK))
    at = next(at for at, (_, events) in enumerate(steps) if isinstance(events[0], SeatTakenOver))
    actor, (act, by, *rest) = steps[at]
    forged = [*steps[:at], (actor, (act, FORGERIES[name](by), *rest)), *steps[at + 1 :]]
    assert "signatures" in failing(bundle_of(forged))


def test_a_signature_is_good_for_no_later_act() -> None:
    """Leave, return, and leave again under the first signature."""
    steps = signed_by_players(given_up(LEFT, BACK, LEFT))
    positions = [at for at, (_, events) in enumerate(steps) if isinstance(events[0], SeatTakenOver)]
    first, second = (steps[at][1] for at in positions)
    steps[positions[1]] = (f"seat:{SEAT}", (second[0], first[1]))
    assert failing(bundle_of(steps)) == ["signatures"]


# --- Tables -------------------------------------------------------------------------------------


def a_table() -> tuple[list[Step], str]:
    """A series of Durak in which seat 0 has a key; and its first deal, which is over."""
    made = a_series("durak", 2)
    return made.table, next(e.deal for e in events_of(made.table) if isinstance(e, DealRecorded))


def at_the_table() -> dict[str, list[Step]]:
    _, over = a_table()
    deal_id: Any = over
    token, by = Digest("ab" * 32), f"seat:{SEAT}"
    until = NOW + LATE
    return {
        "a watcher": [(by, (WatcherAdmitted(1, Text("Eve"), SEAT, token, until),))],
        "a watcher dismissed": [
            (f"key:{PERSON}", (WatcherAdmitted(1, Text("Eve"), None, token, until),)),
            (by, (WatcherDismissed(1),)),
        ],
        "a reader": [(by, (ReaderAdmitted(1, Text("Eve"), SEAT, deal_id, token, until),))],
        "a reader dismissed": [
            (f"key:{PERSON}", (ReaderAdmitted(1, Text("Eve"), None, None, token, until),)),
            (by, (ReaderDismissed(1),)),
        ],
        "a dispute": [(by, (DisputeOpened(deal_id, 1, SEAT, 3, "deal", Text("No.")),))],
        "an answer": [
            ("seat:1", (DisputeOpened(deal_id, 1, 1, 3, "deal", Text("No.")),)),
            (by, (DisputeAnswered(deal_id, 1, SEAT, Text("Yes.")),)),
        ],
    }


@pytest.mark.parametrize("name", at_the_table())
def test_nothing_is_made_up_at_a_table(name: str) -> None:
    steps, _ = a_table()
    made_up = [*steps, *at_the_table()[name]]
    assert failing(table_bundle(made_up)) == ["signatures"]
    assert failing(table_bundle(signed_by_players(made_up))) == []


def test_a_commitment_is_not_made_up() -> None:
    steps, _ = a_table()
    at = next(
        at
        for at, (_, events) in enumerate(steps)
        if isinstance(events[0], SeatCommitted) and events[0].seat == SEAT
    )
    actor, (act, _) = steps[at]
    assert "signatures" in failing(table_bundle([*steps[:at], (actor, (act,)), *steps[at + 1 :]]))
    other = replace(cast("SeatCommitted", act), commitment=Digest("ab" * 32))
    assert "signatures" in failing(
        table_bundle([*steps[:at], (actor, (other, steps[at][1][1])), *steps[at + 1 :]])
    )


def test_a_seat_that_is_left_before_the_start_is_left_by_its_own_word() -> None:
    (actor, (opened, taken, *_)), *_ = a_table()[0]
    keyed = replace(cast("SeatTaken", taken), key=key_of(SEAT))
    steps: list[Step] = [(actor, (opened, keyed)), (f"seat:{SEAT}", (SeatLeft(SEAT),))]
    assert failing(table_bundle(steps)) == ["signatures"]
    assert failing(table_bundle(signed_by_players(steps))) == []
    by_the_owner = [steps[0], (f"key:{PERSON}", (SeatLeft(SEAT),))]
    assert failing(table_bundle(by_the_owner)) == []


def test_a_signature_for_nothing_is_found() -> None:
    steps, _ = a_table()
    for_nothing = table.ActSigned(SEAT, Signature("ab" * 64))
    assert "signatures" in failing(table_bundle([*steps, (f"seat:{SEAT}", (for_nothing,))]))


def test_the_table_says_how_many_acts_are_signed() -> None:
    said = verdicts(table_bundle(a_table()[0]))["signatures"]
    count = sum(isinstance(each, table.ActSigned) for each in events_of(a_table()[0]))
    assert (said.status, said.detail) == (HOLDS, f"{count} acts of seat 0 are signed")
