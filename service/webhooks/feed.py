"""The feed of the log, as far as it was read for webhooks: entries in, deliveries out.

A process takes the turn, and in one transaction reads on from the cursor, stores deliveries and
moves the cursor. It locks nothing but the cursor, and so never waits for a lock: rows of webhooks
may be locked by requests of their owners, and the news of all owners passes here.
"""

from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from events.postgres import NEED_NOT_WAIT, Pool
from service.timestamps import when
from service.webhooks.deliveries import INHERITED
from service.webhooks.repository import GETS_NEWS, Webhook, listening

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


class FeedEntry(NamedTuple):
    """An event in the feed.

    Attributes:
        position: Its position in the feed.
        stream: Its stream.
        version: Its position there.
        again: Whether it was logged before, in a log that has ended.
        kind: The kind of stream.
        owner: The owner of its table or tournament.
    """

    position: int
    stream: UUID
    version: int
    again: bool
    kind: str
    owner: UUID


class NewDelivery(NamedTuple):
    """A delivery to store.

    Attributes:
        id: Its id.
        position: The position of its entry, from 1.
        type: The kind of news.
        payload: The body to send.
        due: When it is due, in µs since the epoch.
        webhook: Its webhook.
    """

    id: UUID
    position: int
    type: str
    payload: str
    due: int
    webhook: UUID


class FeedTurn:
    """The operations of the process that has the turn.

    Args:
        connection: In a transaction that holds the cursor.
        position: The cursor.
    """

    def __init__(self, connection: Connection[TupleRow], position: int) -> None:
        self._connection = connection
        self._position = position

    def entries(self, limit: int) -> list[FeedEntry]:
        """The next entries, up to a limit."""
        place = (self._position, limit)
        return [FeedEntry(*row) for row in self._connection.execute(_ENTRIES, place).fetchall()]

    def listening(self, owners: Collection[UUID]) -> list[Webhook]:
        """The webhooks of API keys that get news.

        Ask after reading the entries: so a webhook added later does not get earlier events.
        """
        return listening(self._connection, owners)

    def finish(self, deliveries: Sequence[NewDelivery], *, last: FeedEntry) -> int:
        """Store deliveries, and move the cursor after an entry; return how many are new."""
        values = [(*each[:4], when(each.due), each.webhook) for each in deliveries]
        with self._connection.cursor() as cursor:
            cursor.executemany(_NOTE, values)
            noted = cursor.rowcount if values else 0
        position = last.position + 1
        self._connection.execute("UPDATE webhook_reader SET position = %s", (position,))
        return noted


class Feed:
    """The feed in a database.

    Args:
        pool: Connections in autocommit mode; one is used during a turn.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @contextmanager
    def turn(self) -> Generator[FeedTurn | None]:
        """Take the turn if it is free; changes are committed at its end."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_BEGIN_TURN)
            row = connection.execute(_TAKE_TURN).fetchone()
            yield None if row is None else FeedTurn(connection, row[0])
