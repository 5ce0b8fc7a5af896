"""The log in PostgreSQL. Migrations 0003 and 0017 state what the database itself enforces.

In the database, positions and sizes count from the first position of a log (`SHIFT`). Here they
count from 0.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, LiteralString
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow

from domain.fairness.tree import Span
from events.arrays import Bigs, Bytes, Ids, Integers, Texts
from events.postgres import Pool, ask
from events.translog.store import (
    MOST,
    SHIFT,
    Break,
    Due,
    LogBatch,
    LogEntry,
    LoggedEvent,
    LogState,
    LogTurn,
    Run,
    StoredCheckpoint,
    TranslogReads,
)

PATIENCE: Final = 2
"""How long to wait for a connection to report the state of the log, in seconds."""

_BASE: Final = "SELECT log_base()"
_CHECKPOINT: Final = """
SELECT size - %(base)b::bigint, root, note FROM checkpoint
    WHERE size = %(size)b::bigint + %(base)b::bigint
"""
_LAST: Final = """
SELECT size - %(base)b::bigint, root, note FROM checkpoint
    WHERE size >= %(base)b::bigint AND size < %(stop)b::bigint ORDER BY size DESC LIMIT 1
"""

_ENTRIES: Final = """
SELECT stream_id, version, hash FROM feed
    WHERE position >= %b::bigint AND position < %b::bigint ORDER BY position
"""

# A leaf is H(0x00 ‖ stream id ‖ u32 version ‖ chain head), as in `events.translog.store.LogEntry`.
_RUNS: Final = r"""
SELECT run.place, found.hash
FROM unnest(%b, %b, %b) WITH ORDINALITY AS run (level, first, last, place), LATERAL (
    SELECT position, hash FROM log_node
        WHERE level = run.level AND position >= run.first AND position < run.last
    UNION ALL
    SELECT position, sha256('\x00' || uuid_send(stream_id) || int4send(version) || hash) FROM feed
        WHERE run.level = 0 AND position >= run.first AND position < run.last
) AS found ORDER BY run.place, found.position
"""

_POSITION: Final = """
SELECT position FROM feed
    WHERE stream_id = %b AND version = %b::int AND position >> 40 = %b::bigint
"""

_BREAKS: Final = """
SELECT number, origin, ended, size, root, note, published,
       (extract(epoch FROM at) * 1000000)::bigint, reason, statement
FROM log_break ORDER BY number
"""

_TO_BE_LOGGED: Final = """
FROM outbox o WHERE NOT EXISTS (SELECT FROM log_fault f WHERE f.stream_id = o.stream_id)
"""

_IS_IDLE: Final = f"""
SELECT EXISTS (SELECT FROM checkpoint) AND NOT EXISTS (SELECT {_TO_BE_LOGGED})
"""  # noqa: S608 - constants

# Only a batch is sorted: after a failure there may be more than can be sorted for each batch.
# A table comes before a deal of the same moment: its id is greater.
_DUE: Final = f"""
SELECT stream_id, version, head, ticket
FROM (SELECT stream_id, version, head, at, ctid::text AS ticket {_TO_BE_LOGGED} LIMIT %b) AS due
ORDER BY at, stream_id DESC, version
"""  # noqa: S608 - constants

_STANDING: Final = f"""
SELECT (SELECT max(size) FROM checkpoint) - log_base(), count(*),
       coalesce(extract(epoch FROM now() - min(at)) * 1000000, 0)::bigint,
       (SELECT count(*) FROM log_fault)
FROM (SELECT at {_TO_BE_LOGGED} LIMIT %b) AS waiting
"""  # noqa: S608 - constants

_TAKE_TURN: Final = "SELECT take_turn()"

_LOGGED: Final = """
SELECT last.* FROM unnest(%b) AS wanted, LATERAL (
    SELECT stream_id, version, hash FROM feed
    WHERE stream_id = wanted AND position >> 40 = %b::bigint ORDER BY version DESC LIMIT 1
) AS last
"""

_EVENTS: Final = """
SELECT event.* FROM unnest(%b, %b, %b) AS wanted (stream_id, first, last), LATERAL (
    SELECT stream_id, version, body, hash FROM event
    WHERE stream_id = wanted.stream_id AND version >= wanted.first AND version < wanted.last
    ORDER BY version
) AS event ORDER BY stream_id, version
"""

_PUT: Final = (
    "SELECT put_batch(%b::bigint, %b, %b, %b, %b, %b, %b, %b::bigint, %b, %s, %b, %b, %b, %b)"
)


class _PostgresReads(ABC):
    """The read operations on one log, inside or outside a transaction."""

    @abstractmethod
    def _ask(
        self, query: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[TupleRow]: ...

    @abstractmethod
    def _base(self) -> int:
        """The position of the log's first entry."""
        ...

    def checkpoint(self, size: int | None = None) -> StoredCheckpoint | None:
        """See `TranslogReads.checkpoint`."""
        base = self._base()
        if size is None:
            rows = self._ask(_LAST, {"base": base, "stop": base + (1 << SHIFT)})
        else:
            rows = self._ask(_CHECKPOINT, {"base": base, "size": size})
        return StoredCheckpoint(*rows[0]) if rows else None

    def entries(self, span: Span) -> list[LogEntry]:
        """See `TranslogReads.entries`."""
        base = self._base()
        return [
            LogEntry(*row) for row in self._ask(_ENTRIES, (base + span.start, base + span.stop))
        ]

    def runs(self, wanted: Sequence[Run]) -> list[list[bytes]]:
        """See `TranslogReads.runs`."""
        base = self._base()
        levels = Integers([run.level for run in wanted])
        firsts = Bigs([(base >> run.level) + run.span.start for run in wanted])
        lasts = Bigs([(base >> run.level) + run.span.stop for run in wanted])
        found: list[list[bytes]] = [[] for _ in wanted]
        for place, each in self._ask(_RUNS, (levels, firsts, lasts)):
            found[place - 1].append(each)
        return found

    def position(self, stream: UUID, version: int) -> int | None:
        """See `TranslogReads.position`."""
        base = self._base()
        rows = self._ask(_POSITION, (stream, version, base >> SHIFT))
        return rows[0][0] - base if rows else None


