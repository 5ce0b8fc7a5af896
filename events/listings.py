"""Read the projection of the log by party. Migration 0009 keeps it, and defines the parties.

Migration 0012 adds the disputes by owner and by table. A stream is listed, and its events have
positions for its parties, as soon as they are logged. An event that is logged again, because the
log was begun anew, keeps its first position.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import starmap
from typing import Any, Final, Literal, LiteralString, NamedTuple, TypeAlias
from uuid import UUID

import orjson
from psycopg.rows import TupleRow

from events.archives import place_of
from events.arrays import Ids
from events.connections import SqlStatement, owner_transaction
from events.postgres import Pool, ask, micros
from events.store import Cursor

PUBLIC_PARTY: Final = UUID(int=0)
"""The party of all public tables."""

REBUILD_SECONDS: Final = 24 * 3600
"""The time limit of building the projection again, which reads all events."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LAST_ID: Final = UUID(int=2**128 - 1)

_COLUMNS: Final = """
SELECT l.stream_id, l.kind, l.table_id, l.status, l.opened_at, l.started_at, l.finished_at,
       own.summary::text, t.summary::text, opening.body, ending.body
"""
# A table is shown by its summary alone: its events are not read, and its row once.
# The event that ended a deal is its last one, but for the seed of the server and signatures.
_JOINED: Final = """
JOIN stream t ON t.stream_id = l.table_id
LEFT JOIN LATERAL (
    SELECT s.summary FROM stream s WHERE l.kind = 'deal' AND s.stream_id = l.stream_id LIMIT 1
) AS own ON true
LEFT JOIN LATERAL (
    SELECT e.body FROM event e
    WHERE l.kind = 'deal' AND e.stream_id = l.stream_id AND e.version = 1 LIMIT 1
) AS opening ON true
LEFT JOIN LATERAL (
    SELECT e.body FROM event e
    WHERE l.kind = 'deal' AND l.finished_at IS NOT NULL AND e.stream_id = l.stream_id
      AND e.type NOT IN ('deal.revealed', 'deal.move_signed', 'deal.act_signed')
    ORDER BY e.version DESC LIMIT 1
) AS ending ON true
"""

# For each party and status a range of the index already in order: at most `limit` rows of each.
_FIND: Final = f"""
{_COLUMNS} FROM (
    SELECT DISTINCT found.opened_at, found.stream_id
    FROM unnest(%(parties)b) AS who, unnest(%(statuses)s::text[]) AS standing, LATERAL (
        SELECT opened_at, stream_id FROM party_listing
        WHERE party = who AND kind = %(kind)s AND status = standing
          AND (opened_at, stream_id) < (%(until)s::timestamptz, %(id)b)
          AND opened_at >= %(since)s::timestamptz
        ORDER BY opened_at DESC, stream_id DESC LIMIT %(limit)b
    ) AS found
    ORDER BY found.opened_at DESC, found.stream_id DESC LIMIT %(limit)b
) AS chosen JOIN listing l USING (stream_id) {_JOINED}
WHERE l.kind <> 'deal' OR opening.body IS NOT NULL OR own.summary ? 'archive'
ORDER BY l.opened_at DESC, l.stream_id DESC
"""  # noqa: S608 - constants

# Of a table whose boards are covered nothing is listed for others than its seats.
_UNCOVERED: Final = """
NOT EXISTS (
    SELECT FROM stream t WHERE t.stream_id = table_id AND t.summary ->> 'covered' = 'true'
)
"""

_FINISHED: Final = f"""
{_COLUMNS} FROM (
    SELECT * FROM listing
    WHERE kind = 'deal' AND finished_at < %(until)s::timestamptz
      AND (finished_at, stream_id) > (%(since)s::timestamptz, %(id)b) AND {_UNCOVERED}
    ORDER BY finished_at, stream_id LIMIT %(limit)b
) AS l {_JOINED}
WHERE opening.body IS NOT NULL OR own.summary ? 'archive'
ORDER BY l.finished_at, l.stream_id
"""  # noqa: S608 - constants

_ENTRIES: Final = """
SELECT f.position + 1, f.stream_id, f.version, l.kind, l.table_id, array_agg(p.party)
FROM feed f JOIN listing l USING (stream_id) JOIN party p USING (table_id)
WHERE f.position >= %b::bigint AND f.position < %b::bigint AND NOT f.again
GROUP BY f.position, l.kind, l.table_id ORDER BY f.position
"""

_ENTRIES_OF: Final = """
SELECT f.position + 1, f.stream_id, f.version, l.kind, l.table_id
FROM (
    SELECT DISTINCT found.position
    FROM unnest(%(parties)b) AS who, LATERAL (
        SELECT position FROM party_position
        WHERE party = who AND position >= %(start)b::bigint AND position < %(stop)b::bigint
        ORDER BY position LIMIT %(limit)b
    ) AS found
    ORDER BY found.position LIMIT %(limit)b
) AS own JOIN feed f USING (position) JOIN listing l USING (stream_id) ORDER BY f.position
"""

