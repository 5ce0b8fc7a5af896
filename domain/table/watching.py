"""Watchers of a table: tokens that open its public view, until a moment.

The events belong to the table's own stream. They change nothing of the play.
"""

from typing import Annotated, NamedTuple, TypeAlias

from domain.kernel.event import Digest, Event, Seat, Text, event
from domain.table.fields import PARTIES


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


WatchEvent: TypeAlias = WatcherAdmitted | WatcherDismissed


class Watching(NamedTuple):
    """A watcher, current or former."""

    name: Text
    by: Seat | None
    token: Digest
    until: int
    dismissed: bool = False

    def may_watch(self, now: int) -> bool:
        """Whether the watcher's token is valid at a moment, in µs since the epoch."""
        return not self.dismissed and now < self.until


def may_be_watched(watchers: tuple[Watching, ...], event: WatchEvent, *, seats: int) -> bool:
    """Whether this can have happened next.

    Args:
        watchers: The watchers admitted so far; number 1 is the first.
        event: The event to check.
        seats: The number of seats at the table.
    """
    if isinstance(event, WatcherAdmitted):
        admitted_by = event.by is None or event.by in range(seats)
        return admitted_by and event.watcher == len(watchers) + 1
    return 0 < event.watcher <= len(watchers) and not watchers[event.watcher - 1].dismissed


def watched(watchers: tuple[Watching, ...], event: WatchEvent) -> tuple[Watching, ...]:
    """The watchers after an event."""
    if isinstance(event, WatcherAdmitted):
        return (*watchers, Watching(event.name, event.by, event.token, event.until))
    at = event.watcher - 1
    return (*watchers[:at], watchers[at]._replace(dismissed=True), *watchers[event.watcher :])
