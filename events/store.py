"""The interface of an event store. One suite of tests checks every backend against it.

Every operation may be repeated safely, so a lost request can simply be sent again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias
from uuid import UUID

from events.canonical import Json
from events.record import CommandMetadata, NewEvent, Recorded, Viewer

Cursor: TypeAlias = tuple[int, UUID]
"""A cursor in a list of streams: when the stream was opened, in µs since the epoch, and its id."""
Deadline: TypeAlias = tuple[int, UUID]
"""A cursor in a list of streams ordered by due time: the due time, and the stream's id."""


ARCHIVED: Final = "archived"
"""The status of a stream whose events are in an archive outside of the store."""


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
    """A command id that already took effect was used again for another request.

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
class StreamDescription:
    """The description of a stream, known without reading its events.

    Attributes:
        id: the stream.
        kind: the kind of stream.
        version: the number of events in it.
        head: the chain head after the last of them.
        status: the writer's label for its state, derived; for lists and workers only.
        summary: further derived values.
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
        """The stream's cursor in lists."""
        return self.opened_at, self.id


class EventStore(Protocol):
    """Append-only streams of events."""

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
        """Append all events of a command; if it took effect before, return its first result.

        Args:
            stream: the stream; it is created if `expected` is 0.
            kind: the kind of stream; fixed by the first append.
            expected: the version that the command was decided on.
            command: who, when, why.
            events: what happened, at least one event.
            status: the new status of the stream.
            summary: the new summary, for lists; no text in it holds a NUL.

        Raises:
            StaleVersion: the stream is at another version.
            CommandReused: the command's id already took effect for another fingerprint.
            NotCanonical: an event or the summary is not canonical JSON.
            ValueError: there are no events.
        """
        ...

    def load(
        self, stream: UUID, *, viewer: Viewer, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """The events of a stream in order, with the secrets that the viewer may have.

        Args:
            stream: the stream; one that does not exist has no events.
            viewer: the viewer whose secrets are fetched: a seat, none (PUBLIC), or all (FULL).
            after: the version before the first event wanted.
            upto: the version of the last event wanted; the end of the stream if None.

        Raises:
            BrokenChain: an event cannot be read, or the whole stream was asked for and is not the
                one that the log has (the chain itself is not verified here).
        """
        ...

    def head(self, stream: UUID) -> StreamDescription | None:
        """The description of a stream, or None if it does not exist."""
        ...

    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """The versions of the given streams, as far as they exist."""
        ...

    def opened_at(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """When the given streams were opened, in µs since the epoch, as far as they exist."""
        ...

    def find(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        newest_first: bool = False,
    ) -> list[StreamDescription]:
        """Streams of a kind with one of the statuses, in the order in which they were opened.

        Args:
            kind: the kind of stream.
            statuses: the statuses wanted.
            limit: the largest number of results.
            after: the cursor before the first result wanted.
            newest_first: whether the order is reversed.
        """
        ...

    def owned(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        owner: str,
        limit: int,
        ref: str | None = None,
    ) -> int:
        """Count the streams whose `summary` names this `owner`, up to a limit.

        Args:
            kind: the kind of stream.
            statuses: the statuses wanted.
            owner: the value of `owner` in their summary.
            limit: the number at which the count stops.
            ref: a text among the `refs` of their summary; None: whatever they have there.
        """
        ...

    def with_ref(self, *, kind: str, owner: str, ref: str, limit: int) -> list[UUID]:
        """Streams whose `summary` names this `owner`, and this text among its `refs`.

        Args:
            kind: the kind of stream.
            owner: the value of `owner` in their summary.
            ref: the text.
            limit: the largest number of results.
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
        since: int = -1,
        always: Collection[UUID] = (),
    ) -> list[StreamDescription]:
        """Streams whose `summary` names a due time as `until`, earliest first.

        Args:
            kind: the kind of stream.
            statuses: the statuses wanted.
            before: the due time must be before this, in µs since the epoch.
            limit: the largest number of results.
            after: the cursor before the first result wanted.
            since: the time in `since` of the summary, or 0, must be after this.
            always: streams that are found whatever their `since`.
        """
        ...

    def set_status(self, stream: UUID, *, version: int, status: str) -> bool:
        """Set the status of a stream without an event.

        Returns:
            Whether the stream is still at that version; if not, nothing is changed.
        """
        ...

    def encrypt(self, streams: Collection[UUID]) -> int:
        """Encrypt the secrets of streams that are stored in plain text; returns how many."""
        ...

    def create_partitions(self) -> None:
        """Create the partitions of the coming months. Call it at every start, and now and then."""
        ...
