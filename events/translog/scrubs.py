"""The place of the scrubber and what it has found, in PostgreSQL. Migration 0034 has the tables."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from domain.fairness.tree import Edge
from events.arrays import Bytes, Ids, Integers, Texts
from events.postgres import NEED_NOT_WAIT, Pool, ask
from events.translog.scrubber import Row, ScrubberPlace
from events.translog.store import Broken

# ruff: noqa: S608 - statements are put together from constants alone

_PLACE: Final = "SELECT number, log, size, edge, stream_id, begun, moved, ended FROM scrub"
_BEGIN: Final = f"""
INSERT INTO scrub (number, log, size, edge, stream_id, begun, moved, ended)
VALUES (%s, %s, %s, %b, %b, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING {NEED_NOT_WAIT}
"""
_MOVE: Final = f"""
UPDATE scrub SET number = %s, log = %s, size = %s, edge = %b, stream_id = %b,
                 begun = %s, moved = %s, ended = %s
WHERE number = %s AND log = %s AND size = %s AND stream_id IS NOT DISTINCT FROM %b
RETURNING {NEED_NOT_WAIT}
"""

# Whether an append waits is asked only of a stream that the log does not have up to its end.
_ROWS: Final = """
SELECT s.stream_id, s.version, s.head, coalesce(logged.version, 0), logged.hash,
       coalesce(logged.version, 0) < s.version
           AND EXISTS (SELECT FROM outbox o WHERE o.stream_id = s.stream_id)
FROM (
    SELECT stream_id, version, head FROM stream
    WHERE stream_id > %b AND status <> 'archived' ORDER BY stream_id LIMIT %b
) AS s LEFT JOIN LATERAL (
    SELECT version, hash FROM feed
    WHERE stream_id = s.stream_id AND position >> 40 = %b::bigint ORDER BY version DESC LIMIT 1
) AS logged ON true
ORDER BY s.stream_id
"""

_NOTE: Final = """
INSERT INTO record_fault (stream_id, version, fault, number, found)
SELECT *, %s::bigint, %s::bigint FROM unnest(%b, %b, %b)
ON CONFLICT (stream_id) DO UPDATE
    SET version = excluded.version, fault = excluded.fault, number = excluded.number
RETURNING stream_id, xmax = 0
"""
_FORGET: Final = "DELETE FROM record_fault WHERE number < %s RETURNING stream_id"
_FAULTS: Final = "SELECT stream_id, version, fault FROM record_fault ORDER BY found, stream_id"
_FAULTS_OF: Final = "SELECT stream_id, version, fault FROM record_fault WHERE stream_id = ANY(%b)"


class PostgresScrubs:
    """See `Scrubs`. Threads may share it."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def place(self) -> ScrubberPlace | None:
        """See `Scrubs.place`."""
        rows = ask(self._pool, _PLACE, ())
        if not rows:
            return None
        [(number, log_number, size, edge, *rest)] = rows
        return ScrubberPlace(number, log_number, Edge(size, tuple(edge)), *rest)

    def move(self, old: ScrubberPlace | None, new: ScrubberPlace) -> bool:
        """See `Scrubs.move`."""
        values = (
            *(new.number, new.log_number, new.edge.size, Bytes(new.edge.hashes)),
            *(new.stream, new.begun, new.moved, new.ended),
        )
        if old is None:
            return bool(ask(self._pool, _BEGIN, values))
        was = (old.number, old.log_number, old.edge.size, old.stream)
        return bool(ask(self._pool, _MOVE, (*values, *was)))

    def rows(self, log_number: int, *, after: UUID, limit: int) -> list[Row]:
        """See `Scrubs.rows`."""
        return [Row(*row) for row in ask(self._pool, _ROWS, (after, limit, log_number))]

    def note(self, faults: Sequence[Broken], *, number: int, time: int) -> list[Broken]:
        """See `Scrubs.note`."""
        first = {fault.stream: fault for fault in reversed(faults)}
        if not first:
            return []
        columns = (
            Ids(first),
            Integers([fault.version for fault in first.values()]),
            Texts([fault.fault for fault in first.values()]),
        )
        rows = ask(self._pool, _NOTE, (number, time, *columns))
        return [first[stream] for stream, is_new in rows if is_new]

    def forget(self, *, before: int) -> None:
        """See `Scrubs.forget`."""
        ask(self._pool, _FORGET, (before,))

    def faults(self, streams: Collection[UUID] | None = None) -> list[Broken]:
        """See `Scrubs.faults`."""
        if streams is None:
            return [Broken(*row) for row in ask(self._pool, _FAULTS, ())]
        return [Broken(*row) for row in ask(self._pool, _FAULTS_OF, (Ids(streams),))]