_SIZE: Final = SqlStatement(b"fairdeal_size", b"SELECT coalesce(max(size), 0) FROM checkpoint", ())
_POSITION: Final = """
SELECT position + 1 FROM feed WHERE stream_id = %b AND version = %b::int AND NOT again
"""

_FURTHER: Final = """
SELECT max(position) + 1 FROM (
    SELECT position FROM feed WHERE position >= %b::bigint AND position < %b::bigint
    ORDER BY position LIMIT %b
) AS following
"""

# For each owner or table and status a range of an index already in order, as in `_FIND`.
_DISPUTES: Final = """
SELECT found.*
FROM unnest(%(whose)b) AS who, unnest(%(statuses)s::text[]) AS standing, LATERAL (
    SELECT owner, table_id, deal_id, number, status, opened_at FROM dispute
    WHERE {column} = who AND status = standing
      AND (opened_at, deal_id, number)
          < (%(until)s::timestamptz, %(deal)b::uuid, %(number)b::integer)
    ORDER BY opened_at DESC, deal_id DESC, number DESC LIMIT %(limit)b
) AS found
ORDER BY found.opened_at DESC, found.deal_id DESC, found.number DESC LIMIT %(limit)b
"""
_DISPUTES_BY: Final[Mapping[str, LiteralString]] = {
    "owner": _DISPUTES.format(column="owner"),
    "table_id": _DISPUTES.format(column="table_id"),
}

DisputeCursor: TypeAlias = tuple[int, UUID, int]
"""When a dispute was opened, in µs since the epoch, its deal and its number."""
MOST_NUMBER: Final = 2**31 - 1
"""The largest number of a dispute in a cursor."""


