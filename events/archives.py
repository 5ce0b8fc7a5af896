"""Deals that are moved to an archive outside of the database, by `archive_deal()`.

The stream of an archived deal keeps its row: the status `ARCHIVED`, and in its summary under
`ARCHIVE` where its evidence is and what lists show. Its events and secrets are removed.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow

from events.postgres import Pool, ask

ARCHIVE: Final = "archive"
"""The field of its summary that says where they are."""
PAGE: Final = 1_000
REST: Final = timedelta(days=1)
"""How long a deal that has ended stays in any case."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

# The standing of deal d of table t; readers of feeds and webhooks get the end of a deal in time.
_STANDING: Final = """
CASE
    WHEN d.status = 'archived' THEN 'archived'
    WHEN t.status NOT IN ('over', 'closed') THEN 'series on'
    WHEN d.status <> 'recorded' THEN 'not recorded'
    WHEN d.updated_at >= %(ended)s::timestamptz THEN 'recent'
    WHEN EXISTS (
        SELECT FROM dispute
        WHERE table_id = t.stream_id AND deal_id = d.stream_id AND status = 'open'
    ) THEN 'disputed'
    WHEN EXISTS (
        SELECT FROM stream b
        WHERE b.summary #>> '{branch_of,deal}' = d.stream_id::text
          AND b.status NOT IN ('over', 'closed')
    ) THEN 'branched'
    WHEN NOT EXISTS (
        SELECT FROM feed f
        WHERE f.stream_id = d.stream_id AND f.version = d.version
          AND f.position < (SELECT min(position) FROM webhook_reader)
    ) THEN 'unsent'
    ELSE 'ready'
END
"""

# The id of a deal begins with the time when its table was opened.
_DEALS: Final = f"""
SELECT d.stream_id, {_STANDING}
FROM stream d JOIN stream t ON t.stream_id = (d.summary ->> 'table')::uuid
WHERE d.stream_id > %(after)b AND d.stream_id < %(end)b AND d.kind = 'deal'
ORDER BY d.stream_id LIMIT %(limit)b
"""  # noqa: S608 - a constant

_OLDEST: Final = f"""
SELECT min(ready.stream_id::text) FROM (
    SELECT d.stream_id
    FROM stream d JOIN stream t ON t.stream_id = (d.summary ->> 'table')::uuid
    WHERE d.kind = 'deal' AND d.status = 'recorded' AND d.opened_at < %(before)s::timestamptz
      AND d.stream_id < %(end)b AND {_STANDING} = 'ready'
    ORDER BY d.opened_at, d.stream_id LIMIT 1000
) AS ready
"""  # noqa: S608 - a constant

_ARCHIVE: Final = "SELECT archive_deal(%s, %s, %s, %s, %s)"
_MAY_ARCHIVE: Final = """
SELECT has_function_privilege('archive_deal(uuid, integer, bytea, text, text)', 'execute')
"""
_PID: Final = "SELECT pg_backend_pid()"
_HOLD: Final = "SELECT pg_advisory_lock(hashtextextended('fairdeal.archive', 0))"
_WAIT: Final = "SET LOCAL lock_timeout = '2s'"
_DROP_MONTH: Final = "SELECT drop_empty_month(%s)"


class Archived(NamedTuple):
    """A deal whose evidence is in a file.

    Attributes:
        deal: The deal.
        version: The number of its events.
        head: The head of its chain.
        file: The file, within the archive.
        sha256: The digest of the file, in hex.
    """

    deal: UUID
    version: int
    head: bytes
    file: str
    sha256: str


def place_of(summary: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Where a deal is archived and what lists show of it, by the summary of its stream."""
    place: Mapping[str, Any] | None = summary.get(ARCHIVE)
    return place


def deals_opened(
    pool: Pool, since: datetime, until: datetime, *, now: datetime
) -> Iterator[tuple[UUID, str]]:
    """The deals of the tables that were opened within a time, each with its standing.

    A standing is ``ready``, or why the deal stays: ``archived``, ``series on``, ``not recorded``,
    ``recent`` (it ended less than `REST` ago), ``disputed``, ``branched`` (a table branches from it
    and is not over), ``unsent`` (the webhooks have not come to its end).
    """
    given = {"end": _first_id(until), "ended": str(now - REST), "limit": PAGE}
    after = UUID(int=_first_id(since).int - 1)
    while rows := ask(pool, _DEALS, {**given, "after": after}):
        yield from rows
        after = rows[-1][0]


def oldest_ready(pool: Pool, before: datetime, *, now: datetime) -> datetime | None:
    """When the oldest table with deals to archive was opened, if that was before a time."""
    given = {"before": str(before), "end": _first_id(before), "ended": str(now - REST)}
    [(found,)] = ask(pool, _OLDEST, given)
    return None if found is None else _EPOCH + timedelta(milliseconds=UUID(found).int >> 80)


def archive_deal(owner: psycopg.Connection[TupleRow], archived: Archived) -> bool:
    """Remove the events of a deal; False: it has changed, or it is archived already.

    It has changed, too, if a dispute was opened, or a table branches from it.

    Args:
        owner: The owner of the tables, in autocommit mode.
        archived: The deal, with its evidence in a file that was verified.
    """
    row = owner.execute(_ARCHIVE, archived).fetchone()
    return row is not None and bool(row[0])


def may_archive(owner: psycopg.Connection[TupleRow]) -> bool:
    """Whether a user may remove the events of deals."""
    row = owner.execute(_MAY_ARCHIVE).fetchone()
    return row is not None and bool(row[0])


def is_pooled(owner: psycopg.Connection[TupleRow]) -> bool:
    """Whether there is a connection pooler in between, behind which no lock can be held."""
    return owner.execute(_PID).fetchone() != (owner.info.backend_pid,)


def hold_archive(owner: psycopg.Connection[TupleRow]) -> None:
    """Hold the lock of the archive until the connection ends, so that only one run writes files.

    Raises:
        psycopg.errors.LockNotAvailable: Another connection holds it.
    """
    with owner.transaction():
        owner.execute(_WAIT)  # a run that was killed may end a moment later in the database
        owner.execute(_HOLD)


def drop_empty_month(owner: psycopg.Connection[TupleRow], month: datetime) -> bool:
    """Drop the partitions of a month if nothing is left in them; return whether.

    Raises:
        psycopg.errors.LockNotAvailable: The tables were in use for too long.
    """
    row = owner.execute(_DROP_MONTH, [month.replace(tzinfo=None)]).fetchone()
    return row is not None and bool(row[0])


def _first_id(at: datetime) -> UUID:
    return UUID(int=(at - _EPOCH) // timedelta(milliseconds=1) << 80)
