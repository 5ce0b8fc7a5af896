"""The plugin of pytest by which every test in this process has one seed and one clock.

A test draws from the seed of the run and its own name, whatever ran before it. The clock goes on
from test to test in a file, whose tests may share a database, and begins anew with the next file.
A fixture that several tests share has its own seed and an earlier time.
"""

from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.simulation.runtime import RUNTIME

FIXTURES, TESTS = 0.0, 600.0
"""Seconds on the clock when a shared fixture begins, and when the first test of a file does."""
SET_UP = Counter[str]()
"""How often each shared fixture was set up in this process."""
ENDED = pytest.StashKey[tuple[Path, float]]()
"""The file of the last test, and when it ended."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", default="1", help="the seed of all chance in tests (default: 1)")
    number = "run one schedule of a scenario: the number that its failure has printed"
    parser.addoption("--schedule", type=int, help=number)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.option.seed}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    path, ended = item.config.stash.get(ENDED, (item.path, TESTS))
    began = ended if path == item.path else TESTS
    with RUNTIME.begun(f"{item.config.option.seed}/{item.nodeid}", elapsed=began):
        try:
            return (yield)
        finally:
            item.config.stash[ENDED] = item.path, RUNTIME.monotonic()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    if fixturedef.scope == "function":
        return (yield)
    name = f"{request.node.nodeid}/{fixturedef.argname}/{getattr(request, 'param', '')}"
    SET_UP[name] += 1  # in another order it may be set up again, beside what it has made before
    name += f"/{SET_UP[name]}" if SET_UP[name] > 1 else ""
    with RUNTIME.begun(f"{request.config.option.seed}/{name}", elapsed=FIXTURES):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """End the tasks of parts that were put together for the tests of a file."""
    yield
    if nextitem is None or nextitem.path != item.path:
        scheduler = RUNTIME.scheduler
        scheduler.kill(scheduler.tasks)


@pytest.fixture
def stopped() -> Generator[None]:
    """Stop the clock at a full second: it goes on only while tasks wait, and as the test says."""
    with RUNTIME.stopped():
        RUNTIME.pass_time(-RUNTIME.monotonic() % 1)
        yield
