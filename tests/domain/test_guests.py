"""Guests of a table and invitations: numbers, validity of tokens, dismissal, and seats taken."""

from dataclasses import replace

import pytest

from domain.kernel.event import Digest, Event, Id, Text
from domain.table.events import PersonErased, SeatTaken, TableRematched
from domain.table.free_seats import free_seats
from domain.table.guests import (
    AUDITOR,
    INVITATION,
    WATCHER,
    AuditorAdmitted,
    AuditorDismissed,
    Guest,
    GuestEvent,
    Guests,
    GuestScope,
    InvitationWithdrawn,
    Invited,
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
    may_follow,
    may_sit_down,
)
from domain.table.series import Table, evolve_at, fold_table
from tests.domain.test_series import FULL_TABLE, OPENED, taken

TOKEN = Digest("ab" * 32)
AUDITOR_1 = AuditorAdmitted(1, Text("Ombudsman"), TOKEN, until=1_000)
WATCHER_1 = WatcherAdmitted(1, Text("Screen"), 2, TOKEN, until=1_000)
DEAL = Id("a deal")
READER_1 = ReaderAdmitted(1, Text("Archive"), 2, DEAL, TOKEN, until=1_000)
INVITED_1 = Invited(1, None, Text("Eve"), TOKEN, until=1_000, ref=Text("user-e"))
AT = len(FULL_TABLE) + 1
"""The position of an event after the table is full."""


def guests(*events: Event) -> Guests:
    return fold_table((*FULL_TABLE, *events)).guests


def test_a_guest_is_what_the_event_says() -> None:
    table = fold_table((*FULL_TABLE, AUDITOR_1, WATCHER_1))
    assert table.guests.of(AUDITOR) == (Guest(Text("Ombudsman"), TOKEN, 1_000, early=True),)
    assert table.guests.of(WATCHER) == (Guest(Text("Screen"), TOKEN, 1_000, by=2, early=True),)
    plain = fold_table(FULL_TABLE)
    assert table._replace(guests=Guests(), length=plain.length) == plain


@pytest.mark.parametrize(("scope", "event"), [(AUDITOR, AUDITOR_1), (WATCHER, WATCHER_1)])
def test_a_token_is_valid_until_a_moment(scope: GuestScope, event: GuestEvent) -> None:
    (guest,) = guests(event).of(scope)
    assert guest.is_valid(999)
    assert not guest.is_valid(1_000)


def test_a_guest_is_dismissed_and_the_others_stay() -> None:
    auditors = [replace(AUDITOR_1, auditor=number) for number in (1, 2)]
    watchers = [replace(WATCHER_1, watcher=number) for number in (1, 2, 3)]
    known = guests(*auditors, *watchers, WatcherDismissed(2), AuditorDismissed(1))
    assert [each.is_valid(0) for each in known.of(AUDITOR)] == [False, True]
    assert [each.is_valid(0) for each in known.of(WATCHER)] == [True, False, True]


@pytest.mark.parametrize(
    ("before", "event", "may"),
    [
        ((), AUDITOR_1, True),
        ((WATCHER_1,), AUDITOR_1, True),
        ((AUDITOR_1,), AUDITOR_1, False),
        ((AUDITOR_1,), replace(AUDITOR_1, auditor=2), True),
        ((), AuditorDismissed(1), False),
        ((WATCHER_1,), AuditorDismissed(1), False),
        ((AUDITOR_1,), AuditorDismissed(0), False),
        ((AUDITOR_1,), AuditorDismissed(1), True),
        ((AUDITOR_1, AuditorDismissed(1)), AuditorDismissed(1), False),
        ((AUDITOR_1, AuditorDismissed(1)), AUDITOR_1, False),
        ((), WATCHER_1, True),
        ((), replace(WATCHER_1, by=None), True),
        ((), replace(WATCHER_1, by=4), False),
        ((WATCHER_1,), WATCHER_1, False),
        ((WATCHER_1,), replace(WATCHER_1, watcher=2), True),
        ((WATCHER_1,), WatcherDismissed(2), False),
        ((WATCHER_1,), WatcherDismissed(1), True),
        ((WATCHER_1, WatcherDismissed(1)), WatcherDismissed(1), False),
        ((WATCHER_1,), READER_1, True),
        ((), replace(READER_1, by=4), False),
        ((), replace(READER_1, deal=Id("another")), False),
        ((), replace(READER_1, deal=None), True),
        ((READER_1,), READER_1, False),
        ((READER_1,), ReaderDismissed(1), True),
        ((READER_1, ReaderDismissed(1)), ReaderDismissed(1), False),
        ((), INVITED_1, True),
        ((), replace(INVITED_1, invitation=2), False),
        ((), replace(INVITED_1, seat=3), True),
        ((), replace(INVITED_1, seat=0), False),
        ((INVITED_1,), InvitationWithdrawn(1, AT), True),
        ((INVITED_1,), InvitationWithdrawn(1, AT - 1), False),
        ((INVITED_1, InvitationWithdrawn(1, AT)), InvitationWithdrawn(1, AT), False),
    ],
)
def test_possible_next_events(before: tuple[Event, ...], event: GuestEvent, *, may: bool) -> None:
    assert may_follow(guests(*before), event, seats=4, free=(2, 3), deals=(DEAL,)) is may


