"""The webhooks of API keys: added, found, changed, deleted.

A webhook gets news while it is enabled and the key that added it is valid. Every insert and every
lease asks the database for this (`GETS_NEWS`). So revoking a key ends its webhooks without further
action, and this cannot be forgotten.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from events.postgres import Pool
from service.access.credentials import ApiKey, owners_of, tests_of
from service.responses.webhooks import DisabledReason
from service.timestamps import when

BY_OWNER: Final = "by_owner"
GONE: Final = "gone"
FAILING: Final = "failing"
KEY_REVOKED: Final = "key_revoked"
"""The reasons why a webhook gets no news."""

# ruff: noqa: S608 - statements are put together from these constants alone
GETS_NEWS: Final = """
w.disabled_at IS NULL AND w.deleted_at IS NULL
AND EXISTS (SELECT FROM api_key k WHERE k.id = w.maker AND k.revoked_at IS NULL)
"""
"""Whether the webhook ``w`` gets news. Revoking a key revokes all its descendants, so only the key
that added the webhook has to be checked."""

_WEBHOOKS: Final = f"""
SELECT w.id, w.owner, w.maker, w.url, w.events, w.fingerprint, w.created_at,
       coalesce(w.disabled_at, k.revoked_at),
       CASE WHEN k.revoked_at IS NULL THEN w.reason ELSE '{KEY_REVOKED}' END,
       w.failing_since, w.deleted_at, k.test
FROM webhook w JOIN api_key k ON k.id = w.maker
"""


class Webhook(NamedTuple):
    """An address that gets news of the tables of an API key.

    Attributes:
        id: its id, from which its signing keys are derived.
        owner: the API key that owns the tables, also of a webhook of tests.
        maker: the API key that added it: the owner's, or one of its descendants.
        url: the address.
        events: the kinds of news that it gets.
        fingerprint: of the request that made it.
        created_at: when that was.
        disabled_at: when it was disabled; None: it is enabled.
        reason: why it was disabled.
        failing_since: the first failure after the last success; None: the last attempt succeeded.
        deleted_at: when it was deleted.
        test: whether a test key added it, so that it gets the news of tests alone.
    """

    id: UUID
    owner: UUID
    maker: UUID
    url: str
    events: list[str]
    fingerprint: bytes | None
    created_at: datetime
    disabled_at: datetime | None = None
    reason: DisabledReason | None = None
    failing_since: datetime | None = None
    deleted_at: datetime | None = None
    test: bool = False

    @property
    def owners(self) -> frozenset[UUID]:
        """The owners of whose tables it gets news."""
        return owners_of(self.owner, test=self.test)


class TooMany(Exception):
    """The owner has reached the limit of webhooks; those of tests have a limit of their own."""


class WebhookRepository:
    """The webhooks in a database.

    Args:
        pool: connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def add(self, webhook: Webhook, *, limit: int) -> tuple[Webhook, bool]:
        """Add a webhook, or find the one with its id; also return whether it was found.

        It gets news from now on: the follower reads the feed before it queries the webhooks.

        Raises:
            TooMany: the limit is reached.
        """
        with self._pool.connection() as connection, connection.transaction():
            _alone(connection, webhook.owner)
            known = _found(connection, "w.id = %s", [webhook.id])
            if known:
                return known[0], True
            counted = f"{_OWNED} AND k.test = %s"
            if len(_found(connection, counted, [webhook.owner, False, webhook.test])) >= limit:
                raise TooMany
            connection.execute(
                "INSERT INTO webhook (id, owner, maker, url, events, fingerprint, created_at, slow)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s, true)",  # until its receiver is known
                webhook[:7],
            )
        return webhook, False

    def of(self, key: ApiKey) -> list[Webhook]:
        """The webhooks that an API key may manage, the oldest first."""
        with self._pool.connection() as connection:
            query = f"{_OWNED} ORDER BY w.created_at, w.id"
            return _found(connection, query, [key.root, key.test])

    def find(self, key: ApiKey, webhook: UUID) -> Webhook | None:
        """A webhook that an API key may manage."""
        with self._pool.connection() as connection:
            found = _found(connection, f"{_OWNED} AND w.id = %s", [key.root, key.test, webhook])
        return found[0] if found else None

    def change(
        self, webhook: UUID, *, events: Sequence[str] | None, enabled: bool | None, at: int
    ) -> None:
        """Change the events of a webhook, disable it, or enable it for news from now on.

        When it is disabled, its pending deliveries are given up; they can be redelivered on
        request.
        """
        with self._pool.connection() as connection, connection.transaction():
            if events is not None:
                connection.execute(
                    "UPDATE webhook SET events = %s WHERE id = %s", (list(events), webhook)
                )
            if enabled is False:
                disable(connection, webhook, reason=BY_OWNER, at=at)
            elif enabled:
                _enable(connection, webhook)

    def delete(self, webhook: UUID, *, at: int) -> bool:
        """Delete a webhook, with its deliveries; return whether it was there.

        There may be many deliveries, so they are deleted without blocking other operations.
        """
        with self._pool.connection() as connection:
            gone = connection.execute(
                "UPDATE webhook SET deleted_at = %s WHERE id = %s AND deleted_at IS NULL",
                (when(at), webhook),
            )
            connection.execute("DELETE FROM webhook_delivery WHERE webhook_id = %s", (webhook,))
        return gone.rowcount == 1

    def was_of(self, key: ApiKey, webhook: UUID) -> bool:
        """Whether an API key may, or might, manage this webhook."""
        with self._pool.connection() as connection:
            query = f"{_OF_KEY} AND w.id = %s"
            return bool(_found(connection, query, [key.root, key.test, webhook]))


