"""The schemas that this program runs on: from `OLDEST` on, and newer ones that serve it."""

import psycopg
import pytest
from psycopg.sql import SQL

import migrations
from migrations import HEAD, OLDEST, REVISIONS, Schema, read_schema
from migrations.run import MigrationRefused, current, downgrade, upgrade

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


def test_a_program_of_the_release_before_runs_on_this_schema(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(empty_url)
    monkeypatch.setattr(migrations, "HEAD", REVISIONS[-2])
    assert schema(empty_url).fault is None
    assert not schema(empty_url).is_behind


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


def shown_to_release(url: str) -> str | None:
    """The revision that programs of the release 0.2.0 read; None: they do not start."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def test_the_release_0_2_0_reads_its_own_revision_during_and_after_an_upgrade(
    empty_url: str,
) -> None:
    upgrade(empty_url, "0007")
    with psycopg.connect(empty_url) as owner:  # as that release leaves it
        owner.execute("INSERT INTO alembic_version VALUES ('0007')")
        owner.execute("DROP TABLE schema_version")
    with psycopg.connect(empty_url, autocommit=True, prepare_threshold=0) as probe:
        for revision in REVISIONS[REVISIONS.index("0007") :]:
            upgrade(empty_url, revision)
            assert current(empty_url) == revision
            assert probe.execute("SELECT version_num FROM alembic_version").fetchall() == [
                ("0007",)
            ]


def test_the_release_0_2_0_reads_the_true_revision_if_the_schema_no_longer_serves_it(
    empty_url: str,
) -> None:
    upgrade(empty_url)
    with psycopg.connect(empty_url) as owner:
        owner.execute(_REPLACE.format(SQL("SELECT {}").format("0017").as_string()))
    assert shown_to_release(empty_url) == HEAD


def test_an_older_program_that_migrates_meanwhile_is_followed(empty_url: str) -> None:
    """It knows the old table alone, so the new one says less than the schema has."""
    upgrade(empty_url, "0011")
    with psycopg.connect(empty_url) as owner:
        owner.execute("UPDATE schema_version SET version_num = '0010'")
        owner.execute("INSERT INTO alembic_version VALUES ('0011')")
    upgrade(empty_url)
    assert current(empty_url) == HEAD


def test_a_downgrade_tells_the_release_no_more_than_the_schema_has(empty_url: str) -> None:
    upgrade(empty_url)
    downgrade(empty_url, "0006")
    assert shown_to_release(empty_url) == "0006"
    upgrade(empty_url)
    assert (current(empty_url), shown_to_release(empty_url)) == (HEAD, "0007")
