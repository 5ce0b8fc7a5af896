"""Run the SQL file of a revision."""

import re

from alembic import op

from migrations import VERSIONS


def run(name: str) -> None:
    """Send a file of `migrations/versions` to the database as it is, all its statements at once."""
    _send((VERSIONS / name).read_text("utf-8"))


def redefine(name: str, *functions: str) -> None:
    """Replace functions by what the file of an earlier revision defines today.

    A database that was made by an older form of that file gets the functions of a fresh one.
    """
    text = (VERSIONS / name).read_text("utf-8")
    for function in functions:
        pattern = rf"^CREATE (?:OR REPLACE )?(FUNCTION {function}\(.*?^\$\$;$)"
        [definition] = re.findall(pattern, text, re.MULTILINE | re.DOTALL)
        _send(f"CREATE OR REPLACE {definition}")


def _send(statements: str) -> None:
    cursor = op.get_bind().connection.cursor()
    cursor.execute(statements)
    cursor.close()
