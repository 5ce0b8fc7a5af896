"""Reading the feed: what webhooks are to be told is noted, once, whoever dies.

The sequencer gives every event its position, without a gap; the reader goes through them with a
place of its own. In one transaction it takes the turn, reads on from its place, notes deliveries
and moves its place: so each entry is read to the end exactly once, by whichever process.

But for its place it locks nothing, and so waits for nobody: what a webhook's row is locked for, its
owner has a hand in, and everybody's news pass here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from uuid import UUID

import structlog
from psycopg import Connection
from psycopg.rows import TupleRow

from domain.kernel.event import PUBLIC
from events.postgres import Pool
from service import ids
from service.problems import Problem
from service.repository import StreamRepository
from service.streams import DEALS
from service.timestamps import when
from service.webhooks import notices
from service.webhooks.notices import TURN, Notice
from service.webhooks.repository import TOLD, Webhook, listening

LIMIT: Final = 500
"""Entries that are read in one turn."""
_MESSAGE: Final = "webhook"

# Who falls silent in his turn loses it, with all that he had not committed.
_PATIENCE: Final = "SELECT set_config('idle_in_transaction_session_timeout', '30s', true)"
_TAKE_TURN: Final = "SELECT position FROM webhook_reader FOR UPDATE SKIP LOCKED"

# The owner of a deal stands in its table's summary.
_ENTRIES: Final = """
SELECT f.position, f.stream_id, f.version, s.kind,
       coalesce(t.summary ->> 'owner', s.summary ->> 'owner')::uuid
FROM feed f
JOIN stream s ON s.stream_id = f.stream_id
LEFT JOIN stream t ON s.kind = 'deal' AND t.stream_id = (s.summary ->> 'table')::uuid
WHERE f.position >= %s AND f.position < %s ORDER BY f.position
"""

# Who is told nothing any more by then, as he was disabled or revoked meanwhile, is left out.
_NOTE: Final = f"""
INSERT INTO webhook_delivery (webhook_id, id, position, type, payload, noted_at, next_at)
SELECT w.id, %s, %s, %s, %s, %s, %s FROM webhook w WHERE w.id = %s AND {TOLD}
ON CONFLICT DO NOTHING
"""  # noqa: S608 - constants

log = structlog.get_logger()


class Read(NamedTuple):
    """What a turn of the reader did.

    Attributes:
        noted: how many deliveries are new.
        more: whether there may be more to read at once.
    """

    noted: int
    more: bool


NOTHING: Final = Read(0, more=False)


class _Entry(NamedTuple):
    position: int
    stream: UUID
    version: int
    kind: str
    owner: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Notes what webhooks are to be told.

    Attributes:
        pool: Connections in autocommit mode; a turn needs two, if the journal's are of it as well.
        streams: The streams as folded.
        secret: From which the ids of deliveries follow.
        limit: The most entries of a turn.
    """

    pool: Pool
    streams: StreamRepository
    secret: bytes
    limit: int = LIMIT

    def step(self, *, at: int) -> Read:
        """Read on, as much as makes a turn; nothing, if another one is at it.

        Args:
            at: The time, in µs since the epoch: deliveries are due from then on.
        """
        with self.pool.connection() as connection, connection.transaction():
            connection.execute(_PATIENCE)
            turn = connection.execute(_TAKE_TURN).fetchone()
            if turn is None:
                return NOTHING
            place = (turn[0], turn[0] + self.limit)
            entries = [_Entry(*row) for row in connection.execute(_ENTRIES, place).fetchall()]
            if not entries:
                return NOTHING
            # Who listens is asked after the feed was read: who came later, came after its events.
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
        """How many are new."""
        due = when(at)
        values: list[tuple[Any, ...]] = [
            (
                delivery_id(self.secret, webhook.id, notice.position, notice.kind),
                *(notice.position, notice.kind, notice.payload),
                *(due, due),
                webhook.id,
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
        """Of each entry that is news, to whom it is told."""
        wanted: dict[tuple[UUID, str], list[Webhook]] = {}
        for webhook in webhooks:
            for event in webhook.events:
                wanted.setdefault((webhook.owner, event), []).append(webhook)
        owners = {owner for owner, _ in wanted}
        for entry in entries:
            if entry.owner not in owners:
                continue
            if entry.kind == DEALS.kind and (entry.owner, TURN) not in wanted:
                continue
            if (notice := self._notice(entry)) is not None:
                to = wanted.get((entry.owner, notice.kind), ())
                yield [(webhook, notice) for webhook in to]

    def _notice(self, entry: _Entry) -> Notice | None:
        """What an entry tells. An altered record tells nothing, and holds nobody else up."""
        position = entry.position + 1
        try:
            if entry.kind == DEALS.kind:
                deal = self.streams.deal(entry.stream, viewer=PUBLIC)
                assert deal is not None, "it is in the feed"
                return notices.of_deal(deal, entry.version, position=position, owner=entry.owner)
            table = self.streams.table(entry.stream)
            assert table is not None, "it is in the feed"
            return notices.of_table(table, entry.version, position=position)
        except Problem as problem:
            log.critical("webhook.unread", stream=str(entry.stream), code=problem.code)
            return None


def delivery_id(secret: bytes, webhook: UUID, position: int, kind: str) -> UUID:
    """The id of a delivery: what a receiver knows it by, in every try."""
    return ids.command_id(secret, _MESSAGE, str(webhook), str(position), kind)
