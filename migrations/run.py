"""Change the schema: one caller at a time per database, and no statement that waits for long.

    upgrade("postgresql://…")

Each revision is one transaction, which also holds the lock that keeps other callers out. So the
lock ends with the transaction, whatever happens, and a connection pooler may be in between. A
second caller waits for the first, and then finds nothing left to do.
"""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import as_file
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from psycopg.errors import DuplicateObject, InsufficientPrivilege, LockNotAvailable, UniqueViolation
from psycopg.sql import SQL, Identifier
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from events.connections import MARGIN_SECONDS, LimitedConnection, NoAnswer, connect
from migrations import (
    BASELINE,
    HEAD,
    PACKAGE,
    RELEASE_0_2_0,
    REVISIONS,
    VERSION_TABLE,
    read_schema,
)
from migrations.sql import load_functions

LOCK: Final = int.from_bytes(b"fairdeal", "big") >> 1
"""The advisory lock of a caller that changes the schema of a database."""

ROLE: Final = "fairdeal_service"
"""The role of the service, to which the revisions grant what it may do. It is the cluster's."""

_LIMITS: Final = """
SELECT set_config('search_path', 'public', true),
       set_config('lock_timeout', %s, true), set_config('statement_timeout', %s, true)
"""

_VERSION_TABLE: Final = """
DO $$
BEGIN
    IF to_regclass('public.schema_version') IS NULL THEN
        CREATE TABLE public.schema_version (
            version_num varchar(32) NOT NULL CONSTRAINT schema_version_pkc PRIMARY KEY
        );
        GRANT SELECT ON public.schema_version TO fairdeal_service;
        IF to_regclass('public.alembic_version') IS NOT NULL THEN
            INSERT INTO public.schema_version SELECT version_num FROM public.alembic_version;
        END IF;
    END IF;
END
$$
"""
"""The table of the revision, made from the one of release 0.2.0 if that is there."""


class MigrationFailed(Exception):
    """The schema cannot be changed; the message says why."""


class MigrationBusy(MigrationFailed):
    """Another caller has been changing the schema for longer than this one would wait."""


class MigrationUnknown(MigrationFailed):
    """It is unknown whether a revision was committed; the message says what to do."""


class MigrationRefused(MigrationFailed):
    """This user or this program may not change the schema; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a change of the schema may take, in seconds.

    Attributes:
        turn: the wait for another caller.
        lock: the wait of a statement for a lock: a waiting statement blocks the ones behind it.
        statement: the run of a statement. Some revisions set no limit: they change all rows.
        revision: the run of a statement in a revision without a limit, for the client.
        commit: the wait for a commit, which may wait for a standby.
    """

    turn: float = 60
    lock: float = 5
    statement: float = 60
    revision: float = 24 * 3600
    commit: float = 60


def upgrade(url: str, revision: str = HEAD, *, patience: Patience = Patience()) -> None:
    """Bring a database up to a revision, as the user that is to own the tables.

    This user need not be a superuser: it owns the database. The role of the service is created if
    it is missing and the user may create it. A newer schema on which this program runs stays as it
    is.

    Args:
        url: of PostgreSQL, as libpq reads it.
        revision: the newest if not given.
        patience: how long it may take.

    Raises:
        MigrationBusy: another caller was at it for too long.
        MigrationRefused: the user may not do it, or the schema is too new for this program.
        MigrationUnknown: a commit was not confirmed in time; the change can be repeated.
        psycopg.errors.LockNotAvailable: a table was in use for too long. As with every error,
            nothing has happened of the revision that failed.
    """
    with _connect(url) as connection:
        schema = read_schema(connection)
        if schema.fault is not None and not schema.is_behind:
            raise MigrationRefused(schema.fault)
        connection.autocommit = False
        with _wrapped(connection) as wrapped:
            with _turn(connection, wrapped, patience):
                _ensure_role(connection)
            while _advance(connection, wrapped, patience, revision):
                pass


def current(url: str) -> str | None:
    """The revision of a database, or None before the first."""
    with _connect(url) as connection:
        return read_schema(connection).revision