class PostgresLog(_PostgresReads):
    """The log of a migrated database. Threads may share it.

    Args:
        pool: made by `events.postgres.open_pool`; its opener closes it.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @contextmanager
    def turn(self) -> Generator[LogTurn | None]:
        """See `TranslogStore.turn`: a transaction that holds the only row of `sequencer`.

        If the process dies, the row is released at once; if it hangs, after five seconds.
        """
        with self._pool.connection() as connection, connection.transaction():
            turn = _Turn(connection)
            yield turn if turn.is_mine() else None

    def breaks(self) -> list[Break]:
        """See `TranslogStore.breaks`."""
        return [
            Break(number, origin, ended, StoredCheckpoint(size, root, note), *more)
            for number, origin, ended, size, root, note, *more in self._ask(_BREAKS)
        ]

    def numbered(self, number: int) -> TranslogReads:
        """See `TranslogStore.numbered`."""
        return _NumberedLog(self._pool, number)

    def is_idle(self) -> bool:
        """See `TranslogStore.is_idle`."""
        [(idle,)] = self._ask(_IS_IDLE)
        return bool(idle)

    def standing(self) -> LogState:
        """See `TranslogStore.standing`."""
        with self._pool.connection(timeout=PATIENCE) as connection:
            [row] = connection.execute(_STANDING, (MOST,), binary=True).fetchall()
        return LogState(*row)

    def _base(self) -> int:
        [(base,)] = self._ask(_BASE)
        return int(base)

    def _ask(
        self, query: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[TupleRow]:
        return ask(self._pool, query, values)


class _NumberedLog(_PostgresReads):
    """One log of the service, which stays the same one when another one is begun."""

    def __init__(self, pool: Pool, number: int) -> None:
        self._pool = pool
        self._number = number

    def _base(self) -> int:
        return self._number << SHIFT

    def _ask(
        self, query: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[TupleRow]:
        return ask(self._pool, query, values)


class _Turn(_PostgresReads):
    """See `LogTurn`: the operations of one transaction. No log is begun meanwhile."""

    def __init__(self, connection: psycopg.Connection[TupleRow]) -> None:
        self._connection = connection
        self._first = 0

    def is_mine(self) -> bool:
        """Take the turn if it is free."""
        [(mine,)] = self._ask(_TAKE_TURN)
        if mine:
            [(self._first,)] = self._ask(_BASE)
        return bool(mine)

    def _base(self) -> int:
        return self._first

    def due(self, limit: int) -> list[Due]:
        """See `Turn.due`."""
        return [Due(*row) for row in self._ask(_DUE, (limit,))]

    def logged(self, streams: Collection[UUID]) -> dict[UUID, LogEntry]:
        """See `Turn.logged`."""
        found = self._ask(_LOGGED, (Ids(streams), self._first >> SHIFT))
        return {row[0]: LogEntry(*row) for row in found}

    def events(self, wanted: Mapping[UUID, range]) -> dict[UUID, list[LoggedEvent]]:
        """See `Turn.events`."""
        firsts = Integers([span.start for span in wanted.values()])
        lasts = Integers([span.stop for span in wanted.values()])
        found: dict[UUID, list[LoggedEvent]] = {}
        for stream, *link in self._ask(_EVENTS, (Ids(wanted), firsts, lasts)):
            found.setdefault(stream, []).append(LoggedEvent(*link))
        return found

    def put(self, batch: LogBatch) -> None:
        """See `Turn.put`."""
        signed = batch.signed
        self._ask(
            _PUT,
            (
                batch.size,
                Ids([entry.stream for entry in batch.entries]),
                Integers([entry.version for entry in batch.entries]),
                Bytes([entry.hash for entry in batch.entries]),
                Integers([node.level for node, _ in batch.kept]),
                Bigs([node.position for node, _ in batch.kept]),
                Bytes([found for _, found in batch.kept]),
                *(signed if signed is not None else (None, None, None)),
                Ids([each.stream for each in batch.broken]),
                Integers([each.version for each in batch.broken]),
                Texts([each.fault for each in batch.broken]),
                Texts(batch.done),
            ),
        )

    def _ask(
        self, query: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[TupleRow]:
        return self._connection.execute(query, values, prepare=True, binary=True).fetchall()
