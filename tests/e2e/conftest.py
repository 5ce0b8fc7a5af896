"""The whole service as its user starts it: the command, embedded servers, a separate folder."""

import re
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairdeal_client import Client
from tests.serving import Serve, Service, whole


@pytest.fixture
def fairdeal() -> Generator[Serve]:
    """A service that answers, by two processes."""
    with started("e2e", FAIRDEAL_WEB_PROCESSES="2") as serve:
        yield serve


@contextmanager
def started(name: str, parent: Path | None = None, /, **environment: str) -> Generator[Serve]:
    """A whole service, stopped and deleted at the end; its folder is in the parent."""
    folder = Path(tempfile.mkdtemp(prefix=f"fairdeal-{name}-", dir=parent))
    folder.chmod(0o755)
    serve = whole(folder, **environment)
    try:
        yield serve.ready()
    finally:
        if serve.process.poll() is None:
            serve.stop()
        shutil.rmtree(folder)


def url(serve: Service) -> str:
    return f"http://{serve.address}:{serve.port}"


def key(serve: Service) -> str:
    """The API key that the start has printed."""
    found = re.search(r"key_[\w-]+", serve.printed())
    assert found is not None
    return found[0]


def call(base: str, credential: str, method: str, path: str, body: Any = None) -> Any:
    """The answer of the API; the request is repeated until there is one."""
    with Client(base, credential) as client:
        return client.ask(method, path, body=body)