def test_nobody_is_invited_to_a_full_table() -> None:
    assert not may_follow(Guests(), INVITED_1, seats=4)
    assert free_seats(fold_table(FULL_TABLE)) == ()
    assert free_seats(fold_table(FULL_TABLE[:-1])) == (3,)


# --- Seats taken by invitation --------------------------------------------------------------------

FIRST = "invitation:1"


def begun(*events: Event, by: str = "key:x") -> Table:
    """A table where nobody sits, after events."""
    table = fold_table((OPENED,))
    for event in events:
        table = evolve_at(table, event, at=0, actor=by)
    return table


def sitting(seat: int) -> SeatTaken:
    return replace(taken(seat, None), holder=None)


@pytest.mark.parametrize(
    ("invited", "actor", "event", "may"),
    [
        (INVITED_1, FIRST, sitting(2), True),
        (replace(INVITED_1, seat=2), FIRST, sitting(2), True),
        (replace(INVITED_1, seat=3), FIRST, sitting(2), False),
        (replace(INVITED_1, until=500), FIRST, sitting(2), False),
        (INVITED_1, FIRST, replace(taken(2, None), holder=Id("x")), False),
        (INVITED_1, FIRST, replace(sitting(2), bot=Text("easy")), False),
        (INVITED_1, "invitation:2", sitting(2), False),
        (INVITED_1, "invitation:01", sitting(2), False),
        (INVITED_1, "invitation:", sitting(2), False),
        (INVITED_1, "invitation:1 ", sitting(2), False),
        (INVITED_1, "key:x", taken(2), True),
    ],
)
def test_who_may_sit_down(invited: Invited, actor: str, event: SeatTaken, *, may: bool) -> None:
    assert may_sit_down(begun(invited).guests, event, actor, 500) is may


def test_a_seat_is_taken_by_an_invitation_once() -> None:
    table = evolve_at(begun(INVITED_1), sitting(2), at=500, actor=FIRST)
    (guest,) = table.guests.of(INVITATION)
    assert (guest.used, guest.taken, guest.state(9_999)) == (2, 3, "used")
    assert not may_sit_down(table.guests, sitting(3), FIRST, 500)
    assert not may_follow(table.guests, InvitationWithdrawn(1, 2), seats=4)


def test_a_withdrawn_invitation_seats_nobody() -> None:
    table = begun(INVITED_1, InvitationWithdrawn(1, 2))
    (guest,) = table.guests.of(INVITATION)
    assert (guest.state(0), guest.name, guest.ref) == ("withdrawn", None, None)
    assert not may_sit_down(table.guests, sitting(2), FIRST, 0)


def test_an_erased_person_leaves_their_invitation_too() -> None:
    table = begun(INVITED_1, replace(INVITED_1, invitation=2))
    table = evolve_at(table, sitting(2), at=0, actor=FIRST)
    table = evolve_at(table, PersonErased(2, table.length), at=0, actor="key:x")
    first, second = table.guests.of(INVITATION)
    assert (first.name, first.ref) == (None, None)
    assert (second.name, second.ref) == (Text("Eve"), Text("user-e"))


def test_a_rematch_keeps_its_seats_free_of_the_invited() -> None:
    rematch = begun(TableRematched(Id("another")))
    assert (rematch.status, free_seats(rematch)) == ("open", ())
    assert free_seats(begun()) == (0, 1, 2, 3)