def _advance(
    connection: LimitedConnection, wrapped: Connection, patience: Patience, last: str
) -> bool:
    """Make the next change of the schema, up to a revision; False: there is none."""
    with _turn(connection, wrapped, patience):
        connection.execute(_VERSION_TABLE)
        current = _context(wrapped).get_current_revision()
        following = next((each for each in REVISIONS if current is None or each > current), None)
        if following is None or following > last:
            return False
        if current is not None and current < RELEASE_0_2_0:
            raise MigrationRefused(
                f"The schema is at revision {current}, which is older than release 0.2.0. Upgrade "
                "to release 0.2.0 first."
            )
        load_functions(connection)
        if current is not None and current < BASELINE:
            connection.execute((PACKAGE / "from_0_2_0.sql").read_bytes())
            connection.execute("UPDATE schema_version SET version_num = %s", [BASELINE])
            return True
        with as_file(PACKAGE) as folder:
            config = Config(attributes={"connection": wrapped})
            config.set_main_option("script_location", str(folder))
            config.set_main_option("path_separator", "os")
            command.upgrade(config, following)
        return True


def _context(wrapped: Connection) -> MigrationContext:
    return MigrationContext.configure(wrapped, opts={"version_table": VERSION_TABLE})


def _connect(url: str) -> LimitedConnection:
    """A connection of its own in autocommit mode, which needs nothing of its session."""
    connection = connect(url)
    connection.prepare_threshold = None
    return connection


@contextmanager
def _wrapped(connection: LimitedConnection) -> Generator[Connection]:
    """The connection as Alembic takes it; errors come from psycopg."""
    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: connection, poolclass=StaticPool
    )
    try:
        with engine.connect() as wrapped:
            yield wrapped
    except DBAPIError as error:
        raise _translated(error.orig or error, connection) from error
    except (InsufficientPrivilege, NoAnswer) as error:
        raise _translated(error, connection) from error


def _translated(error: BaseException, connection: LimitedConnection) -> BaseException:
    if connection.closed:
        return MigrationUnknown(
            f"It is unknown whether the last step was made: {error}. See that the database and its "
            "standby answer, then run `fairdeal migrate`: it goes on after the last step."
        )
    if not isinstance(error, InsufficientPrivilege):
        return error
    return MigrationRefused(
        f"The user {connection.info.user} may not change the schema: {error.diag.message_primary}. "
        "It has to own the database and its tables."
    )


@contextmanager
def _turn(
    connection: LimitedConnection, wrapped: Connection, patience: Patience
) -> Generator[None]:
    """A transaction in which no other caller changes the schema."""
    with wrapped.begin():
        connection.limit = patience.turn + MARGIN_SECONDS
        _limit(connection, lock=patience.turn, statement=0)
        try:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        except LockNotAvailable:
            raise MigrationBusy(f"The schema has been changing for {patience.turn} s.") from None
        _limit(connection, lock=patience.lock, statement=patience.statement)
        connection.limit = patience.revision
        yield
        connection.limit = patience.commit


def _limit(connection: LimitedConnection, *, lock: float, statement: float) -> None:
    """Set the time-outs of the transaction, in seconds; 0: none."""
    connection.execute(_LIMITS, [f"{each * 1000:.0f}" for each in (lock, statement)])


def _ensure_role(connection: LimitedConnection) -> None:
    """See that the role of the service exists, and let this user take it where that is possible.

    Another user may be the one that the service logs in as; so it is no error if this one may not.
    """
    user, role = (Identifier(each).as_string() for each in (connection.info.user, ROLE))
    if not connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [ROLE]).fetchall():
        try:
            # roles are the cluster's: another database may create it at this very moment
            with suppress(DuplicateObject, UniqueViolation), connection.transaction():
                connection.execute(SQL("CREATE ROLE {} NOLOGIN").format(Identifier(ROLE)))
        except InsufficientPrivilege:
            raise MigrationRefused(
                f"The role {ROLE} does not exist, and {connection.info.user} may not create it. "
                f"As an administrator, run: CREATE ROLE {role} NOLOGIN; GRANT {role} TO {user};"
            ) from None
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(SQL("SET ROLE {}").format(Identifier(ROLE)))
    except InsufficientPrivilege:
        with suppress(InsufficientPrivilege), connection.transaction():
            connection.execute(SQL("GRANT {} TO CURRENT_USER").format(Identifier(ROLE)))
