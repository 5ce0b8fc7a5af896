"""A person with a finger: a tap plays; as a setting, a tap chooses, and a button plays."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Page, Position, Request, expect

from tests.page.browsing import PHONE, Site, Visit
from tests.page.playing import Player, address, draw, opened
from tests.serving import until

EDGE: Final[Position] = {"x": 8, "y": 10}
"""In a card: the next card lies over its middle."""


@pytest.fixture
def finger(site: Site) -> Generator[Visit]:
    """A phone's browser: it has touches and no mouse."""
    width, height = PHONE
    context = site.browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en"
    )
    opened = Visit(context.new_page(), site.url)
    yield opened
    assert opened.reported == []
    context.close()


def sent(page: Page) -> list[str]:
    """The moves that the page sends from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/moves"):
            found.append(request.url)

    page.on("request", note)
    return found


def seated(site: Site, finger: Visit) -> Player:
    """A player of Durak who is on turn."""
    table = opened(site, "durak", "Ann", "Bob", test=True, decks=[pack()])
    seat = site.call("GET", f"/v1/deals/{table['table']['deal']['id']}")["waiting_for"]["seats"][0]
    finger.open(address(table, seat))
    player = Player(finger)
    expect(player.turn).to_have_count(1)  # what plays a card is loaded after the cards
    return player


def test_one_tap_plays(site: Site, finger: Visit) -> None:
    player = seated(site, finger)
    moves = sent(finger.page)
    player.own.get_by_role("button", disabled=False).first.tap(position=EDGE)
    expect(player.own.get_by_role("button")).to_have_count(5)
    assert len(moves) == 1


@pytest.mark.long
def test_a_tap_chooses_and_a_button_plays_if_the_person_wants_that(
    site: Site, finger: Visit
) -> None:
    finger.open("/settings")
    finger.field("Two taps play a card").tap()
    player = seated(site, finger)
    moves = sent(finger.page)
    player.own.get_by_role("button", disabled=False).first.tap(position=EDGE)
    expect(player.own.get_by_role("button", pressed=True)).to_have_count(1)
    finger.page.wait_for_timeout(100)
    assert moves == []
    player.offered.first.tap()
    expect(player.turn).to_have_count(0)
    assert len(moves) == 1


def pack() -> list[str]:
    return [rank + suit for suit in "CSHD" for rank in "6789TJQKA"]


def test_a_card_that_is_drawn_far_upwards_is_played(site: Site, visit: Visit) -> None:
    player = seated(site, visit)
    moves = sent(visit.page)
    card = player.own.get_by_role("button", disabled=False).first
    for up, left in ((30, 6), (90, 5)):
        draw(card, up)
        expect(player.own.get_by_role("button")).to_have_count(left)
    until(lambda: moves)
    assert len(moves) == 1
