"""Streams: load them, fold them, and execute commands on them. The one way to write.

A stream only grows, so what was folded once stays true: reading again asks for what came since,
verifies that it follows, and folds it on top. Every viewer has a fold of their own: the store gives
each the secrets that they may have.

A command is decided on the fold that this process remembers, without asking whether it is the
newest: the append refuses a stale one, and brings what was missed. Nobody is refused anything on a
remembered fold, though: it is brought up to date first, and the command is decided again.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, cast
from uuid import UUID

import structlog

from domain.games import rules_of
from domain.judge.facts import CannotFollow, Fact
from domain.kernel.clock import Clock
from domain.kernel.deal import Opened
from domain.kernel.event import (
    FULL,
    PUBLIC,
    Event,
    Json,
    Seat,
    Text,
    Viewer,
    from_data,
    redact,
    to_data,
    to_json,
)
from domain.kernel.game import Game, evolve
from domain.kernel.leaving import Abandoned
from domain.kernel.progress import Progress, begin, grown, progress_at
from domain.table import series
from domain.table.events import TableOpened
from domain.table.series import Table
from events.chain import BrokenChain, verify
from events.record import CommandMetadata, NewEvent, Recorded, Secret
from events.store import Appended, CommandReused, EventStore, StaleVersion
from service.commands import Command
from service.problems import Code, Problem, key_reused, not_found

REMEMBERED: Final = 500
"""Folded streams kept in a process."""
UNTIL: Final = "until"
"""In the summary of a deal: when the turn that is on comes to its end, in µs since the epoch."""

log = structlog.get_logger()

T = TypeVar("T")
F = TypeVar("F", bound="Stream[Any]")


# --- Streams ------------------------------------------------------------------------------------


class Result(NamedTuple):
    """What a command has led to.

    Attributes:
        first: The position of its first event.
        last: The position of its last event.
        request: The fingerprint of its request, where this process has appended it.
    """

    first: int
    last: int
    request: tuple[bytes | None] | None = None


@dataclass(frozen=True, slots=True)
class Stream(Generic[T]):
    """A stream as a viewer has it: its records, their events, and the fold of all of them."""

    id: UUID
    reader: Viewer
    records: tuple[Recorded, ...]
    events: tuple[Event, ...]
    folded: T
    results: Mapping[str, Result] = field(compare=False)
    """What the stream's commands have led to, by their ids."""
    _views: dict[Viewer, tuple[int, Any]] = field(
        default_factory=dict[Viewer, tuple[int, Any]], compare=False, repr=False
    )

    @property
    def version(self) -> int:
        """The position of the last event."""
        return len(self.records)

    @property
    def head(self) -> bytes:
        """The hash of the record up to the last event."""
        return self.records[-1].hash

    def of_command(self, command: Command) -> tuple[Recorded, ...]:
        """The records of a command's events; none where it has had no effect on the stream."""
        found = self.results.get(str(command.id))
        return () if found is None else self.records[found.first - 1 : found.last]


@dataclass(frozen=True, slots=True)
class Deal(Stream[Progress]):
    """A deal as a viewer sees it."""

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
        """The state of the full deal as a viewer sees it; folded on from when it was asked last."""
        game, last = self.folded.game, len(self.records)
        position, state = self._views.get(viewer, (0, None))
        if not 0 < position <= last:
            position, state = 1, game.initial(redact(self.folded.opened, viewer))
        for event in self.events[position:]:
            state = evolve(game, state, redact(event, viewer))
        self._views[viewer] = last, state
        return state

    def at(self, position: int) -> Progress:
        """The deal after the event at a position; before its end without a clock."""
        if position == self.version:
            return self.folded
        return progress_at(self.game, self.events[:position])


@dataclass(frozen=True, slots=True)
class TableStream(Stream[Table]):
    """A table and its series."""

    @property
    def state(self) -> Table:
        """The table."""
        return self.folded

    @property
    def opened(self) -> TableOpened:
        """The event that opened it."""
        return self.folded.opened


# --- Folds --------------------------------------------------------------------------------------


class Fold(NamedTuple, Generic[F]):
    """How the streams of a kind are folded, and what the store notes of them.

    Attributes:
        kind: What the store calls them.
        stream: Their class.
        first: The event that opens one.
        reader: The viewer on whose fold commands are decided.
        begin: The state after the record and event that open one.
        grown: The state after the events of an append, at its time.
        status: Where one stands.
        summary: What lists show of one.
    """

    kind: str
    stream: type[F]
    first: type[Event]
    reader: Viewer
    begin: Callable[[Recorded, Any], Any]
    grown: Callable[[Any, Sequence[Event], int], Any]
    status: Callable[[Any], str]
    summary: Callable[[Any], dict[str, Json]]


