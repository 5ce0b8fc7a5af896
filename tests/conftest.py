"""Fixtures for all tests: a fresh database and a broker, on every available kind of server.

`database` and `broker` run a test once for each server. A missing server is skipped, and the report
names what was looked for. To choose one: ``@pytest.mark.parametrize("database", ["embedded"],
indirect=True)``.
"""

import os
import sys
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from functools import _lru_cache_wrapper

import pytest
from coverage import Coverage
from kombu.connection import Connection

from service.embedded import valkey
from service.embedded.server import serving
from tests import servers

PACKAGES = ("domain.", "events.", "verifier.")
COUNTED = (
    *("domain/", "events/", "verifier/", "laws/test_branch.py", "laws/test_signed.py"),
    *("laws/test_zones.py", "laws/test_choices.py", "laws/test_last_trick.py"),
    *("cli/test_verify.py", "cli/test_verify_disputes.py", "bots/test_odds.py"),
    *("api/test_lists.py", "api/test_listings.py", "api/test_notices.py", "api/test_erasure.py"),
    *("api/test_turns.py", "api/test_exports.py", "api/test_table_events.py"),
)
"""The tests that must reach every branch of the rules, the record and its evidence. Other tests are
not counted: with branch coverage they would take three times as long. Code that the fixtures reach
is counted."""
UNCOUNTED = (
    *("domain/skat/test_iss_fuzz.py", "domain/skat/test_side_doors.py"),
    *("domain/goat/test_theorems.py", "events/test_translog_deaths.py", "events/test_plans.py"),
    *("events/test_migrations.py", "events/test_tampering.py", "events/test_partitions.py"),
    *("events/test_translog_upgrade.py", "events/test_append_only.py", "events/test_races.py"),
    *("verifier/test_javascript.py", "verifier/test_mutations.py", "verifier/test_signatures.py"),
    *("verifier/test_short_verifier.py", "verifier/test_by_the_format.py"),
)


SERVED_ELSEWHERE = ("cli/", "events/", "workers/")
"""Tests on real databases and brokers: in `make test` on the embedded ones alone."""
SERVED_EVERYWHERE = ("events/test_contract.py", "events/test_migrations.py")
"""The contract of the store and its schema: on every server in `make test`, too."""
OTHER_SERVERS = {"server", "redis", "rabbitmq"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(config.rootpath / "tests").as_posix()
        elsewhere = path.startswith(SERVED_ELSEWHERE) and not path.startswith(SERVED_EVERYWHERE)
        if elsewhere and OTHER_SERVERS & {*_parameters(item)}:
            item.add_marker("long")
        if path.startswith(UNCOUNTED) or not path.startswith(COUNTED):
            item.add_marker("no_cover")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let a counted test compute what tests before it have left in caches."""
    if item.get_closest_marker("no_cover") is None:
        for name in [each for each in sys.modules if each.startswith(PACKAGES)]:
            for function in vars(sys.modules[name]).values():
                if isinstance(function, _lru_cache_wrapper) and function.__module__ == name:
                    function.cache_clear()


def _parameters(item: pytest.Item) -> list[str]:
    return item.name.rpartition("[")[2].rstrip("]").split("-")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop the measurement that pytest-cov has begun too early in a worker.

    It counts twice there: from the start, and once more as a worker. The second measurement is
    kept, and only it pauses for a test that is not counted; the first would count on.
    """
    early = Coverage.current()
    if hasattr(session.config, "workerinput") and early is not None:
        early.stop()


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("FAIRDEAL_BOT_DELAY", "0")  # for the services that tests start
    if not hasattr(config, "workerinput"):
        servers.open_session()


def pytest_unconfigure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        servers.outlive()
    else:
        servers.close_session()


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
        with Connection(url) as connection:
            connection.default_channel.client.flushdb()
    return url


@pytest.fixture
def queue(broker: str) -> Generator[str]:
    """A name that no other test uses for its queue; the queue is deleted afterwards."""
    name = f"fairdeal-test-{uuid.uuid4().hex}"
    yield name
    with Connection(broker) as connection:
        connection.default_channel.queue_delete(name)


@pytest.fixture(scope="session")
def embedded_postgres() -> str:
    return servers.embedded_database()


@pytest.fixture(scope="session")
def server_postgres() -> str:
    with _or_skip():
        return servers.configured_database()


@pytest.fixture(scope="session")
def valkey_broker(worker_id: str) -> Generator[str]:
    folder = servers.session_folder() / worker_id
    folder.mkdir()
    with serving(valkey.server(folder)) as url:
        yield url


@pytest.fixture(scope="session")
def redis_broker() -> Generator[str]:
    with _or_skip():
        url = servers.configured_broker("redis")
    with servers.empty_redis(url) as mine:
        yield mine


@pytest.fixture(scope="session")
def rabbitmq_broker() -> str:
    with _or_skip():
        return servers.configured_broker("rabbitmq")


@contextmanager
def _or_skip() -> Generator[None]:
    try:
        yield
    except servers.NotHereError as reason:
        pytest.skip(str(reason))
