"""The schemas that this program runs on: from `OLDEST` on, and newer ones that serve it."""

import psycopg
import pytest
from psycopg.sql import SQL

from migrations import HEAD, OLDEST, REVISIONS, Schema, read_schema
from migrations.run import MigrationRefused, current, upgrade

NEWER = "9999"
_REPLACE = SQL(
    "CREATE OR REPLACE FUNCTION oldest_program() RETURNS text LANGUAGE sql IMMUTABLE AS {}"
)


def make_newer(url: str, oldest_program: str) -> None:
    """Bring a schema to a revision of a later release, which serves programs from this one on."""
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE schema_version SET version_num = %s", [NEWER])
        connection.execute(_REPLACE.format(SQL("SELECT {}").format(oldest_program).as_string()))


def schema(url: str) -> Schema:
    with psycopg.connect(url, autocommit=True) as connection:
        return read_schema(connection)


def test_the_oldest_schema_is_one_of_the_revisions(empty_url: str) -> None:
    assert OLDEST in REVISIONS
    upgrade(empty_url)
    with psycopg.connect(empty_url) as connection:
        found = connection.execute("SELECT oldest_program()").fetchone()
    assert found is not None
    assert found[0] in REVISIONS


@pytest.mark.parametrize("revision", REVISIONS)
def test_this_program_runs_on_the_oldest_schema_and_those_after_it(revision: str) -> None:
    fault = Schema(revision).fault
    assert (fault is None) == (revision >= OLDEST)
    assert Schema(revision).is_behind == (revision != HEAD)


def test_a_newer_schema_that_serves_this_program_stays(empty_url: str) -> None:
    upgrade(empty_url)
    make_newer(empty_url, HEAD)
    assert schema(empty_url) == Schema(NEWER, HEAD)
    assert schema(empty_url).fault is None
    upgrade(empty_url)
    assert current(empty_url) == NEWER


def test_a_schema_that_is_too_new_is_refused_in_a_sentence(empty_url: str) -> None:
    upgrade(empty_url)
    make_newer(empty_url, NEWER)
    fault = schema(empty_url).fault
    assert fault is not None
    assert "It needs a program that knows revision 9999" in fault
    with pytest.raises(MigrationRefused, match="install a newer release"):
        upgrade(empty_url)


def test_a_database_without_a_schema_is_behind() -> None:
    assert Schema(None).is_behind
    assert Schema(None).fault == "The database has no schema yet: run `fairdeal migrate`."
