"""The way from `fairdeal serve` to a seat: the address that the start prints."""

import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import key
from tests.page.browsing import Site
from tests.page.first_start import new_folder, start


@pytest.fixture
def folder() -> Generator[Path]:
    with new_folder() as made:
        yield made


@pytest.mark.long
def test_the_printed_address_leads_to_a_seat_against_bots(folder: Path, browser: Browser) -> None:
    serve, _ = start(folder)
    serve.stop()
    serve, address = start(folder)
    site = Site(f"http://127.0.0.1:{serve.port}", key(serve), browser)
    try:
        me = site.call("GET", "/v1/me", who=address.partition("#")[2])
        site.await_listed(me["table"])
        tables = site.call("GET", "/v1/tables")["tables"]
        assert len(tables) == 1, "the second start has found the table of the first"
        with site.visit() as visit:
            visit.open("/")
            visit.open(address.removeprefix(site.url))  # in a tab that has the page open already
            visit.page.wait_for_url(f"**/t/{tables[0]['id']}")
            visit.navigate("Play")
            visit.find("button", re.compile("^Join")).first.click()
            visit.field("Your name").fill("Ann")
            visit.press("Sit down as Ann")
            visit.page.wait_for_url(f"**/t/{tables[0]['id']}")
            visit.navigate("Play")
            expect(visit.find("link", "To my seat").first).to_be_visible()
        table = site.call("GET", f"/v1/tables/{tables[0]['id']}")
        assert table["status"] == "playing"
        assert [seat["bot"] is None for seat in table["seats"]].count(True) == 1
        assert "/v1/" not in serve.printed(), "no line for a request"
        log_file = folder / "data" / "fairdeal.log"
        assert f"Every request is logged in data/{log_file.name}\n" in serve.printed()
        assert '"path":"/v1/tables"' in log_file.read_text("utf-8")
    finally:
        printed = len(serve.printed())
        serve.stop()
    assert serve.printed()[printed:] == "fairdeal: stopping\n"
