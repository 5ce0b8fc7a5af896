"""Settings and database access for subcommands."""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final

import psycopg

from service.cli.failure import CommandFailed
from service.embedded.database import open_database
from service.embedded.errors import EmbeddedError
from service.settings import Settings, SettingsError

_SECONDS: Final = 10


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
def database(chosen: Settings) -> Generator[str]:
    """The URL of the database; the embedded server runs for as long as the block needs it.

    Raises:
        CommandFailed: There is no database, or its schema is not the current one.
    """
    try:
        with open_database(chosen) as url:
            # a pool would keep trying for a long time
            psycopg.connect(url, connect_timeout=_SECONDS).close()
            yield url
    except EmbeddedError as error:
        raise CommandFailed(str(error)) from error
    except psycopg.OperationalError as error:
        raise CommandFailed(f"The database cannot be reached: {error}") from error
    except psycopg.errors.UndefinedTable as error:
        raise CommandFailed("The database has no schema yet: run `fairdeal migrate`.") from error
