"""The contract of an event store. Every backend keeps it, and one suite of tests holds them to it.

Every verb may be repeated safely, so what was lost on the way may simply be sent again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from uuid import UUID

from events.canonical import Json
from events.record import CommandMetadata, NewEvent, Recorded, Viewer

Cursor: TypeAlias = tuple[int, UUID]
"""A place in a list of streams: when the stream was opened, in µs since the epoch, and its id."""
Deadline: TypeAlias = tuple[int, UUID]
"""A place in a list of streams by the moment that each waits for: that, and the stream's id."""


class StaleVersion(Exception):
    """The stream is not at the version that the command was decided on.

    Attributes:
        stream: the stream.
        expected: the version that the command expected.
        current: the version that the stream has; 0 if there is none.
        missed: the events after the expected version, with all their secrets.
    """

    def __init__(
        self, *, stream: UUID, expected: int, current: int, missed: tuple[Recorded, ...] = ()
    ) -> None:
        super().__init__(f"{stream} is at version {current}, not at {expected}")
        self.stream = stream
        self.expected = expected
        self.current = current
        self.missed = missed


class CommandReused(Exception):
    """A command id that has had its effect came again with another request.

    Attributes:
        stream: the stream.
        command_id: the command.
    """

    def __init__(self, *, stream: UUID, command_id: UUID) -> None:
        super().__init__(f"{stream} has another request of command {command_id}")
        self.stream = stream
        self.command_id = command_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """The result of a command: of this call, or of the first one with its id.

    Attributes:
        version_first: the version of its first event.
        version_last: the version of its last event.
        head: the chain head after its last event.
        replayed: whether an earlier call had the effect.
        events: the events with all their secrets, as recorded.
    """

    version_first: int
    version_last: int
    head: bytes
    replayed: bool
    events: tuple[Recorded, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What is known of a stream without reading its events.

    Attributes:
        id: the stream.
        kind: what it is a stream of.
        version: how many events it has.
        head: the chain head after the last of them.
        status: where it stands, as its writer put it: derived, for lists and work, never the truth.
        summary: more of the kind.
        opened_at: when its first event was appended, in µs since the epoch, UTC.
        updated_at: when its last event was appended, in µs since the epoch, UTC.
    """

    id: UUID
    kind: str
    version: int
    head: bytes
    status: str
    summary: Mapping[str, Json]
    opened_at: int
    updated_at: int

    @property
    def cursor(self) -> Cursor:
        """Its place in lists."""
        return self.opened_at, self.id


class EventStore(Protocol):
    """Streams of events that only grow."""

    def append(
        self,
        stream: UUID,
        *,
        kind: str,
        expected: int,
        command: CommandMetadata,
        events: Sequence[NewEvent],
        status: str,
        summary: Mapping[str, Json],
    ) -> Appended:
        """Append everything that a command led to, or answer it again with its first result.

        Args:
            stream: the stream; it is created where `expected` is 0.
            kind: what it is a stream of; it stays as the first append put it.
            expected: the version that the command was decided on.
            command: who, when, why.
            events: what happened, at least one event.
            status: where the stream stands now.
            summary: more of the kind, for lists; no text in it holds a NUL.

        Raises:
            StaleVersion: the stream is at another version.
            CommandReused: the command's id has had its effect for another fingerprint.
            NotCanonical: an event or the summary is not canonical JSON.
            ValueError: there are no events.
        """
        ...

    def load(
        self, stream: UUID, *, reader: Viewer, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """The events of a stream in order, with the secrets that the reader may have.

        Args:
            stream: the stream; one that does not exist has no events.
            reader: whose secrets are fetched: a seat's, none (PUBLIC), or all (FULL).
            after: the version before the first event wanted.
            upto: the version of the last event wanted; the end of the stream if None.

        Raises:
            BrokenChain: an event can not be read (but the chain is not verified).
        """
        ...

    def head(self, stream: UUID) -> Stream | None:
        """What is known of a stream, or None if there is none."""
        ...

    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """The versions of those of the streams that exist."""
        ...

    def find(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        newest_first: bool = False,
    ) -> list[Stream]:
        """Streams of a kind with one of the statuses, in the order in which they were opened.

        Args:
            kind: what they are streams of.
            statuses: where they stand.
            limit: how many at most.
            after: the place in the list before the first one wanted.
            newest_first: whether the list runs backwards.
        """
        ...

    def owned(self, *, kind: str, statuses: Collection[str], owner: str, limit: int) -> int:
        """How many streams there are whose `summary` names this `owner`; counted up to a limit.

        Args:
            kind: what they are streams of.
            statuses: where they stand.
            owner: the text that their summary has under that name.
            limit: at how many the count stops.
        """
        ...

    def expiring(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        before: int,
        limit: int,
        after: Deadline | None = None,
    ) -> list[Stream]:
        """Streams whose `summary` names a moment as `until`, the nearest first.

        Args:
            kind: what they are streams of.
            statuses: where they stand.
            before: the moment that theirs is before, in µs since the epoch.
            limit: how many at most.
            after: the moment and the stream in this list before the first one wanted.
        """
        ...

    def mark(self, stream: UUID, *, version: int, status: str) -> bool:
        """Note where a stream stands without an event in it.

        Returns:
            Whether the stream is at that version still; if not, nothing is changed.
        """
        ...

    def tend(self) -> None:
        """Make room for the months to come. Now and then, and at every start, is often enough."""
        ...