_OF_KEY: Final = "w.owner = %s AND k.test >= %s"
"""The webhooks of an owner; for a test key those alone that a test key has added."""
_OWNED: Final = f"{_OF_KEY} AND w.deleted_at IS NULL"


def listening(connection: Connection[TupleRow], owners: Collection[UUID]) -> list[Webhook]:
    """The webhooks of owners that get news. They are not locked, so this never waits."""
    roots = {*owners, *map(tests_of, owners)}
    return _found(connection, f"w.owner = ANY(%s) AND {GETS_NEWS}", [list(roots)])


def disable(
    connection: Connection[TupleRow], webhook: UUID, *, reason: DisabledReason, at: int
) -> None:
    """Stop deliveries, and give up the pending ones."""
    done = connection.execute(
        "UPDATE webhook SET disabled_at = %s, reason = %s WHERE id = %s AND disabled_at IS NULL",
        (when(at), reason, webhook),
    )
    if done.rowcount:
        _give_up(connection, webhook)


def _enable(connection: Connection[TupleRow], webhook: UUID) -> None:
    """Resume deliveries, except those created at the very moment of disabling."""
    done = connection.execute(
        "UPDATE webhook SET disabled_at = NULL, reason = NULL, failing_since = NULL,"
        " rest_until = NULL, slow = false WHERE id = %s AND disabled_at IS NOT NULL",
        (webhook,),
    )
    if done.rowcount:
        _give_up(connection, webhook)


def _give_up(connection: Connection[TupleRow], webhook: UUID) -> None:
    connection.execute(
        "UPDATE webhook_delivery SET status = 'dead', taken_until = NULL"
        " WHERE webhook_id = %s AND status = 'waiting'",
        (webhook,),
    )


def _alone(connection: Connection[TupleRow], owner: UUID) -> None:
    """Prevent others from adding webhooks to the key until the end of the transaction."""
    connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('fairdeal.webhooks/' || %s, 0))",
        (str(owner),),
    )


def _found(
    connection: Connection[TupleRow], condition: str, values: Sequence[Any]
) -> list[Webhook]:
    query = f"{_WEBHOOKS} WHERE {condition}"
    return [Webhook(*row) for row in connection.execute(query.encode(), values).fetchall()]
