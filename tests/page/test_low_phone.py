"""A low phone: the own seat and the clock beside many buttons, and a hand of which no card fits."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.page.browsing import Site
from tests.page.playing import address, opened

LOW: Final = (320, 568)
PACK: Final = [rank + suit for suit in "CSHD" for rank in "6789TJQKA"]


def bounds(found: Locator) -> Any:
    box = found.bounding_box()
    assert box is not None
    return box


@pytest.mark.long
@pytest.mark.parametrize("is_answer", [False, True])
def test_the_own_seat_and_the_clock_stay_beside_the_buttons(site: Site, *, is_answer: bool) -> None:
    """A bid has five buttons, an answer two."""
    table = opened(site, "skat", "Ann", "Bob", "Cid", turn_limit=600)
    path = f"/v1/deals/{table['table']['deal']['id']}"
    seat = site.call("GET", path)["to_act"]
    if is_answer:
        token = next(each["token"] for each in table["tokens"] if each["seat"] == seat)
        site.call("POST", f"{path}/moves", {"move": {"type": "bid", "value": 18}}, who=token)
        seat = site.call("GET", path)["to_act"]
    with site.visit(size=LOW) as visit:
        visit.open(address(table, seat))
        button = visit.find("region", "Your move").get_by_role("button").first
        expect(button).to_be_visible()
        avatar, clock = visit.page.locator(".own .avatar"), visit.find("timer", "Time left")
        for shown in (avatar, clock):
            expect(shown).to_be_in_viewport(ratio=1)
        beside, above, buttons = bounds(avatar), bounds(clock), bounds(button)
        assert above["y"] + above["height"] <= buttons["y"]
        is_left = beside["x"] + beside["width"] <= buttons["x"]
        assert is_left or beside["y"] + beside["height"] <= buttons["y"]


def taking(site: Site) -> tuple[Any, int]:
    """A deal of Durak in which a seat can do nothing but take, and that seat."""
    table = opened(site, "durak", "Ann", "Bob", test=True, decks=[PACK])
    path = f"/v1/deals/{table['table']['deal']['id']}"
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    while True:
        seat = site.call("GET", path)["to_act"]
        legal = site.call("GET", path, who=tokens[seat])["legal_moves"]
        moves = [each["move"] for each in legal if not each["early"]]
        if [each["type"] for each in moves] == ["take"]:
            return table, seat
        site.call("POST", f"{path}/moves", {"move": moves[-1]}, who=tokens[seat])


@pytest.mark.long
def test_no_card_is_bright_while_none_can_be_played(site: Site) -> None:
    table, seat = taking(site)
    with site.visit(size=LOW) as visit:
        visit.open(address(table, seat))
        expect(visit.find("button", re.compile("^Take "))).to_be_visible()
        cards = visit.find("group", "Your cards").get_by_role("button")
        expect(cards.first).to_be_disabled()
        expect(visit.page.locator(".own-card:not(.illegal)")).to_have_count(0)
