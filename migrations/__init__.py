"""The schema of the database: SQL files in order, run by Alembic.

This module only asks which schema a database has, and stays light: every start asks that.
`migrations.run` changes it.

A deployment changes the schema first, and then replaces the programs. So a release also runs on the
schema of the next one, which says by `oldest_program()` which programs it serves.
`OLDEST` is the oldest schema on which this program runs; it may be its own. CONTRIBUTING.md has the
rules for revisions that follow from this.

The revision is in the table `schema_version`; release 0.2.0 had it in `alembic_version`. A database
of that release is upgraded in place (`from_0_2_0.sql`), with all programs stopped.

A revision changes tables. The functions in force are in `functions`, one file each; before every
revision all of them are loaded.
"""

from contextlib import suppress
from importlib.resources import files
from typing import Any, Final, NamedTuple

import psycopg

PACKAGE: Final = files(__name__)

REVISIONS: Final = sorted(
    entry.name.partition("_")[0]
    for entry in (PACKAGE / "versions").iterdir()
    if entry.name.endswith(".sql")
)
"""All revisions that this program knows, in their order."""

HEAD: Final = REVISIONS[-1]
"""The newest revision that this program knows."""

BASELINE: Final = "0030"
"""The revision of release 0.3.0: a new database begins with its tables."""

RELEASE_0_2_0: Final = "0007"
"""The revision of release 0.2.0. Databases from it on are upgraded."""

VERSION_TABLE: Final = "schema_version"
"""The table in which Alembic keeps the revision."""

OLDEST: Final = "0036"
"""The oldest revision on which this program runs."""


class Schema(NamedTuple):
    """The schema of a database, as this program sees it.

    Attributes:
        revision: its revision; None: no migration has been run.
        oldest_program: of a schema that is newer than this program, the oldest program that it
            serves, by the newest revision which that one knows.
    """

    revision: str | None
    oldest_program: str | None = None

    @property
    def is_behind(self) -> bool:
        """Whether this program has revisions for it."""
        return self.revision is None or self.revision < HEAD

    @property
    def fault(self) -> str | None:
        """Why this program does not run on it, and what to do; None: it runs."""
        if self.revision is None:
            return "The database has no schema yet: run `fairdeal migrate`."
        if self.revision < OLDEST:
            return (
                f"The schema is at revision {self.revision}, and this program needs {OLDEST} or "
                "newer: run `fairdeal migrate`."
            )
        if self.oldest_program is not None and self.oldest_program > HEAD:
            return (
                f"The schema is at revision {self.revision}. It needs a program that knows revision"
                f" {self.oldest_program}, and this one knows none after {HEAD}: install a newer "
                "release."
            )
        return None


_REVISION: Final = (
    "SELECT version_num FROM public.schema_version",
    "SELECT version_num FROM public.alembic_version",  # before the first upgrade by this program
)


def read_schema(connection: psycopg.Connection[Any]) -> Schema:
    """Read which schema a database has: one SELECT, two if it is newer than this program.

    Args:
        connection: in autocommit mode.
    """
    row = None
    for query in _REVISION:
        with suppress(psycopg.errors.UndefinedTable):
            row = connection.execute(query).fetchone()
            break
    if row is None or row[0] <= HEAD:
        return Schema(row and row[0])
    [oldest] = connection.execute("SELECT public.oldest_program()").fetchone() or (None,)
    return Schema(row[0], oldest)
