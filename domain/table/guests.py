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


GuestKey: TypeAlias = tuple[GuestScope, int]
"""A scope, and a number within it, from 1."""
Guests: TypeAlias = Mapping[GuestKey, Guest]
"""All guests that a table ever had, in the order in which they were admitted."""


def with_scope(guests: Guests, scope: GuestScope) -> list[Guest]:
    """The guests with a scope; number 1 is the first."""
    return [guest for (of, _), guest in guests.items() if of == scope]


def key_of(event: GuestEvent) -> GuestKey:
    """The guest that an event is about."""
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
    scope, number = key_of(event)
    if isinstance(event, GuestDismissed):
        guest = guests.get((scope, number))
        return guest is not None and not guest.dismissed
    by = guest_of(event).by
    return number == len(with_scope(guests, scope)) + 1 and (by is None or by in range(seats))


def evolved(guests: Guests, event: GuestEvent) -> Guests:
    """The guests after an event."""
    key = key_of(event)
    if isinstance(event, GuestDismissed):
        return {**guests, key: guests[key]._replace(dismissed=True)}
    return {**guests, key: guest_of(event)}
