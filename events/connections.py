"""Connections of the service: its role, the time limits, and what works behind a pooler.

A connection pooler in transaction mode gives each transaction to any of its server connections. So
nothing may be set for a session, and no statement may be prepared: the next transaction would not
find it, and other programs would. `configure` looks whether there is a pooler, and then relies on
the rights of the user who logs in.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.adapt import Transformer
from psycopg.conninfo import make_conninfo
from psycopg.errors import (
    Diagnostic,
    InsufficientPrivilege,
    InvalidParameterValue,
    InvalidSqlStatementName,
    ReadOnlySqlTransaction,
    UndefinedObject,
    error_from_result,
)
from psycopg.generators import execute
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn
from psycopg.rows import TupleRow, tuple_row
from psycopg.sql import Identifier

from events.arrays import register

ROLE: Final = "fairdeal_service"
"""A role that may read, and that writes only through the functions of the schema."""

STATEMENT_SECONDS: Final = 10.0
"""The time limit of a statement, its waits for locks included, if nothing else is chosen."""

MARGIN_SECONDS: Final = 2.0
"""The client waits this much longer than the server, whose refusal keeps the connection usable."""

CONNECT_SECONDS: Final = 5
"""The time limit of a connection attempt."""

LOST_SECONDS: Final = 5
"""After so long without a sign of life from the other machine a connection is given up.

A new connection is better than waiting longer: TCP doubles its pauses between two attempts, so an
old one may go on only as long after a failure of the network as that took.
"""
SILENT_SECONDS: Final = 3
"""After so long without traffic, each second a sign of life is requested."""

CLIENT_SECONDS: Final = 25
"""After so long without a sign of life from a client the server ends its connection."""

LOCK_SECONDS: Final = 30.0
"""The longest wait of a transaction of the owner for a lock."""

COMMIT_SECONDS: Final = 60.0
"""The longest wait for a commit of the owner, which may wait for a standby."""

NETWORK: Final = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": SILENT_SECONDS,
    "keepalives_interval": 1,
    "tcp_user_timeout": LOST_SECONDS * 1000,
}
"""Settings that detect a server whose packets are lost."""

# A pooler has process ids of its own for its clients, because a request to cancel has to reach it
# first. So the id that came with the connection is the server's, or there is a pooler. By default a
# server would keep the connection of a lost client for two hours, or for a quarter of an hour while
# an answer is on its way.
_DIRECT: Final = """
SELECT set_config('tcp_keepalives_idle', '10', false),
       set_config('tcp_keepalives_interval', '5', false),
       set_config('tcp_keepalives_count', '3', false),
       set_config('tcp_user_timeout', %s, false)
WHERE pg_backend_pid() = %s
"""

# A temporary table would otherwise come first. Planning costs more than our statements themselves,
# especially with partitions.
_SESSION: Final = """
SELECT set_config('role', %s, false), set_config('search_path', 'public, pg_temp', false),
       set_config('plan_cache_mode', 'force_generic_plan', false),
       set_config('statement_timeout', %s, false)
"""

_TRANSACTION: Final = """
SELECT set_config('search_path', 'public', true),
       set_config('lock_timeout', %s, true), set_config('statement_timeout', %s, true)
