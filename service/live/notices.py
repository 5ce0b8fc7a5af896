"""Notices for a caller, or all events, over all their tables, in the order of the log.

A notice describes one event (`service.live.news`). Its position is the event's place in the log of
all events, counted from 1. This is one order, so a client that was away can resume. It has a gap
only where the log was begun anew: no position is of two logs. A notice appears once its event is
logged, within about a second.

All events of a caller's tables and their deals, in the order of the log, as one resource. A seat
token is shown every event as its seat. An API key is shown every event as all players see it, and
besides as each seat that it holds, if it may play. The owner's own ids are in `refs`. So a program
needs one stream for all its players.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Any, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar
from uuid import UUID

from domain.kernel.event import PUBLIC, Json, Seat, Viewer
from domain.kernel.sentence import Sentence
from domain.table.series import Table
from events.listings import PartyEntry
from events.translog.store import SHIFT
from service.access.credentials import Anonymous, ApiKey, OwnerOrSeat, SeatHolder
from service.access.scopes import Scope
from service.context import Context
from service.deals.representation import event_json
from service.live import news
from service.live.following import Lines
from service.live.news import News
from service.problems import Code, Problem
from service.responses.base import EventJson
from service.responses.live import (
    EventOfSeatJson,
    LoggedEventJson,
    NoticeJson,
    OwnerRefsJson,
    TableEventJson,
)
from service.responses.players import refs_json
from service.streams import TABLES, TOURNAMENTS, Deal, Stream, TableStream, TournamentStream
from service.tables.representation import table_event_json
from service.tables.sight import MEMBERS, owns, sits, takes_part
from service.timestamps import timestamp

W = TypeVar("W", bound=OwnerOrSeat | Anonymous)

TRANSLOG: Final = UUID(int=0)
"""The name of the log among the watched streams."""
BATCH: Final = 2_000
"""The most entries of the log that are read at a time."""
READ_AHEAD: Final = 4
"""By default: many entries have no notice."""
WORK: Final = 2_000
"""The limit of events read for one batch. The last stream may exceed it."""
QUERY_COST: Final = 20
"""The cost of a database query, as the number of events read in the same time."""


@dataclass(slots=True)
class BatchCost:
    """The cost of a batch so far, in events read, and what it has read."""

    spent: int = 0
    refs: dict[UUID, OwnerRefsJson] = field(default_factory=dict[UUID, OwnerRefsJson])
    """The owner's ids of tables and their players."""
    tables: dict[UUID, tuple[TableStream, bool]] = field(
        default_factory=dict[UUID, tuple[TableStream, bool]]
    )
    """Tables, and whether the caller gets their notices."""

    def read(self, known: Stream[Any] | None, now: Stream[Any] | None = None) -> None:
        """Count a query, and the events of a stream that it may have returned."""
        more = (now.version if now else 0) - (known.version if known else 0)
        self.spent += QUERY_COST + max(0, more)


Show: TypeAlias = Callable[[PartyEntry, BatchCost], Mapping[str, Json] | None]
"""Reads what a caller is shown of an entry of the log."""


class _Tail(NamedTuple):
    """The newest entries of the log, with their parties: those after `start`, up to `stop`."""

    start: int
    stop: int
    entries: list[PartyEntry]


_position: Final = attrgetter("position")


