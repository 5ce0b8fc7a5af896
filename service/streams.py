"""Streams as values: records, events and their fold, and what commands lead to on them.

Every viewer has a fold of their own: the store gives each the secrets that they may have.
`service.repository` loads streams and executes commands on them.

Erased persons: their names leave the remembered records of tables and tournaments. The store no
longer has the openings of an erased person, or of an invitation that was withdrawn. An older table
has the name in the hashed bytes of its record, which stay as they are; only evidence for the
parties shows these bytes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

import orjson
import structlog

from domain.games import rules_of
from domain.judge.record_rules import CannotFollow, Fact, written_version
from domain.kernel.clock import Clock
from domain.kernel.deal import ASIDE, Opened, Shuffled
from domain.kernel.event import FULL, Event, Json, Seat, Text, Viewer, redact
from domain.kernel.game import Game
from domain.kernel.leaving import Abandoned
from domain.kernel.progress import Progress, begin, grown, progress_at
from domain.kernel.sentence import Sentence
from domain.kernel.stored import from_data
from domain.table import series
from domain.table.events import DealOpened, PersonErased, SeatTaken, TableOpened
from domain.table.guests import InvitationWithdrawn, Invited, invitation_of
from domain.table.series import Table
from domain.tournaments import tournament
from domain.tournaments.events import (
    PlayerErased,
    PlayerJoined,
    PlayerSubstituted,
    TournamentOpened,
)
from domain.tournaments.tournament import Tournament
from events.record import Recorded
from service.commands import Command
from service.problems import Code, Problem
from service.summaries import SINCE, UNTIL, table_summary, tournament_summary

Records = tuple[Recorded, ...]
Events = tuple[Event, ...]


def masked(records: Records, events: Events, new: Sequence[Event]) -> tuple[Records, Events]:
    """Records and events without the persons that new events have erased."""
    erased = {*_erased(records, events, new)}
    if not erased:
        return records, events
    return (
        tuple(_record(each) if each.version in erased else each for each in records),
        tuple(_event(each) if at in erased else each for at, each in enumerate(events, start=1)),
    )


def _erased(records: Records, events: Events, new: Sequence[Event]) -> Iterator[int]:
    """The positions of events whose openings are deleted by new events."""
    for event in new:
        if isinstance(event, InvitationWithdrawn):
            yield event.invited
        if isinstance(event, PlayerErased):
            yield event.taken
        if isinstance(event, PersonErased):
            yield event.taken
            number = invitation_of(records[event.taken - 1].actor)
            for at, each in enumerate(events, start=1):
                if isinstance(each, Invited) and each.invitation == number:
                    yield at


def _record(record: Recorded) -> Recorded:
    return record._replace(envelope=orjson.loads(record.body), openings=())


def _event(event: Event) -> Event:
    if isinstance(event, PlayerJoined | PlayerSubstituted):
        return replace(event, name=None, ref=None)
    assert isinstance(event, SeatTaken | Invited), "the judge lets nothing else be erased"
    return replace(event, name=None, ref=None, metadata=None)


log = structlog.get_logger()

T = TypeVar("T")
F = TypeVar("F", bound="Stream[Any]")


# --- Streams ------------------------------------------------------------------------------------


class Result(NamedTuple):
    """The place of a command's events in a stream.

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
    """A stream as a viewer sees it: its records, their events, and the fold of all of them."""

    id: UUID
    viewer: Viewer
    records: tuple[Recorded, ...]
    events: tuple[Event, ...]
    folded: T
    results: Mapping[str, Result] = field(compare=False)
    """The results of the stream's commands, by their ids."""
    behind: int = 0
    """How long ago it was as it is here, in µs."""
    later: tuple[int, ...] = ()
    """When each event was recorded that its viewer does not see yet, in µs since the epoch."""
    covered: int | None = None
    """How many later events wait for the reveal of a board; None: its viewer sees boards."""
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

    @property
    def opened_at(self) -> int:
        """When it was opened, in µs since the epoch."""
        return self.records[0].at

    def of_command(self, command: Command) -> tuple[Recorded, ...]:
        """The records of a command's events; none where it has had no effect on the stream."""
        found = self.results.get(str(command.id))
        return () if found is None else self.records[found.first - 1 : found.last]


