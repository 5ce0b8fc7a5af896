"""The event store in memory."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast
from uuid import UUID

import orjson

from domain.fairness.tree import Node
from events.canonical import Json
from events.chain import check_logged, genesis, link
from events.record import (
    ERASING,
    FULL,
    NOBODY,
    CommandMetadata,
    Entropy,
    NewEvent,
    Recorded,
    Row,
    Sealed,
    Viewer,
    audiences,
    read,
    seal,
    summarized,
)
from events.store import Appended, CommandReused, Cursor, Deadline, StaleVersion, StreamDescription
from events.translog.store import Broken, LogEntry, StoredCheckpoint
from tests.memory.database import Memory, operation


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it is stored."""

    sealed: Sealed
    command: CommandMetadata
    cmd_seq: int
    hash: bytes

    @property
    def data(self) -> dict[str, Any]:
        """Its data, in which secrets are hidden."""
        data: dict[str, Any] = orjson.loads(self.sealed.body)["data"]
        return data


@dataclass(slots=True)
class Streams:
    """The streams with their events, and the versions of the events of each command."""

    streams: dict[UUID, StreamDescription] = field(default_factory=dict[UUID, StreamDescription])
    events: dict[UUID, list[StoredEvent]] = field(default_factory=dict[UUID, list[StoredEvent]])
    commands: dict[tuple[UUID, UUID], range] = field(default_factory=dict[tuple[UUID, UUID], range])


@dataclass(slots=True)
class Translog:
    """The entries of the log, its hashes and checkpoints."""

    entries: list[LogEntry] = field(default_factory=list[LogEntry])
    positions: dict[tuple[UUID, int], int] = field(default_factory=dict[tuple[UUID, int], int])
    last: dict[UUID, LogEntry] = field(default_factory=dict[UUID, LogEntry])
    nodes: dict[Node, bytes] = field(default_factory=dict[Node, bytes])
    checkpoints: dict[int, StoredCheckpoint] = field(default_factory=dict[int, StoredCheckpoint])
    broken: dict[UUID, Broken] = field(default_factory=dict[UUID, Broken])
    is_taken: bool = False
    """Whether a process has the turn."""


