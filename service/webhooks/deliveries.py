"""What is to be delivered, what was, and what came of each try.

A delivery is taken for some time and finished within it; whoever falls silent loses it, and another
one takes it: so each is tried at least once. Of a webhook only so many are taken at a time, and of
an owner no more than he has room for.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from psycopg.types.json import Jsonb

from events.postgres import Pool
from service.timestamps import moment, when
from service.webhooks.repository import FAILING, GONE, TOLD, Reason, disable
from service.webhooks.sending import Answer

Status: TypeAlias = Literal["waiting", "delivered", "dead"]

PATIENCE: Final = 2
"""How long to wait for a connection by which to say how they stand, in seconds."""
MOST_TRIES: Final = 20
"""Of a delivery, in its log."""
MOST_REDELIVERIES: Final = 20
"""Of a delivery."""

# ruff: noqa: S608 - statements are put together from constants alone

# The room that an owner has: `share`, without what is tried for him already.
_LEFT: Final = """
%(share)s - coalesce((
    SELECT busy.tries FROM unnest(%(owners)s::uuid[], %(tries)s::int[]) AS busy (owner, tries)
    WHERE busy.owner = w.owner
), 0)
"""

# The first statement of a transaction locks the webhooks, so that the second one counts what is
# taken of each of them as it is, and two who take never exceed the limit together. Owners come one
# after another (`turn`), so that he who has many webhooks is not chosen more often.
_READY: Final = f"""
SELECT w.id FROM webhook w JOIN (
    SELECT w.id, {_LEFT} AS space,
           row_number() OVER (PARTITION BY w.owner ORDER BY random()) AS turn
    FROM webhook w
    WHERE {TOLD}
      AND (w.rest_until IS NULL OR w.rest_until <= %(now)s)
      AND (w.failing_since IS NOT NULL OR w.slow) = %(troubled)s
      AND EXISTS (
          SELECT FROM webhook_delivery d
          WHERE d.webhook_id = w.id AND d.status = 'waiting' AND d.next_at <= %(now)s
            AND (d.taken_until IS NULL OR d.taken_until <= %(now)s)
      )
) AS due USING (id)
WHERE due.turn <= due.space AND w.disabled_at IS NULL AND w.deleted_at IS NULL
ORDER BY due.turn, random() LIMIT %(room)s FOR NO KEY UPDATE OF w SKIP LOCKED
"""
_TAKE: Final = f"""
UPDATE webhook_delivery d SET taken_until = %(until)s
FROM (
    SELECT * FROM (
        SELECT due.webhook_id, due.position, due.type, w.url, w.owner, {_LEFT} AS space,
               w.failing_since IS NOT NULL OR w.slow AS troubled,
               row_number() OVER (PARTITION BY w.owner ORDER BY due.next_at) AS turn
        FROM webhook w, LATERAL (
            SELECT d.webhook_id, d.position, d.type, d.next_at FROM webhook_delivery d
            WHERE d.webhook_id = w.id AND d.status = 'waiting' AND d.next_at <= %(now)s
              AND (d.taken_until IS NULL OR d.taken_until <= %(now)s)
            ORDER BY d.next_at LIMIT greatest(0, (
                SELECT CASE WHEN w.failing_since IS NULL THEN %(each)s ELSE 1 END - count(*)
                FROM webhook_delivery t
                WHERE t.webhook_id = w.id AND t.status = 'waiting' AND t.taken_until > %(now)s
            ))
        ) AS due
        WHERE w.id = ANY(%(ready)s)
    ) AS fit
    WHERE turn <= space ORDER BY turn LIMIT %(room)s
) AS chosen
WHERE (d.webhook_id, d.position, d.type) = (chosen.webhook_id, chosen.position, chosen.type)
RETURNING d.webhook_id, d.position, d.type, d.id, d.payload, d.failures, chosen.url,
          chosen.owner, chosen.troubled, d.taken_until
"""

_FINISH: Final = """
UPDATE webhook_delivery SET
    status = %(status)s, failures = %(failures)s, next_at = %(next_at)s, taken_until = NULL,
    tries = CASE WHEN jsonb_array_length(tries) < %(most)s THEN tries ELSE tries - 0 END
            || %(try)s
WHERE webhook_id = %(webhook)s AND position = %(position)s AND type = %(type)s
  AND status = 'waiting' AND taken_until = %(taken_until)s
