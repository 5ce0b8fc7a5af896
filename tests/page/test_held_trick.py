"""A finished trick stays for a moment: who takes it is said, and what each seat did stays."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PHONE, Site
from tests.page.playing import address, opened
from tests.page.witness import Witness

PERSONS: Final = {"goat": ("Ann", "Bob", "Cid", "Dan"), "durak": ("Ann", "Bob")}
PACK: Final = [rank + suit for suit in "CSHD" for rank in "6789TJQKA"]
HOLD: Final = """(() => {
  const usual = window.setTimeout;
  window.release = [];
  window.setTimeout = (callback, ms) =>
    ms === 900 ? window.release.push(callback) : usual(callback, ms);
})()"""
"""A trick is held until the test releases it."""


def moved_until_trick(site: Site, table: Any) -> Any:
    """Make the first legal moves of a deal until a trick has ended: that trick."""
    path = f"/v1/deals/{table['table']['deal']['id']}"
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    while (deal := site.call("GET", path))["last_trick"] is None:
        token = tokens[deal["to_act"]]
        legal = site.call("GET", path, who=token)["legal_moves"]
        site.call("POST", f"{path}/moves", {"move": legal[0]["move"]}, who=token)
    return deal["last_trick"]


@pytest.mark.long
@pytest.mark.parametrize("game", PERSONS)
def test_the_taker_of_a_held_trick_is_said(site: Site, game: str) -> None:
    names = PERSONS[game]
    table = opened(site, game, *names, test=True, decks=[PACK])
    with site.visit(size=PHONE) as visit:
        visit.page.emulate_media(reduced_motion="reduce")  # steps are shown at once
        visit.page.add_init_script(HOLD)
        witness = Witness(visit)
        visit.open(address(table))
        expect(visit.page.locator("p.status")).to_be_visible()
        trick = moved_until_trick(site, table)
        taker = trick["taker"]
        words = (
            "Beaten and out of play"
            if taker is None
            else f"{'You' if taker == 0 else names[taker]} take{'s' * (taker != 0)} the "
            + ("trick" if game == "goat" else "cards")
        )
        status = visit.page.locator("p.status")
        expect(status).to_have_text(words)
        laid = {each["seat"] for each in trick["laid"]}
        expect(visit.page.locator(".seat .bubble")).to_have_count(len(laid))
        if game == "goat":
            visit.page.emulate_media(reduced_motion="reduce", forced_colors="active")
            best = visit.page.locator(".on-felt.best")
            assert best.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
            assert any(words in said for said in witness.spoken())
        visit.page.evaluate("() => window.release.forEach((each) => each())")
        expect(status).not_to_have_text(words)
        expect(visit.page.locator(".seat .bubble")).to_have_count(0)
