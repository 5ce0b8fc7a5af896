"""Guests of a table, auditors and watchers: numbers, validity of tokens, and dismissal."""

from dataclasses import replace

import pytest

from domain.kernel.event import Digest, Event, Text
from domain.table.guests import (
    AUDITOR,
    WATCHER,
    AuditorAdmitted,
    AuditorDismissed,
    Guest,
    GuestEvent,
    Guests,
    GuestScope,
    WatcherAdmitted,
    WatcherDismissed,
    may_follow,
)
from domain.table.series import fold_table
from tests.domain.test_series import FULL_TABLE

TOKEN = Digest("ab" * 32)
AUDITOR_1 = AuditorAdmitted(1, Text("Ombudsman"), TOKEN, until=1_000)
WATCHER_1 = WatcherAdmitted(1, Text("Screen"), 2, TOKEN, until=1_000)


def guests(*events: Event) -> Guests:
    return fold_table((*FULL_TABLE, *events)).guests


def test_a_guest_is_what_the_event_says() -> None:
    table = fold_table((*FULL_TABLE, AUDITOR_1, WATCHER_1))
    assert table.guests.of(AUDITOR) == (Guest(Text("Ombudsman"), TOKEN, 1_000),)
    assert table.guests.of(WATCHER) == (Guest(Text("Screen"), TOKEN, 1_000, by=2),)
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
    ],
)
def test_possible_next_events(before: tuple[Event, ...], event: GuestEvent, *, may: bool) -> None:
    assert may_follow(guests(*before), event, seats=4) is may
