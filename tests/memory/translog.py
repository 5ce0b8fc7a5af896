"""The transparency log in memory."""

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from uuid import UUID

from domain.fairness.tree import Node, Span
from events.translog.store import (
    MOST,
    Break,
    BrokenLog,
    Due,
    LogBatch,
    LogEntry,
    LoggedEvent,
    LogState,
    LogTurn,
    Run,
    StoredCheckpoint,
    TranslogReads,
)
from service.timestamps import microseconds
from tests.memory.database import Memory, operation, turn_at
from tests.memory.store import Streams, Translog


class MemoryLog:
    """The log of the streams of a memory. Waiting appends are derived from the streams.

    Args:
        memory: the database.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._streams = memory.tables(Streams)
        self._translog = memory.tables(Translog)

    @contextmanager
    def turn(self) -> Generator[LogTurn | None]:
        with turn_at(self._translog, self.memory, "MemoryLog.turn") as is_mine:
            turn = MemoryLogTurn(self.memory)
            yield turn if is_mine else None
            if is_mine:
                self._commit(turn.batches)

    @operation
    def _commit(self, batches: Sequence[LogBatch]) -> None:
        translog = self._translog
        for batch in batches:
            for entry in batch.entries:
                translog.positions[entry.stream, entry.version] = len(translog.entries)
                translog.entries.append(entry)
                translog.last[entry.stream] = entry
            translog.nodes.update(batch.kept)
            if batch.signed is not None:
                translog.checkpoints[batch.signed.size] = batch.signed
            translog.broken.update({each.stream: each for each in batch.broken})
            for read in self.memory.readers:
                read(batch.entries)

    @operation
    def is_idle(self) -> bool:
        return bool(self._translog.checkpoints) and not self._due(1)

    @operation
    def standing(self) -> LogState:
        due = list(islice(self._waiting(), MOST))
        behind = microseconds(self.memory.now()) - min(due)[0] if due else 0
        last = max(self._translog.checkpoints, default=None)
        return LogState(last, len(due), behind, len(self._translog.broken))

    def breaks(self) -> list[Break]:
        return []

    def numbered(self, number: int) -> TranslogReads:
        assert number == 0
        return self

    @operation
    def checkpoint(self, size: int | None = None) -> StoredCheckpoint | None:
        known = self._translog.checkpoints
        wanted = max(known, default=None) if size is None else size
        return None if wanted is None else known.get(wanted)

    @operation
    def entries(self, span: Span) -> list[LogEntry]:
        return self._translog.entries[span.start : span.stop]

    @operation
    def runs(self, wanted: Sequence[Run]) -> list[list[bytes]]:
        nodes, entries = self._translog.nodes, self._translog.entries
        return [
            [nodes[node] for at in span if (node := Node(level, at)) in nodes]
            if level
            else [entry.leaf for entry in entries[span.start : span.stop]]
            for level, span in wanted
        ]

    @operation
    def position(self, stream: UUID, version: int) -> int | None:
        return self._translog.positions.get((stream, version))

    def _due(self, limit: int) -> list[Due]:
        """The appends that are not logged, in order."""
        due = sorted(islice(self._waiting(), limit))
        return [Due(UUID(int=-stream), version, head, "") for _, stream, version, head in due]

    def _waiting(self) -> Iterator[tuple[int, int, int, bytes]]:
        for stream, events in self._streams.events.items():
            last = self._translog.last.get(stream)
            logged = 0 if last is None else last.version
            if stream in self._translog.broken or logged == len(events):
                continue
            following = [*events[logged + 1 :], None]
            for version, event in enumerate(events[logged:], logged + 1):
                after = following[version - logged - 1]
                if after is None or after.cmd_seq == 0:
                    yield event.command.at, -stream.int, version, event.hash


class MemoryLogTurn(MemoryLog):
    """See `LogTurn`."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.batches: list[LogBatch] = []

    @operation
    def due(self, limit: int) -> list[Due]:
        return self._due(limit)

    @operation
    def logged(self, streams: Collection[UUID]) -> dict[UUID, LogEntry]:
        last = self._translog.last
        return {stream: last[stream] for stream in streams if stream in last}

    @operation
    def events(self, wanted: Mapping[UUID, range]) -> dict[UUID, list[LoggedEvent]]:
        return {
            stream: [
                LoggedEvent(version, each.sealed.body, each.hash)
                for version, each in enumerate(events[span.start - 1 : span.stop - 1], span.start)
            ]
            for stream, span in wanted.items()
            if (events := self._streams.events.get(stream))
        }

    @operation
    def put(self, batch: LogBatch) -> None:
        if batch.size != len(self._translog.entries):
            raise BrokenLog(f"a batch on {batch.size} entries does not fit")
        self.batches.append(batch)
