"""A newcomer on a phone takes a lesson: from `/`, without a key, by what the page shows them."""

import json
import re
import time
from contextlib import suppress
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Error, expect

from domain.games import GAMES
from tests.page.browsing import DESKTOP, PHONE, Site, Visit
from tests.page.playing import Player
from tests.serving import until

pytestmark = pytest.mark.long

LESSON_SECONDS: Final = 240
LOW: Final = (360, 640)
FLAT: Final = (844, 390)


def test_a_newcomer_learns_by_playing(site: Site) -> None:
    with site.visit(size=PHONE) as visit:
        visit.open("/")
        visit.page.get_by_role("link", name="Learn Goat").click()
        visit.page.wait_for_url(re.compile("/t/"))
        coach = visit.find("region", "Lesson")
        seats = visit.page.locator(".seats .name strong")
        expect(seats).to_have_text([re.compile("^(?!Bot)"), "Bot 2", "Bot 3", "Bot 1"])
        sides = visit.page.locator(".score .side .name")
        expect(sides).to_have_text([re.compile(r"\+ Bot 3$"), "Bot 1 + Bot 2"])
        expect(visit.page.locator(".bar .about")).to_have_text("Deal 1 \N{MIDDLE DOT} Rules")
        coach.get_by_role("link", name="G17").hover()
        expect(coach.get_by_role("tooltip")).to_contain_text("Loss points. 61 or more wins.")
        for number in ("1 of 10", "2 of 10", "3 of 10"):
            expect(coach).to_contain_text(number)
            coach.get_by_role("button", name="Next").click()
        expect(coach).to_contain_text("queen of spades")
        hand = visit.find("group", "Your cards")
        hand.get_by_role("button", name="ten of spades").click(position={"x": 5, "y": 20})
        visit.page.locator(".moves").get_by_role("button", name="Lead").click()
        expect(coach).to_contain_text("But a ten or a trump is too good")
        expect(coach).to_contain_text("ten of spades")
        hand.get_by_role("button", name="jack of hearts").click(position={"x": 5, "y": 20})
        visit.page.locator(".moves").get_by_role("button", name="Lead").click()
        expect(coach).to_contain_text(
            re.compile("jack of hearts.*But a ten or a trump is too good")
        )
        assert visit.overflow() <= 0
        assert visit.violations() == []
        coach.get_by_role("button", name="Back to the lesson").click()
        hand.get_by_role("button", name="queen of spades").click(position={"x": 5, "y": 20})
        visit.page.locator(".moves").get_by_role("button", name="Lead").click()
        expect(coach).to_contain_text("ten of spades")
        hand.get_by_role("button", name="jack of hearts").click(position={"x": 5, "y": 20})
        coach.get_by_role("button", name="Play it anyway").click()
        expect(coach).to_contain_text("You have left the lesson")
        coach.get_by_role("button", name="Lesson from the start").click()
        expect(coach).to_contain_text("1 of 10")
        begun = json.loads(visit.page.evaluate("() => localStorage['fairdeal.lesson']"))
        site.call("POST", f"/v1/deals/{begun['deal']}/resignation", {}, who=begun["token"])


