"""Up, down and up again, one caller at a time, and never waiting for long."""

import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg.errors import LockNotAvailable, QueryCanceled

import migrations
from events.postgres import PostgresStore, open_pool
from events.record import FULL
from migrations.run import (
    LOCK,
    MigrationBusy,
    MigrationUnknown,
    Patience,
    current,
    downgrade,
    upgrade,
)
from tests.events.making import append, deal_id
from tests.serving import wait_for_lock
from tests.simulation.runtime import RUNTIME

REVISIONS = ["base", *migrations.REVISIONS]

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
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
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


def test_up_down_and_up_again(empty_url: str) -> None:
    seen: dict[str, Any] = {}
    for revision in REVISIONS[1:]:
        upgrade(empty_url, revision)
        assert current(empty_url) == revision
        seen[revision] = schema(empty_url)
    assert all(seen[REVISIONS[-1]].values())
    for revision in reversed(REVISIONS[:-1]):
        downgrade(empty_url, revision)
        assert current(empty_url) == (None if revision == "base" else revision)
        seen.setdefault(revision, schema(empty_url))
        assert schema(empty_url) == seen[revision]
    nothing = {part: found for part, found in seen["base"].items() if found}
    assert "schema_version" in str(nothing.pop("relations"))
    assert "stream" not in str(nothing)
    for revision in REVISIONS[1:]:
        upgrade(empty_url, revision)
        assert schema(empty_url) == seen[revision]
    with open_pool(empty_url, size=1) as pool:
        store, deal = PostgresStore(pool, entropy=RUNTIME.random_bytes), deal_id()
        append(store, deal)
        assert len(store.load(deal, viewer=FULL)) == 1


def test_there_is_one_head_and_it_is_known(empty_url: str) -> None:
    with psycopg.connect(empty_url, autocommit=True) as connection:
        assert migrations.read_schema(connection) == (None, None)
        upgrade(empty_url, "0001")
        assert migrations.read_schema(connection).is_behind
        upgrade(empty_url)
        assert migrations.read_schema(connection) == (migrations.HEAD, None)
        assert not migrations.read_schema(connection).is_behind
        numbered = [f"{number:04}" for number, _ in enumerate(migrations.REVISIONS, 1)]
        assert numbered == migrations.REVISIONS
        connection.execute("DELETE FROM schema_version")
        assert migrations.read_schema(connection).revision is None


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
        for change in (upgrade, downgrade):
            with pytest.raises(MigrationBusy, match=r"for 0\.05 s"):
                change(empty_url, "0001", patience=Patience(turn=0.05))
    assert current(empty_url) is None


@pytest.mark.parametrize(
    ("patience", "error"),
    [(Patience(lock=0.2), LockNotAvailable), (Patience(statement=1), QueryCanceled)],
)
def test_no_statement_waits_for_long(
    empty_url: str, patience: Patience, error: type[psycopg.Error]
) -> None:
    upgrade(empty_url)
    before = schema(empty_url)
    downgrade(empty_url, "0005")
    with psycopg.connect(empty_url) as other:
        other.execute("SELECT FROM webhook")
        with pytest.raises(error):
            downgrade(empty_url, "base", patience=patience)
        assert current(empty_url) == "0005"
    upgrade(empty_url)
    assert schema(empty_url) == before


def test_a_revision_that_gets_no_answer_is_given_up(empty_url: str) -> None:
    upgrade(empty_url, "0005")
    with psycopg.connect(empty_url) as other:
        other.execute("SELECT FROM webhook")
        with pytest.raises(MigrationUnknown, match="run `fairdeal migrate`"):
            downgrade(empty_url, "base", patience=Patience(revision=1))
    assert current(empty_url) == "0005"
    upgrade(empty_url)


def test_a_server_that_is_not_there(empty_url: str) -> None:
    with pytest.raises(psycopg.OperationalError):
        upgrade(empty_url.replace("_empty_", "_missing_"))


def test_keys_come_over_to_the_schema_with_scopes_and_back(empty_url: str) -> None:
    """A valid key and a revoked one; of a rotated secret, only the new one stays."""
    upgrade(empty_url, "0003")
    valid, revoked, later = (bytes([each]) * 32 for each in (1, 2, 3))
    with psycopg.connect(empty_url, autocommit=True) as connection:
        add: LiteralString = (
            "INSERT INTO api_key VALUES (gen_random_uuid(), %s, %s, now(), %s) RETURNING id"
        )
        [first] = connection.execute(add, (valid, "a", None)).fetchone() or ()
        connection.execute(add, (revoked, "b", "2026-01-01"))
        upgrade(empty_url)
        rows = "SELECT name, maker, root = id, scopes, revoked_at IS NULL FROM api_key ORDER BY 1"
        found = connection.execute(rows).fetchall()
        assert found == [("a", None, True, None, True), ("b", None, True, None, False)]
        known = "SELECT hash, ends_at IS NULL FROM api_secret ORDER BY 1"
        assert connection.execute(known).fetchall() == [(valid, True), (revoked, True)]
        connection.execute("UPDATE api_secret SET ends_at = now() WHERE hash = %s", [valid])
        connection.execute(
            "INSERT INTO api_secret (hash, key, command) VALUES (%s, %s, gen_random_uuid())",
            (later, first),
        )
        for longer in ("2999-01-01", None):
            query: LiteralString = "UPDATE api_secret SET ends_at = %s WHERE hash = %s"
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(query, [longer, valid])
        downgrade(empty_url, "0003")
        hashes = "SELECT hash, revoked_at IS NULL FROM api_key ORDER BY 1"
        assert connection.execute(hashes).fetchall() == [(revoked, False), (later, True)]
