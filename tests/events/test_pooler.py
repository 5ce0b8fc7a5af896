"""Behind PgBouncer in transaction mode: neither service nor migrations leave session state."""

import threading
from collections.abc import Generator
from typing import LiteralString

import psycopg
import pytest

from events.connections import AccessRefused, check_access
from events.postgres import Pool, PostgresStore, ask, open_pool
from events.record import FULL
from events.store import StaleVersion
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from migrations import HEAD
from migrations.run import LOCK, MigrationBusy, Patience, current, upgrade
from tests import servers
from tests.events.making import KEY, append, deal_id
from tests.pooling import SERVER_CONNECTIONS, installed, pooled
from tests.simulation.runtime import RUNTIME

pytestmark = installed

SESSION: LiteralString = """
SELECT current_user::text, current_setting('plan_cache_mode'), current_setting('search_path'),
       current_setting('statement_timeout'), (SELECT count(*) FROM pg_prepared_statements)
"""


@pytest.fixture
def pooled_url(database: str) -> Generator[str]:
    """A migrated database behind a pooler, as the user who is for that."""
    with pooled(servers.as_user(database, servers.LOGIN)) as url:
        yield url


@pytest.fixture
def pooled_pool(pooled_url: str) -> Generator[Pool]:
    with open_pool(pooled_url, size=8) as pool:
        pool.resize(8, 8)
        pool.wait()
        yield pool


def test_nothing_is_left_in_a_session(pooled_pool: Pool, pooled_url: str) -> None:
    store, deal = PostgresStore(pooled_pool, entropy=RUNTIME.random_bytes), deal_id()
    for version in range(20):
        append(store, deal, expected=version)
        store.load(deal, viewer=FULL)
    assert Sequencer(PostgresLog(pooled_pool), KEY).advance().logged == 20
    login = psycopg.conninfo.conninfo_to_dict(pooled_url)["user"]
    with psycopg.connect(pooled_url, autocommit=True) as other:
        for _ in range(2 * SERVER_CONNECTIONS):
            found = other.execute(SESSION, prepare=False).fetchall()
            assert found == [(login, "auto", '"$user", public', "0", 0)]


def test_a_direct_connection_is_set_up_for_its_session(database: str) -> None:
    with open_pool(servers.as_user(database, servers.LOGIN), size=1, seconds=7) as pool:
        for _ in range(2):
            [found] = ask(pool, SESSION, ())
    assert found[:4] == ("fairdeal_service", "force_generic_plan", "public, pg_temp", "7s")
    assert found[4] > 0


def test_threads_append_to_streams_that_they_share(pooled_pool: Pool) -> None:
    """More threads than connections to the server; each event is there once."""
    store, deals = (
        PostgresStore(pooled_pool, entropy=RUNTIME.random_bytes),
        [deal_id() for _ in range(4)],
    )
    faults: list[Exception] = []

    def work() -> None:
        try:
            for deal in deals * 5:
                while True:
                    try:
                        append(store, deal, expected=store.versions([deal]).get(deal, 0))
                        break
                    except StaleVersion:
                        continue
        except Exception as fault:  # noqa: BLE001 - it fails the test
            faults.append(fault)

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert set(store.versions(deals).values()) == {16 * 5}


def test_the_owner_of_the_tables_is_refused_behind_a_pooler(database: str) -> None:
    owner = servers.as_user(database, servers.OWNER)
    check_access(owner)
    with pooled(owner) as url, pytest.raises(AccessRefused, match="is their owner"):
        check_access(url)


def test_the_schema_is_migrated_through_a_pooler(empty_url: str) -> None:
    with pooled(empty_url) as url:
        upgrade(url)
        assert current(url) == current(empty_url) == HEAD
        with psycopg.connect(empty_url) as other:
            locks = (
                "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = ("
                "SELECT oid FROM pg_database WHERE datname = current_database())"
            )
            assert other.execute(locks).fetchall() == []
            other.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            with pytest.raises(MigrationBusy):
                upgrade(url, patience=Patience(turn=0.2))
        upgrade(url)
        with psycopg.connect(url) as other:
            left = "SELECT current_setting('lock_timeout'), current_setting('search_path')"
            assert other.execute(left).fetchall() == [("0", '"$user", public')]
