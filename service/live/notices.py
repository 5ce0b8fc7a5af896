"""What is new for a caller, over all tables that he is of: told thin, in the order of the log.

A notice says what one event is news of (`service.live.news`), and its position is that event's
place in the log of all events, counted from 1: one order without gaps for everything, in
which whoever was away reads on. It is there when its event is logged, within about a second.
"""

from collections import OrderedDict
from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final, Self
from uuid import UUID

from domain.kernel.event import PUBLIC, Json
from domain.table.series import Table
from events.translog.log import Entry
from service.access.credentials import ApiKey, OwnerOrSeat, SeatHolder
from service.context import Context
from service.live import news
from service.live.following import Lines
from service.live.news import News
from service.play.tables import takes_part
from service.streams import DEALS, Deal, Stream, TableStream
from service.timestamps import moment

LOG: Final = UUID(int=0)
"""Stands for the log among the streams that are watched."""
BATCH: Final = 2_000
"""Entries of the log that are looked through at a time, however few of them are for the reader."""
WORK: Final = 2_000
"""Events that are read for them at a time, but for those of the last stream: no batch is long."""
ASKED: Final = 20
"""Events that could be read in the time that it takes to ask the record anything."""
REMEMBERED: Final = 20_000
"""Streams whose tables are known without asking."""


@dataclass(slots=True)
class _Work:
    """What it took to look through a batch, in events that were read."""

    spent: int = 0

    def read(self, known: Stream[Any] | None, now: Stream[Any] | None = None) -> None:
        """The record was asked for something, and perhaps gave a stream as it is now."""
        more = (now.version if now else 0) - (known.version if known else 0)
        self.spent += ASKED + max(0, more)


class Notices:
    """The notices of a house. Threads may share it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tables: OrderedDict[UUID, UUID] = OrderedDict()
        self._tail: tuple[int, list[Entry]] = (0, [])
        self._lock = Lock()
        self.known = 0
        """How far the log went when somebody last looked."""

    def size(self) -> int:
        """How far the log goes: the position of its last entry."""
        signed = self._context.translog.log.checkpoint()
        self.known = max(self.known, signed.size if signed is not None else 0)
        return self.known

    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """The versions of streams, of which the log may be one."""
        found = self._context.store.versions([each for each in streams if each != LOG])
        return {**found, LOG: self.size()} if LOG in streams else found

    def begin(self, who: OwnerOrSeat) -> int:
        """Before the first position that a caller has not seen: a seat's table, or now."""
        size = self.size()  # if the table is not logged by now, it is after this
        if not isinstance(who, SeatHolder):
            return size
        first = self._context.translog.log.position(who.table, 1)
        return size if first is None else first

    def read(self, who: OwnerOrSeat, after: int, limit: int | None, *, size: int) -> Lines:
        """The notices that follow a position, from so many entries at most as make a batch."""
        span = range(after, min(after + BATCH, size))
        found: list[dict[str, Json]] = []
        work = _Work()
        for position, entry in enumerate(self._entries(span), after + 1):
            told = self._told(who, entry, work)
            if told is not None:
                found.append({"position": position, **told})
            if len(found) == limit or work.spent >= WORK:
                return Lines(found, position)
        return Lines(found, max(after, span.stop))

    def _entries(self, span: range) -> list[Entry]:
        """Entries of the log; what has just come is read once for all readers."""
        with self._lock:
            first, kept = self._tail
            if span.start > first + len(kept):
                first, kept = span.start, []
            if span.start >= first and span.stop > first + len(kept):
                more = self._context.translog.log.entries(range(first + len(kept), span.stop))
                cut = max(0, len(kept) + len(more) - BATCH)
                self._tail = first, kept = first + cut, [*kept, *more][cut:]
            if first <= span.start and span.stop <= first + len(kept):
                return kept[span.start - first : span.stop - first]
        return self._context.translog.log.entries(span)

    def _told(self, who: OwnerOrSeat, entry: Entry, work: _Work) -> dict[str, Json] | None:
        """What an entry tells a caller."""
        at = self._table_of(entry.stream, work)
        if isinstance(who, SeatHolder) and who.table != at:
            return None
        stream = self._table(at, entry, work)
        if stream is None or not takes_part(stream.state, who):
            return None
        recorded_at, told = self._happened(stream, entry, work)
        if told is None or not _is_for(who, told, stream.state):
            return None
        return {"type": told.kind, "at": moment(recorded_at), "table": str(at), **told.about}

    def _table_of(self, stream: UUID, work: _Work) -> UUID:
        """The table of a stream: itself, or that of a deal."""
        with self._lock:
            known = self._tables.get(stream)
        if known is None:
            row = self._context.store.head(stream)
            work.read(None)
            assert row is not None, "what is logged is there"
            known = UUID(str(row.summary["table"])) if row.kind == DEALS.kind else stream
            with self._lock:
                self._tables[stream] = known
                while len(self._tables) > REMEMBERED:
                    self._tables.popitem(last=False)
        return known

    def _table(self, at: UUID, entry: Entry, work: _Work) -> TableStream | None:
        """The table, read again only where it may have gone on since."""
        streams = self._context.streams
        known = streams.remembered_table(at)
        enough = entry.version if entry.stream == at else 1
        if known is not None and known.version >= enough and known.state.started:
            return known
        table = streams.table(at)
        work.read(known, table)
        return table

    def _happened(self, stream: TableStream, entry: Entry, work: _Work) -> tuple[int, News | None]:
        """When an event was, and what it is news of."""
        version = entry.version
        if entry.stream == stream.id:
            return stream.records[version - 1].at, news.of_table(stream.events, version)
        deal = self._deal(entry, work)
        return deal.records[version - 1].at, news.of_deal(deal, version)

    def _deal(self, entry: Entry, work: _Work) -> Deal:
        """The deal as the public has it, read again only where it has gone on since."""
        streams = self._context.streams
        known = streams.remembered_deal(entry.stream)
        if known is not None and known.version >= entry.version:
            return known
        deal = streams.deal(entry.stream, viewer=PUBLIC)
        assert deal is not None, "what is logged is there"
        work.read(known, deal)
        return deal


def _is_for(who: OwnerOrSeat, told: News, at: Table) -> bool:
    if told.seat is None:
        return True
    if isinstance(who, SeatHolder):
        return who.seat == told.seat
    player = at.players[told.seat]
    return player is not None and player.holder == who.owner


@dataclass(frozen=True, slots=True)
class FollowedNotices:
    """What is new for a caller; positions are those of the log, counted from 1."""

    notices: Notices
    who: OwnerOrSeat
    size: int

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        return self.who.id if isinstance(self.who, ApiKey) else self.who

    @property
    def watched(self) -> UUID:
        """See `Followed`."""
        return LOG

    @property
    def version(self) -> int:
        """See `Followed`."""
        return self.size

    def again(self) -> Self:
        """See `Followed`."""
        return replace(self, size=max(self.size, self.notices.known))

    def lines(self, after: int, limit: int | None = None) -> Lines:
        """See `Followed`. It never ends."""
        return self.notices.read(self.who, after, limit, size=self.size)
