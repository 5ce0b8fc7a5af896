"""Names that try to be more than text, in tables and seats: they are shown, and break nothing."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PHONE, Site, Visit
from tests.page.playing import Player, address

NAMES: Final = (
    "<img src=x onerror=alert(1)>",
    "שלום <b>עולם</b> ١٢٣",
    "W" * 60,
    "👩👧🃏 Z̷a̸l̷g̶o &amp; ${alert(1)}",
)
SAMPLE: Final = NAMES[0]


def table_of(site: Site, name: str) -> Any:
    """A table with a name and a player of this name, who plays against a bot."""
    body = {
        "game": "durak",
        "name": name,
        "visibility": "public",
        "target": 1,
        "seats": [{"name": name}, {"bot": "easy"}],
    }
    return site.call("POST", "/v1/tables", body)


def shown(visit: Visit, name: str) -> None:
    """The name is text, and nothing on the page is wider than the window."""
    expect(visit.page.get_by_text(name, exact=True).first).to_be_visible()
    assert visit.overflow() <= 0
    assert visit.page.locator("main img").count() == 0


@pytest.mark.parametrize(
    "name", [SAMPLE, *(pytest.param(name, marks=pytest.mark.long) for name in NAMES[1:])]
)
def test_a_name_is_text(site: Site, name: str) -> None:
    table = table_of(site, name)
    found = site.call("GET", f"/v1/tables/{table['table']['id']}")
    kept = found["name"]
    with site.visit(size=PHONE) as visit:
        visit.page.on("dialog", lambda dialog: visit.reported.append(dialog.message))
        site.await_listed(table["table"]["id"])
        visit.open("/")
        shown(visit, kept)
        visit.open(address(table))
        shown(visit, kept)
        player = Player(visit)
        player.play(until=lambda: player.moves > 0)
        visit.press("Score sheet", "link")
        shown(visit, kept)
        assert visit.overflow() <= 0
        deal = found["deal"]["id"]
        visit.open(f"/replay/{deal}/4/seat:0")
        expect(visit.find("heading", "After event 4", level=2)).to_be_visible()
        assert kept in visit.page.get_by_role("main").inner_text()
        assert visit.overflow() <= 0
