"""The whole service as its user starts it: the command, its own servers, a folder of its own."""

import re
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.serving import Serve

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "service.cli", "serve")


@pytest.fixture
def fairdeal() -> Generator[Serve]:
    """A service that answers."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-e2e-"))
    folder.chmod(0o755)
    serve = Serve(folder, COMMAND, PYTHONPATH=str(ROOT), DATABASE_URL="", BROKER_URL="")
    try:
        yield serve.ready()
    finally:
        if serve.process.poll() is None:
            serve.stop()
        shutil.rmtree(folder)


def url(serve: Serve) -> str:
    return f"http://127.0.0.1:{serve.port}"


def key(serve: Serve) -> str:
    """The API key that the start has printed."""
    found = re.search(r"key_[\w-]+", serve.printed())
    assert found is not None
    return found[0]
