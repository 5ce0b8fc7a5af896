"""The event store in PostgreSQL: plain SQL, one statement and one round trip for each verb."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from struct import Struct
from typing import Any, Final, LiteralString, TypeAlias
from uuid import UUID

import orjson
import psycopg
from psycopg.postgres import types
from psycopg.rows import TupleRow
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool

from events.arrays import Bytes, Ids, Integers, Texts
from events.canonical import Json
from events.chain import check_logged
from events.cipher import Cipher, opened, stored
from events.connections import (
    NETWORK,
    STATEMENT_SECONDS,
    LimitedConnection,
    NoAnswer,
    SqlStatement,
    configure,
)
from events.record import (
    CommandMetadata,
    Entropy,
    NewEvent,
    Recorded,
    Viewer,
    audiences,
    read,
    seal,
    summarized,
)
from events.store import (
    ARCHIVED,
    Appended,
    CommandReused,
    Cursor,
    Deadline,
    StaleVersion,
    StreamDescription,
)

Pool: TypeAlias = ConnectionPool[LimitedConnection]

MAX_VERSION: Final = 2**31 - 1

RECONNECT_SECONDS: Final = 5.0
"""How long a pool tries to replace a connection."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_EPOCH_OF_POSTGRES: Final = (datetime(2000, 1, 1, tzinfo=UTC) - _EPOCH) // _MICROSECOND
_INTEGER: Final = Struct("!i").pack
_BIG: Final = Struct("!q").pack
_JSONB: Final = b"\x01"
"""The version of the binary format of jsonb, before its text."""

# Missed events come in rows for `events.record.read`; there are none if nothing was missed.
_APPEND: Final = SqlStatement(
    b"fairdeal_append",
    b"""
SELECT outcome, first_version, last_version, hashes, missed.* FROM append(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
) LEFT JOIN LATERAL missed(outcome, $1, $3, first_version, last_version) ON true
""",
    (
        *(types[each].oid for each in ("uuid", "text", "int4", "uuid", "bytea", "timestamptz")),
        *(each.OID for each in (Texts, Integers, Bytes)),
        *(each.OID for each in (Integers, Texts, Integers, Bytes, Bytes)),
        *(types[each].oid for each in ("text", "jsonb")),
    ),
)

# Rows in the form that `events.record.read` takes.
_EVENTS: Final = """
SELECT version, NULL::text AS slot, body, hash, cmd_seq FROM event
    WHERE stream_id = %(stream)b AND version > %(after)b::int AND version <= %(upto)b::int
"""
_PUBLIC: Final = _EVENTS + "ORDER BY version"
_WITH_SECRETS: Final = (
    _EVENTS
    + """
UNION ALL
SELECT version, slot, payload, salt, audience FROM secret
    WHERE stream_id = %(stream)b AND version > %(after)b::int AND version <= %(upto)b::int
      AND audience >= %(first)b::int AND audience < %(last)b::int
ORDER BY version, slot NULLS FIRST
"""
)

# The head that the log has last of the stream, as the row of version 0. Only a load of the whole
# stream asks for it: what is loaded later follows from that.
_LOGGED: Final = """
UNION ALL
(SELECT 0, NULL, hash, NULL, version FROM feed WHERE stream_id = %(stream)b
 ORDER BY position >> 40 DESC, version DESC LIMIT 1)
"""
_PUBLIC_LOGGED: Final = _EVENTS + _LOGGED + "ORDER BY version"
_WITH_SECRETS_LOGGED: Final = _WITH_SECRETS.replace("ORDER BY", f"{_LOGGED}ORDER BY")

_STREAM: Final = "stream_id, kind, version, head, status, summary, opened_at, updated_at"

_HEAD: Final = f"SELECT {_STREAM} FROM stream WHERE stream_id = %b"  # noqa: S608 - a constant

_VERSIONS: Final = SqlStatement(
    b"fairdeal_versions",
    b"SELECT stream_id, version FROM stream WHERE stream_id = ANY($1)",
    (Ids.OID,),
)

_OPENED_AT: Final = "SELECT stream_id, opened_at FROM stream WHERE stream_id = ANY(%b)"

