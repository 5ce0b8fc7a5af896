"""One whole service and one browser for all tests of the page."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import key, started
from tests.page.browsing import PROGRAM, Site, Visit, launched

WHY: Final = "the tests of the page need chromium (Debian and Ubuntu: apt install chromium)"


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    if not PROGRAM:
        pytest.skip(WHY)
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(browser: Browser) -> Generator[Site]:
    """A service with its API key, and the browser that visits it."""
    with started("page") as serve:
        yield Site(f"http://127.0.0.1:{serve.port}", key(serve), browser)


@pytest.fixture
def visit(site: Site) -> Generator[Visit]:
    """A person's browser. At the end nothing may have been reported in its console."""
    with site.visit() as opened:
        yield opened
