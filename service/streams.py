"""Streams as folded: where the record meets the rules.

A stream only ever grows, so what was folded once stays true: reading again asks for what came
since, verifies that it follows, and folds it on top. Each reader has his own: the record gives him
the secrets that he may have, and no others ever come near his view.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import groupby
from threading import Lock
from typing import Any, Final, Generic, TypeVar, cast
from uuid import UUID

import structlog

from domain.games import rules_of
from domain.kernel.clock import Clock
from domain.kernel.deal import Beginning, Opened, beginning
from domain.kernel.event import PUBLIC, Event, Seat, Text, Viewer, from_data, redact, to_data
from domain.kernel.game import Game, fold
from domain.kernel.leaving import Abandoned
from domain.kernel.progress import Progress, begin, grown
from domain.table import series
from domain.table.events import TableOpened
from domain.table.series import Table
from events.chain import BrokenChain, verify
from events.record import NewEvent, Recorded, Secret
from events.store import EventStore
from service.problems import Code, Problem

REMEMBERED: Final = 500
"""Folded streams kept in a process."""

log = structlog.get_logger()

T = TypeVar("T")
F = TypeVar("F", bound="Folded[Any]")


@dataclass(frozen=True, slots=True)
class Folded(Generic[T]):
    """A stream as a reader has it: its records, their events, and the fold of all of them."""

    id: UUID
    reader: Viewer
    records: tuple[Recorded, ...]
    events: tuple[Event, ...]
    folded: T

    @property
    def version(self) -> int:
        """The position of the last event."""
        return len(self.records)

    @property
    def head(self) -> bytes:
        """The hash of the record up to the last event."""
        return self.records[-1].hash


@dataclass(frozen=True, slots=True)
class Deal(Folded[Progress]):
    """A deal as an observer sees it."""

    @property
    def progress(self) -> Progress:
        """All that is asked of it."""
        return self.folded

    @property
    def state(self) -> Any:
        """The state of its game."""
        return self.folded.state

    @property
    def opened(self) -> Opened:
        """The event that opened it."""
        return self.folded.opened

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.folded.game

    @property
    def begun(self) -> Beginning:
        """Its record around the shuffle: who owes a seed, whether it was voided."""
        return beginning(self.events)

    @property
    def outcome(self) -> Event | None:
        """The event that settled it; None while it is on, and where it was voided."""
        return self.folded.outcome

    @property
    def over(self) -> bool:
        """Whether it was settled, voided or abandoned."""
        return self.folded.is_over

    @property
    def abandoned(self) -> Abandoned | None:
        """Why it was not played out."""
        return self.folded.abandoned

    @property
    def clock(self) -> Clock | None:
        """How much time the seats have; None where no time is counted."""
        return self.folded.clock

    @property
    def bots(self) -> tuple[Text | None, ...]:
        """Who plays on each seat now: the level of a bot, or None, a person."""
        return self.folded.bots

    def is_away(self, seat: Seat) -> bool:
        """Whether a bot plays for the person whose seat it is."""
        return self.opened.bots[seat] is None and self.bots[seat] is not None

    def view(self, viewer: Viewer) -> Any:
        """The state as an observer sees it; of the full deal."""
        return fold(self.game, [redact(event, viewer) for event in self.events])

    def at(self, position: int) -> Any:
        """The state after the event at a position."""
        return fold(self.game, self.events[:position])


@dataclass(frozen=True, slots=True)
class TableStream(Folded[Table]):
    """A table and its series."""

    @property
    def state(self) -> Table:
        """The table."""
        return self.folded

    @property
    def opened(self) -> TableOpened:
        """The event that opened it."""
        return self.folded.opened


class StreamRepository:
    """Reads streams, and remembers what it has folded."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[UUID, Viewer], Folded[Any]] = OrderedDict()
        self._lock = Lock()

    def deal(self, deal: UUID, *, viewer: Viewer) -> Deal | None:
        """A deal as an observer has it; None where there is none."""
        known = self._recall(deal, viewer, Deal)
        records = self._load(deal, known, viewer)
        if known is None:
            if not records or records[0].type != Opened.TYPE:
                return None
            known = _first_of_deal(deal, viewer, records[0])
            records = records[1:]
        return self._keep(_grown(known, records, _deal_after))

    def keep_deal(
        self,
        before: Deal,
        records: Sequence[Recorded],
        events: Sequence[Event],
        after: Progress,
    ) -> Deal:
        """A deal with what was just appended to it, as it was judged."""
        return self._keep(_with(before, records, events, after))

    def remembered_deal(self, deal: UUID) -> Deal | None:
        """A deal as the public had it when it was last read here: what it says stays true."""
        return self._recall(deal, PUBLIC, Deal)

    def table(self, table: UUID) -> TableStream | None:
        """A table; None where there is none."""
        known = self.remembered_table(table)
        records = self._load(table, known, PUBLIC)
        if known is None:
            if not records or records[0].type != TableOpened.TYPE:
                return None
            known = _first_of_table(table, records[0])
            records = records[1:]
        return self._keep(_grown(known, records, _table_after))

    def remembered_table(self, table: UUID) -> TableStream | None:
        """A table as it was when it was last read here: what it says of its past stays true."""
        return self._recall(table, PUBLIC, TableStream)

    def _load(
        self, stream: UUID, known: Folded[Any] | None, reader: Viewer
    ) -> tuple[Recorded, ...]:
        """What came since, once its chain and its openings are seen to hold: nothing else is shown.

        Raises:
            Problem: ``broken-record``.
        """
        since = (known.version, known.head) if known is not None else None
        try:
            records = self._store.load(stream, after=since[0] if since else 0, reader=reader)
            verify(records, stream=stream, since=since)
        except BrokenChain as broken:
            log.critical("record.broken", stream=str(stream), at=broken.version, fault=broken.fault)
            raise Problem(Code.BROKEN_RECORD, "This record was altered.") from None
        return records

    def _recall(self, stream: UUID, reader: Viewer, kind: type[F]) -> F | None:
        with self._lock:
            kept = self._kept.get((stream, reader))
            if kept is not None:
                self._kept.move_to_end((stream, reader))
        return kept if isinstance(kept, kind) else None  # the id may be that of another kind

    def _keep(self, read: F) -> F:
        key = (read.id, read.reader)
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.version <= read.version:
                self._kept[key] = read
            self._kept.move_to_end(key)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        return read