class Notices:
    """The notices of the service. Threads may share it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tail: _Tail | None = None
        self._lock = context.runtime.lock()
        self.known = 0
        """The size of the log when it was last read."""

    def size(self) -> int:
        """The size of the log: the position of its last entry."""
        self.known = max(self.known, self._context.listings.size())
        return self.known

    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """The versions of streams, of which the log may be one."""
        found = self._context.store.versions([each for each in streams if each != TRANSLOG])
        return {**found, TRANSLOG: self.size()} if TRANSLOG in streams else found

    def begin(self, who: OwnerOrSeat) -> int:
        """The default position: before the opening of a seat's table, or now."""
        size = self.size()  # a table that is not logged yet will be logged after this
        if not isinstance(who, SeatHolder):
            return size
        first = self._context.listings.position(who.table, 1)
        return size if first is None else first - 1

    def see_that_it_is_there(self, after: int, size: int) -> None:
        """See that a log of the service has had a position; a restored database may not have it.

        Raises:
            Problem: ``log-begun-anew``.
        """
        number, now = after >> SHIFT, size >> SHIFT
        if number == now:
            return
        end = self._context.translog.end_of(number) if number < now else size
        if after > end:
            values = {"position": after, "end": end}
            raise Problem(Code.LOG_BEGUN_ANEW, Sentence("position-lost", values), more={"end": end})

    def read(
        self,
        who: OwnerOrSeat,
        after: int,
        limit: int | None,
        *,
        size: int,
        show: Show | None = None,
        read_ahead: int = READ_AHEAD,
    ) -> Lines:
        """The notices after a position, from at most one batch of the caller's own entries.

        Args:
            who: The caller.
            after: The position.
            limit: The most notices.
            size: The size of the log.
            show: Reads something else of an entry than its notice; None: nothing of this entry.
            read_ahead: The entries that are read for each notice of a page.
        """
        show = show or partial(self._notice, who)
        batch = BATCH if limit is None else min(BATCH, limit * read_ahead)
        entries = self._entries(_parties(who), range(after, size), batch)
        found: list[Mapping[str, Json]] = []
        work = BatchCost()
        for entry in entries:
            shown = show(entry, work)
            if shown is not None:
                found.append(shown)
            if len(found) == limit or work.spent >= WORK:
                return Lines(found, entry.position)
        return Lines(found, entries[-1].position if len(entries) >= batch else max(after, size))

    def _entries(self, parties: frozenset[UUID], span: range, batch: int) -> list[PartyEntry]:
        """The first entries of parties; the newest ones of all are read once for all readers."""
        recent = self._recent(span)
        if recent is not None:
            return [each for each in recent if not parties.isdisjoint(each.parties)]
        return self._context.listings.entries_of(parties, span, limit=batch)

    def entries(self, span: range) -> list[PartyEntry]:
        """The entries of all parties; the newest ones are read once for all readers."""
        recent = self._recent(span)
        return self._context.listings.entries(span) if recent is None else recent

    def _recent(self, span: range) -> list[PartyEntry] | None:
        """Entries that are among the newest ones; None: some are older."""
        with self._lock:
            self._tail = tail = self._grown(self._tail, span.stop)
        if span.start < tail.start:
            return None
        first = bisect_right(tail.entries, span.start, key=_position)
        last = bisect_right(tail.entries, span.stop, key=_position)
        return tail.entries[first:last]

    def _grown(self, tail: _Tail | None, stop: int) -> _Tail:
        """The newest entries up to a position, at most a batch; none if too many are missing."""
        if tail is None or stop - tail.stop > BATCH:
            return _Tail(stop, stop, [])
        if stop <= tail.stop:
            return tail
        start = max(tail.start, stop - BATCH)
        more = self._context.listings.entries(range(tail.stop, stop))
        kept = bisect_right(tail.entries, start, key=_position)
        return _Tail(start, stop, [*tail.entries[kept:], *more])

    def _notice(self, who: OwnerOrSeat, entry: PartyEntry, work: BatchCost) -> NoticeJson | None:
        """The notice of an entry for a caller; of boards its seats alone get any (C26)."""
        known = work.tables.get(entry.table)
        if known is None or not _has(known[0], entry):
            read = self.table(entry, work)
            if read is None:
                return None
            gets = takes_part(read.state, who) and (not read.state.boards or sits(read, who))
            known = work.tables[entry.table] = read, gets
        stream, gets = known
        happened = self.happened(stream, entry, work) if gets else None
        if happened is None or not _is_for(who, happened[1], stream.state):
            return None
        recorded_at, news = happened
        return {
            "position": entry.position,
            "type": news.kind,
            "at": timestamp(recorded_at),
            "table": str(entry.table),
            **news.about,
            **self.refs(who, stream, work),
        }

    def refs(self, who: OwnerOrSeat, stream: TableStream, work: BatchCost) -> OwnerRefsJson:
        """The ids that the owner has given a table and its players, if the caller is the owner.

        They are the present ones: without those that are erased by now.
        """
        table = stream.id
        if table not in work.refs:
            refs = owns(stream.state, who) and refs_json(stream.opened, stream.state.players)
            if refs:
                now = self._context.streams.table(table)
                assert now is not None, "what is logged is there"
                work.read(now)
                refs = refs_json(now.opened, now.state.players)
            work.refs[table] = {"refs": refs} if refs else {}
        return work.refs[table]

    def table(
        self, entry: PartyEntry, work: BatchCost, *, anew: bool = False
    ) -> TableStream | None:
        """The table of an entry, read again where it may have changed since, or if it must be.

        None: the entry is of a tournament.
        """
        if entry.kind == TOURNAMENTS.kind:
            return None
        streams = self._context.streams
        known = streams.remembered_table(entry.table)
        if known is not None and _has(known, entry) and not anew:
            return known
        table = streams.table(entry.table)
        work.read(known, table)
        return table

    def tournament(self, entry: PartyEntry, work: BatchCost) -> TournamentStream:
        """The tournament of an entry, read again where it may have changed since."""
        streams = self._context.streams
        known = streams.remembered_tournament(entry.stream)
        if known is not None and known.version >= entry.version:
            return known
        stream = streams.tournament(entry.stream)
        assert stream is not None, "what is logged is there"
        work.read(known, stream)
        return stream

    def happened(
        self, stream: TableStream, entry: PartyEntry, work: BatchCost
    ) -> tuple[int, News] | None:
        """The time of an event, and its notice; None: it has none, or its deal is archived."""
        version = entry.version
        if entry.kind == TABLES.kind:
            read: Stream[Any] | None = stream
            found = news.of_table(stream.events, version, started=stream.state.started)
        else:
            read = deal = self.deal(entry, work)
            found = None if deal is None else news.of_deal(deal, version)
        return None if read is None or found is None else (read.records[version - 1].at, found)

    def deal(self, entry: PartyEntry, work: BatchCost, *, viewer: Viewer = PUBLIC) -> Deal | None:
        """A view of the deal of an entry, read again only where it has changed since.

        None: it is archived.
        """
        streams = self._context.streams
        known = streams.remembered_deal(entry.stream, viewer=viewer)
        if known is not None and known.version >= entry.version:
            return known
        deal = streams.deal(entry.stream, viewer=viewer)
        work.read(known, deal)
        return deal


