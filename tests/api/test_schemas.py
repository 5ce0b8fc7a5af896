"""A table is played on each schema that this program runs on, and a probe says whether it does."""

from dataclasses import replace
from random import Random

import psycopg
import pytest

import migrations
from migrations import HEAD, OLDEST, REVISIONS
from migrations.run import current, upgrade
from run.processes.serve import ServeError, _migrate, _see_that_the_database_is_open
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, client_of
from tests.cli.commands import fairdeal
from tests.contexts import SECRET, opened_context
from tests.events import databases
from tests.events.test_schemas import NEWER, make_newer

SERVED = [each for each in REVISIONS if each >= OLDEST]
TOO_OLD = databases.REVISIONS[-1]


@pytest.mark.parametrize("revision", SERVED)
def test_a_table_is_played_on_each_schema(embedded_postgres: str, revision: str) -> None:
    with servers.empty_database(embedded_postgres) as url:
        upgrade(url, revision)
        with opened_context(url) as context:
            client = client_of(context)
            assert client.get("/readyz")["status"] == "ok"
            table = client.open()
            assert client.play(table, Random(8)) > 10
            client.record(str(table.deal))
            assert client.sequence() > 10
            assert client.get(f"{table.path}/series", table.owner)["deals"]
        upgrade(url)
        with opened_context(url) as context:
            assert client_of(context).get(f"{table.path}/series", table.owner)["deals"]


def says_whether_it_is_ready(client: Client, *, ready: bool) -> None:
    answer = client.send("GET", "/readyz")
    assert ready == (answer.status_code == 200)
    assert ready or answer.refusal == (503, "not-migrated")


@pytest.mark.parametrize(
    ("revision", "ready"), [(OLDEST, True), (TOO_OLD, False), ("0000", False), (None, False)]
)
def test_a_probe_says_whether_the_schema_fits(
    embedded_postgres: str, revision: str | None, *, ready: bool
) -> None:
    with servers.fresh_database(embedded_postgres) as url, opened_context(url) as context:
        with psycopg.connect(url) as admin:
            admin.execute("DELETE FROM schema_version")
            if revision is not None:
                admin.execute("INSERT INTO schema_version VALUES (%s)", [revision])
        says_whether_it_is_ready(client_of(context), ready=ready)


@pytest.mark.parametrize(("oldest", "ready"), [(HEAD, True), (NEWER, False)])
def test_a_probe_says_whether_a_newer_schema_serves_this_program(
    embedded_postgres: str, oldest: str, *, ready: bool
) -> None:
    with servers.fresh_database(embedded_postgres) as url, opened_context(url) as context:
        make_newer(url, oldest)
        says_whether_it_is_ready(client_of(context), ready=ready)


def test_commands_refuse_a_schema_in_a_sentence(embedded_postgres: str) -> None:
    with servers.fresh_database(embedded_postgres) as url:
        with psycopg.connect(url) as admin:
            admin.execute("UPDATE schema_version SET version_num = %s", [TOO_OLD])
        ran = fairdeal("keys", "list", DATABASE_URL=url)
        assert ran.code == 1
        assert ran.err.startswith(f"fairdeal keys: The schema is at revision {TOO_OLD}, and ")


def test_a_start_upgrades_what_it_may_and_goes_on_with_what_fits(
    embedded_postgres: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    older = TOO_OLD  # the start asks no more of it than that it serves this program
    monkeypatch.setattr(migrations, "OLDEST", older)
    with servers.empty_database(embedded_postgres) as url:
        databases.load(url, older)
        login = Settings(database_url=servers.as_user(url, servers.LOGIN), given_secret=SECRET)
        _migrate(login)
        assert "The schema cannot be upgraded: " in (said := capsys.readouterr().err)
        assert said.endswith("This program runs on the present one too.\n")
        assert current(url) == older
        _migrate(replace(login, migration_database_url=url))
        assert current(url) == REVISIONS[-1]
        assert "bringing the schema" in capsys.readouterr().err
        _migrate(login)
        assert capsys.readouterr().err == ""
        with psycopg.connect(url) as owner:
            owner.execute("UPDATE schema_version SET version_num = %s", [databases.REVISIONS[0]])
        with pytest.raises(ServeError, match="The schema cannot be upgraded: "):
            _migrate(login)


def test_a_start_with_a_schema_that_is_too_new_ends_with_a_sentence(embedded_postgres: str) -> None:
    with servers.empty_database(embedded_postgres) as url:
        upgrade(url)
        make_newer(url, NEWER)
        with pytest.raises(ServeError, match="install a newer release"):
            _migrate(Settings(database_url=url, given_secret=SECRET))
        ran = fairdeal("migrate", DATABASE_URL=url)
        assert ran.code == 1
        assert ran.err.startswith(f"fairdeal migrate: The schema is at revision {NEWER}. It needs")


def test_a_start_and_a_migration_say_who_may_use_the_database(embedded_postgres: str) -> None:
    with servers.empty_database(embedded_postgres) as url:
        with psycopg.connect(embedded_postgres, autocommit=True) as admin:
            admin.execute("CREATE ROLE fairdeal_nobody LOGIN")
        try:
            nobody = url.replace(servers.user_name(servers.OWNER), "fairdeal_nobody")
            ran = fairdeal("migrate", DATABASE_URL=nobody, MIGRATION_DATABASE_URL=url)
            with pytest.raises(ServeError, match="GRANT fairdeal_service TO"):
                _see_that_the_database_is_open(nobody)
        finally:
            with psycopg.connect(embedded_postgres, autocommit=True) as admin:
                admin.execute("DROP ROLE fairdeal_nobody")
    assert ran.out == f"The schema is at {REVISIONS[-1]}.\n"
    assert ran.err.startswith("fairdeal migrate: The service cannot start yet. The user ")
    assert ran.err.endswith('run: GRANT fairdeal_service TO "fairdeal_nobody";\n')
    assert ran.code == 0


def test_a_start_says_that_the_database_cannot_be_used(embedded_postgres: str) -> None:
    missing = servers.database_url(embedded_postgres, "fairdeal_missing")
    with pytest.raises(ServeError, match="The database cannot be used: "):
        _see_that_the_database_is_open(missing)
    with pytest.raises(ServeError, match="The database cannot be reached: "):
        _migrate(Settings(database_url=missing))
