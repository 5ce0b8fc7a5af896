"""Readers and invitations in the record of a table, and in every verifier."""

from dataclasses import replace

import pytest

from domain.kernel.event import Digest, Id, Text
from domain.table.events import PersonErased, SeatTaken, TableRematched
from domain.table.guests import InvitationWithdrawn, Invited, ReaderAdmitted, ReaderDismissed
from tests.verifier.making import LATE, NOW, Step
from tests.verifier.test_seat_tokens import failing_everywhere
from tests.verifier.test_series import PERSON, TABLE, a_series, table_bundle, taken

KEY, FIRST = f"key:{PERSON}", "invitation:1"
TOKEN, UNTIL = Digest("ab" * 32), NOW + 1_000 * LATE
READER = ReaderAdmitted(1, Text("Archive"), None, None, TOKEN, UNTIL)
INVITED = Invited(1, None, Text("Eve"), TOKEN, UNTIL, ref=Text("user-e"))
OLD = NOW - 1


def sitting(seat: int = 1, *, holder: Id | None = None) -> SeatTaken:
    return replace(taken(seat), holder=holder)


def half_empty(*steps: Step) -> list[set[str]]:
    """The failing checks where these steps are taken at a table with one player."""
    opened, left, first, *_ = a_series("durak", 2).table
    return failing_everywhere(table_bundle([opened, left, first, *steps]))


def finished(*steps: Step) -> list[set[str]]:
    """The failing checks where these steps are taken after a series."""
    return failing_everywhere(table_bundle([*a_series("durak", 2).table, *steps]))


def by(actor: str, event: Invited | InvitationWithdrawn | SeatTaken | PersonErased) -> Step:
    return actor, (event,)


SOUND: dict[str, list[Step]] = {
    "to any seat": [by(KEY, INVITED), by(FIRST, sitting())],
    "to one seat": [by(KEY, replace(INVITED, seat=1)), by(FIRST, sitting())],
    "withdrawn": [by(KEY, INVITED), by(KEY, InvitationWithdrawn(1, 5))],
    "another one": [
        by(KEY, INVITED),
        by(KEY, InvitationWithdrawn(1, 5)),
        by(KEY, replace(INVITED, invitation=2)),
        by("invitation:2", sitting()),
    ],
    "erased together": [
        by(KEY, INVITED),
        (KEY, (PersonErased(0, 4), InvitationWithdrawn(1, 5))),
    ],
}
ODD: dict[str, list[Step]] = {
    "without an invitation": [by(FIRST, sitting())],
    "another number": [by(KEY, INVITED), by("invitation:2", sitting())],
    "in another form": [by(KEY, INVITED), by("invitation:01", sitting())],
    "to another seat": [by(KEY, replace(INVITED, seat=0)), by(FIRST, sitting())],
    "held by a key": [by(KEY, INVITED), by(FIRST, sitting(holder=PERSON))],
    "expired": [by(KEY, replace(INVITED, until=OLD)), by(FIRST, sitting())],
    "withdrawn": [
        by(KEY, INVITED),
        by(KEY, InvitationWithdrawn(1, 5)),
        by(FIRST, sitting()),
    ],
    "withdrawn twice": [
        by(KEY, INVITED),
        by(KEY, InvitationWithdrawn(1, 5)),
        by(KEY, InvitationWithdrawn(1, 5)),
    ],
    "withdrawn at another place": [by(KEY, INVITED), by(KEY, InvitationWithdrawn(1, 4))],
    "withdrawn after use": [
        by(KEY, INVITED),
        by(FIRST, sitting()),
        by(KEY, InvitationWithdrawn(1, 5)),
    ],
    "numbers with gaps": [by(KEY, replace(INVITED, invitation=2))],
    "to a seat that is none": [by(KEY, replace(INVITED, seat=2))],
    "to a full table": [by(KEY, sitting(holder=PERSON)), by(KEY, INVITED)],
}


@pytest.mark.parametrize("name", SOUND)
def test_invitations(name: str) -> None:
    assert half_empty(*SOUND[name]) == [set()] * 3


@pytest.mark.parametrize("name", ODD)
def test_impossible_invitations(name: str) -> None:
    python, javascript, _ = half_empty(*ODD[name])
    assert python == javascript == {"consequences"}


def test_an_invitation_is_used_once() -> None:
    (actor, (opened, *_)), *_ = a_series("goat", 4).table
    steps = [(actor, (opened,)), by(KEY, INVITED), *(by(FIRST, sitting(seat)) for seat in (1, 2))]
    assert failing_everywhere(table_bundle(steps[:-1])) == [set()] * 3
    python, javascript, _ = failing_everywhere(table_bundle(steps))
    assert python == javascript == {"consequences"}


def test_a_rematch_invites_nobody() -> None:
    (actor, (opened, *_)), *_ = a_series("durak", 2).table
    first: Step = (actor, (opened, TableRematched(TABLE)))
    python, javascript, _ = failing_everywhere(table_bundle([first, by(KEY, INVITED)]))
    assert python == javascript == {"consequences"}


@pytest.mark.parametrize("actor", ["seat:0", "system", FIRST])
def test_only_a_key_invites_and_withdraws(actor: str) -> None:
    assert half_empty(by(actor, INVITED)) == [{"actors"}] * 3
    gone = by(KEY, INVITED), by(actor, InvitationWithdrawn(1, 5))
    assert half_empty(*gone) == [{"actors"}] * 3


def test_readers_come_and_go_at_any_time_each_once() -> None:
    deal = Id(str(a_series("durak", 2).cases()[0].bundle.stream))
    second = replace(READER, reader=2, deal=deal)
    gone = ReaderDismissed(1)
    steps: list[Step] = [(KEY, (READER,)), (KEY, (second,)), (KEY, (gone,))]
    assert finished(*steps) == [set()] * 3
    third = replace(READER, reader=3)
    for odd in (READER, gone, replace(third, deal=TABLE), ReaderDismissed(3)):
        python, javascript, _ = finished(*steps, (KEY, (odd,)))
        assert python == javascript == {"consequences"}
    assert finished(*steps, ("seat:1", (third,))) == [{"actors"}] * 3
