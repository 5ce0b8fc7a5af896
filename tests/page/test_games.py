"""Every game is played on a phone, by its declarations alone."""

import pytest
from playwright.sync_api import expect

from domain.games import GAMES
from tests.page.browsing import PHONE, Site
from tests.page.playing import Player, address, opened

MOVES = 4


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played(site: Site, game: str) -> None:
    with site.visit(size=PHONE) as visit:
        visit.open(address(opened(site, game, "Ann")))
        player = Player(visit)
        player.play(until=lambda: player.moves >= MOVES or player.over())
        felt = visit.find("region", "On the table")
        expect(felt.get_by_role("list", name="Cards on the table")).to_contain_text("Hand")
        assert visit.overflow() <= 0
