"""Settings and database access for subcommands."""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager

import psycopg

from events.connections import AccessRefused, configure, connect
from migrations import read_schema
from run.cli.failure import CommandFailed
from run.embedded.database import open_database
from run.embedded.errors import EmbeddedError
from service.settings import Settings, SettingsError


def settings(words: Mapping[str, str | None] | None = None) -> Settings:
    """The settings of the environment.

    Args:
        words: Variables set on the command line, which override the environment.

    Raises:
        CommandFailed: One of them is wrong.
    """
    given = {variable: word for variable, word in (words or {}).items() if word is not None}
    try:
        return Settings.from_environment({**os.environ, **given})
    except SettingsError as error:
        raise CommandFailed(str(error)) from error


@contextmanager
def database(chosen: Settings, *, migrated: bool = True) -> Generator[str]:
    """The URL of the database; the embedded server runs for as long as the block needs it.

    Args:
        chosen: The settings.
        migrated: Whether the command needs the schema of this program.

    Raises:
        CommandFailed: There is no database, its schema is not one of this program, or the service
            may not use it.
    """
    try:
        with open_database(chosen) as url:
            with connect(url) as connection:  # a pool would keep trying for a long time
                if migrated:
                    if fault := read_schema(connection).fault:
                        raise CommandFailed(fault)
                    configure(connection)
            yield url
    except (EmbeddedError, AccessRefused) as error:
        raise CommandFailed(str(error)) from error
    except psycopg.OperationalError as error:
        raise CommandFailed(f"The database cannot be reached: {error}") from error
