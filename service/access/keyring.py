"""The API keys of a database: their owners, scopes, and the hashes of their secrets.

Every change to the keys of an owner locks the row of the root key. So limits and revocations hold
exactly, however many requests run at the same time.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any, Final, LiteralString, NamedTuple
from uuid import UUID

from psycopg import Connection
from psycopg.postgres import types
from psycopg.rows import TupleRow

from domain.kernel.sentence import Sentence
from events.connections import SqlStatement
from events.postgres import Pool, ask
from service.access.credentials import ApiKey, Visibility
from service.access.scopes import Scope, in_order, scopes_of
from service.ids import hashed
from service.problems import Code, Problem, key_reused
from service.runtime import Runtime
from service.timestamps import when

# ruff: noqa: S608 - statements are put together from these constants alone
_COLUMNS: Final = (
    "k.id, k.name, k.created_at, k.root, k.maker, k.scopes, k.revoked_at, k.default_visibility, "
    "k.test"
)
_KNOWN: Final = SqlStatement(
    b"fairdeal_key",
    f"""
    SELECT {_COLUMNS}, s.ends_at IS NOT NULL
    FROM api_secret s JOIN api_key k ON k.id = s.key
    WHERE s.hash = $1 AND k.revoked_at IS NULL AND (s.ends_at IS NULL OR s.ends_at > now())
""".encode(),
    (types["bytea"].oid,),
)
_ALL: Final = f"SELECT {_COLUMNS} FROM api_key k ORDER BY k.created_at, k.id"
_LINE: Final = """
    WITH RECURSIVE line (id) AS (
        SELECT %s::uuid UNION ALL SELECT k.id FROM api_key k JOIN line ON k.maker = line.id
    )
"""
_OF_LINE: Final = f"""{_LINE}
    SELECT {_COLUMNS} FROM api_key k JOIN line USING (id) ORDER BY k.created_at, k.id
"""
_REVOKE: Final = f"""{_LINE}
    UPDATE api_key SET revoked_at = now() WHERE revoked_at IS NULL AND id IN (SELECT id FROM line)
"""
_TURN: Final = """
    SELECT id FROM api_key WHERE id = (SELECT root FROM api_key WHERE id = %s) FOR UPDATE
