"""Stores of every kind. The databases are shared by all tests that only add streams to them."""

from collections.abc import Generator

import psycopg
import pytest

from events.postgres import Pool, PostgresStore, open_pool
from events.store import EventStore
from events.translog.postgres import PostgresLog
from tests import servers
from tests.events.making import Logged
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog
from tests.simulation.runtime import RUNTIME

SERVERS = ("embedded", "server")


@pytest.fixture(scope="session")
def embedded_url(embedded_postgres: str) -> Generator[str]:
    with servers.fresh_database(embedded_postgres) as url:
        yield url


@pytest.fixture(scope="session")
def server_url(server_postgres: str) -> Generator[str]:
    with servers.fresh_database(server_postgres) as url:
        yield url


@pytest.fixture(scope="session")
def embedded_pool(embedded_url: str) -> Generator[Pool]:
    with open_pool(embedded_url, size=8) as pool:
        yield pool


@pytest.fixture(scope="session")
def server_pool(server_url: str) -> Generator[Pool]:
    with open_pool(server_url, size=8) as pool:
        yield pool


@pytest.fixture(params=SERVERS)
def shared_url(request: pytest.FixtureRequest) -> str:
    """The URL of a migrated database that other tests use too."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=SERVERS)
def pool(request: pytest.FixtureRequest) -> Pool:
    """Connections to a database that other tests use too."""
    pool: Pool = request.getfixturevalue(f"{request.param}_pool")
    return pool


@pytest.fixture(params=["memory", *SERVERS])
def store(request: pytest.FixtureRequest) -> EventStore:
    """A store of each kind; other tests add to it too."""
    if request.param == "memory":
        return MemoryStore()
    pool = request.getfixturevalue(f"{request.param}_pool")
    return PostgresStore(pool, entropy=RUNTIME.random_bytes)


@pytest.fixture(params=["memory", *SERVERS])
def logged(request: pytest.FixtureRequest) -> Generator[Logged]:
    """A store of each kind with its log, both empty and this test's own."""
    if request.param == "memory":
        store = MemoryStore()
        yield Logged(store, MemoryLog(store.memory))
        return
    server: str = request.getfixturevalue(f"{request.param}_postgres")
    with servers.fresh_database(server) as url, open_pool(url, size=4) as pool:
        yield Logged(PostgresStore(pool, entropy=RUNTIME.random_bytes), PostgresLog(pool))


@pytest.fixture
def owner(database: str) -> Generator[psycopg.Connection]:
    """The owner of a database that this test may corrupt."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture
def own_pool(database: str) -> Generator[Pool]:
    """A connection to the database that this test may corrupt: only one, so that there is one
    session.
    """
    with open_pool(database, size=1) as pool:
        yield pool


@pytest.fixture
def own_store(own_pool: Pool) -> PostgresStore:
    """The store in the database that this test may corrupt."""
    return PostgresStore(own_pool, entropy=RUNTIME.random_bytes)


@pytest.fixture(params=SERVERS)
def empty_url(request: pytest.FixtureRequest) -> Generator[str]:
    """The URL of a database that no migration has been run on, as its owner: no superuser."""
    with servers.empty_database(request.getfixturevalue(f"{request.param}_postgres")) as url:
        yield url


@pytest.fixture
def intruder(owner: psycopg.Connection) -> psycopg.Connection:
    """An intruder with full access to the database: the triggers are disabled."""
    owner.execute("SET session_replication_role = replica")
    return owner
