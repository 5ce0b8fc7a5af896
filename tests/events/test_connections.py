"""A lost connection is replaced, and its statement repeated; no statement waits for ever."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from urllib.parse import parse_qs, quote, urlsplit

import psycopg
import pytest
from psycopg.errors import Diagnostic, QueryCanceled, UndefinedTable
from psycopg.sql import SQL, Identifier

from events import connections, postgres
from events.connections import (
    ROLE,
    AccessRefused,
    LimitedConnection,
    NoAnswer,
    check_access,
    configure,
    connect,
)
from events.postgres import Pool, PostgresStore, ask, open_pool
from events.record import FULL
from tests import servers
from tests.events.making import append, deal_id
from tests.serving import until
from tests.simulation.runtime import RUNTIME


def lose_all(owner: psycopg.Connection) -> int:
    """End every other session of the database, as a restart of the server would."""
    return len(
        owner.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        ).fetchall()
    )


def test_lost_connections_are_replaced(database: str, owner: psycopg.Connection) -> None:
    with open_pool(database, size=4) as pool:
        pool.resize(4, 4)
        pool.wait()
        store, deal = PostgresStore(pool, entropy=RUNTIME.random_bytes), deal_id()
        append(store, deal)
        assert lose_all(owner) == 4
        append(store, deal, expected=1)
        assert lose_all(owner) >= 1
        assert len(store.load(deal, viewer=FULL)) == 2


def test_an_append_is_prepared_once_and_again_after_a_rollback(
    own_pool: Pool, own_store: PostgresStore
) -> None:
    """After a rollback psycopg deallocates all statements of the session, also those of others."""
    deal = deal_id()
    for version in range(4):
        append(own_store, deal, expected=version)
        with own_pool.connection() as connection:
            prepared = connection.execute("SELECT name FROM pg_prepared_statements").fetchall()
            assert [name for (name,) in prepared if "_pg3" not in name] == ["fairdeal_append"]
            if version % 2:
                connection.execute("DEALLOCATE ALL")
    assert len(own_store.load(deal, viewer=FULL)) == 4


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_request_that_waits_gets_a_connection_after_a_long_outage(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "RECONNECT_SECONDS", 0.1)
    folder = parse_qs(urlsplit(database).query)["host"][0]
    elsewhere = database.replace(quote(folder, safe=""), quote(str(tmp_path / "run"), safe=""))
    assert elsewhere != database
    with open_pool(elsewhere, size=1, timeout=60) as pool, ThreadPoolExecutor(1) as executor:
        waiting = executor.submit(ask, pool, "SELECT 1", ())
        until(lambda: pool.get_stats().get("connections_errors", 0) > 1)
        assert not waiting.done()
        (tmp_path / "run").symlink_to(folder)
        assert waiting.result() == [(1,)]


def test_a_pool_for_which_nobody_waits_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_pool(f"postgresql:///none?host={quote(str(tmp_path), safe='')}", size=1) as pool:
        monkeypatch.setattr(pool, "check", pytest.fail)
        postgres._begin_again(pool)


def test_a_connection_to_a_standby_is_given_up(own_pool: Pool, own_store: PostgresStore) -> None:
    """Whatever it is connected to next may be the primary."""
    deal = deal_id()
    with own_pool.connection() as connection:
        connection.execute("SET default_transaction_read_only = on")
    append(own_store, deal)
    assert connection.closed
    assert len(own_store.load(deal, viewer=FULL)) == 1


def test_other_errors_are_not_hidden(own_pool: Pool, own_store: PostgresStore) -> None:
    with pytest.raises(UndefinedTable):
        ask(own_store.pool, "SELECT FROM missing", ())
    with own_pool.connection() as connection:
        connection.execute("SET statement_timeout = 20")
    with pytest.raises(QueryCanceled):
        ask(own_store.pool, "SELECT pg_sleep(5)", ())


def test_a_statement_ends_at_the_limit_of_the_server(database: str) -> None:
    with open_pool(database, size=1, seconds=0.1) as pool:
        with pytest.raises(QueryCanceled):
            ask(pool, "SELECT pg_sleep(3600)", ())
        with pool.connection() as connection:
            assert not connection.closed


def test_a_connection_without_an_answer_is_closed_and_the_statement_is_not_repeated(
    owner: psycopg.Connection, own_pool: Pool
) -> None:
    with own_pool.connection() as connection:
        connection.limit = 0.2
    with pytest.raises(NoAnswer, match=r"no answer within 0\.2 s"):
        ask(own_pool, "SELECT pg_sleep(10)", ())
    sleeping = (
        "SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(10)'"
        " AND datname = current_database()"
    )
    assert len(owner.execute(sleeping).fetchall()) <= 1
    assert ask(own_pool, "SELECT 1", ()) == [(1,)]


def test_a_refusal_by_the_server_is_an_answer_in_a_pipeline_too(own_pool: Pool) -> None:
    with own_pool.connection() as connection:
        connection.execute("SET statement_timeout = 50")
        with pytest.raises(QueryCanceled), connection.cursor() as cursor:
            cursor.executemany("SELECT pg_sleep(%s)", [(0,), (5,), (0,)])
        assert not connection.closed


def test_a_transaction_without_an_answer_ends(own_pool: Pool) -> None:
    with own_pool.connection() as connection:
        connection.limit = 0.2
        with pytest.raises(NoAnswer), connection.transaction():
            connection.execute("SELECT pg_sleep(10)")
        assert connection.closed


def test_a_commit_that_did_not_wait_for_its_standby_is_no_answer(own_pool: Pool) -> None:
    """`tests/api/test_time_limits.py` has a server that waits for a standby."""
    with own_pool.connection() as connection:
        connection.note(cast("Diagnostic", SimpleNamespace(source_function="ReindexTable")))
        connection.execute("SELECT 1")
        connection.note(cast("Diagnostic", SimpleNamespace(source_function="SyncRepWaitForLSN")))
        with pytest.raises(NoAnswer, match="standby"):
            connection.execute("SELECT 1")
        assert connection.closed


@pytest.fixture
def pooled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process id that a pooler has for its client, which is not the server's."""
    monkeypatch.setattr(psycopg.ConnectionInfo, "backend_pid", 0)


