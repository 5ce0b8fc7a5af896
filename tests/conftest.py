"""Fixtures for all tests: a fresh database and a broker, on every available kind of server.

`database` and `broker` run a test once for each server. A missing server is skipped, and the report
names what was looked for. To choose one: ``@pytest.mark.parametrize("database", ["embedded"],
indirect=True)``.
"""

import gc
import os
import sys
import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import hypothesis
import pytest
from coverage import Coverage
from kombu.connection import Connection

import domain
import events
import verifier
from domain.games import GAMES
from service.embedded import valkey
from service.embedded.server import serving
from tests import servers
from tests.sampling import FULL

hypothesis.settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=not FULL,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("any machine")

MEASURED = (domain, events, verifier)
COUNTED = (
    *("domain/", "events/", "verifier/", "laws/test_branch.py", "laws/test_zones.py"),
    *("laws/test_choices.py", "cli/test_verify.py", "cli/test_verify_disputes.py"),
    *("bots/test_odds.py", "api/test_listings.py", "api/test_erasure.py", "api/test_exports.py"),
    *("api/test_archive_files.py", "cli/test_unconfirmed.py"),
    *(f"laws/test_every_law.py::test_every_law_holds[{game}-by_kind]" for game in GAMES),
)
"""The tests that must reach every branch of the rules, the record and its evidence. The others are
not measured, nor is the collection of tests: measuring doubles their time."""
UNCOUNTED = (
    *("domain/skat/test_iss_fuzz.py", "domain/skat/test_side_doors.py"),
    *("domain/skat/test_two_scorers.py", "verifier/test_acts.py"),
    *("domain/goat/test_theorems.py", "events/test_translog_deaths.py", "events/test_plans.py"),
    *("events/test_migrations.py", "events/test_tampering.py", "events/test_partitions.py"),
    *("events/test_owner.py", "events/test_pooler.py", "events/test_schemas.py"),
    *("events/test_translog_upgrade.py", "events/test_append_only.py", "events/test_races.py"),
    *("verifier/test_javascript.py", "verifier/test_mutations.py", "verifier/test_signatures.py"),
    *("verifier/test_short_verifier.py", "verifier/test_by_the_format.py"),
    "verifier/test_forged_series.py::test_every_alteration_of_a_deal_is_detected_by_its_series",
    "verifier/test_policies.py::test_recorded_bot_moves_are_recomputed",
    "verifier/test_policies.py::test_in_a_branch_the_source_has_no_actor_and_later_moves_are_open",
    "verifier/test_alterations.py::test_the_verifiers_of_the_document_agree_on_an_alteration",
    "verifier/test_alterations.py::test_an_alteration_gets_its_verdict",
    "verifier/test_beginnings.py::test_a_cut_record_never_passes_as_complete",
    "verifier/test_beginnings.py::test_each_receipt_is_in_a_bundle_once",
    "verifier/test_series.py::test_events_dropped_or_repeated_are_found",
    "verifier/test_commands.py::test_two_commands_of_a_deal_are_not_one",
    "verifier/test_disputed.py::test_the_verifiers_agree_on_acts_in_a_deal",
    "verifier/test_by_hand.py::test_a_branch_is_marked_and_what_can_hold_holds",
    "domain/skat/test_iss_stream.py::test_a_record_that_was_cut_off_does_not_swallow_the_next",
    "domain/skat/test_iss_stream.py::test_every_record_after_an_overlong_one_is_found",
    "domain/test_l1_l3_one_turn.py::test_l1_l3_no_player_holds_a_turn_beyond_its_limit",
    *("domain/test_specimens.py::test_it_loads", "domain/test_specimens.py::test_todays"),
    "events/test_same_answers.py::test_memory_and_postgres_answer_the_same",
    "events/test_sealing.py::test_all_that_is_sealed_can_be_opened",
    "events/test_translog.py::test_the_log_holds_under_any_schedule",
    "api/test_erasure.py::test_an_erased_name_is_nowhere",
)
"""Tests that reach no branch which the others do not reach, and take long."""
SERVED_ELSEWHERE = ("cli/", "events/", "workers/")
"""Tests on real databases and brokers: in `make test` on the embedded ones alone."""
SERVED_EVERYWHERE = (
    "events/test_contract.py",
    "events/test_migrations.py",
    "events/test_owner.py",
)
"""The contract of the store and its schema: on every server in `make test`, too."""
OTHER_SERVERS = {"server", "redis", "rabbitmq"}
MEASURING = pytest.StashKey[bool]()
"""Whether the test before was measured, and this one is measured with it."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        path = _path(item)
        elsewhere = path.startswith(SERVED_ELSEWHERE) and not path.startswith(SERVED_EVERYWHERE)
        if elsewhere and OTHER_SERVERS & {*_parameters(item)}:
            item.add_marker("long")


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was collected: it stays until the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Measure counted tests and their fixtures; the caches of the measured code are empty before.

    Neighbours are measured together: the cached work that one does is counted once for all of them.
    """
    measurement = _measurement(item.config)
    if measurement is None or not _is_counted(item):
        return (yield)
    if not item.config.stash.get(MEASURING, False):
        for function in _cached():
            function.cache_clear()
        measurement.resume()
    goes_on = item.config.stash[MEASURING] = nextitem is not None and _is_counted(nextitem)
    try:
        return (yield)
    finally:
        if not goes_on:
            measurement.pause()


def _is_counted(item: pytest.Item) -> bool:
    name = f"{_path(item)}::{item.name}"
    return name.startswith(COUNTED) and not name.startswith(UNCOUNTED)


@pytest.hookimpl(wrapper=True)
def pytest_sessionstart(session: pytest.Session) -> Generator[None]:
    """Measure that all modules can be imported, and from then on counted tests alone.

    In a worker, pytest-cov measures twice: from the start, and once more as a worker. The second
    measurement is kept, and only it can be paused.
    """
    early = Coverage.current()
    if hasattr(session.config, "workerinput") and early is not None:
        early.stop()
    yield
    measurement = _measurement(session.config)
    if measurement is not None:
        for package in MEASURED:
            for found in walk_packages(package.__path__, f"{package.__name__}."):
                import_module(found.name)
        measurement.pause()


def _measurement(config: pytest.Config) -> Any:
    plugin: Any = config.pluginmanager.getplugin("_cov")
    return plugin and plugin.cov_controller


def _cached() -> "Iterator[_lru_cache_wrapper[Any]]":
    names = tuple(f"{each.__name__}." for each in MEASURED)
    for name in [each for each in sys.modules if each.startswith(names)]:
        for function in vars(sys.modules[name]).values():
            if isinstance(function, _lru_cache_wrapper) and function.__module__ == name:
                yield function


def _path(item: pytest.Item) -> str:
    return item.path.relative_to(item.config.rootpath / "tests").as_posix()


def _parameters(item: pytest.Item) -> list[str]:
    return item.name.rpartition("[")[2].rstrip("]").split("-")


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("FAIRDEAL_BOT_DELAY", "0")  # for the services that tests start
    os.environ.setdefault("FAIRDEAL_WEB_PROCESSES", "1")  # each start of one takes a second
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
    """A name that no other test uses for its queues; they are deleted afterwards."""
    name = f"fairdeal-test-{uuid.uuid4().hex}"
    yield name
    servers.delete_queues(broker, name)


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
