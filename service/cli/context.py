"""What the commands have in common that need settings or a database."""

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
        words: Variables that the command line sets, and which go before those of the environment.

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
    """The URL of the database; the embedded one is started for as long as it takes.

    Raises:
        CommandFailed: There is none to be had, or it has not the schema that it should have.
    """
    try:
        with open_database(chosen) as url:
            psycopg.connect(url, connect_timeout=_SECONDS).close()  # a pool would try for long
            yield url
    except EmbeddedError as error:
        raise CommandFailed(str(error)) from error
    except psycopg.OperationalError as error:
        raise CommandFailed(f"The database can not be reached: {error}") from error
    except psycopg.errors.UndefinedTable as error:
        raise CommandFailed("The database has no schema yet: run `fairdeal migrate`.") from error
