"""How the tests open a page while other programs add networks to this machine."""

import pytest
from playwright.sync_api import Route

from service.api.page_files import tree
from tests.page import browsing
from tests.page.browsing import Visit

LINKED = f"/settings#read_{'x' * 43}"


@pytest.mark.parametrize("ended", [LINKED.partition("#")[0], tree().address("web/main.js")])
def test_a_page_is_opened_again_when_a_change_of_the_network_ended_a_request(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, ended: str
) -> None:
    """The request is for the page itself, or for a script of it; the address has a fragment."""
    monkeypatch.setattr(browsing, "NETWORK_CHANGED", "net::ERR_FAILED")
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort("failed")

    visit.page.route(visit.url + ended, lose_once)
    visit.open(LINKED)
    assert lost == [visit.url + ended]
    assert visit.heading("Settings").is_visible()
