"""Change the schema: one caller at a time per database, and no statement that waits for long.

    upgrade("postgresql://…")

A second caller waits for the first, and then finds nothing left to do.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Final

import psycopg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from psycopg.rows import TupleRow
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

LOCK: Final = int.from_bytes(b"fairdeal", "big") >> 1
"""The advisory lock of a caller that changes the schema of a database."""


class MigrationBusy(Exception):
    """Another caller has been changing the schema for longer than this one would wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a change of the schema may take, in seconds.

    Attributes:
        turn: the wait for another caller.
        lock: the wait of a statement for a lock: a waiting statement blocks the ones behind it.
        statement: the run of a statement.
    """

    turn: float = 60
    lock: float = 5
    statement: float = 60


def upgrade(url: str, revision: str = "head", *, patience: Patience = Patience()) -> None:
    """Bring a database up to a revision, as the role that is to own the tables.

    Args:
        url: of PostgreSQL, as libpq reads it.
        revision: the newest if not given.
        patience: how long it may take.

    Raises:
        MigrationBusy: another caller was at it for too long.
        psycopg.errors.LockNotAvailable: a table was in use for too long. As with every error,
            nothing has happened of the revision that failed.
    """
    with _alone(url, patience) as config:
        command.upgrade(config, revision)


def downgrade(url: str, revision: str, *, patience: Patience = Patience()) -> None:
    """Bring a database down to a revision ("base": before the first). Its data are lost.

    Raises:
        MigrationBusy: another caller was at it for too long.
        psycopg.errors.LockNotAvailable: a table was in use for too long.
    """
    with _alone(url, patience) as config:
        command.downgrade(config, revision)


def current(url: str) -> str | None:
    """The revision of a database, or None before the first."""
    with _connect(url) as connection, _wrapped(connection) as wrapped:
        return MigrationContext.configure(wrapped).get_current_revision()


@contextmanager
def _alone(url: str, patience: Patience) -> Generator[Config]:
    """Alembic's configuration, with a connection that no other caller works beside."""
    with _connect(url) as connection, as_file(files("migrations")) as folder:
        _limit(connection, "lock_timeout", patience.turn)
        try:
            connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        except psycopg.errors.LockNotAvailable:
            raise MigrationBusy(f"The schema has been changing for {patience.turn} s.") from None
        with _wrapped(connection) as wrapped:
            _limit(connection, "lock_timeout", patience.lock)
            _limit(connection, "statement_timeout", patience.statement)
            connection.commit()
            config = Config(attributes={"connection": wrapped})
            config.set_main_option("script_location", str(folder))
            config.set_main_option("path_separator", "os")
            yield config


def _connect(url: str) -> psycopg.Connection[TupleRow]:
    """A connection of its own; what it locks is free when it is closed."""
    return psycopg.connect(url, options="-c search_path=public")


@contextmanager
def _wrapped(connection: psycopg.Connection[TupleRow]) -> Generator[Connection]:
    """The connection as Alembic takes it."""
    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: connection, poolclass=StaticPool
    )
    with engine.connect() as wrapped:
        yield wrapped


def _limit(connection: psycopg.Connection[TupleRow], setting: str, seconds: float) -> None:
    """Set a time-out of the session."""
    connection.execute("SELECT set_config(%s, %s, false)", [setting, f"{seconds * 1000:.0f}"])