"""

_FAILED: Final = """
UPDATE webhook SET failing_since = coalesce(failing_since, %(now)s),
                   rest_until = greatest(rest_until, %(rest_until)s)
WHERE id = %(webhook)s RETURNING failing_since
"""
_DELIVERED: Final = """
UPDATE webhook SET failing_since = NULL, rest_until = NULL, slow = %(slow)s
WHERE id = %(webhook)s AND (failing_since IS NOT NULL OR slow <> %(slow)s)
"""
_COUNT: Final = """
INSERT INTO webhook_tally VALUES (%s, 1)
ON CONFLICT (outcome) DO UPDATE SET tries = webhook_tally.tries + 1
"""

# What waits at a webhook that is told nothing is as good as dead.
_PAGE: Final = f"""
SELECT * FROM (
    SELECT d.position, d.type, d.id, d.payload,
           CASE WHEN d.status <> 'waiting' OR {TOLD} THEN d.status ELSE 'dead' END AS status,
           d.noted_at, d.next_at, d.tries
    FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
    WHERE d.webhook_id = %(webhook)s AND d.position < %(before)s
) AS kept
WHERE status = coalesce(%(status)s, status) ORDER BY position DESC LIMIT %(limit)s
"""

_STANDING: Final = f"""
SELECT count(*), coalesce(extract(epoch FROM %(now)s - min(d.next_at) FILTER (
           WHERE w.failing_since IS NULL AND NOT w.slow AND w.rest_until IS NULL
             AND d.taken_until IS NULL
       )), 0)::float,
       (SELECT count(*) FROM webhook WHERE deleted_at IS NULL AND disabled_at IS NOT NULL)
FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
WHERE d.status = 'waiting' AND {TOLD}
"""
_LOCK: Final = "SELECT FROM webhook WHERE id = %s FOR NO KEY UPDATE"


class Taken(NamedTuple):
    """A delivery in one hand.

    Attributes:
        webhook: whose it is.
        position: the entry of the feed.
        type: the kind of news.
        id: by which its receiver knows it.
        payload: what is sent.
        failures: how often it failed, on the schedule that it is on.
        url: where it goes.
        owner: whose tables it tells of.
        troubled: whether the last that was tried with this receiver failed, or took long.
        until: when it is given to another one.
    """

    webhook: UUID
    position: int
    type: str
    id: UUID
    payload: str
    failures: int
    url: str
    owner: UUID
    troubled: bool
    until: datetime


class Room(NamedTuple):
    """How many may be taken.

    Attributes:
        room: in all.
        each: of a webhook at a time; of one that fails, one.
        share: of an owner at a time.
        busy: how many are tried for an owner already, where any are.
    """

    room: int
    each: int
    share: int
    busy: Mapping[UUID, int]


class Kept(NamedTuple):
    """A delivery in the log of its webhook."""

    position: int
    type: str
    id: UUID
    payload: str
    status: Status
    noted_at: datetime
    next_at: datetime
    tries: list[dict[str, Any]]


class Done(NamedTuple):
    """What comes of a try.

    Attributes:
        answer: what the receiver said.
        began: when it was asked, in µs since the epoch.
        ended: when it had answered.
        retry_at: when it is tried again; None: it is not.
        rest_until: until when the receiver is left alone; None: it is not.
        patience: how long a webhook may fail before it is disabled, in µs.
        slow: whether it was delivered, but took long.
    """

    answer: Answer
    began: int
    ended: int
    retry_at: int | None
    rest_until: int | None
    patience: int
    slow: bool


class Deliveries:
    """The deliveries in a database.

    Args:
        pool: connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def take(self, room: Room, *, at: int, until: int, troubled: bool) -> list[Taken]:
        """Take deliveries that are due.

        Args:
            room: How many.
            at: The time, in µs since the epoch.
            until: When others may take them again.
            troubled: Whether those of webhooks that fail or are slow, or those of all others.
        """
        values: dict[str, Any] = {
            **room._asdict(),
            "owners": list(room.busy),
            "tries": list(room.busy.values()),
            "now": when(at),
            "until": when(until),
            "troubled": troubled,
        }
        with self._pool.connection() as connection, connection.transaction():
            ready = connection.execute(_READY, values).fetchall()
            if not ready:
                return []
            values["ready"] = [row[0] for row in ready]
            return [Taken(*row) for row in connection.execute(_TAKE, values).fetchall()]

    def finish(self, taken: Taken, done: Done) -> None:
        """Note what came of a try, unless it took so long that another one has the delivery."""
        answer, now = done.answer, when(done.ended)
        delivered = answer.outcome == "delivered"
        values: dict[str, Any] = {
            **taken._asdict(),
            "status": "delivered" if delivered else "dead" if done.retry_at is None else "waiting",
            "failures": 0 if delivered else taken.failures + 1,
            "next_at": now if done.retry_at is None else when(done.retry_at),
            "try": Jsonb([_said(done)]),
            "most": MOST_TRIES,
            "taken_until": taken.until,
            "now": now,
            "slow": done.slow,
            "rest_until": None if done.rest_until is None else when(done.rest_until),
        }
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_LOCK, (taken.webhook,))  # first, as everywhere
            connection.execute(_FINISH, values)
            if delivered:
                connection.execute(_DELIVERED, values)
            else:
                failing = connection.execute(_FAILED, values).fetchone()
                reason: Reason | None = GONE if answer.outcome == "gone" else None
                if failing and now - failing[0] > when(done.patience) - when(0):
                    reason = reason or FAILING
                if reason is not None:
                    disable(connection, taken.webhook, reason=reason, at=done.ended)
            connection.execute(_COUNT, (answer.outcome,))

    def page(
        self, webhook: UUID, *, status: Status | None, before: int | None, limit: int
    ) -> list[Kept]:
        """Deliveries of a webhook, the newest first.

        Args:
            webhook: The webhook.
            status: Only those that stand so.
            before: Only those of entries before this position.
            limit: How many.
        """
        values: dict[str, Any] = {
            "webhook": webhook,
            "status": status,
            "before": 2**63 - 1 if before is None else before,
            "limit": limit,
        }
        with self._pool.connection() as connection:
            return [Kept(*row) for row in connection.execute(_PAGE, values).fetchall()]

    def redeliver(self, webhook: UUID, delivery: UUID, *, command: UUID, at: int) -> bool | None:
        """Deliver once more, at once, with all the tries of a new delivery.

        It is in nobody's hand then: a try that is on was asked for before, and what comes of it can
        not answer for this one.

        Args:
            webhook: The webhook.
            delivery: Its delivery.
            command: Of the request; the same again changes nothing.
            at: The time, in µs since the epoch.

        Returns:
            Whether the command was known; None: there is no such delivery.

        Raises:
            TooOften: it was asked for as often as may be.
        """
        with self._pool.connection() as connection, connection.transaction():
            row = connection.execute(
                "SELECT redeliveries FROM webhook_delivery"
                " WHERE webhook_id = %s AND id = %s FOR UPDATE",
                (webhook, delivery),
            ).fetchone()
            if row is None:
                return None
            if command in row[0]:
                return True
            if len(row[0]) >= MOST_REDELIVERIES:
                raise TooOften
            connection.execute(
                "UPDATE webhook_delivery SET status = 'waiting', failures = 0, next_at = %s,"
                " taken_until = NULL, redeliveries = redeliveries || %s WHERE id = %s",
                (when(at), command, delivery),
            )
        return False

    def forget(self, *, before: int, limit: int = 5_000) -> int:
        """Delete deliveries noted before a moment, so many at most; how many those were."""
        with self._pool.connection() as connection:
            return connection.execute(
                "DELETE FROM webhook_delivery WHERE id IN ("
                " SELECT id FROM webhook_delivery WHERE noted_at < %s LIMIT %s)",
                (when(before), limit),
            ).rowcount

    def standing(self, *, at: int) -> tuple[Mapping[str, float], Mapping[str, int]]:
        """How they stand, in numbers, each with its name; and how many tries ended in which way.

        How many wait, how long the first of those is overdue whose receivers answer well, and how
        many webhooks are disabled.
        """
        with self._pool.connection(timeout=PATIENCE) as connection:
            [row] = connection.execute(_STANDING, {"now": when(at)}).fetchall()
            tally = connection.execute("SELECT outcome, tries FROM webhook_tally").fetchall()
        waiting, overdue, disabled = row
        standing = {"waiting": waiting, "overdue_seconds": overdue, "disabled": disabled}
        return standing, dict(tally)


class TooOften(Exception):
    """A delivery was redelivered as often as it may be."""


def _said(done: Done) -> dict[str, Any]:
    """A try, as the log of deliveries shows it."""
    return {
        "at": moment(done.began),
        "outcome": done.answer.outcome,
        "status": done.answer.status,
        "milliseconds": (done.ended - done.began) // 1_000,
    }