def _begin_deal(record: Recorded, opened: Opened) -> Progress:
    return begin(rules_of(opened.game, opened.rules), opened, first_version=record.schema)


def _grown_deal(progress: Progress, events: Sequence[Event], at: int) -> Progress:
    return grown(progress, events, at=at)


def deal_status(after: Progress) -> str:
    """What a deal waits for, from what everybody knows.

    ``seeds``: seats that owe their seeds. ``persons``: persons, present or not; ``timed``: the
    same, by the clock. ``bots``: bots, who are to be asked. ``over``: its series.

    Wherever bots sit, they are asked after every event, in turn or not: to ask them only when they
    could move out of turn would show in the time of an answer what they hold.
    """
    if after.is_over:
        return "over"
    if not after.is_dealt:
        return "seeds"
    return "bots" if any(after.bots) else status_without_bots(after)


def status_without_bots(after: Progress) -> str:
    """What a deal that is on waits for once its bots have been asked."""
    return "persons" if after.clock is None else "timed"


def _deal_summary(after: Progress) -> dict[str, Json]:
    until = after.clock and after.clock.until
    return {"table": after.opened.table, "number": after.opened.number, UNTIL: until}


DEALS: Final = Fold(
    "deal", Deal, Opened, FULL, _begin_deal, _grown_deal, deal_status, _deal_summary
)


def _begin_table(record: Recorded, opened: TableOpened) -> Table:
    return series.begin(opened, first_version=record.schema, at=record.at)


def _grown_table(table: Table, events: Sequence[Event], at: int) -> Table:
    return reduce(partial(series.evolve_at, at=at), events, table)


def _table_status(table: Table) -> str:
    return table.status


def _table_summary(table: Table) -> dict[str, Json]:
    opened = table.opened
    return {
        "name": opened.name,
        "game": opened.game,
        "target": table.target,
        "owner": opened.owner,
        "visibility": opened.visibility,
        "spectators": opened.spectators,
        "branch_of": to_json(table.branch),
        "rematch_of": table.rematch_of,
        "seats": [
            player and {"name": player.name, "bot": player.bot, "kind": player.kind}
            for player in table.players
        ],
    }


TABLES: Final = Fold(
    "table",
    TableStream,
    TableOpened,
    PUBLIC,
    _begin_table,
    _grown_table,
    _table_status,
    _table_summary,
)


# --- Commands -----------------------------------------------------------------------------------


class Decision(NamedTuple):
    """What a command leads to.

    Attributes:
        events: What happens.
        after: The state of the stream after it, which is kept.
        at: The time by which it was judged and is recorded, in µs since the epoch.
    """

    events: Sequence[Event]
    after: Any
    at: int


class Done(NamedTuple, Generic[F]):
    """What a command has led to.

    Attributes:
        stream: The stream after it.
        records: The records of its events; none where there was nothing to do.
        replayed: Whether that is the first result given again, or there was nothing to do.
    """

    stream: F
    records: tuple[Recorded, ...]
    replayed: bool


class DecideAgain(Exception):
    """Raised by a decision that had to change the stream first: it is to be made once more."""


Decide: TypeAlias = Callable[[F], Decision | None]
"""What a command leads to on a stream as it is; None: nothing. It may be asked more than once."""


def facts(events: Sequence[Event], command: Command, *, at: int) -> list[Fact]:
    """What a command leads to, as it will be recorded."""
    return [Fact(event, event.VERSION, at, command.actor) for event in events]


def cannot_follow(stream: UUID, cannot: CannotFollow) -> Problem:
    """The refusal where the rules do not let events follow in a stream as it is.

    Most of these cases are refused before, in better words; a race can leave one.
    """
    log.warning("append.refused", stream=str(stream), type=cannot.event.TYPE, why=cannot.detail)
    detail = "This can no longer be done: something has changed, or your part in it has ended."
    return Problem(Code.NOT_ALLOWED, detail)


