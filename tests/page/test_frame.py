"""The frame of the page: the header, navigation, settings, tokens in the address."""

import asyncio
import re

import pytest
from playwright.sync_api import expect

from tests.page.browsing import LANGUAGES, Site, Visit, away


@pytest.mark.long
def test_a_link_leads_on_without_a_reload(visit: Visit) -> None:
    visit.open("/")
    visit.page.evaluate("() => { window.stays = true; }")
    visit.press("Settings", "link")
    expect(visit.heading("Settings")).to_be_visible()
    assert visit.page.evaluate("() => window.stays")
    expect(visit.page.get_by_role("main")).to_be_focused()
    visit.page.go_back()
    expect(visit.heading("Play")).to_be_visible()


def test_another_test_runs_an_event_loop_while_the_browser_is_open(visit: Visit) -> None:
    visit.open("/")
    with away():
        assert asyncio.run(asyncio.sleep(0, "done")) == "done"
    visit.open("/settings")


@pytest.mark.long
def test_the_first_stop_of_the_keyboard_is_the_way_to_the_content(visit: Visit) -> None:
    visit.open("/")
    visit.page.keyboard.press("Tab")
    expect(visit.find("link", "Skip to the content")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_settings_is_kept(site: Site, language: str) -> None:
    names = {"en": "Play", "ru": "Играть", "de": "Spielen", "ka": "თამაში"}
    with site.visit(language="en" if language != "en" else "de") as visit:
        visit.open("/settings")
        visit.page.get_by_role("combobox").select_option(language)
        expect(visit.find("link", names[language])).to_be_visible()
        visit.open("/")
        expect(visit.find("link", names[language])).to_be_visible()


@pytest.mark.long
def test_settings_of_cards_are_applied_and_kept(visit: Visit) -> None:
    visit.open("/settings")
    expect(visit.find("img", "jack of clubs")).to_be_visible()
    visit.find("radio", "German").check()
    expect(visit.find("img", "under of acorns")).to_be_visible()
    visit.find("radio", "Dark").check()
    visit.page.reload()
    expect(visit.find("radio", "German")).to_be_checked()
    assert visit.page.evaluate("() => getComputedStyle(document.body).colorScheme") == "dark"


def test_a_choice_of_colours_says_that_german_suits_have_their_own(visit: Visit) -> None:
    visit.open("/settings")
    choice = visit.find("group", "Colours of the suits")
    expect(choice).to_have_accessible_description("")
    visit.find("radio", "German").check()
    expect(choice).to_have_accessible_description(re.compile("four colours of their own"))
    expect(choice).to_contain_text("This choice is for French suits.")
    visit.find("radio", "French").check()
    expect(choice).not_to_contain_text("This choice")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Two", {"clubs": "spades", "hearts": "diamonds"}),
        ("Four", {}),
        ("Tournament Skat", {}),
    ],
)
def test_colours_of_suits_are_applied_and_kept(
    visit: Visit, name: str, like: dict[str, str]
) -> None:
    """Each suit has a colour of its own, except those that are alike.

    German suits are told apart whatever was chosen: they have four colours of their own.
    """
    visit.open("/settings")
    usual = colours(visit)
    visit.find("radio", name).check()
    visit.page.reload()
    expect(visit.find("radio", name)).to_be_checked()
    chosen = colours(visit)
    assert (chosen == usual) == (name == "Two")
    for suit, colour in chosen.items():
        same = {each for each, other in chosen.items() if other == colour} - {suit}
        pairs = {*like.items(), *((two, one) for one, two in like.items())}
        assert same == {two for one, two in pairs if one == suit}, chosen
    visit.find("radio", "German").check()
    expect(visit.find("img", "under of acorns")).to_be_visible()
    assert len({*colours(visit).values()}) == len(chosen)


def colours(visit: Visit) -> dict[str, str]:
    """The colour of each suit, by its name."""
    cards = visit.page.locator("main .cards").get_by_role("img")
    expect(cards).to_have_count(4)
    read = "all => all.map(each => [each.ariaLabel, getComputedStyle(each).fill])"
    return {name.rpartition(" ")[2]: fill for name, fill in cards.evaluate_all(read)}


def test_a_token_leaves_the_address_and_is_kept_for_the_tab(site: Site, visit: Visit) -> None:
    visit.open(f"/settings#{site.key}")
    assert visit.page.url == f"{site.url}/settings"
    kept = "() => [sessionStorage, localStorage].map((each) => JSON.stringify({...each}))"
    tab, device = visit.page.evaluate(kept)
    assert site.key in tab
    assert site.key not in device


@pytest.mark.long
def test_a_token_that_has_ended_is_forgotten(visit: Visit) -> None:
    visit.open(f"/#seat_{'x' * 43}")
    expect(visit.heading("Play")).to_be_visible()
    assert "seat_" not in visit.page.evaluate("() => JSON.stringify({...sessionStorage})")
    assert visit.reported.pop().startswith("Failed to load resource: the server responded with")


@pytest.mark.long
def test_a_link_without_a_connection_leads_on_once_there_is_one(visit: Visit) -> None:
    visit.open("/")
    visit.page.context.set_offline(True)
    visit.find("link", "Settings").click()
    expect(visit.page.get_by_text("The connection is lost.")).to_be_visible()
    expect(visit.heading()).to_be_visible()
    visit.page.context.set_offline(False)
    expect(visit.heading("Settings")).to_be_visible()
    visit.reported.clear()
