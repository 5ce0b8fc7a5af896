"""The transparency log in memory: for contract tests and tests without a server."""

import time
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from uuid import UUID

from domain.fairness.tree import Node, Span
from events.record import PUBLIC
from events.translog.store import (
    MOST,
    Batch,
    Break,
    Broken,
    BrokenLog,
    Due,
    Entry,
    Link,
    Run,
    Signed,
    Standing,
    TranslogReads,
    Turn,
)
from tests.events.memory import MemoryStore


class MemoryLog:
    """The log of the streams of a memory store. Its contents end with the process.

    Waiting appends are derived from the streams themselves, so there is no outbox.

    Args:
        store: the store.
    """

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._lock = Lock()
        self._entries: list[Entry] = []
        self._positions: dict[tuple[UUID, int], int] = {}
        self._last: dict[UUID, Entry] = {}
        self._kept: dict[Node, bytes] = {}
        self._checkpoints: dict[int, Signed] = {}
        self._broken: dict[UUID, Broken] = {}

    @contextmanager
    def turn(self) -> Generator[Turn | None]:
        """See `Log.turn`."""
        mine = self._lock.acquire(blocking=False)
        try:
            yield self if mine else None
        finally:
            if mine:
                self._lock.release()

    def is_idle(self) -> bool:
        """See `Log.is_idle`."""
        return bool(self._checkpoints) and not self.due(1)

    def standing(self) -> Standing:
        """See `Log.standing`."""
        due = [self._store.head(each.stream) for each in self.due(MOST)]
        behind = time.time_ns() // 1000 - min(row.updated_at for row in due if row) if due else 0
        last = self.checkpoint()
        return Standing(last and last.size, len(due), behind, len(self._broken))

    def breaks(self) -> list[Break]:
        """See `TranslogStore.breaks`: it is never begun anew."""
        return []

    def numbered(self, number: int) -> TranslogReads:
        """See `TranslogStore.numbered`."""
        assert number == 0
        return self

    def checkpoint(self, size: int | None = None) -> Signed | None:
        """See `Reading.checkpoint`."""
        wanted = max(self._checkpoints, default=None) if size is None else size
        return None if wanted is None else self._checkpoints.get(wanted)

    def entries(self, span: Span) -> list[Entry]:
        """See `Reading.entries`."""
        return self._entries[span.start : span.stop]

    def runs(self, wanted: Sequence[Run]) -> list[list[bytes]]:
        """See `Reading.runs`."""
        return [
            [self._kept[node] for at in span if (node := Node(level, at)) in self._kept]
            if level
            else [entry.leaf for entry in self.entries(span)]
            for level, span in wanted
        ]

    def position(self, stream: UUID, version: int) -> int | None:
        """See `Reading.position`."""
        return self._positions.get((stream, version))

    def due(self, limit: int) -> list[Due]:
        """See `Turn.due`."""
        rows = [row for row in self._store.streams() if row.id not in self._broken]
        rows.sort(key=lambda row: (row.updated_at, -row.id.int))
        due = [Due(row.id, row.version, row.head, "") for row in rows]
        logged = {stream: entry.version for stream, entry in self._last.items()}
        return [each for each in due if logged.get(each.stream, 0) < each.version][:limit]

    def logged(self, streams: Collection[UUID]) -> dict[UUID, Entry]:
        """See `Turn.logged`."""
        return {stream: self._last[stream] for stream in streams if stream in self._last}

    def events(self, wanted: Mapping[UUID, range]) -> dict[UUID, list[Link]]:
        """See `Turn.events`."""
        return {
            stream: [
                Link(record.version, record.body, record.hash)
                for record in self._store.load(
                    stream, viewer=PUBLIC, after=span.start - 1, upto=span.stop - 1
                )
            ]
            for stream, span in wanted.items()
        }

    def put(self, batch: Batch) -> None:
        """See `Turn.put`."""
        if batch.size != len(self._entries):
            raise BrokenLog(f"a batch on {batch.size} entries does not fit")
        for entry in batch.entries:
            self._positions[entry.stream, entry.version] = len(self._entries)
            self._entries.append(entry)
            self._last[entry.stream] = entry
        self._kept.update(batch.kept)
        if batch.signed is not None:
            self._checkpoints[batch.signed.size] = batch.signed
        self._broken.update({each.stream: each for each in batch.broken})
