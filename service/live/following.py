"""Resources that a client can follow (a deal, a table, notices), and a cache of final answers.

A page of JSON, a long poll and an open stream show the same objects, because all are made here from
the viewer's record. Authorization comes before (`service.deals.visibility`, `service.tables.sight`)
and is repeated while a stream is open.

Answers that are final are made once, and kept in the process. A public deal that is over looks the
same to every caller with the same view. A key names the content alone, and never a caller.
"""

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar
from uuid import UUID

import orjson

from domain.kernel.clock import SECOND
from domain.kernel.event import Json
from domain.kernel.progress import Progress
from domain.table.fields import FieldAudience
from languages.catalogue import IN_ENGLISH, Language
from service.clocks.table_time import ages, as_of
from service.context import Context
from service.deals.representation import Legal, events_json
from service.deals.views import deal_view, history
from service.streams import Deal, TableStream, TournamentStream, uncovered
from service.tables.representation import ENDED, table_event_json

CACHED_BYTES: Final = 64_000_000
"""Bytes that a process keeps."""


class ByteCache:
    """The contents used last. Threads may share it.

    Args:
        limit: How many bytes are kept.
    """

    def __init__(self, limit: int = CACHED_BYTES) -> None:
        self._limit = limit
        self._contents: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The content under a key, made if it is not kept. Two threads may both make it."""
        with self._lock:
            if key in self._contents:
                self._contents.move_to_end(key)
                return self._contents[key]
        made = make()
        with self._lock:
            if key not in self._contents and len(made) <= self._limit:
                self._contents[key] = made
                self._size += len(made)
            while self._size > self._limit:
                self._size -= len(self._contents.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Forget all contents, so that they are measured when they are made."""
        with self._lock:
            self._contents.clear()
            self._size = 0


Event = dict[str, Json]
R = TypeVar("R", TableStream, TournamentStream)
VIEWED: Final = 20
"""The most events in a batch with views."""


class Lines(NamedTuple):
    """A batch of events of a followed resource, in order.

    Attributes:
        events: the events, each with its ``position``.
        upto: the position up to which nothing is missing. It may be beyond the last event.
        over: whether nothing can follow.
        erases: whether earlier lines may show what is erased.
    """

    events: Sequence[Mapping[str, Json]]
    upto: int
    over: bool = False
    erases: bool = False


class Unseen(NamedTuple):
    """The events of a stream that a watcher is not shown yet.

    Attributes:
        many: Their number.
        seconds: The time until the first of them is shown; infinite where it is not known.
    """

    many: int
    seconds: float


class Followed(Protocol):
    """A resource followed by one or many clients, as it was when it was read."""

    @property
    def key(self) -> Hashable:
        """A key that is equal for all viewers with the same view."""
        ...

    @property
    def watched(self) -> UUID:
        """The stream whose growth it follows."""
        ...

    @property
    def version(self) -> int:
        """The version of that stream, as it was read."""
        ...

    @property
    def unseen(self) -> Unseen | None:
        """What was there but is not shown yet; None: nothing."""
        ...

    def again(self) -> Self:
        """The same resource as it is now."""
        ...

    def lines(self, after: int, limit: int | None = None) -> Lines:
        """The events after a position, at most a limit. There may be fewer although more exist."""
        ...


_final: Final = ByteCache()
"""The views of deals that are over, as JSON."""