@pytest.mark.usefixtures("pooled")
def test_behind_a_pooler_nothing_is_set_and_nothing_is_prepared(database: str) -> None:
    with connect(servers.as_user(database, servers.LOGIN)) as connection:
        configure(connection)
        assert connection.prepare_threshold is None
        [who] = connection.execute("SELECT current_user, session_user").fetchall()
        assert who == (servers.user_name(servers.LOGIN),) * 2


@pytest.mark.usefixtures("pooled")
@pytest.mark.parametrize("user", [servers.OWNER, None])
def test_the_owner_and_a_superuser_are_refused_behind_a_pooler(
    database: str, user: str | None
) -> None:
    url = database if user is None else servers.as_user(database, user)
    with pytest.raises(AccessRefused, match=r"is their owner\. As an administrator"):
        check_access(url)


@pytest.mark.parametrize("behind", [False, True])
def test_a_user_who_is_no_member_is_refused(
    database: str, owner: psycopg.Connection, request: pytest.FixtureRequest, *, behind: bool
) -> None:
    guest = f"fairdeal_{RUNTIME.uuid().hex}"  # the server is shared with other tests
    owner.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(guest)))
    if behind:
        request.getfixturevalue("pooled")
    try:
        with pytest.raises(AccessRefused, match=f"no member|not a member of {ROLE}"):
            check_access(database.replace("postgres@", f"{guest}@"))
    finally:
        owner.execute(SQL("DROP ROLE {}").format(Identifier(guest)))


@pytest.mark.parametrize("behind", [False, True])
def test_without_the_role_it_says_what_to_run(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    *,
    behind: bool,
) -> None:
    monkeypatch.setattr(connections, "ROLE", "fairdeal_missing")
    if behind:
        request.getfixturevalue("pooled")
    with pytest.raises(AccessRefused, match="fairdeal_missing is missing: run `fairdeal migrate`"):
        check_access(database)


def test_a_connection_that_is_lost_at_once_is_closed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[LimitedConnection]()

    def lose(connection: LimitedConnection) -> bool:
        made.append(connection)
        raise NoAnswer

    monkeypatch.setattr(connections, "watch_client", lose)
    with pytest.raises(NoAnswer):
        connect(database)
    assert made[0].closed


def test_a_chosen_wait_has_its_own_limit(database: str) -> None:
    with LimitedConnection.connect(database, autocommit=True) as connection:
        connection.limit = 0.01
        assert list(connection.notifies(timeout=0.1)) == []
