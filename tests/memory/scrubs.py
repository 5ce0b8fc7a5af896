"""The place of the scrubber in memory."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from events.store import ARCHIVED
from events.translog.scrubber import Row, ScrubberPlace
from events.translog.store import Broken
from tests.memory.database import Memory, operation
from tests.memory.store import Streams, Translog


@dataclass(slots=True)
class ScrubTable:
    """The place, and the faults, each with the last pass that has found it."""

    place: ScrubberPlace | None = None
    faults: dict[UUID, tuple[int, Broken]] = field(default_factory=dict[UUID, tuple[int, Broken]])


class MemoryScrubs:
    """See `Scrubs`."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._table = memory.tables(ScrubTable)
        self._streams = memory.tables(Streams).streams
        self._translog = memory.tables(Translog)

    @operation
    def place(self) -> ScrubberPlace | None:
        return self._table.place

    @operation
    def move(self, old: ScrubberPlace | None, new: ScrubberPlace) -> bool:
        if self._table.place != old:
            return False
        self._table.place = new
        return True

    @operation
    def rows(self, log_number: int, *, after: UUID, limit: int) -> list[Row]:
        assert log_number == 0
        streams = sorted(
            each
            for each, stream in self._streams.items()
            if each > after and stream.status != ARCHIVED
        )
        return [self._row(stream) for stream in streams[:limit]]

    def _row(self, stream: UUID) -> Row:
        row, entry = self._streams[stream], self._translog.last.get(stream)
        logged, head = (0, None) if entry is None else (entry.version, entry.hash)
        waits = logged < row.version and stream not in self._translog.broken
        return Row(stream, row.version, row.head, logged, head, waits)

    @operation
    def note(self, faults: Sequence[Broken], *, number: int, time: int) -> list[Broken]:
        del time
        first = {fault.stream: fault for fault in reversed(faults)}
        new = [fault for stream, fault in first.items() if stream not in self._table.faults]
        self._table.faults.update({stream: (number, each) for stream, each in first.items()})
        return new

    @operation
    def forget(self, *, before: int) -> None:
        kept = {each: found for each, found in self._table.faults.items() if found[0] >= before}
        self._table.faults = kept

    @operation
    def faults(self, streams: Collection[UUID] | None = None) -> list[Broken]:
        found = self._table.faults
        return [
            fault for stream, (_, fault) in found.items() if streams is None or stream in streams
        ]
