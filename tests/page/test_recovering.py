"""A failure for a moment at a table: of a module, and of the storage of the browser."""

from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from tests.keys import key_of
from tests.page.browsing import Site, Visit
from tests.page.playing import Player, address, opened

pytestmark = pytest.mark.long

SEEDS: Final[dict[str, Any]] = {"seats": [{"name": "Ann", "commits": True}, {"bot": "easy"}]}
TRIES: Final = 4
"""How often the page sends a request until it says that there is no answer."""
FAIL_ONCE: Final = """(() => {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function () {
    IDBFactory.prototype.open = open;
    throw new DOMException("connection lost", "UnknownError");
  };
})()"""


def away_for(visit: Visit, module: str) -> list[str]:
    """A service that cannot be reached for a moment, while a module is asked for.

    Returns:
        The addresses of the document, as often as it is loaded.
    """
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.url in lost:
            route.fallback()
        else:
            lost.append(route.request.url)
            route.abort()

    def lose_head(route: Route) -> None:
        if route.request.method == "HEAD":
            lose(route)
        else:
            route.fallback()

    visit.page.route(f"**/{module}", lose)
    visit.page.route(f"{visit.url}/", lose_head)
    documents: list[str] = []
    visit.page.on("load", lambda page: documents.append(page.url))
    return documents


def test_a_seat_with_seeds_plays_after_an_outage_at_the_start(site: Site, visit: Visit) -> None:
    documents = away_for(visit, "table/seeds.js")
    visit.open(address(opened(site, "durak", "Ann", **SEEDS)))
    expect(Player(visit).own.get_by_role("button").first).to_be_visible()
    assert len(documents) == 1
    assert {*visit.reported} == {"Failed to load resource: net::ERR_FAILED"}
    visit.reported.clear()


def test_a_seat_with_seeds_plays_after_the_storage_has_failed(site: Site, visit: Visit) -> None:
    visit.page.add_init_script(FAIL_ONCE)
    visit.open(address(opened(site, "durak", "Ann", **SEEDS)))
    expect(Player(visit).own.get_by_role("button").first).to_be_visible()
    assert visit.reported == ["connection lost"]
    visit.reported.clear()


def test_a_key_that_is_not_in_this_browser_is_said_to_be_missing(site: Site, visit: Visit) -> None:
    documents = away_for(visit, "table/signing.js")
    seats = [{"name": "Ann", "key": key_of(0)}, {"bot": "easy"}]
    visit.open(address(opened(site, "durak", "Ann", seats=seats)))
    player = Player(visit)
    missing = visit.find("alert")
    player.play(until=lambda: missing.count() > 0)
    assert player.moves == 0
    expect(missing).to_contain_text("a key that is not in this browser")
    assert len(documents) == 1
    assert {*visit.reported} == {"Failed to load resource: net::ERR_FAILED"}
    visit.reported.clear()


def test_a_table_is_shown_after_the_service_was_overloaded(site: Site, visit: Visit) -> None:
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if len(refused) == TRIES:
            route.fallback()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, json={})

    visit.page.route("**/v1/tables/*", refuse)
    visit.page.add_init_script("Math.random = () => 0")  # the pauses between tries
    visit.open(address(opened(site, "durak", "Ann")))
    expect(Player(visit).own.get_by_role("button").first).to_be_visible()
    assert len(refused) == TRIES
    visit.reported.clear()  # browsers report 503


def test_a_record_that_does_not_hold_blanks_no_page(site: Site, visit: Visit) -> None:
    """The table and the score sheet are shown without the deal, and say why."""
    table = opened(site, "goat", "Ann", "Bob", visibility="public")
    deal = table["table"]["deal"]["id"]
    why = "This record was altered."
    broken = {"status": 500, "code": "broken-record", "title": "Broken", "detail": why}
    broken |= {"message": why, "type": "about:blank"}
    visit.page.route(f"**/v1/deals/{deal}*", lambda route: route.fulfill(status=500, json=broken))
    visit.open(address(table))
    visit.sees(why)
    visit.sees("Deal 1")
    path = f"/v1/tables/{table['table']['id']}/series"
    series = site.call("GET", path)
    fault = {"key": "record-altered", "values": {}, "text": why}
    series["deals"] = [{**line, "fault": fault} for line in series["deals"]]
    visit.page.route(f"**{path}", lambda route: route.fulfill(json=series))
    visit.open(f"/t/{table['table']['id']}/series")
    visit.sees(why)
    assert visit.reported
    assert all("500" in line for line in visit.reported)
    visit.reported.clear()
