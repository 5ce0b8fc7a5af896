"""The repository of streams: load them, remember their folds, and execute commands on them.

A stream only grows, so a fold stays valid. A later load asks only for newer events, verifies that
they follow, and folds them on top.

A command is decided on the fold that this process remembers, without asking whether it is the
newest: the append refuses a stale one and returns the missed events. A refusal on a remembered fold
is not final: the fold is brought up to date first, and the command is decided again.

A replica of the database is for reads that may lag behind the primary. A deal that was recorded in
its series stays as it is, so its record is right wherever it is found. The terms of a table never
change either. Nothing else is read here: rights, tokens and names are always those of the primary.
If the replica has not got a record, or does not answer, the primary is asked.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from threading import Lock
from typing import Any, Final, TypeVar, get_args
from uuid import UUID

import psycopg
import structlog

from domain.judge.record_rules import written_version
from domain.kernel.clock import SECOND
from domain.kernel.event import PUBLIC, Event, Viewer, to_data
from domain.kernel.sentence import Sentence
from domain.kernel.stored import older_data
from domain.table.series import Status
from events.archives import place_of
from events.chain import MISSING, BrokenChain, verify
from events.postgres import PostgresStore
from events.record import CommandMetadata, NewEvent, Recorded, Secret
from events.store import Appended, CommandReused, EventStore, StaleVersion, StreamDescription
from service.commands import Command
from service.problems import Code, Problem, archived, key_reused, not_found
from service.runtime import Runtime
from service.streams import (
    DEALS,
    TABLES,
    TOURNAMENTS,
    Deal,
    Decide,
    DecideAgain,
    Done,
    Effect,
    F,
    Fold,
    Result,
    Stream,
    TableStream,
    TournamentStream,
    extended,
    grown_by,
)
from service.timestamps import microseconds

T = TypeVar("T")
log = structlog.get_logger()

CONNECT_SECONDS: Final = 0.5
"""How long a read waits for a connection."""
ANSWER_SECONDS: Final = 1
"""The time limit of a statement."""
AWAY_SECONDS: Final = 5.0
"""How long nothing is asked after the replica did not answer."""


class Replica:
    """Reads of records that are final. Threads may share it.

    Args:
        store: the streams, in the database of the replica.
        runtime: its clock.
    """

    def __init__(self, store: PostgresStore, runtime: Runtime) -> None:
        self.store = store
        self._runtime = runtime
        self._away_until = 0.0

    def holds(self, stream: UUID, statuses: Collection[str]) -> bool:
        """Whether it has a stream, in one of these statuses, whose events are not archived."""
        return self._row(stream, statuses) is not None

    def records(
        self, stream: UUID, *, viewer: Viewer, statuses: Collection[str]
    ) -> tuple[Recorded, ...]:
        """All records of such a stream, verified; none if they are not to be had here."""
        row = self._row(stream, statuses)
        if row is None:
            return ()
        try:
            records = self.store.load(stream, viewer=viewer)
            verify(records, stream=stream)
        except BrokenChain:  # the primary says whether the record itself is broken
            return ()
        except psycopg.Error:
            return self._leave(())
        return records if len(records) >= row.version else ()

    def _row(self, stream: UUID, statuses: Collection[str]) -> StreamDescription | None:
        if self._runtime.monotonic() < self._away_until:
            return None
        try:
            row = self.store.head(stream)
        except psycopg.Error:
            return self._leave(None)
        is_fit = row is not None and row.status in statuses and place_of(row.summary) is None
        return row if is_fit else None

    def _leave(self, nothing: T) -> T:
        """Ask nothing for a while, because the replica does not answer."""
        self._away_until = self._runtime.monotonic() + AWAY_SECONDS
        log.warning("replica.unavailable", seconds=AWAY_SECONDS)
        return nothing


REMEMBERED: Final = 500
"""Folded streams kept in a process."""
TIMES: Final = 10_000
"""Times that had not come, of which a process knows since when it knows them."""
NEVER: Final = -1
"""A version that no stream has. An append that expects it gives the first result of a command."""

FINAL: Final = {DEALS.kind: {"recorded"}, TABLES.kind: frozenset(get_args(Status))}
"""The statuses in which a stream is read at a replica: of deals that are over, and any of tables.

