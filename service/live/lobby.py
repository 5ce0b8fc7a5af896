"""Changes of the lobby, in the order of the log: the lines of a list of tables, as they change.

The lines are made from the folds of the tables, as `GET /v1/tables` makes them from the projection.
The newest changes are read once for all who follow the lobby.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple, Self
from uuid import UUID

from domain.kernel.event import Json
from domain.table.events import (
    DealRecorded,
    PersonErased,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
    TableClosed,
    TableOpened,
)
from domain.table.guests import InvitationWithdrawn, Invited
from domain.table.series import Table, evolve_at
from events.listings import PUBLIC_PARTY, Listing, PartyEntry
from service.access.credentials import Anonymous
from service.context import Context
from service.lists.lines import table_line
from service.lists.queries import Browsing, Wanted, is_wanted, owns_row, parties_of
from service.live.following import Lines
from service.live.notices import BATCH, FollowedLog, Notices, caller_key
from service.responses.live import LobbyChangeJson
from service.streams import TABLES, TableStream
from service.summaries import SINCE, UNTIL, is_listed_for_everybody, table_summary
from service.tables.representation import shown_status

IN_LOBBY: Final = ("open", "playing")
"""The statuses of tables that stay in the lobby, unless another one is asked for."""
_CHANGING: Final = (
    *(TableOpened, SeatTaken, SeatLeft, PersonErased, TableClosed, SeriesEnded),
    *(Invited, InvitationWithdrawn),
)
"""The events that change the line of a table, or whether it fits a filter; at a branch a recorded
deal does, too.
"""
FOLDS: Final = 1_000
"""The most tables whose last fold is kept."""
READ_AGAIN: Final = 200
"""The most events of tables that are read for one batch, unless they are among the newest."""


class Change(NamedTuple):
    """A change of the line of a table, by one command.

    Attributes:
        entry: The last event of the command in the log.
        before: The line before it, as the list would have it; None: there was no table.
        after: The line after it.
        erases: Whether earlier lines may show what is erased now.
    """

    entry: PartyEntry
    before: Listing | None
    after: Listing
    erases: bool

    @property
    def position(self) -> int:
        """The place in the log."""
        return self.entry.position

    def among(self, parties: Mapping[UUID, frozenset[UUID]]) -> Self:
        """The same for the present parties of its table, which alone may find it."""
        now = parties.get(self.entry.table, self.entry.parties)
        return self._replace(entry=self.entry._replace(parties=now))

    def line(self, who: Browsing, wanted: Wanted) -> LobbyChangeJson | None:
        """The change as a caller is shown it; None: it is none of their lobby."""
        if not self._concerns(who):
            return None
        owns = owns_row(self.after, who)
        shown = fits(self.after, who, wanted)
        was = self.before if self.before is not None and fits(self.before, who, wanted) else None
        line = table_line(self.after, owns=owns) if shown else None
        if not self.erases and line == (was and table_line(was, owns=owns)):
            return None
        return {
            "position": self.position,
            "type": "table.listed" if shown else "table.gone",
            "table": str(self.after.id),
            "line": line,
        }

    def _concerns(self, who: Browsing) -> bool:
        """Whether the caller may find the table; test tables are for their own parties alone."""
        is_public = PUBLIC_PARTY in self.entry.parties and not self.after.of_table["test"]
        if isinstance(who, Anonymous):
            return is_public and is_listed_for_everybody(self.after.of_table)
        return is_public or not who.owners.isdisjoint(self.entry.parties)


def fits(row: Listing, who: Browsing, wanted: Wanted) -> bool:
    """Whether a line fits a filter of the lobby; the statuses are those of `IN_LOBBY`."""
    has_status = row.status in IN_LOBBY if wanted.status is None else row.status == wanted.status
    return has_status and is_wanted(row, who, wanted)


class _Tail(NamedTuple):
    """The changes after one position in the log, up to another one."""

    start: int
    stop: int
    changes: Sequence[Change]


_position: Final = attrgetter("position")


class _Folds:
    """Tables at their versions. A version after the last one is folded from there."""

    def __init__(self) -> None:
        self._known = dict[UUID, tuple[int, Table]]()

    def at(self, stream: TableStream, version: int) -> Table:
        """The table at a version."""
        known, table = self._known.get(stream.id, (0, None))
        if table is None or known > version:
            table = stream.at(version)
        else:
            for record, event in zip(
                stream.records[known:version], stream.events[known:version], strict=True
            ):
                table = evolve_at(table, event, at=record.at, actor=record.actor)
        if len(self._known) >= FOLDS:
            self._known.clear()
        self._known[stream.id] = version, table
        return table


class Lobby:
    """The changes of all tables. Threads may share it."""

    def __init__(self, context: Context, notices: Notices) -> None:
        self._context = context
        self._notices = notices
        self._tail: _Tail | None = None
        self._folds = _Folds()
        self._lock = context.runtime.lock()

    def read(
        self, who: Browsing, wanted: Wanted, after: int, limit: int | None, *, size: int
    ) -> Lines:
        """The changes after a position, from at most one batch of the log.

        Args:
            who: The caller.
            wanted: The filter.
            after: The position.
            limit: The most changes.
            size: The size of the log.
        """
        changes, upto = self._changes(who, range(after, size))
        found: list[Mapping[str, Json]] = []
        erases = False
        for change in changes:
            line = change.line(who, wanted)
            erases = erases or change.erases
            if line is not None:
                found.append(line)
            if len(found) == limit:
                return Lines(found, change.position, erases=erases)
        return Lines(found, upto, erases=erases)

    def _changes(self, who: Browsing, span: range) -> tuple[Sequence[Change], int]:
        """The first changes in a part of the log, and the position up to which these are all.

        Those that are not among the newest are read for the caller alone, a few tables at a time.
        """
        if span.start >= span.stop:
            return (), span.start
        with self._lock:
            self._tail = tail = self._grown(self._tail, span.stop)
        if span.start >= tail.start:
            first = bisect_right(tail.changes, span.start, key=_position)
            last = bisect_right(tail.changes, span.stop, key=_position)
            return tail.changes[first:last], span.stop
        upto = self._context.listings.further(span, BATCH)
        found = self._context.listings.entries(range(span.start, upto))
        entries = [each for each in found if _may_concern(each, who)]
        if len(entries) > READ_AGAIN:
            entries = entries[:READ_AGAIN]
            upto = entries[-1].position
        return self._made(entries, anew=True), upto

    def _grown(self, tail: _Tail | None, stop: int) -> _Tail:
        """The newest changes up to a position; none if too much of the log is missing."""
        if tail is None or stop - tail.stop > BATCH:
            return _Tail(stop, stop, ())
        if stop <= tail.stop:
            return tail
        start = max(tail.start, stop - BATCH)
        entries = self._notices.entries(range(tail.stop, stop))
        more = self._made(entries, anew=False)
        kept = tail.changes[bisect_right(tail.changes, start, key=_position) :]
        erased = {each.after.id for each in more if each.erases}
        parties = {each.table: each.parties for each in entries}
        anew = self._made((each.entry for each in kept if each.after.id in erased), anew=True)
        again = {each.position: each for each in anew}
        kept = [again.get(each.position, each).among(parties) for each in kept]
        return _Tail(start, stop, [*kept, *more])

    def _made(self, entries: Iterable[PartyEntry], *, anew: bool) -> list[Change]:
        """The changes by these events of the log.

        Args:
            entries: The events, with the parties of their tables.
            anew: Whether tables are read again: names may have been erased meanwhile.
        """
        read, folds = dict[UUID, TableStream](), _Folds() if anew else self._folds
        made: list[Change] = []
        for entry in entries:
            if not _is_of_table(entry):
                continue
            stream = read.get(entry.table) or self._read(entry, anew=anew)
            read[entry.table] = stream
            if stream.version < entry.version:
                stream = read[entry.table] = self._read(entry, anew=True)
            change = _change(stream, entry, folds)
            if change is not None:
                made.append(change)
        return made

    def _read(self, entry: PartyEntry, *, anew: bool) -> TableStream:
        streams = self._context.streams
        known = None if anew else streams.remembered_table(entry.table)
        if known is None or known.version < entry.version:
            known = streams.table(entry.table)
        assert known is not None, "what is logged is there"
        return known


def _is_of_table(entry: PartyEntry) -> bool:
    return entry.kind == TABLES.kind


def _may_concern(entry: PartyEntry, who: Browsing) -> bool:
    return _is_of_table(entry) and not entry.parties.isdisjoint(parties_of(who))


def _change(stream: TableStream, entry: PartyEntry, folds: _Folds) -> Change | None:
    """The change by the command whose last event this is; None: it changes no line."""
    last = entry.version
    if last < stream.version and stream.records[last].cmd_seq:
        return None
    first = last - stream.records[last - 1].cmd_seq
    events = stream.events[first - 1 : last]
    changing = _CHANGING if stream.state.branch is None else (*_CHANGING, DealRecorded)
    if not any(isinstance(each, changing) for each in events):
        return None
    before = None if first == 1 else row_of(stream, folds.at(stream, first - 1))
    after = row_of(stream, folds.at(stream, last))
    erases = any(isinstance(each, PersonErased) for each in events)
    return Change(entry, before, after, erases)


def row_of(stream: TableStream, table: Table) -> Listing:
    """The row of a table in a list, from its fold at some version."""
    _, found = table_summary(table)
    summary = {name: each for name, each in found.items() if name not in (UNTIL, SINCE)}
    return Listing(
        id=stream.id,
        kind=TABLES.kind,
        table=stream.id,
        status=shown_status(table.status),
        opened_at=stream.opened_at,
        started_at=table.started_at,
        finished_at=table.finished_at,
        summary=summary,
        of_table=summary,
        opening={},
        ending=None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedLobby(FollowedLog[Browsing]):
    """The lobby for a caller."""

    lobby: Lobby
    wanted: Wanted

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        return "lobby", self.wanted, caller_key(self.who)

    def lines_after(self, after: int, limit: int | None) -> Lines:
        """See `FollowedLog`."""
        return self.lobby.read(self.who, self.wanted, after, limit, size=self.size)