class DisputeEntry(NamedTuple):
    """A dispute in a list.

    Attributes:
        owner: The owner of its table.
        table: Its table.
        deal: Its deal.
        number: Its number in the deal.
        status: Whether it is ruled.
        opened_at: When it was opened, in µs since the epoch.
    """

    owner: UUID
    table: UUID
    deal: UUID
    number: int
    status: str
    opened_at: int

    @property
    def cursor(self) -> DisputeCursor:
        """Its cursor in a list."""
        return self.opened_at, self.deal, self.number


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A table or a deal in a list. Times are in µs since the epoch.

    Attributes:
        id: Its stream.
        kind: ``table`` or ``deal``.
        table: The table; of a table, itself.
        status: As the API shows it.
        opened_at: When it was opened.
        started_at: When all seats of a table were taken, or the pack of a deal was shuffled.
        finished_at: When it was over, or closed.
        summary: The summary of its stream.
        of_table: The summary of its table.
        opening: The event that opened a deal: its type, schema and data; of a table, nothing.
        ending: The event that ended a deal, in the same form; None for all others.
    """

    id: UUID
    kind: str
    table: UUID
    status: str
    opened_at: int
    started_at: int | None
    finished_at: int | None
    summary: Mapping[str, Any]
    of_table: Mapping[str, Any]
    opening: dict[str, Any]
    ending: dict[str, Any] | None
    lines: dict[bool, Any] = field(default_factory=dict[bool, Any], compare=False, repr=False)
    """How lists show it, to its owner and to others, once that was made."""

    @property
    def cursor(self) -> Cursor:
        """Its cursor in a list."""
        return self.opened_at, self.id

    @property
    def is_archived(self) -> bool:
        """Whether its events are in the archive."""
        return place_of(self.summary) is not None


class PartyEntry(NamedTuple):
    """An event in the log, with the parties of its table or tournament.

    Attributes:
        position: Its place in the log, from 1.
        stream: Its stream.
        version: Its position in the stream.
        kind: The kind of the stream.
        table: The table of the stream; of a tournament, itself.
        parties: The parties; not read with the entries of some.
    """

    position: int
    stream: UUID
    version: int
    kind: str
    table: UUID
    parties: frozenset[UUID] = frozenset()


class Listings:
    """The projection in a migrated database. Threads may share it.

    Args:
        pool: made by `events.postgres.open_pool`; its opener closes it.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def find(
        self,
        *,
        kind: str,
        parties: Collection[UUID],
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        since: int = 0,
        until: int | None = None,
    ) -> list[Listing]:
        """Tables or deals of any of the parties, the newest first.

        Args:
            kind: ``table`` or ``deal``.
            parties: The parties.
            statuses: The statuses wanted.
            limit: The largest number of results.
            after: The cursor before the first result wanted.
            since: They were opened then or later, in µs since the epoch.
            until: They were opened before, in µs since the epoch.
        """
        ends = [] if after is None else [after]
        ends += [] if until is None else [(until, UUID(int=0))]
        end, last = min(ends, default=(None, _LAST_ID))
        given = {
            "kind": kind,
            "parties": Ids(set(parties)),
            "statuses": list(set(statuses)),
            "limit": limit,
            "since": _written(since),
            "until": "infinity" if end is None else _written(end),
            "id": last,
        }
        return [_listing(row) for row in ask(self._pool, _FIND, given)]

    def finished_deals(
        self, *, since: int, until: int, limit: int, after: Cursor | None = None
    ) -> list[Listing]:
        """Deals of all tables that were over within a time, in that order.

        Args:
            since: The first moment of it, in µs since the epoch.
            until: The first moment after it.
            limit: The largest number of results.
            after: The end and the id of the deal before the first result wanted.
        """
        start, last = after or (since - 1, _LAST_ID)
        given = {"since": _written(start), "until": _written(until), "id": last, "limit": limit}
        return [_listing(row) for row in ask(self._pool, _FINISHED, given)]

    def disputes(
        self,
        *,
        whose: Collection[UUID],
        by: Literal["owner", "table_id"],
        statuses: Collection[str],
        limit: int,
        after: DisputeCursor | None = None,
    ) -> list[DisputeEntry]:
        """Disputes of owners or of tables, the newest first.

        Args:
            whose: The owners, or the tables.
            by: Which of the two.
            statuses: The statuses wanted.
            limit: The largest number of results.
            after: The cursor before the first result wanted.
        """
        end, deal, number = after or (None, _LAST_ID, MOST_NUMBER)
        given = {
            "whose": Ids(set(whose)),
            "statuses": list(set(statuses)),
            "limit": limit,
            "until": "infinity" if end is None else _written(end),
            "deal": deal,
            "number": number,
        }
        rows = ask(self._pool, _DISPUTES_BY[by], given)
        return [_dispute(row) for row in rows]

    def size(self) -> int:
        """The position of the last entry that is signed; 0 if there is none.

        When the log was begun anew, positions go on with a gap: see `events.translog.store.SHIFT`.
        """
        [(size,)] = ask(self._pool, _SIZE, ())
        return int(size)

    def position(self, stream: UUID, version: int) -> int | None:
        """The position of an event: where a log had it first; None while none has it."""
        rows = ask(self._pool, _POSITION, (stream, version))
        return int(rows[0][0]) if rows else None

    def further(self, span: range, count: int) -> int:
        """The end of a part of the log, or the position of so many entries after its beginning."""
        [(position,)] = ask(self._pool, _FURTHER, (span.start, span.stop, count))
        return span.stop if position is None else int(position)

    def entries(self, span: range) -> list[PartyEntry]:
        """The entries of the log after ``span.start`` others, each with all parties."""
        return [_entry(row) for row in ask(self._pool, _ENTRIES, (span.start, span.stop))]

    def entries_of(self, parties: Collection[UUID], span: range, *, limit: int) -> list[PartyEntry]:
        """The first entries of any of the parties after ``span.start`` others of the whole log."""
        given = {"start": span.start, "stop": span.stop, "limit": limit}
        found = ask(self._pool, _ENTRIES_OF, {"parties": Ids(set(parties)), **given})
        return list(starmap(PartyEntry, found))


def rebuild_listings(url: str) -> None:
    """Build the projection again from the log, as the owner of the tables.

    The sequencer waits until it is done.

    Raises:
        Unconfirmed: it is unknown whether it was done; it can be repeated.
    """
    with owner_transaction(url, seconds=REBUILD_SECONDS) as connection:
        connection.execute("SELECT public.rebuild_listings()")


@lru_cache(maxsize=2_000)
def _listing(row: TupleRow) -> Listing:
    stream, kind, table, status, *times, own, of, opening, ending = row
    opened_at, started_at, finished_at = (each and micros(each) for each in times)
    of_table = orjson.loads(of)
    summary = of_table if own is None else orjson.loads(own)
    archived = place_of(summary)
    if archived is None:
        opening, ending = (each and orjson.loads(each) for each in (opening, ending))
    else:
        opening, ending = archived["opening"], archived["ending"]
    return Listing(
        id=stream,
        kind=kind,
        table=table,
        status=status,
        opened_at=opened_at,
        started_at=started_at,
        finished_at=finished_at,
        summary=summary,
        of_table=of_table,
        opening=opening or {},
        ending=ending,
    )


def _dispute(row: TupleRow) -> DisputeEntry:
    owner, table, deal, number, status, opened_at = row
    return DisputeEntry(owner, table, deal, number, status, micros(opened_at))


def _entry(row: TupleRow) -> PartyEntry:
    position, stream, version, kind, table, parties = row
    return PartyEntry(position, stream, version, kind, table, frozenset(parties))


def _written(at: int) -> str:
    return str(_EPOCH + at * _MICROSECOND)
