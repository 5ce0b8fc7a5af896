"""The scrubber: compares all records at rest with the log, over and over, in bounded steps.

A pass first reads the entries of logs that have ended: their tree must be the one that the break
names. Then it reads the entries of the log in order. Their tree must lead to the signed root, and
each entry must be the head of an event whose chain and secrets hold. Then it reads the rows of all
streams: the log must have each of them up to its last event. The place is kept after every step, so
any process can go on from there. A step that runs twice does no harm.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from domain.fairness.tree import NOTHING, Edge, grown, is_consistent
from events.chain import MISSING, OTHER, BrokenChain, verify
from events.record import FULL, Recorded
from events.store import ARCHIVED, EventStore
from events.translog.notes import BadNote, VerifierKey
from events.translog.store import (
    Break,
    Broken,
    BrokenLog,
    LogEntry,
    StoredCheckpoint,
    TranslogReads,
    TranslogStore,
    check_signed,
    consistency,
    edge,
)

_WITH_NAMES: Final = ("table.", "tournament.")
"""The types of events of which names can be erased."""
PAGE: Final = 500
"""Entries of the log, or rows of streams, that a step reads."""
WHOLE_LOG: Final = UUID(int=0)
"""The stream of a fault of the log itself."""

UNLOGGED: Final = "it has events that were never logged"
CUT: Final = "it ends before the last event that the log has"
UNOPENED: Final = "a secret of the event is no longer stored"
OTHER_LOG: Final = "the entries are not those that were signed"
OTHER_ENDED: Final = "a log that has ended has other entries than its break says"


class ScrubberPlace(NamedTuple):
    """The place of the scrubber.

    Attributes:
        number: the number of the pass, from 1.
        log_number: the number of the log whose entries it reads.
        edge: the tree over the entries that it has read.
        stream: the last stream whose row it has read; None: it still reads entries.
        begun: when the pass began, in µs since the epoch.
        moved: when the place was last moved.
        ended: when the pass before it ended; None: this is the first one.
    """

    number: int
    log_number: int
    edge: Edge
    stream: UUID | None
    begun: int
    moved: int
    ended: int | None

    @property
    def waits_since(self) -> int | None:
        """When the last pass ended, if the next one has not begun; in µs since the epoch."""
        return self.ended if self.moved == self.begun == self.ended else None


class Row(NamedTuple):
    """The row of a stream, and the last entry that the log has of it.

    Attributes:
        stream: the stream.
        version: its number of events.
        head: the chain head after the last of them.
        logged: the last version that the log has; 0: it has none.
        hash: the chain head that the log has for it; None: it has none.
        waits: whether an append waits to be logged.
    """

    stream: UUID
    version: int
    head: bytes
    logged: int
    hash: bytes | None
    waits: bool


class Scrubbed(NamedTuple):
    """The result of a step.

    Attributes:
        found: the faults that were not known before.
        more: whether the pass goes on.
    """

    found: Sequence[Broken]
    more: bool


class Scrubs(Protocol):
    """Keeps the place of the scrubber, and what it has found."""

    def place(self) -> ScrubberPlace | None:
        """The place; None: no pass has begun."""
        ...

    def move(self, old: ScrubberPlace | None, new: ScrubberPlace) -> bool:
        """Go on to a place, if the place is still the old one; says whether."""
        ...

    def rows(self, log_number: int, *, after: UUID, limit: int) -> list[Row]:
        """The next rows of streams that are not archived, in the order of their ids."""
        ...

    def note(self, faults: Sequence[Broken], *, number: int, time: int) -> list[Broken]:
        """Note faults that a pass has found; returns those that were not known before."""
        ...

    def forget(self, *, before: int) -> None:
        """Forget the faults that were last found in a pass before this one."""
        ...

    def faults(self, streams: Collection[UUID] | None = None) -> list[Broken]:
        """The known faults of some streams, or of all."""
        ...


class Scrubber:
    """Compares records at rest with the log. Threads and processes may share its place.

    Args:
        store: the records.
        translog: the log.
        scrubs: keeps its place.
        key: has signed the log.
    """

    def __init__(
        self, store: EventStore, translog: TranslogStore, scrubs: Scrubs, key: VerifierKey
    ) -> None:
        self.scrubs = scrubs
        self._store = store
        self._translog = translog
        self._key = key

    def advance(self, *, time: int) -> Scrubbed:
        """Read a page of entries or of rows, at a time in µs since the epoch."""
        breaks = self._translog.breaks()
        kept = self.scrubs.place()
        place = kept or ScrubberPlace(1, 0, NOTHING, None, time, time, None)
        if place.stream is not None and place.log_number < len(breaks):  # the log was begun anew
            place = _at_log(place, place.log_number + 1)
        reads = self._translog.numbered(place.log_number)
        tip = reads.checkpoint()
        if place.log_number < len(breaks):
            faults, after = self._ended(breaks, place)
        elif tip is None:
            return Scrubbed((), more=False)
        elif place.stream is None:
            faults, after = self._entries(reads, tip, place)
        else:
            faults, after = self._rows(place, time)
        found = self.scrubs.note(faults, number=place.number, time=time)
        if self.scrubs.move(kept, after._replace(moved=time)) and after.number > place.number:
            self.scrubs.forget(before=place.number)
        return Scrubbed(found, more=after.number == place.number)

    # --- The entries of the log -----------------------------------------------------------------

    def _ended(
        self, breaks: Sequence[Break], place: ScrubberPlace
    ) -> tuple[list[Broken], ScrubberPlace]:
        """Read entries of a log that has ended. Its records may have been lost with it."""
        ended = breaks[place.log_number]
        first, size = place.edge.size, ended.tip.size
        span = range(first, min(first + PAGE, size))
        entries = self._translog.numbered(place.log_number).entries(span)
        after, _ = grown(place.edge, _leaves(entries))
        holds = after.size == span.stop and self._is_stated(ended, is_last=ended is breaks[-1])
        if holds and span.stop < size:
            return [], place._replace(edge=after)
        holds = holds and after.root == ended.tip.root
        faults = [] if holds else [Broken(WHOLE_LOG, first, OTHER_ENDED)]
        return faults, _at_log(place, place.log_number + 1)

    def _is_stated(self, ended: Break, *, is_last: bool) -> bool:
        """Whether the present key has signed what a break says; earlier ones had other keys."""
        try:
            return not is_last or self._key.open(ended.statement) == ended.text
        except BadNote:
            return False

    def _entries(
        self, reads: TranslogReads, tip: StoredCheckpoint, place: ScrubberPlace
    ) -> tuple[list[Broken], ScrubberPlace]:
        first = place.edge.size
        span = range(first, min(first + PAGE, tip.size))
        entries = reads.entries(span)
        faults = self._log_faults(reads, tip, grown(place.edge, _leaves(entries))[0], span)
        streams: dict[UUID, list[LogEntry]] = {}
        for entry in entries:
            streams.setdefault(entry.stream, []).append(entry)
        for stream, logged in streams.items():
            fault = self._stream_fault(stream, logged)
            faults += [fault] if fault is not None else []
        if span.stop == tip.size:
            return faults, place._replace(stream=WHOLE_LOG)
        if not any(fault.stream == WHOLE_LOG for fault in faults):
            return faults, place._replace(edge=grown(place.edge, _leaves(entries))[0])
        try:  # what follows is compared with the log as it is stored
            return faults, place._replace(edge=edge(reads, span.stop))
        except BrokenLog:
            return faults, place._replace(stream=WHOLE_LOG)

    def _log_faults(
        self, reads: TranslogReads, tip: StoredCheckpoint, after: Edge, span: range
    ) -> list[Broken]:
        """Whether the tree over the entries so far leads to the signed root."""
        try:
            check_signed(tip, self._key)
            proof = consistency(reads, span.stop, size=tip.size)
        except BrokenLog as fault:
            return [Broken(WHOLE_LOG, span.start, str(fault))]
        leads = after.size == span.stop and is_consistent(
            old=span.stop, old_root=after.root, size=tip.size, expected=tip.root, proof=proof
        )
        return [] if leads else [Broken(WHOLE_LOG, span.start, OTHER_LOG)]

    def _stream_fault(self, stream: UUID, logged: Sequence[LogEntry]) -> Broken | None:
        """The first fault of the events of these entries, which follow each other."""
        first, last = logged[0].version, logged[-1].version
        try:
            records = self._store.load(stream, viewer=FULL, after=max(first - 2, 0), upto=last)
            if not records and self._is_archived(stream):
                return None
            since = None
            if first > 1 and records and records[0].version == first - 1:
                since, records = (first - 1, records[0].hash), records[1:]
            verify(records, stream=stream, since=since)
        except BrokenChain as broken:
            return Broken(stream, broken.version, broken.fault)
        return _first_fault(logged, {record.version: record for record in records})

    def _is_archived(self, stream: UUID) -> bool:
        row = self._store.head(stream)
        return row is not None and row.status == ARCHIVED

    # --- The rows of streams --------------------------------------------------------------------

    def _rows(self, place: ScrubberPlace, time: int) -> tuple[list[Broken], ScrubberPlace]:
        rows = self.scrubs.rows(place.log_number, after=place.stream or WHOLE_LOG, limit=PAGE)
        faults = [
            Broken(row.stream, min(row.logged, row.version) + 1, fault)
            for row in rows
            if (fault := _row_fault(row)) is not None
        ]
        if len(rows) == PAGE:
            return faults, place._replace(stream=rows[-1].stream)
        return faults, ScrubberPlace(place.number + 1, 0, NOTHING, None, time, time, time)


def _at_log(place: ScrubberPlace, number: int) -> ScrubberPlace:
    """The same pass, at the beginning of the log of a number."""
    return place._replace(log_number=number, edge=NOTHING, stream=None)


def _leaves(entries: Sequence[LogEntry]) -> list[bytes]:
    return [entry.leaf for entry in entries]


def _first_fault(logged: Sequence[LogEntry], records: Mapping[int, Recorded]) -> Broken | None:
    for entry in logged:
        record = records.get(entry.version)
        if record is None:
            return Broken(entry.stream, entry.version, MISSING)
        if record.hash != entry.hash:
            return Broken(entry.stream, entry.version, OTHER)
        if _is_without_secret(record):
            return Broken(entry.stream, entry.version, UNOPENED)
    return None


def _is_without_secret(record: Recorded) -> bool:
    """Whether a value stays hidden from all. Tables and tournaments are left out: names go."""
    if record.type.startswith(_WITH_NAMES):
        return False
    values = record.data.values()
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return any(isinstance(item, dict) and item.keys() == {"count", "sha256"} for item in items)


def _row_fault(row: Row) -> str | None:
    if row.logged > row.version:
        return CUT
    if row.logged < row.version:
        return None if row.waits else UNLOGGED
    return None if row.hash == row.head else OTHER
