"""The API over a real database, in this process: most tests of a file share both."""

from collections.abc import Generator
from random import Random
from typing import Any

import pytest

from service.api.app import create_app
from service.runtime import Runtime
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, Opened
from tests.api.serving import Web, serving
from tests.contexts import SECRET, opened_context
from tests.simulation.runtime import RUNTIME

POLL_SECONDS = 1
FEW_SLOTS = {"FAIRDEAL_WEB_THREADS": "8", "FAIRDEAL_POLLS": "4"}


@pytest.fixture(scope="module")
def url(embedded_postgres: str) -> Generator[str]:
    """A fresh database for the tests of a file."""
    with servers.fresh_database(embedded_postgres) as made:
        yield made


@pytest.fixture(scope="module")
def settings(url: str) -> Settings:
    """Without quotas, which would refuse the moves of a long series on a quick machine."""
    quotas = dict.fromkeys(("reads", "writes", "openings", "strangers"), 0)
    limits: dict[str, Any] = {"poll_seconds": 2, "web_threads": 8, "polls": 4, **quotas}
    return Settings(database_url=url, given_secret=SECRET, **limits)


@pytest.fixture(scope="module")
def runtime() -> Runtime:
    """The runtime of the context: a file whose tests start threads or processes has `SYSTEM`."""
    return RUNTIME


@pytest.fixture(scope="module")
def client(url: str, settings: Settings, runtime: Runtime) -> Generator[Client]:
    with opened_context(url, runtime=runtime) as context:
        app = create_app(context, settings)
        yield Client(app.test_client(), context)


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