"""
_VALID: Final = "SELECT 1 FROM api_key WHERE id = %s AND revoked_at IS NULL"
_COUNT: Final = "SELECT count(*) FROM api_key WHERE root = %s AND revoked_at IS NULL"
_ADD: Final = """
    INSERT INTO api_key (id, name, root, maker, scopes, default_visibility, test, created_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING
"""
_STORE: Final = """
    INSERT INTO api_secret (hash, key, command, fingerprint, created_at)
    VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING
"""
_END_OTHERS: Final = """
    UPDATE api_secret SET ends_at = LEAST(ends_at, now() + %s) WHERE key = %s AND hash <> %s
"""
_DONE: Final = "SELECT fingerprint, created_at FROM api_secret WHERE command = %s"


class Fresh(NamedTuple):
    """A secret that a command creates; the same command always derives the same one.

    Attributes:
        credential: The secret in plain text.
        command: The id of the command.
        fingerprint: Distinguishes another request with the same command id.
    """

    credential: str
    command: UUID
    fingerprint: bytes | None = None


class StoredSecret(NamedTuple):
    """When a secret was stored, and whether that had been done before."""

    at: datetime
    replayed: bool


class Keyring:
    """The API keys of one database.

    Secrets end by the clock of the database, which all processes share.

    Args:
        pool: Connections in autocommit mode.
        runtime: The clock of this process, by which keys are made.
    """

    def __init__(self, pool: Pool, runtime: Runtime) -> None:
        self.pool, self.runtime = pool, runtime

    # --- Reading ---------------------------------------------------------------------------------

    def key(self, credential: str) -> ApiKey | None:
        """The key with this secret; None if the secret is unknown, expired or revoked."""
        rows = ask(self.pool, _KNOWN, (hashed(credential),))
        return next((_key(row[:-1], ending=row[-1]) for row in rows), None)

    def keys(self) -> Iterator[ApiKey]:
        """Every API key, the oldest first."""
        return iter(self._read(_ALL, ()))

    def line(self, key: UUID) -> list[ApiKey]:
        """A key and all its descendants, the oldest first, including revoked ones."""
        return self._read(_OF_LINE, (key,))

    def _read(self, query: LiteralString, values: tuple[Any, ...]) -> list[ApiKey]:
        return [_key(row) for row in ask(self.pool, query, values)]

    # --- Writing ---------------------------------------------------------------------------------

    def add_key(
        self,
        credential: str,
        *,
        id: UUID,  # noqa: A002
        name: str,
        scopes: frozenset[Scope] | None = None,
        default_visibility: Visibility = "private",
        test: bool = False,
    ) -> None:
        """Store an API key without a maker; storing it twice is the same as once.

        Args:
            credential: Its secret.
            id: Its id.
            name: Its name.
            scopes: Its permissions; None: all present and future ones.
            default_visibility: The visibility of its tables, where a request names none.
            test: Whether all its tables are tests.
        """
        may, at = None if scopes is None else in_order(scopes), when(self.runtime.now())
        with self.pool.connection() as connection, connection.transaction():
            connection.execute(_ADD, (id, name, id, None, may, default_visibility, test, at))
            connection.execute(_STORE, (hashed(credential), id, id, None, at))

    def make(
        self,
        maker: ApiKey,
        fresh: Fresh,
        *,
        id: UUID,  # noqa: A002
        name: str,
        scopes: frozenset[Scope],
        default_visibility: Visibility = "private",
        test: bool = False,
        limit: int,
    ) -> StoredSecret:
        """Store a key that another key has made.

        Args:
            maker: The other key.
            fresh: The new key's secret.
            id: Its id, which is derived from the command.
            name: Its name.
            scopes: Its permissions.
            default_visibility: The visibility of its tables, where a request names none.
            test: Whether all its tables are tests.
            limit: The most valid keys of an owner.

        Raises:
            Problem: ``limit-reached``, ``idempotency-key-reused``, ``unauthenticated`` if the
                maker has been revoked meanwhile.
        """
        with self._turn(maker.id) as connection:
            if (done := _done(connection, fresh)) is not None:
                return done
            _require_valid(connection, maker.id)
            [count] = connection.execute(_COUNT, (maker.root,)).fetchone() or (0,)
            if count >= limit:
                raise Problem(Code.LIMIT_REACHED, Sentence("too-many-keys", {"limit": limit}))
            at = when(self.runtime.now())
            about = (in_order(scopes), default_visibility, test, at)
            connection.execute(_ADD, (id, name, maker.root, maker.id, *about))
            return _store(connection, id, fresh, at=at)

    def rotate(self, key: UUID, fresh: Fresh, *, grace: timedelta) -> StoredSecret:
        """Give a key a new secret. Its old ones expire after the grace period, or earlier if due.

        Raises:
            Problem: ``idempotency-key-reused``, ``unauthenticated`` if the key has been revoked.
        """
        with self._turn(key) as connection:
            if (done := _done(connection, fresh)) is not None:
                return done
            _require_valid(connection, key)
            stored = _store(connection, key, fresh, at=when(self.runtime.now()))
            connection.execute(_END_OTHERS, (grace, key, hashed(fresh.credential)))
            return stored

    def done(self, fresh: Fresh) -> StoredSecret | None:
        """The secret that a command has already stored; None if there is none.

        Raises:
            Problem: ``idempotency-key-reused``.
        """
        with self.pool.connection() as connection:
            return _done(connection, fresh)

    def revoke(self, key: UUID) -> bool:
        """Revoke a key and all its descendants; return whether any of them was valid."""
        with self._turn(key) as connection:
            return connection.execute(_REVOKE, (key,)).rowcount > 0

    @contextmanager
    def _turn(self, key: UUID) -> Generator[Connection[TupleRow]]:
        """A transaction that locks the keys of this key's owner."""
        with self.pool.connection() as connection, connection.transaction():
            connection.execute(_TURN, (key,))
            yield connection


def _key(row: TupleRow, *, ending: bool = False) -> ApiKey:
    id_, name, created_at, root, maker, scopes, revoked_at, default_visibility, test = row
    return ApiKey(
        id=id_,
        name=name,
        created_at=created_at,
        root=root,
        maker=maker,
        scopes=scopes_of(scopes),
        revoked_at=revoked_at,
        ending=ending,
        default_visibility=default_visibility,
        test=test,
    )


def _done(connection: Connection[TupleRow], fresh: Fresh) -> StoredSecret | None:
    row = connection.execute(_DONE, (fresh.command,)).fetchone()
    if row is None:
        return None
    fingerprint, at = row
    if not compare_digest(fingerprint or b"", fresh.fingerprint or b""):
        raise key_reused()
    return StoredSecret(at, replayed=True)


def _store(
    connection: Connection[TupleRow], key: UUID, fresh: Fresh, *, at: datetime
) -> StoredSecret:
    values = (hashed(fresh.credential), key, fresh.command, fresh.fingerprint, at)
    connection.execute(_STORE, values)
    return StoredSecret(at, replayed=False)


def _require_valid(connection: Connection[TupleRow], key: UUID) -> None:
    if connection.execute(_VALID, (key,)).fetchone() is None:
        raise Problem(Code.UNAUTHENTICATED, Sentence("key-revoked"))
