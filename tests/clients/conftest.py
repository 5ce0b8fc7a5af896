"""A whole service, for clients that play a series from beginning to end."""

from pathlib import Path

import pytest

from tests.servers import whole_service
from tests.serving import Service


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Seed files of clients lie in a home of the test's own."""
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(scope="package")
def serve() -> Service:
    """The service that the tests share."""
    return whole_service()
