"""A stranger at `/`, on a phone: each game begins after one tap, and is played as declared."""

import json
import re

import pytest
from playwright.sync_api import expect

from domain.games import GAMES
from tests.page.browsing import PHONE, Site
from tests.page.playing import Player

MOVES = 4
KEPT = "() => localStorage['fairdeal.credentials']"


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_plays_after_one_tap(site: Site, game: str) -> None:
    """In the end they give up: an address has few such tables at a time."""
    with site.visit(size=PHONE) as visit:
        visit.open("/")
        visit.find("region", "Play now").get_by_role("button", name=GAMES[game].title).click()
        visit.page.wait_for_url(re.compile("/t/"))
        player = Player(visit)
        player.play(until=lambda: player.moves >= MOVES or player.over())
        assert player.accepted
        felt = visit.find("region", "On the table")
        expect(felt.get_by_role("list", name="Cards on the table")).to_contain_text("Hand")
        assert visit.overflow() <= 0
        [seat] = json.loads(visit.page.evaluate(KEPT))
        deal = site.call("GET", f"/v1/tables/{seat['table']}", who=seat["token"])["deal"]["id"]
        site.call("POST", f"/v1/deals/{deal}/resignation", {}, who=seat["token"])
