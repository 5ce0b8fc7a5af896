"""The service that the tests share, and one browser for all tests of the page."""

from collections.abc import Generator
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import key, url
from tests.missing import MissingError
from tests.page.browsing import CHROMIUM, PROGRAM, Site, Visit, away, launched
from tests.servers import whole_service

PAGE: Final = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test that is none of the page run event loops in this thread, like any other."""
    with nullcontext() if PAGE in item.path.parents else away():
        return (yield)


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    if not PROGRAM:
        raise MissingError(CHROMIUM)
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(browser: Browser) -> Site:
    """A service with its API key, and the browser that visits it."""
    serve = whole_service()
    return Site(url(serve), key(serve), browser)


@pytest.fixture
def visit(site: Site) -> Generator[Visit]:
    """A person's browser. At the end nothing may have been reported in its console."""
    with site.visit() as opened:
        yield opened