def caller_key(who: OwnerOrSeat | Anonymous) -> Hashable:
    """A key that is equal for all requests of one caller."""
    if isinstance(who, Anonymous):
        return who.actor
    return who.id if isinstance(who, ApiKey) else who


def _has(table: TableStream, entry: PartyEntry) -> bool:
    """Whether a table was read with all that a notice of an entry says."""
    enough = entry.version if entry.kind == TABLES.kind else 1
    return table.version >= enough and table.state.started


def _parties(who: OwnerOrSeat) -> frozenset[UUID]:
    """The parties whose entries of the log concern a caller."""
    return frozenset({who.table}) if isinstance(who, SeatHolder) else who.owners


def _is_for(who: OwnerOrSeat, news: News, at: Table) -> bool:
    if news.seat is None:
        return True
    if isinstance(who, SeatHolder):
        return who.seat == news.seat
    player = at.players[news.seat]
    return player is not None and who.acts_for(player.holder)


@dataclass(frozen=True, slots=True)
class FollowedLog(ABC, Generic[W]):
    """The part of the log that a caller is shown; positions in the log count from 1."""

    notices: Notices
    who: W
    size: int

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        return caller_key(self.who)

    @property
    def watched(self) -> UUID:
        """See `Followed`."""
        return TRANSLOG

    @property
    def version(self) -> int:
        """See `Followed`."""
        return self.size

    @property
    def unseen(self) -> None:
        """See `Followed`. A member sees every entry at once."""

    def again(self) -> Self:
        """See `Followed`."""
        return replace(self, size=max(self.size, self.notices.known))

    def lines(self, after: int, limit: int | None = None) -> Lines:
        """See `Followed`. It never ends.

        Raises:
            Problem: ``log-begun-anew``.
        """
        self.notices.see_that_it_is_there(after, self.size)
        return self.lines_after(after, limit)

    @abstractmethod
    def lines_after(self, after: int, limit: int | None) -> Lines:
        """The lines after a position that a log has had."""