"""

_RIGHTS: Final = """
SELECT pg_has_role(%s, 'USAGE'), EXISTS (
    SELECT FROM pg_class
    WHERE oid = to_regclass('public.stream') AND pg_has_role(relowner, 'USAGE')
)
"""

_RV = TypeVar("_RV")
_WAIT_FOR_STANDBY: Final = "SyncRepWaitForLSN"
"""The function of PostgreSQL in which a commit waits; its warnings may be in any language."""
_CHECK_SECONDS: Final = 0.1
"""How often a waiting thread looks for signals, as psycopg does it by default."""


class NoAnswer(psycopg.OperationalError):
    """The server did not answer a statement in time; it may still execute it."""


class Unconfirmed(psycopg.OperationalError):
    """The server did not confirm a commit in time; it may have been made."""


class AccessRefused(Exception):
    """The service may not use the database as this user; the message says what to do."""


class SqlStatement(NamedTuple):
    """A statement that a connection can send without a cursor of psycopg.

    Attributes:
        name: its name, where it is prepared.
        text: its text, with ``$1`` for the first value.
        types: the types of its values, which are in PostgreSQL's binary format.
    """

    name: bytes
    text: bytes
    types: tuple[int, ...]


class LimitedConnection(psycopg.Connection[TupleRow]):
    """A connection that is closed if the server does not answer in time, or is a standby.

    The server limits its statements too, but not the wait of a commit for a synchronous standby,
    and a server that hangs limits nothing. A server that has become a standby refuses to write; a
    new connection may lead to the primary.

    If the wait for the standby is canceled, the server reports success, and only warns that the
    commit is on the primary alone. A time limit does that too, if it is reached just before the
    commit. Such a commit is no answer.

    Attributes:
        limit: the longest wait for an answer, in seconds.
    """

    limit: float = STATEMENT_SECONDS + MARGIN_SECONDS
    _is_on_standby: bool = True

    def __init__(self, pgconn: PGconn) -> None:
        super().__init__(pgconn, tuple_row)
        self.add_notice_handler(self.note)
        self._prepared_here = set[bytes]()

    def ask(self, statement: SqlStatement, values: Sequence[bytes | None]) -> list[TupleRow]:
        """The rows of a statement, in one round trip without a cursor, which would cost as much.

        It is prepared when it is first asked, but never behind a pooler.

        Raises:
            psycopg.Error: as `execute`.
        """
        if self.closed:
            raise psycopg.OperationalError("the connection is closed")
        name, text, types = statement
        formats = [1] * len(values)
        is_prepared = name in self._prepared_here
        if self.prepare_threshold is None:
            self.pgconn.send_query_params(text, values, types, formats, 1)
        else:
            if not is_prepared:
                self._prepare(statement)
            self.pgconn.send_query_prepared(name, values, formats, 1)
        [result] = self.wait(execute(self.pgconn))
        if result.status == ExecStatus.FATAL_ERROR:
            error = error_from_result(result)
            if is_prepared and isinstance(error, InvalidSqlStatementName):
                self._prepared_here.clear()  # psycopg deallocates all after a rollback
                return self.ask(statement, values)
            if isinstance(error, ReadOnlySqlTransaction):
                self.close()
            raise error
        reader = Transformer(self)
        reader.set_pgresult(result)
        return reader.load_rows(0, result.ntuples, tuple)

    def _prepare(self, statement: SqlStatement) -> None:
        self.pgconn.send_prepare(*statement)
        [result] = self.wait(execute(self.pgconn))
        if result.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(result)
        self._prepared_here.add(statement.name)

    def note(self, notice: Diagnostic) -> None:
        """Notice a commit whose wait for its standby was canceled."""
        if notice.source_function == _WAIT_FOR_STANDBY:
            self._is_on_standby = False

    def wait(
        self, gen: PQGen[_RV], interval: float = _CHECK_SECONDS, timeout: float | None = None
    ) -> _RV:
        """See `psycopg.Connection.wait`.

        Raises:
            NoAnswer: the limit is reached, or the commit did not reach its standby.
        """
        try:
            answer = super().wait(gen, interval, self.limit if timeout is None else timeout)
        except ReadOnlySqlTransaction:
            self.close()
            raise
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.close()
                raise NoAnswer(f"no answer within {self.limit} s") from None
            raise
        if not self._is_on_standby:
            self.close()
            raise NoAnswer("the commit did not wait for its standby")
        return answer


def connect(
    url: str, *, seconds: float = STATEMENT_SECONDS, options: str = ""
) -> LimitedConnection:
    """Open a connection in autocommit mode, for `configure` or for the owner of the tables.

    Args:
        url: of PostgreSQL, as libpq reads it.
        seconds: the longest run of a statement, for the client.
        options: what holds for the session at the server; none behind a pooler.
    """
    if options:
        url = make_conninfo(url, options=options)
    connection = LimitedConnection.connect(make_conninfo(url, **NETWORK), autocommit=True)
    try:
        connection.limit = seconds + MARGIN_SECONDS
        watch_client(connection)
    except psycopg.Error:
        connection.close()
        raise
    return connection


def watch_client(connection: LimitedConnection) -> bool:
    """Have the server end the connection if its client is lost; False: there is a pooler."""
    values = f"{CLIENT_SECONDS}s", connection.info.backend_pid
    return bool(connection.execute(_DIRECT, values).fetchall())


@contextmanager
def owner_transaction(url: str, *, seconds: float) -> Generator[LimitedConnection]:
    """A transaction of the owner of the tables, on a connection of its own.

    Args:
        url: of the database, as the owner.
        seconds: the time limit of a statement. That of a wait for a lock is `LOCK_SECONDS`.

    Raises:
        Unconfirmed: it is unknown whether the transaction was committed. With every other error,
            nothing has changed.
    """
    with connect(url, seconds=seconds) as connection:
        connection.autocommit = False
        limits = [f"{each * 1000:.0f}" for each in (LOCK_SECONDS, seconds)]
        connection.execute(_TRANSACTION, limits)
        yield connection
        connection.limit = COMMIT_SECONDS
        try:
            connection.commit()
        except psycopg.OperationalError as error:
            raise Unconfirmed(str(error)) from error


def check_access(url: str) -> None:
    """Check that the service can use a migrated database.

    Raises:
        AccessRefused: as this user it may not.
        psycopg.OperationalError: the database cannot be reached.
    """
    with connect(url) as connection:
        configure(connection)


def configure(connection: LimitedConnection, *, seconds: float = STATEMENT_SECONDS) -> None:
    """Prepare a new connection for the service.

    Args:
        connection: in autocommit mode.
        seconds: the time limit of a statement.

    Raises:
        AccessRefused: the user who logged in may not work as the service.
    """
    connection.limit = seconds + MARGIN_SECONDS
    try:
        if watch_client(connection):
            _configure_session(connection, seconds)
        else:
            connection.prepare_threshold = None
            _check_user(connection)
    except (InvalidParameterValue, UndefinedObject):
        raise AccessRefused(f"The role {ROLE} is missing: run `fairdeal migrate`.") from None
    register(connection)


def _configure_session(connection: LimitedConnection, seconds: float) -> None:
    """Take the role, and set what holds for the session, in one round trip."""
    try:
        connection.execute(_SESSION, (ROLE, f"{seconds * 1000:.0f}"))
    except InsufficientPrivilege:
        user = Identifier(connection.info.user).as_string()
        raise AccessRefused(
            f"The user {user} of DATABASE_URL is not a member of {ROLE}. As an administrator, run: "
            f"GRANT {ROLE} TO {user};"
        ) from None


def _check_user(connection: LimitedConnection) -> None:
    """Check that the user has the rights of the role and no others."""
    [is_member, is_owner] = connection.execute(_RIGHTS, (ROLE,)).fetchone() or (False, False)
    if not is_member or is_owner:
        user = Identifier(connection.info.user).as_string()
        raise AccessRefused(
            f"DATABASE_URL leads to a connection pooler, behind which the service cannot change its"
            f" role. So its user has to be a member of {ROLE} that does not own the tables, and "
            f"{user} is {'their owner' if is_owner else 'no member'}. As an administrator, run: "
            f"CREATE ROLE fairdeal_login LOGIN PASSWORD '…' IN ROLE {ROLE};"
        )
