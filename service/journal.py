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

from domain import series
from domain.clock import Clock, Timed, ticked, wound
from domain.deal import Beginning, Opened, beginning
from domain.event import PUBLIC, Event, Observer, Seat, Text, from_data, redact, to_data
from domain.game import Game, evolve, fold
from domain.games import rules_of
from domain.leaving import Abandoned, ClockSet, abandoned, players
from domain.series import Table
from domain.table import (
    TableOpened,
)
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
    """A stream as a reader has it: its records, their events, and the state after the last."""

    id: UUID
    reader: Observer
    records: tuple[Recorded, ...]
    events: tuple[Event, ...]
    state: T

    @property
    def version(self) -> int:
        """The position of the last event."""
        return len(self.records)

    @property
    def head(self) -> bytes:
        """The hash of the record up to the last event."""
        return self.records[-1].hash


@dataclass(frozen=True, slots=True)
class Deal(Folded[Any]):
    """A deal as an observer sees it."""

    timed: Timed | None = None
    """The same by its clock; None where it has none."""

    @property
    def opened(self) -> Opened:
        """The event that opened it."""
        return cast("Opened", self.events[0])

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def begun(self) -> Beginning:
        """Its record around the shuffle: who owes a seed, whether it was voided."""
        return beginning(self.events)

    @property
    def outcome(self) -> Event | None:
        """The event that settled it; None while it is on, and where it was voided."""
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether it was settled, voided or abandoned."""
        return (
            self.outcome is not None or self.abandoned is not None or self.begun.voided is not None
        )

    @property
    def abandoned(self) -> Abandoned | None:
        """Why it was not played out."""
        return abandoned(self.events)

    @property
    def clock(self) -> Clock | None:
        """How much time the seats have; None where no time is counted."""
        return self.timed and self.timed.clock

    @property
    def bots(self) -> tuple[Text | None, ...]:
        """Who plays on each seat now: the level of a bot, or None, a person."""
        return self.timed.bots if self.timed else players(self.opened.bots, self.events)

    def is_away(self, seat: Seat) -> bool:
        """Whether a bot plays for the person whose seat it is."""
        return self.opened.bots[seat] is None and self.bots[seat] is not None

    def view(self, observer: Observer) -> Any:
        """The state as an observer sees it; of the full deal."""
        return fold(self.game, [redact(event, observer) for event in self.events])

    def at(self, position: int) -> Any:
        """The state after the event at a position."""
        return fold(self.game, self.events[:position])


@dataclass(frozen=True, slots=True)
class TableStream(Folded[Table]):
    """A table and its series."""

    @property
    def opened(self) -> TableOpened:
        """The event that opened it."""
        return self.state.opened


class Journal:
    """Reads streams, and remembers what it has folded."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[UUID, Observer], Folded[Any]] = OrderedDict()
        self._lock = Lock()

    def deal(self, deal: UUID, *, observer: Observer) -> Deal | None:
        """A deal as an observer has it; None where there is none."""
        known = self._recall(deal, observer, Deal)
        records = self._load(deal, known, observer)
        if known is None:
            events = tuple(map(event_of, records))
            if not events or not isinstance(events[0], Opened):
                return None
            game = rules_of(events[0].game, events[0].rules)
            read = _clocked(Deal(deal, observer, tuple(records), events, fold(game, events)))
        else:
            read = _on_time(known, records)
        return self._keep(read)

    def grown(self, known: Deal, records: Sequence[Recorded]) -> Deal:
        """A deal with the records that follow it, which its reader has just been given."""
        return self._keep(_on_time(known, records))

    def remembered_deal(self, deal: UUID) -> Deal | None:
        """A deal as the public had it when it was last read here: what it says stays true."""
        return self._recall(deal, PUBLIC, Deal)

    def table(self, table: UUID) -> TableStream | None:
        """A table; None where there is none."""
        known = self.remembered_table(table)
        records = self._load(table, known, PUBLIC)
        if known is None:
            events = tuple(map(event_of, records))
            if not events or not isinstance(events[0], TableOpened):
                return None
            read = TableStream(table, PUBLIC, tuple(records), events, series.fold_table(events))
        else:
            read = _grown(known, records, series.evolve)
        return self._keep(read)

    def remembered_table(self, table: UUID) -> TableStream | None:
        """A table as it was when it was last read here: what it says of its past stays true."""
        return self._recall(table, PUBLIC, TableStream)

    def _load(
        self, stream: UUID, known: Folded[Any] | None, reader: Observer
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

    def _recall(self, stream: UUID, reader: Observer, kind: type[F]) -> F | None:
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


def _grown(known: F, records: Sequence[Recorded], evolve: Callable[[Any, Event], Any]) -> F:
    if not records:
        return known
    events = tuple(map(event_of, records))
    return replace(
        known,
        records=(*known.records, *records),
        events=known.events + events,
        state=reduce(evolve, events, known.state),
    )


def _on_time(known: Deal, records: Sequence[Recorded]) -> Deal:
    """A deal with the records that follow it, and its clock."""
    read = _grown(known, records, partial(evolve, known.game))
    return read if known.timed is None else _after_appends(read, known.timed, known.version)


def _clocked(deal: Deal) -> Deal:
    """A deal that was read from its beginning, with its clock, where it has one."""
    given = next((each for each in deal.events[1:2] if isinstance(each, ClockSet)), None)
    return deal if given is None else _after_appends(deal, wound(deal.game, deal.opened, given), 0)


def _after_appends(deal: Deal, timed: Timed, version: int) -> Deal:
    """The clock, append by append, from the one after a version on."""
    steps = zip(deal.records[version:], deal.events[version:], strict=True)
    for _, step in groupby(steps, key=lambda each: each[0].command_id):
        records, events = zip(*step, strict=True)
        timed = ticked(deal.game, timed, events, at=records[0].at)
    return replace(deal, timed=timed)


def event_of(record: Recorded) -> Event:
    """The event of a record, with what its reader may not know unknown."""
    return from_data(record.type, record.schema, record.data)


def sealed(event: Event) -> NewEvent:
    """An event as it is given to the store: its secrets named, each with who may know it."""
    return NewEvent(event.TYPE, event.SCHEMA, to_data(event, seal=_secret))


def _secret(value: Any, audience: int, count: int) -> Secret:
    return Secret(value, audience=audience, count=count)
