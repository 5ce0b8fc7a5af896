"""Hints at the page: the button in one's turn, what the hint says, and what others see of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.browsing import LANGUAGES, Site, Visit
from tests.page.playing import Player, address, opened
from tests.sampling import cases

MARKED = ".own-card.hinted, .moves small"


def on_turn(site: Site, deal: str) -> int:
    seat: int = site.call("GET", f"/v1/deals/{deal}")["to_act"]
    return seat


@pytest.mark.long
def test_a_player_asks_for_a_hint_and_others_see_that_it_was_given(
    site: Site, visit: Visit
) -> None:
    table = opened(site, "durak", "Ann", "Bob", hints=True, visibility="public")
    deal = table["table"]["deal"]["id"]
    seat = on_turn(site, deal)
    name = ("Ann", "Bob")[seat]
    with site.visit() as other:
        other.open(address(table, 1 - seat))
        expect(Player(other).own.get_by_role("button").first).to_be_visible()
        visit.open(address(table, seat))
        button = visit.find("button", "Hint")
        button.focus()
        visit.page.keyboard.press("Enter")
        said = visit.page.get_by_role("status").filter(has_text=re.compile("^Hint: "))
        expect(said).to_be_visible()
        expect(visit.page.locator(MARKED).first).to_be_visible()
        expect(button).to_be_focused()
        _, _, token = address(table, seat).partition("#")
        reason = site.call("GET", f"/v1/deals/{deal}", who=token)["hint"]["reason"]
        expect(said).to_contain_text(reason["text"])
        assert visit.violations() == []
        other.sees(f"{name}: Hint given")
        expect(other.find("button", "Hint")).to_have_count(0)
        assert other.page.get_by_text(re.compile("^Hint: ")).count() == 0
        assert other.page.locator(MARKED).count() == 0
    hint = site.call("GET", f"/v1/deals/{deal}")["hint"]
    assert (hint["seat"], hint["move"]) == (seat, None)
    visit.reload()
    expect(said).to_be_visible()
    player = Player(visit)
    player.play(until=lambda: player.moves > 0)
    expect(said).to_have_count(0)


@pytest.mark.long
def test_a_table_without_hints_has_no_button(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bob")
    visit.open(address(table, on_turn(site, table["table"]["deal"]["id"])))
    expect(visit.find("heading", "Your moves").or_(Player(visit).own).first).to_be_visible()
    expect(visit.find("button", "Hint")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES[:: cases(sample=2, full=1)])
def test_the_hint_is_named_in_every_language(site: Site, language: str) -> None:
    table = opened(site, "goat", "Ann", "Bob", "Cid", "Dan", hints=True)
    seat = on_turn(site, table["table"]["deal"]["id"])
    with site.visit(language=language) as visit:
        visit.open(address(table, seat))
        hint = visit.text("acts-hint")
        visit.press(hint)
        said = visit.page.get_by_role("status").filter(has_text=re.compile(f"^{hint}: .+ \u2013 "))
        expect(said).to_be_visible()
