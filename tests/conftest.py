"""Fixtures for all tests: a fresh database and a broker, on every available kind of server.

`database` and `broker` run a test once for each server, in `make test` on the embedded ones alone.
To choose one: ``@pytest.mark.parametrize("database", ["embedded"], indirect=True)``.
"""

import gc
import os
from collections.abc import Generator

import hypothesis
import pytest

from run.embedded import valkey
from run.embedded.server import serving
from tests import node, servers
from tests.sampling import FULL

hypothesis.settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=not FULL,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("any machine")
gc.set_threshold(20_000, 20, 50)  # by default it takes a twentieth of the run

OTHER_SERVERS = {"server", "redis", "rabbitmq"}
"""Parameters of tests on servers that others run; `make test` has the embedded ones alone."""
OF_OTHER_SERVERS = {"server_postgres", "redis_broker", "rabbitmq_broker"}
"""Their fixtures."""
OWN_SERVERS = {"embedded", "valkey"}
OF_OWN_SERVERS = {"embedded_postgres", "valkey_broker", "serve"}
"""Parameters and fixtures of the servers that the run starts; `make quick` starts none."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        parameters = {*item.name.partition("[")[2].removesuffix("]").split("-")}
        fixtures = {*getattr(item, "fixturenames", ())}
        if OTHER_SERVERS & parameters or OF_OTHER_SERVERS & fixtures:
            item.add_marker("long")
        is_on_database = item.get_closest_marker("database") is not None
        if is_on_database or OWN_SERVERS & parameters or OF_OWN_SERVERS & fixtures:
            item.add_marker("served")


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was collected: it stays until the end."""
    gc.collect()
    gc.freeze()


def pytest_configure() -> None:
    os.environ.setdefault("FAIRDEAL_BOT_DELAY", "0")  # for the services that tests start
    os.environ.setdefault("FAIRDEAL_WEB_PROCESSES", "1")  # each start of one takes a second


def pytest_sessionfinish() -> None:
    node.stop()


@pytest.fixture(params=["embedded", "server"])
def database(request: pytest.FixtureRequest) -> Generator[str]:
    """The URL of a fresh, migrated database."""
    with servers.fresh_database(request.getfixturevalue(f"{request.param}_postgres")) as url:
        yield url


@pytest.fixture(params=["valkey", "redis", "rabbitmq"])
def broker(request: pytest.FixtureRequest) -> str:
    """The URL of a broker, empty if it is Valkey or Redis. On RabbitMQ, `queue` separates tests."""
    url: str = request.getfixturevalue(f"{request.param}_broker")
    if request.param != "rabbitmq":
        servers.flush(url)
    return url


@pytest.fixture
def queue(broker: str) -> Generator[str]:
    with servers.own_queues(broker) as name:
        yield name


@pytest.fixture(scope="session")
def embedded_postgres() -> str:
    return servers.embedded_database()


@pytest.fixture(scope="session")
def server_postgres() -> str:
    return servers.configured_database()


@pytest.fixture(scope="session")
def valkey_broker(worker_id: str) -> Generator[str]:
    folder = servers.session_folder() / worker_id
    folder.mkdir()
    with serving(valkey.server(folder)) as url:
        yield url


@pytest.fixture(scope="session")
def redis_broker() -> Generator[str]:
    with servers.empty_redis(servers.configured_broker("redis")) as mine:
        yield mine


@pytest.fixture(scope="session")
def rabbitmq_broker() -> str:
    return servers.configured_broker("rabbitmq")
