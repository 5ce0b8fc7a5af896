"""The commands that need a database: `fairdeal keys` and `fairdeal migrate`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from migrations import HEAD
from service.access.credentials import KEY
from tests import servers
from tests.cli.commands import fairdeal


def test_keys_are_created_listed_and_revoked(database: str) -> None:
    created = fairdeal("keys", "create", "--name", "Yard club", DATABASE_URL=database)
    assert created.code == 0
    assert created.out.startswith(f"{KEY}_")
    listed = fairdeal("keys", "list", DATABASE_URL=database)
    assert "  valid               Yard club  all  opens private tables\n" in listed.out
    assert created.out.strip() not in listed.out
    key = listed.out.split()[0]
    assert fairdeal("keys", "revoke", key, DATABASE_URL=database).code == 0
    assert "  revoked " in fairdeal("keys", "list", DATABASE_URL=database).out
    again = fairdeal("keys", "revoke", key, DATABASE_URL=database)
    assert again.code == 1
    assert again.err.startswith(f"fairdeal keys: There is no valid key {key}")


def test_keys_are_made_with_scopes_and_rotated(database: str) -> None:
    made = fairdeal(
        *("keys", "create", "--name", "Screen", "--scopes", "play,read"), DATABASE_URL=database
    )
    listed = fairdeal("keys", "list", DATABASE_URL=database).out
    assert "Screen  read,play  opens private tables\n" in listed
    key = listed.split()[0]
    rotated = fairdeal("keys", "rotate", key, "--grace", "60", DATABASE_URL=database)
    assert rotated.out.startswith(f"{KEY}_")
    assert rotated.out != made.out
    assert fairdeal("keys", "list", DATABASE_URL=database).out == listed
    fairdeal("keys", "revoke", key, DATABASE_URL=database)
    again = fairdeal("keys", "rotate", key, DATABASE_URL=database)
    assert again.code == 1
    assert again.err.startswith(f"fairdeal keys: There is no valid key {key}")


def test_a_test_key_is_listed_as_one(database: str) -> None:
    created = fairdeal("keys", "create", "--name", "CI", "--test", DATABASE_URL=database)
    assert (created.code, created.out[:4]) == (0, "key_")
    [line] = fairdeal("keys", "list", DATABASE_URL=database).out.splitlines()
    assert line.endswith("opens private test tables")


@pytest.mark.parametrize("scopes", ["", "play,god", "READ"])
def test_a_scope_that_is_none_is_refused(scopes: str) -> None:
    assert fairdeal("keys", "create", "--name", "x", "--scopes", scopes).code == 2


@pytest.mark.parametrize("grace", ["-1", "x", str(365 * 86_400 + 1)])
def test_a_grace_that_is_none_is_refused(grace: str) -> None:
    key = "00000000-0000-8000-8000-000000000000"
    assert fairdeal("keys", "rotate", key, "--grace", grace).code == 2


def test_migrate_says_where_the_schema_stands(database: str) -> None:
    ran = fairdeal("migrate", DATABASE_URL=database)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("The schema is at 0")


def test_migrate_works_as_the_ordinary_owner_of_a_database(embedded_postgres: str) -> None:
    with servers.empty_database(embedded_postgres) as url:
        for given in (url, ""):
            ran = fairdeal("migrate", DATABASE_URL=given, MIGRATION_DATABASE_URL=url)
            assert (ran.code, ran.out, ran.err) == (0, f"The schema is at {HEAD}.\n", "")


def test_migrate_says_in_a_sentence_why_it_fails(
    embedded_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with servers.empty_database(embedded_postgres) as url:
        monkeypatch.setattr("migrations.run.ROLE", "fairdeal_missing")
        ran = fairdeal("migrate", DATABASE_URL=url)
        user = servers.user_name(servers.OWNER)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == (
            f"fairdeal migrate: The role fairdeal_missing does not exist, and {user} may not create"
            ' it. As an administrator, run: CREATE ROLE "fairdeal_missing" NOLOGIN; GRANT'
            f' "fairdeal_missing" TO "{user}";\n'
        )
        monkeypatch.undo()
        with psycopg.connect(url) as other:
            other.execute("CREATE TABLE stream ()")
            other.commit()
        ran = fairdeal("migrate", DATABASE_URL=url)
        assert ran.code == 1
        assert ran.err.startswith("fairdeal migrate: The schema cannot be upgraded: relation ")


def test_for_an_embedded_database_without_schema_the_error_says_migrate() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another user
        ran = fairdeal("keys", "list", FAIRDEAL_DATA=folder, DATABASE_URL="")
    assert ran.code == 1
    assert ran.err == "fairdeal keys: The database has no schema yet: run `fairdeal migrate`.\n"


def test_a_missing_database_is_reported_at_once() -> None:
    ran = fairdeal("keys", "list", DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    assert ran.code == 1
    assert ran.err.startswith("fairdeal keys: The database cannot be reached")


def test_an_id_that_is_none_is_refused() -> None:
    assert fairdeal("keys", "revoke", "7").code == 2