class StreamRepository:
    """Loads streams, remembers what it has folded, and executes commands.

    Threads may share it.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[UUID, Viewer], Stream[Any]] = OrderedDict()
        self._lock = Lock()

    # --- Reading --------------------------------------------------------------------------------

    def deal(self, deal: UUID, *, viewer: Viewer) -> Deal | None:
        """A deal as a viewer has it now; None where there is none."""
        return self._loaded(DEALS, deal, viewer, self._recall(DEALS, deal, viewer))

    def table(self, table: UUID) -> TableStream | None:
        """A table as it is now; None where there is none."""
        return self._loaded(TABLES, table, PUBLIC, self._recall(TABLES, table, PUBLIC))

    def remembered_deal(self, deal: UUID) -> Deal | None:
        """A deal as the public had it when it was last read here: what it says stays true."""
        return self._recall(DEALS, deal, PUBLIC)

    def remembered_table(self, table: UUID) -> TableStream | None:
        """A table as it was when it was last read here: what it says of its past stays true."""
        return self._recall(TABLES, table, PUBLIC)

    # --- Writing --------------------------------------------------------------------------------

    def execute(
        self, fold: Fold[F], stream_id: UUID, command: Command, decide: Decide[F]
    ) -> Done[F]:
        """Execute a command on a stream: decide, append, and keep the state that was decided.

        In the common case that is one round trip. Where the remembered fold was stale, it is two.

        Args:
            fold: What kind of stream it is.
            stream_id: The stream.
            command: The command; one that has had its effect gets its first result.
            decide: What it leads to.

        Raises:
            Problem: ``not-found``; ``idempotency-key-reused``; what `decide` raises, judged on the
                stream as it was after the call began.
        """
        stream, fresh = self._recall(fold, stream_id, fold.reader), False
        if stream is None:
            stream, fresh = self._found(fold, stream_id), True
        while True:
            if (first := stream.results.get(str(command.id))) is not None:
                return self._repeated(fold, stream, command, first)
            try:
                decision = decide(stream)
                if decision is not None:
                    return self._append(fold, stream, command, decision)
                if fresh:
                    return Done(stream, (), replayed=True)
                newer = self._found(fold, stream_id, stream)
            except Problem:
                newer = stream if fresh else self._found(fold, stream_id, stream)
                if newer.version == stream.version:
                    raise
            except StaleVersion as stale:
                newer = self._with_missed(fold, stream, stale)
            except DecideAgain:
                newer = self._newer(fold, stream)
            stream, fresh = newer, True

    def open(self, fold: Fold[F], stream_id: UUID, command: Command, decision: Decision) -> Done[F]:
        """Open a stream with its first events; of one that is open, what it began with counts.

        Raises:
            Problem: ``idempotency-key-reused``.
        """
        try:
            return self._append(fold, None, command, decision, stream_id=stream_id)
        except StaleVersion as stale:
            return Done(self._with_missed(fold, None, stale), (), replayed=True)

    def _append(
        self,
        fold: Fold[F],
        before: F | None,
        command: Command,
        decision: Decision,
        *,
        stream_id: UUID | None = None,
    ) -> Done[F]:
        stream = before.id if before is not None else cast("UUID", stream_id)
        try:
            done = self._store.append(
                stream,
                kind=fold.kind,
                expected=0 if before is None else before.version,
                command=_metadata(command, at=decision.at),
                events=[sealed(each) for each in decision.events],
                status=fold.status(decision.after),
                summary=fold.summary(decision.after),
            )
        except CommandReused:
            raise key_reused() from None
        if done.replayed:
            return self._replayed(fold, stream, done)
        result = Result(done.version_first, done.version_last, (command.fingerprint,))
        results = {str(command.id): result}
        known = before or fold.stream(stream, fold.reader, (), (), decision.after, {})
        after = _with(known, done.events, decision.events, decision.after, results)
        return Done(self._keep(after), done.events, replayed=False)

    def _repeated(self, fold: Fold[F], stream: F, command: Command, first: Result) -> Done[F]:
        """The first result of a command.

        The fingerprint of its request is not part of the record: where another process has appended
        it, the store compares.
        """
        if first.request is None:
            nothing = [NewEvent("command.repeated", 1, {})]
            try:
                self._store.append(
                    stream.id,
                    kind=fold.kind,
                    expected=NEVER,
                    command=_metadata(command, at=0),
                    events=nothing,
                    status="",
                    summary={},
                )
            except CommandReused:
                raise key_reused() from None
        elif first.request != (command.fingerprint,):
            raise key_reused()
        return Done(stream, stream.records[first.first - 1 : first.last], replayed=True)

    def _found(self, fold: Fold[F], stream_id: UUID, known: F | None = None) -> F:
        """A stream as it is now, by what is known of it.

        Raises:
            Problem: ``not-found``.
        """
        stream = self._loaded(fold, stream_id, fold.reader, known)
        if stream is None:
            raise not_found(fold.kind)
        return stream

    def _replayed(self, fold: Fold[F], stream_id: UUID, done: Appended) -> Done[F]:
        """The first result of a command that another process has appended."""
        stream = self._loaded(
            fold, stream_id, fold.reader, self._recall(fold, stream_id, fold.reader)
        )
        assert stream is not None, "it has been appended to"
        return Done(
            stream, stream.records[done.version_first - 1 : done.version_last], replayed=True
        )

    def _with_missed(self, fold: Fold[F], stream: F | None, stale: StaleVersion) -> F:
        """A stream with what a stale append has brought."""
        known = self._verified(fold, stale.stream, fold.reader, stream, stale.missed)
        assert known is not None, "it was there, or somebody else has opened it"
        return known

    def _newer(self, fold: Fold[F], stream: F) -> F:
        """A stream that has just been changed here."""
        known = self._recall(fold, stream.id, stream.reader)
        if known is not None and known.version > stream.version:
            return known
        return self._found(fold, stream.id, stream)

    # --- Loading --------------------------------------------------------------------------------

    def _loaded(self, fold: Fold[F], stream: UUID, viewer: Viewer, known: F | None) -> F | None:
        """A stream as it is now: what is known of it, with what came since.

        Raises:
            Problem: ``broken-record``.
        """
        try:
            records = self._store.load(stream, after=known.version if known else 0, reader=viewer)
        except BrokenChain as broken:
            raise _broken(broken) from None
        return self._verified(fold, stream, viewer, known, records)

    def _verified(
        self,
        fold: Fold[F],
        stream: UUID,
        viewer: Viewer,
        known: F | None,
        records: Sequence[Recorded],
    ) -> F | None:
        """A stream with what came since, once its chain and its openings are seen to hold.

        Raises:
            Problem: ``broken-record``.
        """
        if known is None and (not records or records[0].type != fold.first.TYPE):
            return None
        if known is not None and not records:
            return known
        try:
            since = None if known is None else (known.version, known.head)
            verify(records, stream=stream, since=since)
        except BrokenChain as broken:
            raise _broken(broken) from None
        return self._keep(_grown(fold, viewer, known, records))

    def _recall(self, fold: Fold[F], stream: UUID, viewer: Viewer) -> F | None:
        with self._lock:
            kept = self._kept.get((stream, viewer))
            if kept is not None:
                self._kept.move_to_end((stream, viewer))
        return kept if isinstance(kept, fold.stream) else None  # the id may be of another kind

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


NEVER: Final = -1
"""A version that no stream has: what expects it is never appended, only given its first result."""


def _broken(broken: BrokenChain) -> Problem:
    log.critical("record.broken", stream=str(broken.stream), at=broken.version, fault=broken.fault)
    return Problem(Code.BROKEN_RECORD, "This record was altered.")


def _grown(fold: Fold[F], viewer: Viewer, known: F | None, records: Sequence[Recorded]) -> F:
    """A stream with the records that follow it, folded append by append."""
    happened = [event_of(record) for record in records]
    starts = [place for place, record in enumerate(records) if record.cmd_seq == 0]
    if known is None:
        begun = fold.begin(records[0], happened[0])
        known = fold.stream(records[0].stream, viewer, (), (), begun, {})
    state, results = known.folded, dict[str, Result]()
    for start, end in zip(starts, [*starts[1:], len(records)], strict=True):
        opens = known.version + start == 0
        state = fold.grown(state, happened[start + opens : end], records[start].at)
        if viewer == fold.reader:
            command = records[start].envelope["command"]
            results[command] = Result(known.version + start + 1, known.version + end)
    return _with(known, records, happened, state, results)


def _with(
    known: F,
    records: Sequence[Recorded],
    events: Sequence[Event],
    folded: Any,
    results: Mapping[str, Result],
) -> F:
    return replace(
        known,
        records=(*known.records, *records),
        events=(*known.events, *events),
        folded=folded,
        results={**known.results, **results} if results else known.results,
    )


def event_of(record: Recorded) -> Event:
    """The event of a record, with what its reader may not know unknown."""
    return from_data(record.type, record.schema, record.data)


def sealed(event: Event) -> NewEvent:
    """An event as it is given to the store: its secrets named, each with who may know it."""
    return NewEvent(event.TYPE, event.VERSION, to_data(event, seal=_secret))


def _secret(value: Any, audience: int, count: int) -> Secret:
    return Secret(value, audience=audience, count=count)


def _metadata(command: Command, *, at: int) -> CommandMetadata:
    return CommandMetadata(
        id=command.id,
        actor=command.actor,
        at=at,
        cause=command.cause,
        correlation=command.correlation,
        fingerprint=command.fingerprint,
    )