@dataclass(frozen=True, slots=True)
class FollowedDeal:
    """A deal for one viewer; positions are the positions of its events."""

    context: Context
    seen: Deal
    legal: Legal | None = None
    """The form of legal moves in the views that follow each command; None: there are no views."""
    language: Language = IN_ENGLISH
    """The language of the texts in views."""

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        seen = self.seen
        return seen.id, seen.viewer, seen.behind, self.legal, self.language.tag

    @property
    def watched(self) -> UUID:
        """See `Followed`."""
        return self.seen.id

    @property
    def version(self) -> int:
        """See `Followed`."""
        return self.seen.version

    @property
    def unseen(self) -> Unseen | None:
        """See `Followed`."""
        return _unseen(self.context, self.seen)

    def again(self) -> Self:
        """See `Followed`."""
        now = self.context.streams.deal(self.seen.id, viewer=self.seen.viewer)
        seen = None if now is None else as_of(self.context, now, self.seen.behind)
        return self if seen is None else replace(self, seen=seen)  # None: it is archived

    def lines(self, after: int, limit: int | None = None) -> Lines:
        """See `Followed`. It is over with the play; a board is revealed later."""
        limit = limit or self.version
        if self.legal is not None:
            limit = min(limit, VIEWED)
        events = events_json(self.seen, after=after, limit=limit)
        lines = _lines(events, after, self.version, over=self.seen.played)
        if self.legal is None or not events:
            return lines
        views = {
            was.position: self._view(was, self.legal)
            for was in history(self.seen, after + 1, lines.upto)
            if self._ends_command(was.position)
        }
        with_views: list[Mapping[str, Json]] = []
        for each in events:
            position: Any = each["position"]
            with_views += [each, views[position]] if position in views else [each]
        return lines._replace(events=with_views)

    def opening(self, after: int) -> Lines:
        """The first line of a stream with views that resumes after a position: the view there."""
        position = min(after, self.version)
        if self.legal is None or position == 0:
            return Lines([], after)
        return Lines([self._view(self.seen.at(position), self.legal)], after)

    def _view(self, was: Progress, legal: Legal) -> Event:
        def made() -> bytes:
            return orjson.dumps(
                deal_view(self.context, self.seen, was, legal=legal, language=self.language)
            )

        key = self.key, self.seen.head, was.position
        view: Any = orjson.Fragment(_final.get(key, made) if self.seen.over else made())
        return {"type": "view", "position": was.position, "view": view}

    def _ends_command(self, position: int) -> bool:
        records = self.seen.records
        return position == len(records) or records[position].cmd_seq == 0


@dataclass(frozen=True, slots=True)
class _FollowedRecord(ABC, Generic[R]):
    """A table or a tournament; positions are the positions of its events."""

    context: Context
    stream: R
    readership: frozenset[FieldAudience]
    """The audiences of fields that the viewer belongs to."""
    erases: bool = False
    """Whether something was erased since it was last read. Watchers see that event later."""

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        sees_boards = self.stream.covered is None
        return self.stream.id, self.readership, self.stream.behind, sees_boards

    @property
    def watched(self) -> UUID:
        """See `Followed`."""
        return self.stream.id

    @property
    def version(self) -> int:
        """See `Followed`."""
        return self.stream.version

    @property
    def unseen(self) -> Unseen | None:
        """See `Followed`."""
        return None

    @abstractmethod
    def _reread(self) -> R:
        """Its stream as it is now."""

    @property
    @abstractmethod
    def _is_over(self) -> bool:
        """Whether nothing that is followed can still happen."""

    def again(self) -> Self:
        """See `Followed`."""
        stream, before = self._reread(), self.stream.records
        return replace(self, stream=stream, erases=stream.records[: len(before)] != before)

    def lines(self, after: int, limit: int | None = None) -> Lines:
        """See `Followed`."""
        chosen = slice(after, after + (limit or self.version))
        pairs = zip(self.stream.records[chosen], self.stream.events[chosen], strict=True)
        events = [
            table_event_json(record, event, readership=self.readership) for record, event in pairs
        ]
        lines = _lines(events, after, self.version, over=self._is_over)
        return lines._replace(erases=self.erases)


class FollowedTable(_FollowedRecord[TableStream]):
    """A table for its members or for others. After its end disputes may follow, but no play."""

    __slots__ = ()

    @property
    def unseen(self) -> Unseen | None:
        """See `Followed`."""
        return _unseen(self.context, self.stream)

    def _reread(self) -> TableStream:
        now = self.context.streams.table(self.stream.id)
        assert now is not None, "what was there stays"
        stream = as_of(self.context, now, self.stream.behind)
        assert stream is not None, "what was before the first deal is shown at once"
        return stream if self.stream.covered is None else uncovered(stream)

    @property
    def _is_over(self) -> bool:
        return self.stream.state.status in ENDED


class FollowedTournament(_FollowedRecord[TournamentStream]):
    """A tournament for its director or for others."""

    __slots__ = ()

    def _reread(self) -> TournamentStream:
        now = self.context.streams.tournament(self.stream.id)
        assert now is not None, "what was there stays"
        return now

    @property
    def _is_over(self) -> bool:
        return self.stream.state.closed is not None


def _unseen(context: Context, stream: Deal | TableStream) -> Unseen | None:
    many = len(stream.later) + (stream.covered or 0)
    if not many:
        return None
    if not stream.later:
        return Unseen(many, inf)
    age = ages(context, stream)[-len(stream.later)]
    wait = max(stream.behind - age, 0) / SECOND
    return Unseen(many, wait + 0.001)  # its time has passed then


def _lines(events: Sequence[Mapping[str, Json]], after: int, version: int, *, over: bool) -> Lines:
    upto: Any = events[-1]["position"] if events else max(after, version)
    return Lines(events, upto, over=over and upto >= version)
