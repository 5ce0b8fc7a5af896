"""A whole service, for clients that play a series from beginning to end."""

from collections.abc import Generator

import pytest

from tests.e2e.conftest import started
from tests.serving import Serve


@pytest.fixture(scope="package")
def serve() -> Generator[Serve]:
    """One service for all tests of the folder."""
    with started("clients") as served:
        yield served
