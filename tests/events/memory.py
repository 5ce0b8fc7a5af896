"""The event store in memory: for contract tests and tests without a server."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_bytes
from threading import Lock
from typing import Any, cast
from uuid import UUID

import orjson

from events.canonical import Json
from events.chain import genesis, link
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
from events.store import Appended, CommandReused, Cursor, Deadline, StaleVersion, Stream


@dataclass(frozen=True, slots=True)
class _Kept:
    """An event as it is stored."""

    sealed: Sealed
    command: CommandMetadata
    cmd_seq: int
    hash: bytes


class MemoryStore:
    """Streams in a dict. Threads may share it; its contents end with the process.

    Args:
        entropy: the source of the salts.
    """

    def __init__(self, *, entropy: Entropy = token_bytes) -> None:
        self._entropy = entropy
        self._lock = Lock()
        self._streams: dict[UUID, Stream] = {}
        self._events: dict[UUID, list[_Kept]] = {}

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
        """See `EventStore.append`."""
        if not events:
            raise ValueError("a command has at least one event")
        sealed = [seal(event, command=command, entropy=self._entropy) for event in events]
        shown = orjson.loads(summarized(summary))
        with self._lock:
            first = self._first_result(stream, command)
            if first:
                return self._appended(stream, first, replayed=True)
            old = self._streams.get(stream)
            current = old.version if old else 0
            if expected != current:
                missed = self.load(stream, viewer=FULL, after=expected) if expected >= 0 else ()
                raise StaleVersion(stream=stream, expected=expected, current=current, missed=missed)
            kept = list(_chained(old.head if old else genesis(stream), sealed, command))
            self._events.setdefault(stream, []).extend(kept)
            for event in sealed:
                if event.type in ERASING:
                    self._erase(stream, event.envelope["data"][ERASING[event.type]])
            self._streams[stream] = Stream(
                id=stream,
                kind=old.kind if old else kind,
                version=current + len(kept),
                head=kept[-1].hash,
                status=status,
                summary=shown,
                opened_at=old.opened_at if old else command.at,
                updated_at=command.at,
            )
            return self._appended(stream, range(current, current + len(kept)), replayed=False)

    def load(
        self, stream: UUID, *, viewer: Viewer, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """See `EventStore.load`."""
        readable = audiences(viewer)
        kept = self._events.get(stream, [])[after:upto]
        return read(
            stream,
            (
                row
                for version, event in enumerate(kept, after + 1)
                for row in rows_of(event.sealed, version, event.cmd_seq, event.hash, readable)
            ),
        )

    def head(self, stream: UUID) -> Stream | None:
        """See `EventStore.head`."""
        return self._streams.get(stream)

    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """See `EventStore.versions`."""
        with self._lock:
            return {
                stream: self._streams[stream].version
                for stream in streams
                if stream in self._streams
            }

    def find(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        newest_first: bool = False,
    ) -> list[Stream]:
        """See `EventStore.find`."""
        with self._lock:
            rows = [row for row in self._streams.values() if row.kind == kind]
        rows = [row for row in rows if row.status in statuses]
        if after is not None:
            rows = [
                row for row in rows if (row.cursor < after if newest_first else row.cursor > after)
            ]
        return sorted(rows, key=lambda row: row.cursor, reverse=newest_first)[:limit]

    def owned(self, *, kind: str, statuses: Collection[str], owner: str, limit: int) -> int:
        """See `EventStore.owned`."""
        rows = self.find(kind=kind, statuses=statuses, limit=len(self._streams))
        return min(limit, len([row for row in rows if row.summary.get("owner") == owner]))

    def with_ref(self, *, kind: str, owner: str, ref: str, limit: int) -> list[UUID]:
        """See `EventStore.with_ref`."""
        rows = [row for row in self.streams() if row.kind == kind]
        rows = [row for row in rows if row.summary.get("owner") == owner]
        found = [row.id for row in rows if ref in (cast("Any", row.summary).get("refs") or ())]
        return found[:limit]

    def expiring(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        before: int,
        limit: int,
        after: Deadline | None = None,
    ) -> list[Stream]:
        """See `EventStore.expiring`."""
        rows = self.find(kind=kind, statuses=statuses, limit=len(self._streams))
        positions = {
            (until, row.id): row
            for row in rows
            if (until := row.summary.get("until")) is not None and until < before
        }
        beyond = sorted(place for place in positions if after is None or place > after)
        return [positions[place] for place in beyond[:limit]]

    def set_status(self, stream: UUID, *, version: int, status: str) -> bool:
        """See `EventStore.set_status`."""
        with self._lock:
            row = self._streams.get(stream)
            if row is None or row.version != version:
                return False
            self._streams[stream] = replace(row, status=status)
            return True

    def create_partitions(self) -> None:
        """See `EventStore.create_partitions`: the memory store has no partitions."""

    def streams(self) -> list[Stream]:
        """The description of every stream, in the order in which they were opened."""
        with self._lock:
            return list(self._streams.values())

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

    def _first_result(self, stream: UUID, command: CommandMetadata) -> range:
        """The positions of the events of an earlier call of the command."""
        positions = [
            place
            for place, kept in enumerate(self._events.get(stream, ()))
            if kept.command.id == command.id
        ]
        if not positions:
            return range(0)
        if self._events[stream][positions[0]].command.fingerprint != command.fingerprint:
            raise CommandReused(stream=stream, command_id=command.id)
        return range(positions[0], positions[-1] + 1)

    def _appended(self, stream: UUID, positions: range, *, replayed: bool) -> Appended:
        """The result of the command whose events are at these positions."""
        events = self.load(stream, viewer=FULL, after=positions.start, upto=positions.stop)
        return Appended(
            version_first=positions.start + 1,
            version_last=positions.stop,
            head=events[-1].hash,
            replayed=replayed,
            events=events,
        )


def _chained(head: bytes, sealed: Sequence[Sealed], command: CommandMetadata) -> Iterator[_Kept]:
    """The events with the heads after them."""
    for cmd_seq, event in enumerate(sealed):
        head = link(head, event.body)
        yield _Kept(event, command, cmd_seq, head)


def rows_of(
    sealed: Sealed, version: int, cmd_seq: int, head: bytes, readable: range
) -> Iterator[Row]:
    """The rows of an event for a viewer who may have the secrets of these audiences."""
    yield version, None, sealed.body, head, cmd_seq
    for slot, audience, salt, payload, _ in sealed.secrets:
        if audience in readable:
            yield version, slot, payload, salt, audience