@dataclass(frozen=True, slots=True)
class Deal(Stream[Progress]):
    """A deal as a viewer sees it."""

    @property
    def progress(self) -> Progress:
        """The fold of the deal."""
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
    def played(self) -> bool:
        """Whether it was settled, voided or abandoned: its series can go on."""
        return self.folded.is_played

    @property
    def over(self) -> bool:
        """Whether everything of it is shown: it was played, and if it is a board, revealed."""
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
        """The current player of each seat: the level of a bot, or None for a person."""
        return self.folded.bots

    @property
    def started_at(self) -> int | None:
        """When the pack was shuffled, in µs since the epoch."""
        pairs = zip(self.events, self.records, strict=True)
        return next((record.at for event, record in pairs if isinstance(event, Shuffled)), None)

    @property
    def finished_at(self) -> int | None:
        """When it was settled, voided or abandoned, in µs since the epoch."""
        is_late = self.folded.revealed and self.opened.board is not None
        return self.records[-2 if is_late else -1].at if self.played else None

    def is_away(self, seat: Seat) -> bool:
        """Whether a bot plays for the person whose seat it is."""
        return self.opened.bots[seat] is None and self.bots[seat] is not None

    def shown(self, viewer: Viewer) -> tuple[Event, ...]:
        """The events of the full deal, as a viewer is shown them."""
        return tuple([redact(event, viewer) for event in self.events])

    def view(self, viewer: Viewer) -> Any:
        """A viewer's state of the full deal, continued from the last request."""
        game, last = self.folded.game, len(self.records)
        position, state = self._views.get(viewer, (0, None))
        if not 0 < position <= last:
            position, state = 1, game.initial(redact(self.folded.opened, viewer))
        for event in self.events[position:]:
            if type(event) not in ASIDE:
                state = game.evolve(state, redact(event, viewer))
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

    def at(self, version: int) -> Table:
        """The table at a version."""
        if version == self.version:
            return self.folded
        table = _begin_table(self.records[0], self.opened)
        for record, event in zip(self.records[1:version], self.events[1:version], strict=True):
            table = series.evolve_at(table, event, at=record.at, actor=record.actor)
        return table


@dataclass(frozen=True, slots=True)
class TournamentStream(Stream[Tournament]):
    """A tournament."""

    @property
    def state(self) -> Tournament:
        """The tournament."""
        return self.folded

    @property
    def opened(self) -> TournamentOpened:
        """The event that opened it."""
        return self.folded.opened

    def at(self, version: int) -> Tournament:
        """The tournament at a version."""
        if version == self.version:
            return self.folded
        state = Tournament(self.opened)
        for record, event in zip(self.records[1:version], self.events[1:version], strict=True):
            state = tournament.evolve(state, event, at=record.at)
        return state


# --- Folds --------------------------------------------------------------------------------------


class Fold(NamedTuple, Generic[F]):
    """The streams of a kind: how they are folded, and how the store lists them.

    Attributes:
        kind: Their name in the store.
        stream: Their class.
        first: The event that opens one.
        viewer: The viewer on whose fold commands are decided.
        begin: The state after the record and event that open one.
        grown: The state after the events of an append, at its time and by its actor.
        listing: The status of one, and the fields of it that lists show.
    """

    kind: str
    stream: type[F]
    first: type[Event]
    viewer: Viewer
    begin: Callable[[Recorded, Any], Any]
    grown: Callable[[Any, Sequence[Event], int, str], Any]
    summary: Callable[[Any], tuple[str, dict[str, Json]]]


def _begin_deal(record: Recorded, opened: Opened) -> Progress:
    return begin(rules_of(opened.game, opened.rules), opened, first_version=record.schema)


def _grown_deal(progress: Progress, events: Sequence[Event], at: int, _actor: str) -> Progress:
    return grown(progress, events, at=at)


def deal_summary(
    after: Progress, *, bots_have_decided: bool = False
) -> tuple[str, dict[str, Json]]:
    """The next thing that a deal waits for, from public knowledge, and its summary.

    ``seeds``: seats that owe their seeds. ``persons``: persons, present or not; ``timed``: the
    same, by the clock. ``bots``: bots, who are to be asked. ``over``: its series. A board that its
    series has recorded is ``covered`` until it is revealed, all others are then ``recorded``.

    Wherever bots sit, they are asked after every event, in turn or not: to ask them only when they
    could move out of turn would show in the time of an answer what they hold.
    """
    if after.is_played:
        status = "over"
    elif after.shuffled is None:
        status = "seeds"
    elif any(after.bots) and not bots_have_decided:
        status = "bots"
    else:
        status = "persons" if after.clock is None else "timed"
    clock = after.clock
    return status, {
        "table": after.opened.table,
        "number": after.opened.number,
        UNTIL: clock and clock.until,
        SINCE: clock and clock.since,
    }


DEALS: Final = Fold("deal", Deal, Opened, FULL, _begin_deal, _grown_deal, deal_summary)


def _begin_table(record: Recorded, opened: TableOpened) -> Table:
    return series.begin(opened, first_version=record.schema, at=record.at)


def _grown_table(table: Table, events: Sequence[Event], at: int, actor: str) -> Table:
    return reduce(partial(series.evolve_at, at=at, actor=actor), events, table)


TABLES: Final = Fold(
    "table",
    TableStream,
    TableOpened,
    FULL,
    _begin_table,
    _grown_table,
    table_summary,
)


def _begin_tournament(_: Recorded, opened: TournamentOpened) -> Tournament:
    return Tournament(opened)


