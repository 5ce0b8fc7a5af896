"""Up, down and up again, one caller at a time, and never waiting for long."""

import re
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

import psycopg
import pytest
from psycopg.errors import LockNotAvailable, QueryCanceled

import migrations
from domain.kernel.event import event_classes
from migrations.run import (
    LOCK,
    MigrationBusy,
    MigrationUnknown,
    Patience,
    current,
    upgrade,
)
from migrations.sql import FUNCTIONS
from tests.events import databases
from tests.serving import wait_for_lock

CATALOGUE = {
    "relations": """
        SELECT c.relname, c.relkind, c.reloptions, pg_get_partkeydef(c.oid),
               coalesce(relacl, acldefault('r', relowner))::text,
               pg_get_expr(c.relpartbound, c.oid)
        FROM pg_class c WHERE relnamespace = 'public'::regnamespace""",
    "columns": """
        SELECT attrelid::regclass::text,
               row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname,
               format_type(atttypid, atttypmod),
               attnotnull, attcollation::regcollation::text, attacl, attstorage,
               pg_get_expr(adbin, adrelid)
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
          AND relkind IN ('r', 'p')""",
    "indexes": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'""",
    "triggers": "SELECT pg_get_triggerdef(oid), tgenabled FROM pg_trigger WHERE NOT tgisinternal",
    "functions": """
        SELECT pg_get_functiondef(oid), proacl, pg_get_userbyid(proowner)
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace""",
}


def schema(url: str) -> dict[str, list[str]]:
    """Every object that a migration could have made."""
    with psycopg.connect(url) as connection:
        return {
            part: sorted(map(repr, connection.execute(query.encode()).fetchall()))
            for part, query in CATALOGUE.items()
        }


def test_there_is_one_head_and_it_is_known(empty_url: str) -> None:
    with psycopg.connect(empty_url, autocommit=True) as connection:
        assert migrations.read_schema(connection) == (None, None)
        for revision in migrations.REVISIONS:
            assert migrations.read_schema(connection).is_behind
            upgrade(empty_url, revision)
            assert current(empty_url) == revision
        assert migrations.read_schema(connection) == (migrations.HEAD, None)
        assert not migrations.read_schema(connection).is_behind
        numbered = [f"{number:04}" for number, _ in enumerate(migrations.REVISIONS, 30)]
        assert numbered == migrations.REVISIONS
        connection.execute("DELETE FROM schema_version")
        assert migrations.read_schema(connection).revision is None


def test_the_functions_in_the_database_are_those_with_a_file(empty_url: str) -> None:
    upgrade(empty_url)
    with psycopg.connect(empty_url) as connection:
        query = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        found = [name for (name,) in connection.execute(query)]
    assert sorted(found) == sorted(each.name.removesuffix(".sql") for each in FUNCTIONS.iterdir())


def test_every_event_that_the_functions_name_is_declared() -> None:
    import_module("service.streams")
    text = "".join(each.read_text("utf-8") for each in FUNCTIONS.iterdir())
    named = set(re.findall(r"'((?:table|deal|hint)\.[a-z_]+)'", text))
    assert named
    assert named <= {each.TYPE for each in event_classes()}


def test_the_check_for_migrations_is_light() -> None:
    code = "import sys, migrations; print({'alembic', 'sqlalchemy'} & sys.modules.keys())"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout == "set()\n"


@pytest.mark.long
def test_many_start_at_once(empty_url: str) -> None:
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as processes:
        assert list(processes.map(upgrade, [empty_url] * 4)) == [None] * 4
    assert current(empty_url) == migrations.HEAD


def test_the_second_caller_waits(empty_url: str) -> None:
    with psycopg.connect(empty_url, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        second = threading.Thread(target=upgrade, args=[empty_url])
        second.start()
        wait_for_lock(empty_url)
        assert second.is_alive()
        assert current(empty_url) is None
    second.join()
    assert current(empty_url) == migrations.HEAD


def test_retries_end(empty_url: str) -> None:
    with psycopg.connect(empty_url, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        with pytest.raises(MigrationBusy, match=r"for 0\.05 s"):
            upgrade(empty_url, patience=Patience(turn=0.05))
    assert current(empty_url) is None


@pytest.mark.parametrize(
    ("patience", "error"),
    [(Patience(lock=0.2), LockNotAvailable), (Patience(statement=0.001), QueryCanceled)],
)
def test_no_statement_waits_for_long(
    empty_url: str, patience: Patience, error: type[psycopg.Error]
) -> None:
    databases.load(empty_url, "0007")
    before = schema(empty_url)
    with psycopg.connect(empty_url) as other:
        other.execute("SELECT FROM webhook_delivery")
        with pytest.raises(error):
            upgrade(empty_url, patience=patience)
    assert current(empty_url) == "0007"
    assert schema(empty_url) == before
    upgrade(empty_url)


def test_a_revision_that_gets_no_answer_is_given_up(empty_url: str) -> None:
    databases.load(empty_url, "0007")
    with psycopg.connect(empty_url) as other:
        other.execute("SELECT FROM webhook_delivery")
        with pytest.raises(MigrationUnknown, match="run `fairdeal migrate`"):
            upgrade(empty_url, patience=Patience(revision=1))
    assert current(empty_url) == "0007"
    upgrade(empty_url)


def test_a_server_that_is_not_there(empty_url: str) -> None:
    with pytest.raises(psycopg.OperationalError):
        upgrade(empty_url.replace("_empty_", "_missing_"))