# Each status is a range of the index already in order: at most `limit` rows of each are read.
_FIND: Final = """
SELECT found.* FROM unnest(%(statuses)s::text[]) AS wanted, LATERAL (
    SELECT {columns} FROM stream
    WHERE kind = %(kind)s AND status = wanted
      AND (opened_at, stream_id) {beyond} (%(opened_at)s::timestamptz, %(id)b)
    ORDER BY opened_at {order}, stream_id {order} LIMIT %(limit)b
) AS found ORDER BY opened_at {order}, stream_id {order} LIMIT %(limit)b
"""
_OLDEST_FIRST: Final = _FIND.format(columns=_STREAM, beyond=">", order="ASC")
_NEWEST_FIRST: Final = _FIND.format(columns=_STREAM, beyond="<", order="DESC")

_OWNED: Final = """
SELECT count(*) FROM (
    SELECT FROM stream WHERE kind = %s AND summary ->> 'owner' = %s AND status = ANY(%s)
      AND (%s::text IS NULL OR summary -> 'refs' ? %s) LIMIT %s
) AS owned
"""

# The index has only streams with refs.
_WITH_REF: Final = """
SELECT stream_id FROM stream
WHERE summary -> 'refs' <> '[]' AND summary -> 'refs' ? %s
  AND kind = %s AND summary ->> 'owner' = %s LIMIT %s
"""

# The index has only the streams that wait for a moment, ordered by that moment.
_EXPIRING: Final = f"""
SELECT {_STREAM} FROM stream
WHERE (summary ->> 'until') IS NOT NULL
  AND ((summary ->> 'until')::bigint, stream_id) > (%(until)s::bigint, %(id)b)
  AND (summary ->> 'until')::bigint < %(before)s::bigint
  AND (coalesce((summary ->> 'since')::bigint, 0) > %(since)s::bigint
       OR stream_id = ANY(%(always)s::uuid[]))
  AND kind = %(kind)s AND status = ANY(%(statuses)s)
ORDER BY (summary ->> 'until')::bigint, stream_id LIMIT %(limit)b
"""  # noqa: S608 - a constant

_SET_STATUS: Final = "SELECT mark(%b, %b::int, %s)"

_PLAIN: Final = """
SELECT stream_id, version, slot, payload, salt FROM secret
WHERE stream_id = ANY(%b) AND get_byte(payload, 0) <> 1
"""
_ENCRYPT: Final = "SELECT encrypt_secrets(%b, %b, %b, %b, %b)"

MONTHS_AHEAD: Final = 3
_CREATE_PARTITIONS: Final = "SELECT ensure_partitions(%b::int)"


NEED_NOT_WAIT: Final = "set_config('synchronous_commit', 'off', true)"
"""Part of a SELECT in a transaction that may be lost with the database. Its commit waits for no
disk and no standby: until it is done, rows are locked, and others wait for them."""


def open_pool(
    url: str, *, size: int, timeout: float = 10, seconds: float = STATEMENT_SECONDS
) -> Pool:
    """Open a pool of connections with the service's role, in autocommit mode.

    Args:
        url: the URL of a migrated database, as libpq reads it.
        size: the largest number of connections.
        timeout: how long to wait for a free connection, in seconds.
        seconds: the time limit of a statement.
    """
    return ConnectionPool(
        url,
        connection_class=LimitedConnection,
        min_size=1,
        max_size=size,
        timeout=timeout,
        # attempts become ever rarer; after this, they begin again if somebody waits or calls
        reconnect_timeout=RECONNECT_SECONDS,
        reconnect_failed=_begin_again,
        kwargs={"autocommit": True, **NETWORK},
        configure=partial(_configure, seconds=seconds),
        open=True,
    )


def _begin_again(pool: Pool) -> None:
    """Try to connect again for requests that wait; the pool would leave that to the next caller."""
    if pool.get_stats()["requests_waiting"]:
        pool.check()


