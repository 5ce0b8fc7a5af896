"""The API in this process, on a database in memory: most tests of a file share both.

A file marked ``database`` has a real one. One marked ``threads`` has the time and chance of the
system, as it starts threads or processes.
"""

from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.runtime import SYSTEM, Runtime
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, Opened, client_of
from tests.api.serving import Web, serving
from tests.contexts import SECRET, opened_context
from tests.memory.context import memory_context
from tests.simulation.runtime import RUNTIME

FOLDER = Path(__file__).parent
POLL_SECONDS = 1
FEW_SLOTS = {"FAIRDEAL_WEB_THREADS": "8", "FAIRDEAL_POLLS": "4"}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests that look into a database that their client does not use."""
    wrong = list[str]()
    for item in items:
        is_here = item.path.parent == FOLDER and item.get_closest_marker("database") is None
        if is_here and {"client", "url"} <= {*getattr(item, "fixturenames", ())}:
            wrong.append(item.nodeid)
    if wrong:
        raise pytest.UsageError("need `database_client`:\n" + "\n".join(wrong))


@pytest.fixture(scope="module")
def url(embedded_postgres: str) -> Generator[str]:
    """A fresh database for the tests of a file."""
    with servers.fresh_database(embedded_postgres) as made:
        yield made


@pytest.fixture(scope="module")
def settings() -> Settings:
    """Without quotas, which would refuse the moves of a long series on a quick machine."""
    quotas = dict.fromkeys(("reads", "writes", "openings", "strangers"), 0)
    limits: dict[str, Any] = {"poll_seconds": 2, "web_threads": 8, "polls": 4, **quotas}
    return Settings(given_secret=SECRET, **limits)


@pytest.fixture(scope="module")
def runtime(request: pytest.FixtureRequest) -> Runtime:
    """The runtime of the context."""
    return SYSTEM if request.node.get_closest_marker("threads") else RUNTIME


@pytest.fixture(scope="module")
def client(request: pytest.FixtureRequest, settings: Settings, runtime: Runtime) -> Client:
    if request.node.get_closest_marker("database"):
        chosen: Client = request.getfixturevalue("database_client")
        return chosen
    context = memory_context(runtime=runtime)
    return client_of(context, settings)


@pytest.fixture(scope="module")
def database_client(url: str, settings: Settings, runtime: Runtime) -> Generator[Client]:
    """A client whose context is on PostgreSQL, whatever the file's is."""
    with opened_context(url, runtime=runtime) as context:
        yield client_of(context, settings)


@pytest.fixture
def table(client: Client) -> Opened:
    """A table of Goat whose first deal is on."""
    return client.open()


@pytest.fixture
def key(client: Client) -> str:
    return client.key()


@pytest.fixture(scope="module")
def played(client: Client) -> Opened:
    """A table whose first deal has been played out."""
    table = client.open()
    client.play(table, Random(5))
    return table


@pytest.fixture(scope="module")
def web(url: str, valkey_broker: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[Web]:
    folder, few = tmp_path_factory.mktemp("web"), str(POLL_SECONDS)
    few_slots = {"FAIRDEAL_POLL_SECONDS": few, **FEW_SLOTS}
    with serving(url, valkey_broker, folder, folder / "numbers", **few_slots) as served:
        yield served