def _grown_tournament(
    before: Tournament, events: Sequence[Event], at: int, _actor: str
) -> Tournament:
    return reduce(partial(tournament.evolve, at=at), events, before)


TOURNAMENTS: Final = Fold(
    "tournament",
    TournamentStream,
    TournamentOpened,
    FULL,
    _begin_tournament,
    _grown_tournament,
    tournament_summary,
)


# --- Commands -----------------------------------------------------------------------------------


class Effect(NamedTuple):
    """The effect of a command on a stream.

    Attributes:
        events: The events to append.
        after: The state of the stream after it, which is kept.
        at: The time by which it was judged and is recorded, in µs since the epoch.
        version: The version of the first event, if it opens a stream in an older one.
    """

    events: Sequence[Event]
    after: Any
    at: int
    version: int | None = None


class Done(NamedTuple, Generic[F]):
    """The outcome of a command.

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


Decide: TypeAlias = Callable[[F], Effect | None]
"""Decides on a stream as it is; None: there is nothing to do. It may be called more than once."""


def facts(
    events: Sequence[Event],
    command: Command,
    *,
    at: int,
    stream: Stream[Any] | None = None,
    version: int | None = None,
) -> list[Fact]:
    """The events of a command as they will be recorded in a stream; None: in a new one.

    A new one is opened in a version of its first event; None: in the newest.
    """
    if stream is not None:
        first, opened = stream.records[0].type, stream.records[0].schema
    else:
        first, opened = events[0].TYPE, version or events[0].VERSION
    actor = command.actor
    return [Fact(each, written_version(first, opened, each.TYPE), at, actor) for each in events]


def cannot_follow(stream: UUID, cannot: CannotFollow) -> Problem:
    """The refusal where the rules do not let events follow in a stream as it is.

    Most of these cases are refused before, in better words; a race can leave one.
    """
    log.warning("append.refused", stream=str(stream), type=cannot.event.TYPE, why=cannot.detail)
    return Problem(Code.NOT_ALLOWED, Sentence("no-longer-possible"))


def grown_by(fold: Fold[F], viewer: Viewer, known: F | None, records: Sequence[Recorded]) -> F:
    """A stream with the records that follow it, folded append by append."""
    happened = [event_of(record) for record in records]
    starts = [place for place, record in enumerate(records) if record.cmd_seq == 0]
    if known is None:
        begun = fold.begin(records[0], happened[0])
        known = fold.stream(records[0].stream, viewer, (), (), begun, {})
    state, results = known.folded, dict[str, Result]()
    for start, end in zip(starts, [*starts[1:], len(records)], strict=True):
        opens, first = known.version + start == 0, records[start]
        state = fold.grown(state, happened[start + opens : end], first.at, first.actor)
        if viewer == fold.viewer:
            command = records[start].envelope["command"]
            results[command] = Result(known.version + start + 1, known.version + end)
    return extended(known, records, happened, state, results)


def extended(
    known: F,
    records: Sequence[Recorded],
    events: Sequence[Event],
    folded: Any,
    results: Mapping[str, Result],
) -> F:
    """A stream with more records, their events, the fold of all and what the commands led to."""
    every_record, every_event = (*known.records, *records), (*known.events, *events)
    if isinstance(known, TableStream | TournamentStream):
        every_record, every_event = masked(every_record, every_event, events)
    return replace(
        known,
        records=every_record,
        events=every_event,
        folded=folded,
        results={**known.results, **results} if results else known.results,
    )


def as_it_was(stream: F, ages: Sequence[int], *, behind: int) -> F | None:
    """A stream as it was some time ago, and may be shown to a watcher; None: it was not there.

    What happened at a table before its first deal is shown at once.

    Args:
        stream: The stream as it is.
        ages: How long ago each of its events was, in µs.
        behind: How long ago that time is, in µs.
    """
    times = [record.at for record in stream.records]
    version = next((place for place, age in enumerate(ages) if age < behind), len(times))
    fold: Fold[Any] = DEALS
    if isinstance(stream, TableStream):
        played = (place for place, each in enumerate(stream.events) if isinstance(each, DealOpened))
        version, fold = max(version, next(played, len(times))), TABLES
    if version == 0:
        return None
    known = stream
    if version < len(times):
        known = grown_by(fold, stream.viewer, None, stream.records[:version])
    return replace(known, behind=behind, later=tuple(times[version:]))


def uncovered(stream: TableStream) -> TableStream:
    """A table as others than its seats see it: up to the last board that is revealed (C26)."""
    version, known = stream.folded.shown, stream
    if version < stream.version:
        known = grown_by(TABLES, stream.viewer, None, stream.records[:version])
    covered = stream.version - version
    return replace(known, behind=stream.behind, later=stream.later, covered=covered)


def event_of(record: Recorded) -> Event:
    """The event of a record; fields hidden from its reader are unknown."""
    return from_data(record.type, record.schema, record.data)