def _first_of_deal(deal: UUID, viewer: Viewer, record: Recorded) -> Deal:
    opened = cast("Opened", event_of(record))
    game = rules_of(opened.game, opened.rules)
    progress = begin(game, opened, first_version=record.schema)
    return Deal(deal, viewer, (record,), (opened,), progress)


def _first_of_table(table: UUID, record: Recorded) -> TableStream:
    opened = cast("TableOpened", event_of(record))
    state = series.begin(opened, first_version=record.schema, at=record.at)
    return TableStream(table, PUBLIC, (record,), (opened,), state)


def _grown(
    known: F, records: Sequence[Recorded], after: Callable[[Any, Sequence[Event], int], Any]
) -> F:
    """A stream with the records that follow it, folded append by append."""
    if not records:
        return known
    folded, events = known.folded, list[Event]()
    for _, appended in groupby(records, key=lambda record: record.command_id):
        append = [*appended]
        happened = [event_of(record) for record in append]
        folded = after(folded, happened, append[0].at)
        events += happened
    return _with(known, records, events, folded)


def _with(known: F, records: Sequence[Recorded], events: Sequence[Event], folded: Any) -> F:
    return replace(
        known,
        records=(*known.records, *records),
        events=(*known.events, *events),
        folded=folded,
    )


def _deal_after(progress: Progress, events: Sequence[Event], at: int) -> Progress:
    return grown(progress, events, at=at)


def _table_after(table: Table, events: Sequence[Event], at: int) -> Table:
    return reduce(partial(series.evolve_at, at=at), events, table)


def event_of(record: Recorded) -> Event:
    """The event of a record, with what its reader may not know unknown."""
    return from_data(record.type, record.schema, record.data)


def sealed(event: Event) -> NewEvent:
    """An event as it is given to the store: its secrets named, each with who may know it."""
    return NewEvent(event.TYPE, event.VERSION, to_data(event, seal=_secret))


def _secret(value: Any, audience: int, count: int) -> Secret:
    return Secret(value, audience=audience, count=count)