A replica may show an event before its commit is safe. A deal is recorded in its series only after
its end was read at the primary, so its end is safe.
"""


class StreamRepository:
    """Loads streams, remembers what it has folded, and executes commands.

    Threads may share it.

    Args:
        store: The streams.
        runtime: Its clock says which months are over.
        replica: Where records that are final are looked for first.
    """

    def __init__(
        self,
        store: EventStore,
        runtime: Runtime,
        replica: Replica | None = None,
    ) -> None:
        self._store = store
        self._runtime = runtime
        self._replica = replica
        self._kept: OrderedDict[tuple[UUID, Viewer], Stream[Any]] = OrderedDict()
        self._lock = Lock()
        self.times_ahead: OrderedDict[tuple[UUID, int], float] = OrderedDict()
        """When this process first met each time of a stream that had not come; see `lag`."""

    # --- Reading --------------------------------------------------------------------------------

    def deal(self, deal: UUID, *, viewer: Viewer) -> Deal | None:
        """A deal as a viewer sees it now; None where there is none, or it is archived."""
        known = self._recall(DEALS, deal, viewer) or self._on_replica(DEALS, deal, viewer)
        if known is not None and known.over and not self._is_archived(DEALS, deal):
            return self._keep(known)
        return self._loaded(DEALS, deal, viewer, known)

    def archived_deal(self, deal: UUID) -> Mapping[str, Any] | None:
        """The summary of a deal that is archived; None for all others."""
        row = self._store.head(deal)
        return None if row is None or place_of(row.summary) is None else row.summary

    def absent(self, kind: str, stream: UUID) -> Problem:
        """The refusal for a stream that cannot be loaded: it is archived, or it does not exist."""
        summary = self.archived_deal(stream)
        place = None if summary is None else place_of(summary)
        return not_found(kind) if place is None else archived(place)

    def table(self, table: UUID) -> TableStream | None:
        """A table as it is now; None where there is none."""
        return self._loaded(TABLES, table, TABLES.viewer, self.remembered_table(table))

    def tournament(self, tournament: UUID) -> TournamentStream | None:
        """A tournament as it is now; None where there is none."""
        known = self.remembered_tournament(tournament)
        return self._loaded(TOURNAMENTS, tournament, TOURNAMENTS.viewer, known)

    def remembered_tournament(self, tournament: UUID) -> TournamentStream | None:
        """A tournament as this process has last read it; None: it has not."""
        return self._recall(TOURNAMENTS, tournament, TOURNAMENTS.viewer)

    def opened_table(self, table: UUID) -> TableStream | None:
        """A table as it was at any time: only what it was opened with is certain."""
        known = self.remembered_table(table) or self._on_replica(TABLES, table, TABLES.viewer)
        return known or self.table(table)

    def table_with(self, table: UUID, deal: UUID) -> TableStream | None:
        """A table, if the deal is one of its deals; read again only if what is known lacks it."""
        wanted = str(deal)
        for read in (self.remembered_table, self.table):
            found = read(table)
            if found is not None and any(line.deal == wanted for line in found.folded.deals):
                return found
        return None

    def remembered_deal(self, deal: UUID, *, viewer: Viewer = PUBLIC) -> Deal | None:
        """A deal as a viewer saw it when it was last read here: its events stay true."""
        return self._recall(DEALS, deal, viewer)

    def remembered_table(self, table: UUID) -> TableStream | None:
        """A table as it was when it was last read here: its events stay true, unless erased."""
        return self._recall(TABLES, table, TABLES.viewer)

    def lag(self, stream: UUID, since: int, *, at: int) -> int:
        """How far ahead a clock was that recorded a time in a stream, in µs; 0: it was right.

        Time goes on from there since this process first met it, also once that time has come. So
        what waits for a while from then on waits no longer than that, though the clock is right
        again, and its time never goes back.

        Args:
            stream: The stream.
            since: The time in its record.
            at: The time at its table now.
        """
        is_ahead = since - at > SECOND  # clocks of two machines may differ by that
        if not is_ahead and (stream, since) not in self.times_ahead:
            return 0
        now = self._runtime.monotonic()
        with self._lock:
            first = self.times_ahead.setdefault((stream, since), now)
            if len(self.times_ahead) > TIMES:
                self.times_ahead.popitem(last=False)
        return max(since - at + round((now - first) * SECOND), 0)

    def ahead(self) -> list[UUID]:
        """The streams of which this process has met a time that had not come."""
        with self._lock:
            return list({stream for stream, _ in self.times_ahead})

    # --- Writing --------------------------------------------------------------------------------

    def execute(
        self, fold: Fold[F], stream_id: UUID, command: Command, decide: Decide[F]
    ) -> Done[F]:
        """Execute a command on a stream: decide, append, and keep the state that was decided.

        In the common case that is one round trip. Where the remembered fold was stale, it is two.

        Args:
            fold: The kind of the stream.
            stream_id: The stream.
            command: The command; one that has had its effect gets its first result.
            decide: Makes the decision on the stream.

        Raises:
            Problem: ``not-found``; ``archived``; ``idempotency-key-reused``; any problem of
                `decide`, if it has judged the stream as it was after the call began.
        """
        stream, fresh = self._recall(fold, stream_id, fold.viewer), False
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

    def open(self, fold: Fold[F], stream_id: UUID, command: Command, decision: Effect) -> Done[F]:
        """Open a stream with its first events; of one that is open, what it began with counts.

        Raises:
            Problem: ``idempotency-key-reused``.
        """
        new = fold.stream(stream_id, fold.viewer, (), (), decision.after, {})
        try:
            return self._append(fold, new, command, decision)
        except StaleVersion as stale:
            return Done(self._with_missed(fold, None, stale), (), replayed=True)

    def _append(self, fold: Fold[F], before: F, command: Command, decision: Effect) -> Done[F]:
        status, summary = fold.summary(decision.after)
        newest = fold.first.VERSION
        opened = (
            before.records[0].envelope["schema"] if before.records else decision.version or newest
        )
        try:
            done = self._store.append(
                before.id,
                kind=fold.kind,
                expected=before.version,
                command=CommandMetadata(
                    id=command.id,
                    actor=command.actor,
                    at=decision.at,
                    cause=command.cause,
                    correlation=command.correlation,
                    fingerprint=command.fingerprint,
                ),
                events=[
                    NewEvent(each.TYPE, each.VERSION, to_data(each, seal=Secret))
                    if opened == newest
                    else _older(each, fold.first, opened)
                    for each in decision.events
                ],
                status=status,
                summary=summary,
            )
        except CommandReused:
            raise key_reused() from None
        except BrokenChain as broken:  # in what the append has brought
            raise _broken(broken) from None
        if done.replayed:
            return self._replayed(fold, before.id, done)
        result = Result(done.version_first, done.version_last, (command.fingerprint,))
        results = {str(command.id): result}
        after = extended(before, done.events, decision.events, decision.after, results)
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
                    command=CommandMetadata(
                        id=command.id, actor=command.actor, at=0, fingerprint=command.fingerprint
                    ),
                    events=nothing,
                    status="",
                    summary={},
                )
            except CommandReused:
                raise key_reused() from None
            except StaleVersion:  # the command is no longer there
                raise self.absent(fold.kind, stream.id) from None
        elif first.request != (command.fingerprint,):
            raise key_reused()
        return Done(stream, stream.records[first.first - 1 : first.last], replayed=True)

    def _found(self, fold: Fold[F], stream_id: UUID, known: F | None = None) -> F:
        """A stream as it is now, by what is known of it.

        Raises:
            Problem: ``not-found``, ``archived``.
        """
        stream = self._loaded(fold, stream_id, fold.viewer, known)
        if stream is None:
            raise self.absent(fold.kind, stream_id)
        return stream

    def _replayed(self, fold: Fold[F], stream_id: UUID, done: Appended) -> Done[F]:
        """The first result of a command that another process has appended."""
        stream = self._found(fold, stream_id, self._recall(fold, stream_id, fold.viewer))
        records = stream.records[done.version_first - 1 : done.version_last]
        return Done(stream, records, replayed=True)

    def _with_missed(self, fold: Fold[F], stream: F | None, stale: StaleVersion) -> F:
        """A stream with what a stale append has brought.

        Raises:
            Problem: ``archived``: the append has missed events that are no longer there.
        """
        if not stale.missed:
            raise self.absent(fold.kind, stale.stream)
        known = self._verified(fold, stale.stream, fold.viewer, stream, stale.missed)
        assert known is not None, "it was there, or another caller has opened it"
        return known

    def _newer(self, fold: Fold[F], stream: F) -> F:
        """A stream that has just been changed here."""
        known = self._recall(fold, stream.id, stream.viewer)
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
            records = self._store.load(stream, after=known.version if known else 0, viewer=viewer)
        except BrokenChain as broken:
            raise _broken(broken) from None
        if known is not None and not records and self._is_archived(fold, stream):
            return None
        return self._verified(fold, stream, viewer, known, records)

    def _is_archived(self, fold: Fold[Any], stream: UUID) -> bool:
        """Whether a remembered deal is archived; only those of months that are over can be."""
        is_past = stream.int >> 80 < microseconds(self._runtime.this_month()) // 1_000
        if fold.kind != DEALS.kind or not is_past:
            return False
        if self._replica is not None and self._replica.holds(stream, FINAL[DEALS.kind]):
            return False
        return self.archived_deal(stream) is not None

    def _on_replica(self, fold: Fold[F], stream: UUID, viewer: Viewer) -> F | None:
        """A stream at the replica, which is not remembered; None if it has to be read elsewhere."""
        if self._replica is None:
            return None
        records = self._replica.records(stream, viewer=viewer, statuses=FINAL[fold.kind])
        if not records or records[0].type != fold.first.TYPE:
            return None
        return grown_by(fold, viewer, None, records)

    def _verified(
        self,
        fold: Fold[F],
        stream: UUID,
        viewer: Viewer,
        known: F | None,
        records: Sequence[Recorded],
    ) -> F | None:
        """A stream with its new records, once its chain and its openings are verified.

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
        return self._keep(grown_by(fold, viewer, known, records))

    def _recall(self, fold: Fold[F], stream: UUID, viewer: Viewer) -> F | None:
        with self._lock:
            kept = self._kept.get((stream, viewer))
            if kept is not None:
                self._kept.move_to_end((stream, viewer))
        return kept if isinstance(kept, fold.stream) else None  # the id may be of another kind

    def _keep(self, read: F) -> F:
        key = (read.id, read.viewer)
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.version <= read.version:
                self._kept[key] = read
            self._kept.move_to_end(key)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        return read


def _older(event: Event, first: type[Event], opened: int) -> NewEvent:
    """An event to append to a stream that was opened in an older version of its first event."""
    version = written_version(first.TYPE, opened, event.TYPE)
    return NewEvent(event.TYPE, version, older_data(event, version, seal=Secret))


def fault_sentence(fault: str) -> Sentence:
    """The sentence about a fault of a record, for people."""
    return Sentence("record-missing" if fault == MISSING else "record-altered")


def _broken(broken: BrokenChain) -> Problem:
    log.critical("record.broken", stream=str(broken.stream), at=broken.version, fault=broken.fault)
    return Problem(Code.BROKEN_RECORD, fault_sentence(broken.fault))
