"""Read the feed: create deliveries for webhooks, exactly once, even if processes die.

The sequencer gives every event its position. The follower goes through them with its own cursor.
In one transaction it takes the turn, reads on from the cursor, inserts deliveries and moves the
cursor. So each entry is processed exactly once, by whichever process. Events that are logged again,
because the log was begun anew, are no news.

It locks nothing but its cursor, and so never waits for a lock. Rows of webhooks may be locked by
requests of their owners, and the news of all owners passes here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple
from uuid import UUID

import structlog
from psycopg import Connection
from psycopg.rows import TupleRow

from domain.kernel.event import PUBLIC
from events.postgres import NEED_NOT_WAIT, Pool
from service import ids
from service.problems import Problem
from service.repository import StreamRepository
from service.streams import DEALS, Deal, TableStream
from service.timestamps import when
from service.webhooks import notices
from service.webhooks.in_order import INHERITED
from service.webhooks.notices import TURN, Notice
from service.webhooks.repository import GETS_NEWS, Webhook, listening

LIMIT: Final = 500
"""Entries read in one turn."""
REMEMBERED: Final = 64
"""Deals, and as many tables, that are read once in a turn, however many of their entries it has."""
_MESSAGE: Final = "webhook"

# A follower that hangs in its turn loses it, with all uncommitted changes. If its commit is lost
# with the database, so are the cursor and the deliveries: they are made again.
_BEGIN_TURN: Final = (
    f"SELECT set_config('idle_in_transaction_session_timeout', '30s', true), {NEED_NOT_WAIT}"
)
_TAKE_TURN: Final = "SELECT position FROM webhook_reader FOR UPDATE SKIP LOCKED"

# The owner of a deal is in its table's summary.
# Positions have a gap where the log was begun anew.
_ENTRIES: Final = """
SELECT f.position, f.stream_id, f.version, f.again, s.kind,
       coalesce(t.summary ->> 'owner', s.summary ->> 'owner')::uuid
FROM (
    SELECT position, stream_id, version, again FROM feed
    WHERE position >= %s ORDER BY position LIMIT %s
) AS f
JOIN stream s ON s.stream_id = f.stream_id
LEFT JOIN stream t ON s.kind = 'deal' AND t.stream_id = (s.summary ->> 'table')::uuid
ORDER BY f.position
"""

# The INSERT skips a webhook that has been disabled or revoked in the meantime.
_NOTE: Final = f"""
INSERT INTO webhook_delivery (webhook_id, id, position, type, payload, noted_at, next_at)
SELECT w.id, new.id, new.position, new.type, new.payload, new.due, {INHERITED}
FROM webhook w, (
    SELECT %s::uuid AS id, %s::bigint AS position, %s AS type, %s AS payload, %s::timestamptz AS due
) AS new WHERE w.id = %s AND {GETS_NEWS}
ON CONFLICT DO NOTHING
"""  # noqa: S608 - constants

log = structlog.get_logger()


class Read(NamedTuple):
    """The result of a turn.

    Attributes:
        noted: the number of new deliveries.
        more: whether there may be more to read at once.
    """

    noted: int
    more: bool


NOTHING: Final = Read(0, more=False)


class _Entry(NamedTuple):
    position: int
    stream: UUID
    version: int
    again: bool
    kind: str
    owner: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """Creates deliveries from the feed.

    Attributes:
        pool: Connections in autocommit mode; a turn needs two if the stream repository shares them.
        streams: The stream repository.
        secret: From which the ids of deliveries are derived.
        limit: The most entries of a turn.
    """

    pool: Pool
    streams: StreamRepository
    secret: bytes
    limit: int = LIMIT

    def read_turn(self, *, at: int) -> Read:
        """Process entries, at most one turn; nothing, if another process has the turn.

        Args:
            at: The time, in µs since the epoch, at which new deliveries are due.
        """
        with self.pool.connection() as connection, connection.transaction():
            connection.execute(_BEGIN_TURN)
            turn = connection.execute(_TAKE_TURN).fetchone()
            if turn is None:
                return NOTHING
            place = (turn[0], self.limit)
            entries = [_Entry(*row) for row in connection.execute(_ENTRIES, place).fetchall()]
            if not entries:
                return NOTHING
            # Query listeners after reading the feed: a webhook added later does not get earlier
            # events.
            webhooks = listening(connection, {entry.owner for entry in entries})
            rows = [row for notice in self._notices(entries, webhooks) for row in notice]
            noted = self._note(connection, rows, at=at)
            connection.execute(
                "UPDATE webhook_reader SET position = %s", (entries[-1].position + 1,)
            )
        return Read(noted, more=len(entries) == self.limit)

    def _note(
        self, connection: Connection[TupleRow], rows: Sequence[tuple[Webhook, Notice]], *, at: int
    ) -> int:
        """Insert deliveries; return how many are new."""
        due = when(at)
        values: list[tuple[Any, ...]] = [
            (
                delivery_id(self.secret, webhook.id, notice.position, notice.kind),
                *(notice.position, notice.kind, notice.payload),
                *(due, webhook.id),
            )
            for webhook, notice in rows
        ]
        if not values:
            return 0
        with connection.cursor() as cursor:
            cursor.executemany(_NOTE, values)
            return cursor.rowcount

    def _notices(
        self, entries: Sequence[_Entry], webhooks: Sequence[Webhook]
    ) -> Iterator[list[tuple[Webhook, Notice]]]:
        """The news among the entries, each with the webhooks that get it."""
        wanted: dict[tuple[UUID, str], list[Webhook]] = {}
        for webhook in webhooks:
            for event in webhook.events:
                wanted.setdefault((webhook.owner, event), []).append(webhook)
        owners = {owner for owner, _ in wanted}
        # A stream has all of its entries, as it is read after them.
        deals = lru_cache(REMEMBERED)(partial(self.streams.deal, viewer=PUBLIC))
        tables = lru_cache(REMEMBERED)(self._table)
        for entry in entries:
            if entry.again or entry.owner not in owners:
                continue
            if entry.kind == DEALS.kind and (entry.owner, TURN) not in wanted:
                continue
            if (notice := _notice(entry, deals, tables)) is not None:
                to = wanted.get((entry.owner, notice.kind), ())
                yield [(webhook, notice) for webhook in to]

    def _table(self, table: UUID) -> TableStream:
        found = self.streams.table(table)
        assert found is not None, "it is in the feed"
        return found


def _notice(
    entry: _Entry, deals: Callable[[UUID], Deal | None], tables: Callable[[UUID], TableStream]
) -> Notice | None:
    """The news in an entry. A corrupted record gives none, and does not block other streams."""
    position = entry.position + 1
    try:
        if entry.kind == DEALS.kind:
            deal = deals(entry.stream)
            if deal is None:  # archived, after its end had been read here: it is no news
                return None
            table = tables(UUID(deal.opened.table))
            return notices.of_deal(
                deal, entry.version, table=table, position=position, owner=entry.owner
            )
        return notices.of_table(tables(entry.stream), entry.version, position=position)
    except Problem as problem:
        log.critical("webhook.unread", stream=str(entry.stream), code=problem.code)
        return None


def delivery_id(secret: bytes, webhook: UUID, position: int, kind: str) -> UUID:
    """The id of a delivery, by which a receiver recognises it in every attempt."""
    return ids.command_id(secret, _MESSAGE, str(webhook), str(position), kind)
