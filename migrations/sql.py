"""The SQL files of this package."""

from typing import Any, Final

import psycopg
from alembic import op
from psycopg.sql import SQL, Literal

from migrations import PACKAGE

FUNCTIONS: Final = PACKAGE / "functions"
"""A file for each function, as it is in force."""

_NOBODYS: Final = """
DO $$
DECLARE
    each regprocedure;
BEGIN
    FOR each IN SELECT oid FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proname = ANY({names})
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each);
    END LOOP;
END
$$
"""


def run(name: str) -> None:
    """Send a file of `migrations` to the database as it is, all its statements at once."""
    cursor = op.get_bind().connection.cursor()
    cursor.execute((PACKAGE / name).read_text("utf-8"))
    cursor.close()


def load_functions(connection: psycopg.Connection[Any]) -> None:
    """Create or replace all functions; only who is named in their files may call them.

    The tables may be older than the functions, so their bodies are checked when they run.
    """
    by_name = {each.name.removesuffix(".sql"): each for each in FUNCTIONS.iterdir()}
    connection.execute("SET LOCAL check_function_bodies = off")
    for _, file in sorted(by_name.items()):
        connection.execute(file.read_bytes())
    connection.execute(SQL(_NOBODYS).format(names=Literal([*by_name])))
