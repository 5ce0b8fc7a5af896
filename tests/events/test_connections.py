"""A lost connection is replaced, and the statement on it is repeated."""

import psycopg
import pytest
from psycopg.errors import QueryCanceled, UndefinedTable

from events.postgres import Pool, PostgresStore, open_pool
from events.record import FULL
from tests.events.making import append, deal_id


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
        store, deal = PostgresStore(pool), deal_id()
        append(store, deal)
        assert lose_all(owner) == 4
        append(store, deal, expected=1)
        assert lose_all(owner) >= 1
        assert len(store.load(deal, viewer=FULL)) == 2


def test_other_errors_are_not_hidden(own_pool: Pool, own_store: PostgresStore) -> None:
    with pytest.raises(UndefinedTable):
        own_store._ask("SELECT FROM missing", ())
    with own_pool.connection() as connection:
        connection.execute("SET statement_timeout = 20")
    with pytest.raises(QueryCanceled):
        own_store._ask("SELECT pg_sleep(5)", ())
