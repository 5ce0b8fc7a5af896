"""The feed of the log is read: each entry makes its deliveries once, even if processes die.

The sequencer gives every event its position. The follower goes through them with its own cursor. In
one transaction it takes the turn, reads on from the cursor, inserts deliveries and moves the
cursor. So each entry is processed exactly once, by whichever process. Events that are logged again,
because the log was begun anew, are no news.

Nothing but the cursor is locked, so no process waits for a lock: rows of webhooks may be locked by
requests of their owners, and the news of all owners passes here.
"""

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from psycopg import Connection
from psycopg.rows import TupleRow

from domain.kernel.event import PUBLIC
from events.postgres import NEED_NOT_WAIT, Pool
from service import ids
from service.problems import Problem
from service.repository import StreamRepository
from service.streams import DEALS, TOURNAMENTS, Deal, TableStream, TournamentStream
from service.timestamps import when
from service.webhooks import notices
from service.webhooks.deliveries import INHERITED
from service.webhooks.notices import OF_TOURNAMENTS, TURN, Notice
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


LIMIT: Final = 500
"""Entries read in one turn."""
REMEMBERED: Final = 64
"""Deals, and as many tables, that are read once in a turn, however many of their entries it has."""
_MESSAGE: Final = "webhook"

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """Creates deliveries from the feed.

    Attributes:
        feed: The feed.
        streams: The stream repository.
        secret: From which the ids of deliveries are derived.
        limit: The most entries of a turn.
    """

    feed: Feed
    streams: StreamRepository
    secret: bytes
    limit: int = LIMIT

    def read_turn(self, *, at: int) -> Read:
        """Process entries, at most one turn; nothing, if another process has the turn.

        Args:
            at: The time, in µs since the epoch, at which new deliveries are due.
        """
        with self.feed.turn() as turn:
            entries = [] if turn is None else turn.entries(self.limit)
            if turn is None or not entries:
                return NOTHING
            webhooks = turn.listening({entry.owner for entry in entries})
            deliveries = [
                NewDelivery(
                    delivery_id(self.secret, webhook.id, notice.position, notice.kind),
                    *(notice.position, notice.kind, notice.payload, at, webhook.id),
                )
                for to in self._notices(entries, webhooks)
                for webhook, notice in to
            ]
            noted = turn.finish(deliveries, last=entries[-1])
        return Read(noted, more=len(entries) == self.limit)

    def _notices(
        self, entries: Sequence[FeedEntry], webhooks: Sequence[Webhook]
    ) -> Iterator[list[tuple[Webhook, Notice]]]:
        """The news among the entries, each with the webhooks that get it."""
        wanted: dict[tuple[UUID, str], list[Webhook]] = {}
        for webhook in webhooks:
            for owner, event in product(webhook.owners, webhook.events):
                wanted.setdefault((owner, event), []).append(webhook)
        owners = {owner for owner, _ in wanted}
        # A stream has all of its entries, as it is read after them.
        deals = lru_cache(REMEMBERED)(partial(self.streams.deal, viewer=PUBLIC))
        tables = lru_cache(REMEMBERED)(self._table)
        tournaments = lru_cache(REMEMBERED)(self._tournament)
        for entry in entries:
            if entry.again or entry.owner not in owners:
                continue
            kinds = {DEALS.kind: (TURN,), TOURNAMENTS.kind: OF_TOURNAMENTS}.get(entry.kind)
            if kinds and all((entry.owner, each) not in wanted for each in kinds):
                continue
            if (notice := _notice(entry, deals, tables, tournaments)) is not None:
                to = wanted.get((entry.owner, notice.kind), ())
                yield [(webhook, notice) for webhook in to]

    def _table(self, table: UUID) -> TableStream:
        found = self.streams.table(table)
        assert found is not None, "it is in the feed"
        return found

    def _tournament(self, tournament: UUID) -> TournamentStream:
        found = self.streams.tournament(tournament)
        assert found is not None, "it is in the feed"
        return found


def _notice(
    entry: FeedEntry,
    deals: Callable[[UUID], Deal | None],
    tables: Callable[[UUID], TableStream],
    tournaments: Callable[[UUID], TournamentStream],
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
        if entry.kind == TOURNAMENTS.kind:
            stream = tournaments(entry.stream)
            return notices.of_tournament(stream, entry.version, position=position)
        return notices.of_table(tables(entry.stream), entry.version, position=position)
    except Problem as problem:
        log.critical("webhook.unread", stream=str(entry.stream), code=problem.code)
        return None


def delivery_id(secret: bytes, webhook: UUID, position: int, kind: str) -> UUID:
    """The id of a delivery, by which a receiver recognises it in every attempt."""
    return ids.command_id(secret, _MESSAGE, str(webhook), str(position), kind)