@pytest.mark.parametrize("language", ["de", "ru"])
def test_the_coach_leaves_room_for_the_whole_hand(site: Site, language: str) -> None:
    """The page does not scroll. Big text scrolls in the coach alone."""
    with site.visit(language=language, size=LOW) as visit:
        visit.open("/learn/goat")
        coach, page = visit.find("region", visit.text("learn-lesson")), visit.page
        button = coach.get_by_role("button", name=visit.text("learn-next"))
        cards = page.locator(".own-card")
        for is_big, size in product((False, True), (LOW, FLAT)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(
                f"() => {{ document.documentElement.style.fontSize = '{1 + is_big}00%' }}"
            )
            expect(button).to_be_in_viewport(ratio=1)
            for card in cards.all():
                expect(card).to_be_in_viewport(ratio=0.6 if is_big else 1)
            beyond = "each => each.scrollHeight - each.clientHeight"
            assert page.locator(":root").evaluate(beyond) <= 0
            assert is_big or coach.evaluate(beyond) <= 0
        begun = json.loads(page.evaluate("() => localStorage['fairdeal.lesson']"))
        resigned(site, begun)


def test_the_address_of_no_lesson_shows_them_all(site: Site) -> None:
    with site.visit() as visit:
        visit.open("/learn")
        expect(visit.page.locator("a[href^='/learn/']")).to_have_count(len(GAMES))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end(site: Site, game: str) -> None:
    """By the cards and buttons that are marked, in the time that a lesson has."""
    end = time.monotonic() + LESSON_SECONDS
    lesson = GAMES[game].lesson
    assert lesson is not None
    with site.visit(size=PHONE) as visit:
        visit.open(f"/learn/{game}")
        coach = visit.find("region", "Lesson")
        expect(coach).to_be_visible()
        marked = visit.page.locator(
            ".own-card.hinted:not([aria-pressed=true]), .moves button:has(> small)"
        )
        begun = json.loads(visit.page.evaluate("() => localStorage['fairdeal.lesson']"))
        last = coach.get_by_role("button", name="Play now")
        button = coach.get_by_role("button", name="Next", exact=True).or_(marked).or_(last).first
        ends = f"{len(lesson.steps)} of {len(lesson.steps)}"
        said = set[str]()
        while begun["table"] in visit.page.url:
            assert time.monotonic() < end, visit.page.content()
            with suppress(Error):  # it may go while it is pressed
                said |= {*coach.inner_text(timeout=500).splitlines()}
                assert visit.overflow() <= 0
                button.click(position={"x": 5, "y": 20}, timeout=500)
        assert ends in said
        assert visit.violations() == []
        left = site.call("GET", f"/v1/tables/{begun['table']}", who=begun["token"])
        assert left["status"] == "over", "an address has three tables at a time"
        held = json.loads(visit.page.evaluate("() => localStorage['fairdeal.credentials']"))
        (game_after,) = [each for each in held if each["table"] != begun["table"]]
        resigned(site, game_after)


@pytest.mark.parametrize("size", [(320, 568), LOW, FLAT, DESKTOP])
def test_the_first_table_of_a_device_offers_its_lesson_once(
    site: Site, size: tuple[int, int]
) -> None:
    """The offer takes no room, and goes when it is closed."""
    with site.visit(size=size) as visit:
        offer = visit.page.get_by_role("link", name="Learn Durak in five minutes")
        felt = visit.page.locator(".felt")
        for is_first in (True, False):
            visit.open("/")
            visit.find("button", "Durak").click()
            visit.page.wait_for_url(re.compile("/t/"))
            expect(visit.find("group", "Your cards").get_by_role("button").first).to_be_visible()
            if is_first:
                expect(offer).to_be_in_viewport(ratio=1)
                before = felt.bounding_box()
                assert visit.overflow() <= 0
                assert visit.violations() == []
                visit.press("No, thanks")
                expect(offer).to_have_count(0)
                assert felt.bounding_box() == before
            visit.reload()
            expect(visit.find("button", "Hint")).to_be_visible()
            expect(offer).to_have_count(0)
            held = json.loads(visit.page.evaluate("() => localStorage['fairdeal.credentials']"))
            resigned(site, held[-1])


def test_the_offer_of_a_lesson_goes_with_the_first_own_move(site: Site) -> None:
    with site.visit(size=LOW) as visit:
        offer = visit.page.get_by_role("link", name="Learn Durak in five minutes")
        visit.open("/")
        visit.find("button", "Durak").click()
        visit.page.wait_for_url(re.compile("/t/"))
        expect(offer).to_be_visible()
        player = Player(visit)
        until(player.move)
        expect(offer).to_have_count(0)
        expect(visit.find("link", "Score sheet")).to_be_visible()
        visit.reload()
        expect(visit.find("button", "Hint")).to_be_visible()
        expect(offer).to_have_count(0)
        held = json.loads(visit.page.evaluate("() => localStorage['fairdeal.credentials']"))
        resigned(site, held[-1])
        expect(visit.page.locator(".result")).to_be_visible()
        expect(offer).to_have_count(0)


def resigned(site: Site, held: dict[str, Any]) -> None:
    """End the game of a seat: an address has three at a time."""
    deal = site.call("GET", f"/v1/tables/{held['table']}", who=held["token"])["deal"]["id"]
    site.call("POST", f"/v1/deals/{deal}/resignation", {}, who=held["token"])


def test_rules_show_cards_as_pictures(visit: Visit) -> None:
    visit.open("/rules/goat")
    visit.sees("How to play")
    scenes = visit.page.locator("figure.scene")
    expect(scenes.first.get_by_role("img", name="ten of spades")).to_be_visible()
    assert scenes.count() >= 3
    assert visit.overflow() <= 0
    assert visit.violations() == []


def test_a_clause_lies_behind_the_short_rules_until_it_is_named(visit: Visit) -> None:
    visit.open("/rules/goat")
    clause = visit.page.locator("#G10")
    visit.sees("In one minute")
    expect(clause).to_be_hidden()
    visit.open("/rules/goat#G10")
    visit.page.reload()
    expect(visit.page.locator("details").first).to_have_attribute("open", "")
    assert visit.violations() == []