class FollowedNotices(FollowedLog[OwnerOrSeat]):
    """The notices for a caller."""

    __slots__ = ()

    def lines_after(self, after: int, limit: int | None) -> Lines:
        """See `FollowedLog`."""
        return self.notices.read(self.who, after, limit, size=self.size)


class _Shown(NamedTuple):
    """An event as the caller is shown it, the deal that it is of, and the views of seats."""

    event: TableEventJson | EventJson
    deal: str | None
    seats: list[EventOfSeatJson]


@dataclass(frozen=True, slots=True)
class FollowedEvents(FollowedLog[OwnerOrSeat]):
    """The events for a caller."""

    types: frozenset[str] = frozenset()
    """The types of events that are wanted; empty: all."""

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        return "events", self.types, caller_key(self.who)

    def lines_after(self, after: int, limit: int | None) -> Lines:
        """See `FollowedLog`."""
        ahead = READ_AHEAD if self.types else 1  # almost every entry is shown
        return self.notices.read(
            self.who, after, limit, size=self.size, show=self._line, read_ahead=ahead
        )

    def _line(self, entry: PartyEntry, work: BatchCost) -> LoggedEventJson | None:
        of_table = entry.kind == TABLES.kind
        table = self.notices.table(entry, work, anew=of_table)
        if table is None or not takes_part(table.state, self.who):
            return None
        if table.state.is_covered and not sits(table, self.who):
            return None
        shown = self._of_table(table, entry) if of_table else self._of_deal(table, entry, work)
        if shown is None:
            return None
        event, deal, seats = shown
        return {
            "position": entry.position,
            "table": str(entry.table),
            "type": event["type"],
            "deal": deal,
            "event": event,
            "seats": seats,
            **self.notices.refs(self.who, table, work),
        }

    def _of_table(self, table: TableStream, entry: PartyEntry) -> _Shown | None:
        record, event = table.records[entry.version - 1], table.events[entry.version - 1]
        if self.types and event.TYPE not in self.types:
            return None
        return _Shown(table_event_json(record, event, readership=MEMBERS), None, [])

    def _of_deal(self, table: TableStream, entry: PartyEntry, work: BatchCost) -> _Shown | None:
        public = self.notices.deal(entry, work)
        if public is None:
            return None
        at, own = entry.version - 1, isinstance(self.who, SeatHolder)
        event = public.events[at]
        if self.types and event.TYPE not in self.types:
            return None
        seats = _seats(table.state, self.who) if own or event.HIDDEN else []
        deals = {seat: self.notices.deal(entry, work, viewer=seat) for seat in seats}
        views: list[EventOfSeatJson] = [
            {"seat": seat, "event": event_json(deal.records[at], deal.events[at])}
            for seat, deal in deals.items()
            if deal is not None
        ]
        if len(views) < len(seats):
            return None
        seen = views[0]["event"] if own else event_json(public.records[at], event)
        return _Shown(seen, str(entry.stream), [] if own else views)


def _seats(table: Table, who: OwnerOrSeat) -> list[Seat]:
    """The seats whose views a caller may have during the play."""
    if isinstance(who, SeatHolder):
        return [who.seat]
    if Scope.PLAY not in who.scopes:
        return []
    return [
        seat
        for seat, player in enumerate(table.players)
        if player is not None and player.bot is None and who.acts_for(player.holder)
    ]
