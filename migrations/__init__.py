"""The schema of the database: SQL files in order, run by Alembic.

This module only asks whether a database is current, and stays light: every start asks that.
`migrations.run` changes it.
"""

from importlib.resources import files
from typing import Any, Final

import psycopg

VERSIONS: Final = files(__name__) / "versions"

HEAD: Final = max(
    entry.name.partition("_")[0] for entry in VERSIONS.iterdir() if entry.name.endswith(".sql")
)
"""The newest revision that this program knows."""


def is_current(connection: psycopg.Connection[Any]) -> bool:
    """Whether the database is at the newest revision: one SELECT.

    Args:
        connection: in autocommit mode.
    """
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except psycopg.errors.UndefinedTable:
        return False
    return row is not None and row[0] == HEAD
