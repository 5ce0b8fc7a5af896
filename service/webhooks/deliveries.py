"""Deliveries: pending and past ones in their order, with their leases and attempts.

A delivery is leased for a few seconds, and the lease is renewed while it is attempted. If the
process fails, the lease expires and another process takes the delivery, so each is attempted at
least once. The next process of the same supervisor does not wait for that (`give_up`). The number
of leases is limited for each webhook and for each owner.

A webhook gets the news of one table, and of its deals, in order. A delivery waits while an earlier
one of the same webhook and table waits: until that one is delivered, or given up. So the receiver
gets each for the first time in the order of the log. A delivery that its owner has asked for again
neither waits nor makes others wait.

A delivery that has to wait gets no earlier time than the one before it (`INHERITED`, `POSTPONE`).
This makes the choice of what is due quick; the order does not depend on it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from psycopg.types.json import Jsonb

from events.postgres import NEED_NOT_WAIT, Pool, ask
from service.responses.webhooks import DeliveryAttemptJson, DeliveryStatus, DisabledReason
from service.timestamps import timestamp, when
from service.webhooks.notices import TEST
from service.webhooks.repository import FAILING, GETS_NEWS, GONE, disable
from service.webhooks.sending import AttemptAnswer

Lease: TypeAlias = tuple[UUID, datetime]
"""A delivery, and when its lease expires: a delivery that was taken again has another lease."""


class LeasedDelivery(NamedTuple):
    """A leased delivery.

    Attributes:
        webhook: its webhook.
        position: the entry of the feed.
        type: the kind of news.
        id: by which its receiver knows it.
        payload: the body to send.
        failures: how often it failed, on its current schedule.
        url: the receiver's URL.
        owner: the owner of the tables that it reports on.
        unhealthy: whether the last attempt with this receiver failed, or took long.
        until: when the lease expires.
    """

    webhook: UUID
    position: int
    type: str
    id: UUID
    payload: str
    failures: int
    url: str
    owner: UUID
    unhealthy: bool
    until: datetime

    @property
    def lease(self) -> Lease:
        """Its lease."""
        return self.id, self.until


class Limits(NamedTuple):
    """The limits on new leases.

    Attributes:
        total: in all.
        each: of a webhook at a time; one if the webhook fails.
        share: of an owner at a time.
        busy: the number of running attempts of each owner that has any.
        webhook: the only webhook that may be chosen; None: all.
    """

    total: int
    each: int
    share: int
    busy: Mapping[UUID, int]
    webhook: UUID | None = None


class FinishedAttempt(NamedTuple):
    """The result of an attempt.

    Attributes:
        answer: the receiver's answer.
        began: when the attempt began, in µs since the epoch.
        ended: when it ended.
        retry_at: when to retry; None: never.
        rest_until: until when the receiver is left alone; None: it is not.
        patience: how long a webhook may fail before it is disabled, in µs.
        slow: whether it was delivered, but took long.
    """

    answer: AttemptAnswer
    began: int
    ended: int
    retry_at: int | None
    rest_until: int | None
    patience: int
    slow: bool


# ruff: noqa: S608 - statements are put together from constants alone

_NAME: Final = "({webhook}::text || ({payload}::jsonb #>> '{{data,table}}'))"
"""The name of a line: of a webhook and a table. A test delivery has no table, so it has no line."""
_LINE: Final = """
CASE WHEN e.status = 'waiting' AND e.redeliveries = '{}'
THEN e.webhook_id::text || (e.payload::jsonb #>> '{data,table}') END
"""
"""The line in which the delivery ``e`` waits; `webhook_delivery_in_order` is its index."""

IS_FIRST: Final = f"""
(d.redeliveries <> '{{}}' OR NOT EXISTS (
    SELECT FROM webhook_delivery e
    WHERE {_LINE} = {_NAME.format(webhook="d.webhook_id", payload="d.payload")}
      AND e.position < d.position
))
"""
"""Whether the delivery ``d`` has no earlier one to wait for."""

INHERITED: Final = f"""
greatest(new.due, (
    SELECT e.next_at FROM webhook_delivery e
    WHERE {_LINE} = {_NAME.format(webhook="w.id", payload="new.payload")}
    ORDER BY e.position DESC LIMIT 1
))
"""
"""When a ``new`` delivery to the webhook ``w`` is due."""

POSTPONE: Final = f"""
UPDATE webhook_delivery e SET next_at = %(next_at)s
WHERE {_LINE} = {_NAME.format(webhook="%(webhook)s::uuid", payload="%(payload)s::text")}
  AND e.position > %(position)s AND e.next_at < %(next_at)s
  AND EXISTS (SELECT FROM webhook_delivery d WHERE d.id = %(id)s AND d.redeliveries = '{{}}')
"""
"""Let the later ones wait until a delivery is attempted again, unless it was asked for again."""

HASTEN: Final = f"""
UPDATE webhook_delivery e SET next_at = %(now)s
WHERE {_LINE} = {_NAME.format(webhook="%(webhook)s::uuid", payload="%(payload)s::text")}
  AND e.next_at > %(now)s
"""
"""Make a line due at once: the owner has asked for one of its deliveries, as the receiver works."""

PULL_IN: Final = """
WITH ahead AS (
    SELECT w.id AS webhook_id FROM webhook w WHERE EXISTS (
        SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.status = 'waiting'
          AND coalesce((d.tries -> -1 ->> 'at')::timestamptz, d.noted_at) > %(now)s
    ) ORDER BY w.id FOR NO KEY UPDATE
), rested AS (
    UPDATE webhook w SET rest_until = NULL,
        failing_since = CASE WHEN w.failing_since > %(now)s THEN %(now)s ELSE w.failing_since END
    FROM ahead WHERE w.id = ahead.webhook_id
)
UPDATE webhook_delivery d SET
    next_at = CASE WHEN ahead.webhook_id IS NULL THEN d.next_at ELSE least(d.next_at, %(now)s) END,
    taken_until = CASE WHEN d.taken_until <= %(latest)s THEN d.taken_until END
FROM webhook_delivery one LEFT JOIN ahead USING (webhook_id)
WHERE one.id = d.id AND d.status = 'waiting'
  AND (d.taken_until > %(latest)s OR (ahead.webhook_id IS NOT NULL AND d.next_at > %(now)s))
"""
"""Make due what was set at a time that has not come, by a clock that was ahead.

A line may have been postponed with it, so all waiting deliveries of such a webhook are due. Its
webhooks are locked first, as everywhere: otherwise two statements could wait for each other.
"""


PATIENCE: Final = 2
"""How long to wait for a connection to report the state of deliveries, in seconds."""
MOST_TRIES: Final = 20
"""The attempts that are kept of a delivery."""
MOST_REDELIVERIES: Final = 20
"""How often a delivery may be sent again on request."""

# ruff: noqa: S608 - statements are put together from constants alone

# The free slots of an owner: `share`, minus the deliveries being attempted.
_LEFT: Final = """
%(share)s - coalesce((
    SELECT busy.tries FROM unnest(%(owners)s::uuid[], %(tries)s::int[]) AS busy (owner, tries)
    WHERE busy.owner = w.owner
), 0)
"""

# The first statement of a transaction locks the webhooks, so the second one counts the leases of
# each webhook correctly. Two processes that lease at the same time cannot exceed the limit
# together. Owners take turns (`turn`), so an owner with many webhooks is not preferred.
#
# If such a commit is lost with the database, an attempt is made again, and nothing else happens.
_READY: Final = f"""
SELECT w.id, {NEED_NOT_WAIT} FROM webhook w JOIN (
    SELECT w.id, {_LEFT} AS space,
           row_number() OVER (PARTITION BY w.owner ORDER BY md5(w.id || %(draw)s)) AS turn
    FROM webhook w
    WHERE {GETS_NEWS} AND (%(webhook)s::uuid IS NULL OR w.id = %(webhook)s)
      AND (w.rest_until IS NULL OR w.rest_until <= %(now)s)
      AND (w.failing_since IS NOT NULL OR w.slow) = %(unhealthy)s
      AND EXISTS (
          SELECT FROM webhook_delivery d
          WHERE d.webhook_id = w.id AND d.status = 'waiting' AND d.next_at <= %(now)s
            AND (d.taken_until IS NULL OR d.taken_until <= %(now)s) AND {IS_FIRST}
      )
) AS due USING (id)
WHERE due.turn <= due.space AND w.disabled_at IS NULL AND w.deleted_at IS NULL
ORDER BY due.turn, md5(w.id || %(draw)s) LIMIT %(total)s FOR NO KEY UPDATE OF w SKIP LOCKED
"""
_TAKE: Final = f"""
UPDATE webhook_delivery d SET taken_until = %(until)s, taken_by = %(taker)s
FROM (
    SELECT * FROM (
        SELECT due.webhook_id, due.position, due.type, w.url, w.owner, {_LEFT} AS space,
               w.failing_since IS NOT NULL OR w.slow AS unhealthy,
               row_number() OVER (PARTITION BY w.owner ORDER BY due.next_at) AS turn
        FROM webhook w, LATERAL (
            SELECT d.webhook_id, d.position, d.type, d.next_at FROM webhook_delivery d
            WHERE d.webhook_id = w.id AND d.status = 'waiting' AND d.next_at <= %(now)s
              AND (d.taken_until IS NULL OR d.taken_until <= %(now)s) AND {IS_FIRST}
            ORDER BY d.next_at LIMIT greatest(0, (
                SELECT CASE WHEN w.failing_since IS NULL THEN %(each)s ELSE 1 END - count(*)
                FROM webhook_delivery t
                WHERE t.webhook_id = w.id AND t.status = 'waiting' AND t.taken_until > %(now)s
            ))
        ) AS due
        WHERE w.id = ANY(%(ready)s)
    ) AS fit
    WHERE turn <= space ORDER BY turn LIMIT %(total)s
) AS chosen
WHERE (d.webhook_id, d.position, d.type) = (chosen.webhook_id, chosen.position, chosen.type)
RETURNING d.webhook_id, d.position, d.type, d.id, d.payload, d.failures, chosen.url,
          chosen.owner, chosen.unhealthy, d.taken_until
"""

_RENEW: Final = f"""
UPDATE webhook_delivery d SET taken_until = %(until)s
FROM (
    SELECT d.id, d.taken_until FROM webhook_delivery d
    JOIN unnest(%(ids)s::uuid[], %(untils)s::timestamptz[]) AS lease (id, until)
      ON d.id = lease.id AND d.taken_until = lease.until
    WHERE d.status = 'waiting' FOR NO KEY UPDATE OF d SKIP LOCKED
) AS lease
WHERE d.id = lease.id RETURNING d.id, lease.taken_until, {NEED_NOT_WAIT}
"""

_GIVE_UP: Final = f"""
UPDATE webhook_delivery d SET taken_until = NULL, taken_by = NULL
FROM (
    SELECT id FROM webhook_delivery
    WHERE status = 'waiting' AND taken_until IS NOT NULL AND taken_by = %s
    FOR NO KEY UPDATE SKIP LOCKED
) AS lost
WHERE d.id = lost.id RETURNING {NEED_NOT_WAIT}
"""

_FINISH: Final = """
UPDATE webhook_delivery SET
    status = %(status)s, failures = %(failures)s, next_at = %(next_at)s, taken_until = NULL,
    taken_by = NULL,
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

# Pending deliveries of a webhook that gets no news count as dead.
_PAGE: Final = f"""
SELECT * FROM (
    SELECT d.position, d.type, d.id, d.payload,
           CASE WHEN d.status <> 'waiting' OR {GETS_NEWS} THEN d.status ELSE 'dead' END AS status,
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
       (SELECT count(*) FROM webhook w WHERE w.failing_since IS NOT NULL AND {GETS_NEWS}),
       (SELECT count(*) FROM webhook WHERE deleted_at IS NULL AND disabled_at IS NOT NULL)
FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
WHERE d.status = 'waiting' AND {GETS_NEWS}
"""
_LOCK: Final = "SELECT FROM webhook WHERE id = %s FOR NO KEY UPDATE"
_LOCK_SHORTLY: Final = f"SELECT {NEED_NOT_WAIT} FROM webhook WHERE id = %s FOR NO KEY UPDATE"

_AT_ONCE: Final = "least(%(at)s, clock_timestamp())"
"""Due at once, even if the clock of the machine is ahead of the database's."""
_TEST: Final = f"""
INSERT INTO webhook_delivery (webhook_id, id, position, type, payload, noted_at, next_at)
SELECT w.id, %(id)s, %(position)s, %(type)s, %(payload)s, %(at)s, {_AT_ONCE} FROM webhook w
WHERE w.id = %(webhook)s AND {GETS_NEWS} ON CONFLICT (id) DO NOTHING
"""
_TIME: Final = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


class Kept(NamedTuple):
    """A delivery in the log of its webhook."""

    position: int
    type: str
    id: UUID
    payload: str
    status: DeliveryStatus
    noted_at: datetime
    next_at: datetime
    tries: list[DeliveryAttemptJson]


class Deliveries:
    """The deliveries in a database.

    Args:
        pool: connections in autocommit mode.
        taker: the supervisor whose process takes deliveries, one at a time; None: there is none.
    """

    def __init__(self, pool: Pool, *, taker: str | None = None) -> None:
        self._pool, self._taker = pool, taker

    def time(self) -> int:
        """The time of the database, in µs since the epoch."""
        [(at,)] = ask(self._pool, _TIME, ())
        return int(at)

    def take(
        self, limits: Limits, *, at: int, until: int, unhealthy: bool, draw: bytes
    ) -> list[LeasedDelivery]:
        """Lease due deliveries.

        Args:
            limits: The limits.
            at: The time, in µs since the epoch.
            until: When the lease expires.
            unhealthy: Whether to lease deliveries of failing and slow webhooks, or of the others.
            draw: Random bytes: they decide which webhooks are first.
        """
        values: dict[str, Any] = {
            **limits._asdict(),
            "owners": list(limits.busy),
            "tries": list(limits.busy.values()),
            "now": when(at),
            "until": when(until),
            "unhealthy": unhealthy,
            "taker": self._taker,
            "draw": draw.hex(),
        }
        with self._pool.connection() as connection, connection.transaction():
            ready = connection.execute(_READY, values).fetchall()
            if not ready:
                return []
            values["ready"] = [row[0] for row in ready]
            return [LeasedDelivery(*row) for row in connection.execute(_TAKE, values).fetchall()]

    def give_up(self) -> int:
        """Release the leases of the process that the same supervisor ran before; return how many.

        Call it before the first lease: that process is dead by now.
        """
        with self._pool.connection() as connection:
            return connection.execute(_GIVE_UP, [self._taker]).rowcount

    def pull_in(self, *, at: int, latest: int) -> int:
        """Make due what waits because a clock was ahead, and return how much that is.

        Args:
            at: The time, in µs since the epoch.
            latest: When a lease expires at the latest.
        """
        with self._pool.connection() as connection:
            values = {"now": when(at), "latest": when(latest)}
            return connection.execute(PULL_IN, values).rowcount

    def renew(self, leases: Sequence[Lease], *, until: int) -> set[Lease]:
        """Extend leases that are still held; return those that were extended.

        Args:
            leases: The leases.
            until: When they expire instead.
        """
        values = {
            "ids": [delivery for delivery, _ in leases],
            "untils": [expires for _, expires in leases],
            "until": when(until),
        }
        with self._pool.connection() as connection:
            return {(row[0], row[1]) for row in connection.execute(_RENEW, values).fetchall()}

    def finish(self, taken: LeasedDelivery, done: FinishedAttempt) -> None:
        """Store the result of an attempt, unless its lease was lost in the meantime."""
        answer, now = done.answer, when(done.ended)
        delivered = answer.outcome == "delivered"
        values: dict[str, Any] = {
            **taken._asdict(),
            "status": "delivered" if delivered else "dead" if done.retry_at is None else "waiting",
            "failures": 0 if delivered else taken.failures + 1,
            "next_at": now if done.retry_at is None else when(done.retry_at),
            "try": Jsonb([describe_attempt(done)]),
            "most": MOST_TRIES,
            "taken_until": taken.until,
            "now": now,
            "slow": done.slow,
            "rest_until": None if done.rest_until is None else when(done.rest_until),
        }
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_LOCK_SHORTLY, (taken.webhook,))  # first, as everywhere
            connection.execute(_COUNT, (answer.outcome,))
            if not connection.execute(_FINISH, values).rowcount:
                return  # the lease was lost: another attempt decides
            if delivered:
                connection.execute(_DELIVERED, values)
                return
            if done.retry_at is not None:
                connection.execute(POSTPONE, values)
            failing = connection.execute(_FAILED, values).fetchone()
            reason: DisabledReason | None = GONE if answer.outcome == "gone" else None
            if failing and now - failing[0] > when(done.patience) - when(0):
                reason = reason or FAILING
            if reason is not None:
                disable(connection, taken.webhook, reason=reason, at=done.ended)

    def page(
        self, webhook: UUID, *, status: DeliveryStatus | None, before: int | None, limit: int
    ) -> list[Kept]:
        """Deliveries of a webhook, the newest first.

        Args:
            webhook: The webhook.
            status: Only deliveries with this status.
            before: Only deliveries of entries before this position.
            limit: The largest number of results.
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
        """Deliver again, at once, with all the attempts of a new delivery.

        This releases the lease of a running attempt, so its late result is ignored.

        Args:
            webhook: The webhook.
            delivery: Its delivery.
            command: Of the request; the same again changes nothing.
            at: The time, in µs since the epoch.

        Returns:
            Whether the command was known; None: there is no such delivery.

        Raises:
            TooOften: the limit of redeliveries is reached.
        """
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_LOCK, (webhook,))  # first, as everywhere
            row = connection.execute(
                f"SELECT redeliveries, payload, {_AT_ONCE} FROM webhook_delivery"
                " WHERE webhook_id = %(webhook)s AND id = %(id)s FOR UPDATE",
                {"webhook": webhook, "id": delivery, "at": when(at)},
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
                (row[2], command, delivery),
            )
            line = {"webhook": webhook, "payload": row[1], "now": row[2]}
            connection.execute(HASTEN, line)
        return False

    def add_test(self, webhook: UUID, delivery: UUID, *, payload: str, at: int) -> bool:
        """Add a delivery that belongs to no event; return whether it is new.

        Its position is its time in µs: greater than every position of the log.
        """
        values = {"id": delivery, "position": at, "type": TEST, "payload": payload}
        values |= {"at": when(at), "webhook": webhook}
        with self._pool.connection() as connection:
            return connection.execute(_TEST, values).rowcount == 1

    def forget(self, *, before: int, limit: int = 5_000) -> int:
        """Delete at most so many deliveries stored before a time; return how many were deleted."""
        with self._pool.connection() as connection:
            return connection.execute(
                "DELETE FROM webhook_delivery WHERE id IN ("
                " SELECT id FROM webhook_delivery WHERE noted_at < %s LIMIT %s)",
                (when(before), limit),
            ).rowcount

    def standing(self, *, at: int) -> tuple[Mapping[str, float], Mapping[str, int]]:
        """The state of deliveries as named numbers; and the number of attempts by outcome.

        The numbers are: the pending deliveries, the delay of the most overdue one whose receiver
        answers well, the webhooks whose receivers fail, and the disabled ones.
        """
        with self._pool.connection(timeout=PATIENCE) as connection:
            [row] = connection.execute(_STANDING, {"now": when(at)}).fetchall()
            tally = connection.execute("SELECT outcome, tries FROM webhook_tally").fetchall()
        names = "waiting", "overdue_seconds", "failing", "disabled"
        return dict(zip(names, row, strict=True)), dict(tally)


class TooOften(Exception):
    """The delivery has reached the limit of redeliveries."""


def describe_attempt(done: FinishedAttempt) -> DeliveryAttemptJson:
    """An attempt, as shown in the log of deliveries."""
    return {
        "at": timestamp(done.began),
        "outcome": done.answer.outcome,
        "status": done.answer.status,
        "milliseconds": (done.ended - done.began) // 1_000,
    }
