"""Guests of a table: auditors and watchers, each with a token that is valid until a moment.

A guest has one scope. An auditor judges the disputes of the table; a watcher sees what the public
sees. The events belong to the table's own stream, and change nothing of the play.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from domain.kernel.event import Digest, Event, Seat, Text, event
from domain.table.fields import PARTIES

GuestScope: TypeAlias = Literal["auditor", "watcher"]
AUDITOR: Final[GuestScope] = "auditor"
WATCHER: Final[GuestScope] = "watcher"


@event("table.auditor_admitted")
class AuditorAdmitted(Event):
    """The table's owner admits an auditor to judge its disputes, until a moment."""

    auditor: Annotated[int, PARTIES]
    """1 for the table's first."""
    name: Annotated[Text, PARTIES]
    token: Digest
    """The hash of the token that opens the evidence to the auditor."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""


@event("table.auditor_dismissed")
class AuditorDismissed(Event):
    """An auditor's token ends before its time."""

    auditor: Annotated[int, PARTIES]


@event("table.watcher_admitted")
class WatcherAdmitted(Event):
    """The table's owner, or a seat, admits a watcher, until a moment."""

    watcher: Annotated[int, PARTIES]
    """1 for the table's first."""
    name: Annotated[Text, PARTIES]
    by: Annotated[Seat | None, PARTIES]
    """None: the owner."""
    token: Digest
    """The hash of the token that opens the table to the watcher."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""


@event("table.watcher_dismissed")
class WatcherDismissed(Event):
    """A watcher's token ends before its time."""

    watcher: Annotated[int, PARTIES]


GuestAdmitted: TypeAlias = AuditorAdmitted | WatcherAdmitted
GuestDismissed: TypeAlias = AuditorDismissed | WatcherDismissed
GuestEvent: TypeAlias = GuestAdmitted | GuestDismissed


class Guest(NamedTuple):
    """A guest, current or former."""

    name: Text
    token: Digest
    until: int
    by: Seat | None = None
    """The seat that admitted the guest; None: the owner."""
    dismissed: bool = False

    def is_valid(self, now: int) -> bool:
        """Whether the guest's token is valid at a moment, in µs since the epoch."""
        return not self.dismissed and now < self.until


class Guests(NamedTuple):
    """All guests that a table ever had."""

    by_scope: Mapping[GuestScope, tuple[Guest, ...]] = {}
    """The guests of each scope that has any; number 1 is the first."""

    def of(self, scope: GuestScope) -> tuple[Guest, ...]:
        """The guests with a scope; number 1 is the first."""
        return self.by_scope.get(scope, ())

    def find(self, scope: GuestScope, number: int) -> Guest | None:
        """The guest of this number, where there is one."""
        known = self.of(scope)
        return known[number - 1] if 0 < number <= len(known) else None


def place_of(event: GuestEvent) -> tuple[GuestScope, int]:
    """The scope and the number of the guest that an event is about."""
    if isinstance(event, AuditorAdmitted | AuditorDismissed):
        return AUDITOR, event.auditor
    return WATCHER, event.watcher


def guest_of(event: GuestAdmitted) -> Guest:
    """The guest whom an event admits."""
    by = event.by if isinstance(event, WatcherAdmitted) else None
    return Guest(event.name, event.token, event.until, by)


def may_follow(guests: Guests, event: GuestEvent, *, seats: int) -> bool:
    """Whether this can have happened next.

    Args:
        guests: The guests admitted so far.
        event: The event to check.
        seats: The number of seats at the table.
    """
    scope, number = place_of(event)
    if isinstance(event, GuestDismissed):
        guest = guests.find(scope, number)
        return guest is not None and not guest.dismissed
    by = guest_of(event).by
    return number == len(guests.of(scope)) + 1 and (by is None or by in range(seats))


def evolved(guests: Guests, event: GuestEvent) -> Guests:
    """The guests after an event."""
    scope, number = place_of(event)
    known = guests.of(scope)
    if isinstance(event, GuestDismissed):
        dismissed = known[number - 1]._replace(dismissed=True)
        known = (*known[: number - 1], dismissed, *known[number:])
    else:
        known = (*known, guest_of(event))
    return Guests({**guests.by_scope, scope: known})