class MemoryStore:
    """The event store in memory.

    Args:
        memory: the database; None: one of its own.
        entropy: the source of the salts; None: the one of the database.
    """

    def __init__(self, memory: Memory | None = None, *, entropy: Entropy | None = None) -> None:
        self.memory = memory or Memory()
        self._entropy = entropy or self.memory.runtime.random_bytes
        tables = self.memory.tables(Streams)
        self._streams, self._events = tables.streams, tables.events
        self._commands = tables.commands
        self._logged = self.memory.tables(Translog).last

    @operation
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
        if not events:
            raise ValueError("a command has at least one event")
        sealed = [seal(event, command=command, entropy=self._entropy) for event in events]
        shown = orjson.loads(summarized(summary))
        if span := self._commands.get((stream, command.id)):
            if self._events[stream][span.start].command.fingerprint != command.fingerprint:
                raise CommandReused(stream=stream, command_id=command.id)
            return self._appended(self._read(stream, FULL, span), replayed=True)
        old = self._streams.get(stream)
        current = old.version if old else 0
        if expected != current:
            after = range(expected, current) if expected >= 0 else range(0)
            missed = self._read(stream, FULL, after)
            raise StaleVersion(stream=stream, expected=expected, current=current, missed=missed)
        kept = list(chained(old.head if old else genesis(stream), sealed, command))
        self._events.setdefault(stream, []).extend(kept)
        for event in sealed:
            if event.type in ERASING:
                self._erase(stream, event.envelope["data"][ERASING[event.type]])
        self._streams[stream] = StreamDescription(
            id=stream,
            kind=old.kind if old else kind,
            version=current + len(kept),
            head=kept[-1].hash,
            status=status,
            summary=shown,
            opened_at=old.opened_at if old else command.at,
            updated_at=command.at,
        )
        self._commands[stream, command.id] = range(current, current + len(kept))
        recorded = tuple(
            Recorded(
                *(stream, version, each.cmd_seq, each.sealed.body, each.hash),
                *(each.sealed.envelope, each.sealed.secrets),
            )
            for version, each in enumerate(kept, current + 1)
        )
        return self._appended(recorded, replayed=False)

    @operation
    def load(
        self, stream: UUID, *, viewer: Viewer, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        end = len(self._events.get(stream, ())) if upto is None else upto
        records = self._read(stream, viewer, range(after, end))
        logged = self._logged.get(stream) if after == 0 and upto is None else None
        if logged is not None:
            check_logged(records, stream=stream, version=logged.version, head=logged.hash)
        return records

    @operation
    def head(self, stream: UUID) -> StreamDescription | None:
        return self._streams.get(stream)

    @operation
    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        known = self._streams
        return {stream: known[stream].version for stream in streams if stream in known}

    @operation
    def opened_at(self, streams: Collection[UUID]) -> dict[UUID, int]:
        known = self._streams
        return {stream: known[stream].opened_at for stream in streams if stream in known}

    @operation
    def find(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        newest_first: bool = False,
    ) -> list[StreamDescription]:
        rows = [
            row
            for row in self._of(kind, statuses)
            if after is None or (row.cursor < after if newest_first else row.cursor > after)
        ]
        return sorted(rows, key=lambda row: row.cursor, reverse=newest_first)[:limit]

    @operation
    def owned(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        owner: str,
        limit: int,
        ref: str | None = None,
    ) -> int:
        found = [
            row
            for row in self._of(kind, statuses)
            if row.summary.get("owner") == owner
            and (ref is None or ref in (cast("Any", row.summary).get("refs") or ()))
        ]
        return min(limit, len(found))

    @operation
    def with_ref(self, *, kind: str, owner: str, ref: str, limit: int) -> list[UUID]:
        found = [
            row.id
            for row in self._streams.values()
            if row.kind == kind
            and row.summary.get("owner") == owner
            and ref in (cast("Any", row.summary).get("refs") or ())
        ]
        return found[:limit]

    @operation
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
        positions = {
            (until, row.id): row
            for row in self._of(kind, statuses)
            if (until := cast("Any", row.summary).get("until")) is not None and until < before
            if (cast("Any", row.summary).get("since") or 0) > since or row.id in always
        }
        beyond = sorted(place for place in positions if after is None or place > after)
        return [positions[place] for place in beyond[:limit]]

    @operation
    def set_status(self, stream: UUID, *, version: int, status: str) -> bool:
        row = self._streams.get(stream)
        if row is None or row.version != version:
            return False
        self._streams[stream] = replace(row, status=status)
        return True

    def encrypt(self, streams: Collection[UUID]) -> int:
        del streams
        return 0

    def create_partitions(self) -> None:
        """See `EventStore.create_partitions`: the memory store has no partitions."""

    def _of(self, kind: str, statuses: Collection[str]) -> list[StreamDescription]:
        return [
            row for row in self._streams.values() if row.kind == kind and row.status in statuses
        ]

    def _read(self, stream: UUID, viewer: Viewer, span: range) -> tuple[Recorded, ...]:
        readable = audiences(viewer)
        kept = self._events.get(stream, [])[span.start : span.stop]
        return read(
            stream,
            (
                row
                for version, event in enumerate(kept, span.start + 1)
                for row in rows_of(event.sealed, version, event.cmd_seq, event.hash, readable)
            ),
        )

    def _erase(self, stream: UUID, version: int) -> None:
        """Delete the openings of an event that can be erased."""
        if not 0 < version <= len(self._events[stream]):
            return
        kept = self._events[stream][version - 1]
        secrets = [each for each in kept.sealed.secrets if each.audience >= NOBODY]
        sealed = kept.sealed._replace(secrets=secrets)
        self._events[stream][version - 1] = replace(kept, sealed=sealed)
        for at, each in enumerate(self._events[stream], start=1):
            number = each.sealed.envelope["data"].get("invitation")
            by = each.sealed.type == "table.invited" and f"invitation:{number}"
            if at < version and by == kept.sealed.envelope["actor"]:
                self._erase(stream, at)

    def _appended(self, events: tuple[Recorded, ...], *, replayed: bool) -> Appended:
        """The result of the command that had these events."""
        return Appended(
            version_first=events[0].version,
            version_last=events[-1].version,
            head=events[-1].hash,
            replayed=replayed,
            events=events,
        )


def chained(
    head: bytes, sealed: Sequence[Sealed], command: CommandMetadata
) -> Iterator[StoredEvent]:
    for cmd_seq, event in enumerate(sealed):
        head = link(head, event.body)
        yield StoredEvent(event, command, cmd_seq, head)


def rows_of(
    sealed: Sealed, version: int, cmd_seq: int, head: bytes, readable: range
) -> Iterator[Row]:
    """The rows of an event for a viewer who may have the secrets of these audiences."""
    yield version, None, sealed.body, head, cmd_seq
    for slot, audience, salt, payload, _ in sealed.secrets:
        if audience in readable:
            yield version, slot, payload, salt, audience
