"""The log in PostgreSQL. Migration 0003 states what the database itself enforces."""

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
from events.translog.store import MOST, Batch, Due, Entry, Link, Run, Signed, Standing, Turn

PATIENCE: Final = 2
"""How long to wait for a connection to report the state of the log, in seconds."""

_CHECKPOINT: Final = "SELECT size, root, note FROM checkpoint WHERE size = %b::bigint"
_LAST: Final = "SELECT size, root, note FROM checkpoint ORDER BY size DESC LIMIT 1"

_ENTRIES: Final = """
SELECT stream_id, version, hash FROM feed
    WHERE position >= %b::bigint AND position < %b::bigint ORDER BY position
"""

# A leaf is H(0x00 ‖ stream id ‖ u32 version ‖ chain head), as in `events.translog.store.Entry`.
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

_POSITION: Final = "SELECT position FROM feed WHERE stream_id = %b AND version = %b::int"

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
SELECT (SELECT max(size) FROM checkpoint), count(*),
       coalesce(extract(epoch FROM now() - min(at)) * 1000000, 0)::bigint,
       (SELECT count(*) FROM log_fault)
FROM (SELECT at {_TO_BE_LOGGED} LIMIT %b) AS waiting
"""  # noqa: S608 - constants

_TAKE_TURN: Final = "SELECT take_turn()"

_LOGGED: Final = """
SELECT last.* FROM unnest(%b) AS wanted, LATERAL (
    SELECT stream_id, version, hash FROM feed
    WHERE stream_id = wanted ORDER BY version DESC LIMIT 1
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
    """The read operations, inside or outside a transaction."""

    @abstractmethod
    def _ask(self, query: LiteralString, values: Sequence[Any] = ()) -> list[TupleRow]: ...

    def checkpoint(self, size: int | None = None) -> Signed | None:
        """See `Reading.checkpoint`."""
        rows = self._ask(_LAST) if size is None else self._ask(_CHECKPOINT, (size,))
        return Signed(*rows[0]) if rows else None

    def entries(self, span: Span) -> list[Entry]:
        """See `Reading.entries`."""
        return [Entry(*row) for row in self._ask(_ENTRIES, (span.start, span.stop))]

    def runs(self, wanted: Sequence[Run]) -> list[list[bytes]]:
        """See `Reading.runs`."""
        levels = Integers([run.level for run in wanted])
        firsts = Bigs([run.span.start for run in wanted])
        lasts = Bigs([run.span.stop for run in wanted])
        found: list[list[bytes]] = [[] for _ in wanted]
        for place, each in self._ask(_RUNS, (levels, firsts, lasts)):
            found[place - 1].append(each)
        return found

    def position(self, stream: UUID, version: int) -> int | None:
        """See `Reading.position`."""
        rows = self._ask(_POSITION, (stream, version))
        return rows[0][0] if rows else None


class PostgresLog(_PostgresReads):
    """The log of a migrated database. Threads may share it.

    Args:
        pool: made by `events.postgres.open_pool`; its opener closes it.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @contextmanager
    def turn(self) -> Generator[Turn | None]:
        """See `Log.turn`: a transaction that holds the only row of `sequencer`.

        If the process dies, the row is released at once; if it hangs, after five seconds.
        """
        with self._pool.connection() as connection, connection.transaction():
            turn = _Turn(connection)
            yield turn if turn.is_mine() else None

    def is_idle(self) -> bool:
        """See `Log.is_idle`."""
        [(idle,)] = self._ask(_IS_IDLE)
        return bool(idle)

    def standing(self) -> Standing:
        """See `Log.standing`."""
        with self._pool.connection(timeout=PATIENCE) as connection:
            [row] = connection.execute(_STANDING, (MOST,), binary=True).fetchall()
        return Standing(*row)

    def _ask(self, query: LiteralString, values: Sequence[Any] = ()) -> list[TupleRow]:
        return ask(self._pool, query, values)


class _Turn(_PostgresReads):
    """See `Turn`: the operations of one transaction."""

    def __init__(self, connection: psycopg.Connection[TupleRow]) -> None:
        self._connection = connection

    def is_mine(self) -> bool:
        """Take the turn if it is free."""
        [(mine,)] = self._ask(_TAKE_TURN)
        return bool(mine)

    def due(self, limit: int) -> list[Due]:
        """See `Turn.due`."""
        return [Due(*row) for row in self._ask(_DUE, (limit,))]

    def logged(self, streams: Collection[UUID]) -> dict[UUID, Entry]:
        """See `Turn.logged`."""
        return {row[0]: Entry(*row) for row in self._ask(_LOGGED, (Ids(streams),))}

    def events(self, wanted: Mapping[UUID, range]) -> dict[UUID, list[Link]]:
        """See `Turn.events`."""
        firsts = Integers([span.start for span in wanted.values()])
        lasts = Integers([span.stop for span in wanted.values()])
        found: dict[UUID, list[Link]] = {}
        for stream, *link in self._ask(_EVENTS, (Ids(wanted), firsts, lasts)):
            found.setdefault(stream, []).append(Link(*link))
        return found

    def put(self, batch: Batch) -> None:
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

    def _ask(self, query: LiteralString, values: Sequence[Any] = ()) -> list[TupleRow]:
        return self._connection.execute(query, values, prepare=True, binary=True).fetchall()