class PostgresStore:
    """Event store in a migrated database. Threads may share it.

    Args:
        pool: made by `open_pool`; its opener closes it.
        entropy: the source of the salts.
        cipher: encrypts secrets; without it, they are in plain text.
    """

    def __init__(self, pool: Pool, *, entropy: Entropy, cipher: Cipher | None = None) -> None:
        self.pool = pool
        self._entropy = entropy
        self._cipher = cipher

    def append(
        self,
        stream: UUID,
        *,
        kind: str,
        expected: int,
        command: CommandMetadata,
        events: Sequence[NewEvent],
        status: str,
        summary: Mapping[str, Json],
    ) -> Appended:
        """See `EventStore.append`."""
        if not events:
            raise ValueError("a command has at least one event")
        sealed = [seal(event, command=command, entropy=self._entropy) for event in events]
        secrets = [(at, secret) for at, each in enumerate(sealed, 1) for secret in each.secrets]
        values = (
            *(stream.bytes, kind.encode(), _INTEGER(expected)),
            *(command.id.bytes, command.fingerprint, _BIG(command.at - _EPOCH_OF_POSTGRES)),
            Texts([event.type for event in sealed]),
            Integers([event.schema for event in sealed]),
            Bytes([event.body for event in sealed]),
            Integers([at for at, _ in secrets]),
            Texts([secret.slot for _, secret in secrets]),
            Integers([secret.audience for _, secret in secrets]),
            Bytes([secret.salt for _, secret in secrets]),
            Bytes([stored(secret, self._cipher) for _, secret in secrets]),
            *(status.encode(), _JSONB + summarized(summary)),
        )
        rows = ask(self.pool, _APPEND, values)
        outcome, first, last, hashes = rows[0][:4]
        if outcome == "reused":
            raise CommandReused(stream=stream, command_id=command.id)
        if outcome == "appended":
            recorded = tuple(
                Recorded(stream, first + at, at, each.body, hash_, each.envelope, each.secrets)
                for at, (each, hash_) in enumerate(zip(sealed, hashes, strict=True))
            )
        else:
            missed = [row[4:] for row in rows if row[4] is not None]
            recorded = read(stream, opened(missed, self._cipher))
        if outcome == "stale":
            raise StaleVersion(stream=stream, expected=expected, current=last, missed=recorded)
        return Appended(
            version_first=first,
            version_last=last,
            head=recorded[-1].hash,
            replayed=outcome == "replayed",
            events=recorded,
        )

    def load(
        self, stream: UUID, *, viewer: Viewer, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """See `EventStore.load`."""
        readable = audiences(viewer)
        is_whole = after == 0 and upto is None
        queries = (_WITH_SECRETS, _WITH_SECRETS_LOGGED) if readable else (_PUBLIC, _PUBLIC_LOGGED)
        rows = ask(
            self.pool,
            queries[is_whole],
            {
                "stream": stream,
                "after": after,
                "upto": MAX_VERSION if upto is None else upto,
                "first": readable.start,
                "last": readable.stop,
            },
        )
        logged = rows.pop(0) if rows and rows[0][0] == 0 else None
        records = read(stream, opened(rows, self._cipher))
        if logged is not None and (records or not self._is_archived(stream)):
            check_logged(records, stream=stream, version=logged[4], head=logged[2])
        return records

    def _is_archived(self, stream: UUID) -> bool:
        row = self.head(stream)
        return row is not None and row.status == ARCHIVED

    def head(self, stream: UUID) -> StreamDescription | None:
        """See `EventStore.head`."""
        rows = ask(self.pool, _HEAD, (stream,))
        return _stream(rows[0]) if rows else None

    def versions(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """See `EventStore.versions`."""
        return dict(ask(self.pool, _VERSIONS, (Ids(streams),))) if streams else {}

    def opened_at(self, streams: Collection[UUID]) -> dict[UUID, int]:
        """See `EventStore.opened_at`."""
        rows = ask(self.pool, _OPENED_AT, (list(streams),)) if streams else ()
        return {stream: micros(at) for stream, at in rows}

    def find(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        newest_first: bool = False,
    ) -> list[StreamDescription]:
        """See `EventStore.find`."""
        query, opened_at, last = (
            (_NEWEST_FIRST, "infinity", UUID(int=2**128 - 1))
            if newest_first
            else (_OLDEST_FIRST, "-infinity", UUID(int=0))
        )
        rows = ask(
            self.pool,
            query,
            {
                "kind": kind,
                "statuses": list(set(statuses)),
                "limit": limit,
                "opened_at": str(_EPOCH + after[0] * _MICROSECOND) if after else opened_at,
                "id": after[1] if after else last,
            },
        )
        return [_stream(row) for row in rows]

    def owned(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        owner: str,
        limit: int,
        ref: str | None = None,
    ) -> int:
        """See `EventStore.owned`."""
        [(count,)] = ask(self.pool, _OWNED, (kind, owner, list(statuses), ref, ref, limit))
        return int(count)

    def with_ref(self, *, kind: str, owner: str, ref: str, limit: int) -> list[UUID]:
        """See `EventStore.with_ref`."""
        return [each for (each,) in ask(self.pool, _WITH_REF, (ref, kind, owner, limit))]

    def expiring(
        self,
        *,
        kind: str,
        statuses: Collection[str],
        before: int,
        limit: int,
        after: Deadline | None = None,
        since: int = -1,
        always: Collection[UUID] = (),
    ) -> list[StreamDescription]:
        """See `EventStore.expiring`."""
        until, last = after or (-1, UUID(int=0))
        rows = ask(
            self.pool,
            _EXPIRING,
            {
                "kind": kind,
                "statuses": list(statuses),
                "before": before,
                "since": since,
                "always": list(always),
                "limit": limit,
                "until": until,
                "id": last,
            },
        )
        return [_stream(row) for row in rows]

    def set_status(self, stream: UUID, *, version: int, status: str) -> bool:
        """See `EventStore.set_status`."""
        [(changed,)] = ask(self.pool, _SET_STATUS, (stream, version, status))
        return bool(changed)

    def encrypt(self, streams: Collection[UUID]) -> int:
        """See `EventStore.encrypt`."""
        cipher = self._cipher
        if cipher is None or not streams:
            return 0
        rows = ask(self.pool, _PLAIN, (list(streams),))
        if not rows:
            return 0
        ids, versions, slots, plain, salts = zip(*rows, strict=True)
        closed = [cipher.close(p, salt=s) for p, s in zip(plain, salts, strict=True)]
        given = (list(ids), Integers(versions), Texts(slots), Bytes(plain), Bytes(closed))
        [(changed,)] = ask(self.pool, _ENCRYPT, given)
        return int(changed)

    def create_partitions(self) -> None:
        """See `EventStore.create_partitions`: for this month and the next ones."""
        ask(self.pool, _CREATE_PARTITIONS, (MONTHS_AHEAD,))


def ask(
    pool: Pool, query: LiteralString | SqlStatement, values: Any, *, again: bool = True
) -> list[TupleRow]:
    """Run a statement that is safe to repeat; retry once if its connection was lost.

    The connection is in autocommit mode, and the block `pool.connection()` would commit again.
    """
    connection = pool.getconn()
    try:
        if isinstance(query, SqlStatement):
            return connection.ask(query, values)
        return connection.execute(query, values, prepare=True, binary=True).fetchall()
    except (psycopg.OperationalError, psycopg.errors.ReadOnlySqlTransaction) as error:
        if not again or not connection.closed or isinstance(error, NoAnswer):
            raise
    finally:
        pool.putconn(connection)
    pool.check()
    return ask(pool, query, values, again=False)


def _configure(connection: LimitedConnection, *, seconds: float) -> None:
    """Prepare a new connection of the pool."""
    configure(connection, seconds=seconds)
    set_json_loads(orjson.loads, connection)


def _stream(row: TupleRow) -> StreamDescription:
    """The row of a stream."""
    *known, opened_at, updated_at = row
    return StreamDescription(
        **dict(zip(("id", "kind", "version", "head", "status", "summary"), known, strict=True)),
        opened_at=micros(opened_at),
        updated_at=micros(updated_at),
    )


def micros(at: datetime) -> int:
    """A time in µs since the epoch."""
    return (at - _EPOCH) // _MICROSECOND
