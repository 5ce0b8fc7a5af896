"""A whole service, for clients that play a series from beginning to end."""

import pytest

from tests.servers import whole_service
from tests.serving import Service


@pytest.fixture(scope="package")
def serve() -> Service:
    """The service that the tests share."""
    return whole_service()
