"""A person reads why a move was allowed: at the table, a day later, and in the replay."""

import re
from math import nan
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.browsing import PHONE, Site, Visit
from tests.page.finished import Finished, finished
from tests.page.playing import address, opened, played
from tests.serving import until

ALL: Any = 400
"""More moves than a deal has."""


def moves_of(site: Site, deal: str, *, view: str, who: str | None = None) -> list[Any]:
    """The frames of the moves of a deal."""
    path = f"/v1/deals/{deal}/frames?view={view}&legal=none&explanations=true"
    return [each for each in site.call("GET", path, who=who)["frames"] if "explanation" in each]


def words(explanation: Any) -> str:
    """An explanation as the page writes it: the clause stands after it, as a link."""
    return explanation["text"].replace(f" [{explanation['clause']}]", "")  # type: ignore[no-any-return]


def lines(visit: Visit) -> Locator:
    """The moves in the log of a table."""
    return visit.find("list", visit.text("table-log")).get_by_role(
        "button", name=re.compile(f"{re.escape(visit.text('acts-why'))}$")
    )


@pytest.mark.long
def test_a_move_at_the_table_is_explained_as_its_reader_knows_it(site: Site) -> None:
    table = opened(site, "goat", "Ann", "Ben", "Cem", "Dan")
    played(site, table, 6)
    deal, token = table["table"]["deal"]["id"], table["tokens"][0]["token"]
    known = moves_of(site, deal, view="seat:0", who=token)
    with site.visit(size=PHONE) as visit:
        visit.open(address(table))
        visit.press(visit.text("table-panel"))
        expect(lines(visit)).to_have_count(6)
        for number, move in enumerate(known):
            lines(visit).nth(number).focus()
            visit.page.keyboard.press("Enter")
            said = visit.find("status").filter(has_text=words(move["explanation"]))
            expect(said.last).to_be_in_viewport()
            expect(
                said.last.get_by_role("link", name=move["explanation"]["clause"])
            ).to_be_visible()
        expect(lines(visit).first).to_have_attribute("aria-expanded", "true")
        assert visit.violations() == []
        lines(visit).first.click()
        expect(lines(visit).first).to_have_attribute("aria-expanded", "false")


def top(what: Locator) -> float:
    """Where it begins, from above; of what is not there, no number."""
    box = what.bounding_box()
    return nan if box is None else box["y"]


@pytest.mark.parametrize("size", [PHONE, (1920, 1080)], ids=["phone", "wide"])
def test_the_newest_move_is_in_sight_and_what_came_before_the_first_is_folded(
    site: Site, size: tuple[int, int]
) -> None:
    table = opened(site, "durak", "Ann", "Ben", pause_seconds=600)
    played(site, table, 20)
    with site.visit(size=size) as visit:
        visit.open(address(table))
        if size == PHONE:
            visit.press(visit.text("table-panel"))
        expect(lines(visit).last).to_be_in_viewport(ratio=1)
        expect(lines(visit).first).to_have_text(re.compile("^(You attack|Ben attacks) .+"))
        mute = visit.page.get_by_text("Mute players")
        until(lambda: top(lines(visit).last) < top(mute))  # the panel is loaded in parts
        expect(visit.page.get_by_text("Cards dealt")).not_to_be_visible()
        visit.page.get_by_text("Before the first move").click()
        visit.sees("Cards dealt")


def test_a_day_later_a_move_is_explained_with_all_hands_within_three_taps(site: Site) -> None:
    """Found by visible text alone: the panel of the table, and the move in its log."""
    table = opened(site, "goat", "Ann", "Ben", "Cem", "Dan", pause_seconds=600)
    played(site, table, ALL)
    deal, token = table["table"]["deal"]["id"], table["tokens"][0]["token"]
    seen = moves_of(site, deal, view="seat:0", who=token)
    full = moves_of(site, deal, view="full")
    number = next(at for at, (one, two) in enumerate(zip(seen, full, strict=True)) if one != two)
    with site.visit(size=PHONE) as visit:
        visit.open(address(table))
        visit.press(visit.text("table-panel"))
        tricks = visit.find("list", visit.text("table-log")).get_by_role("heading")
        count = site.call("GET", f"/v1/deals/{deal}")["trick"]
        names = [visit.text("trick-number", trick=each) for each in range(1, count + 1)]
        expect(tricks).to_have_text(names)
        lines(visit).nth(number).click()
        expect(visit.page.get_by_text(words(full[number]["explanation"]))).to_be_in_viewport()


@pytest.mark.long
def test_a_replay_explains_the_move_that_is_shown(site: Site) -> None:
    deal: Finished = finished(site, "skat", 3, target=3)
    with site.visit(size=PHONE) as visit:
        visit.open(deal.address(1, "full"))
        for move in moves_of(site, deal.deal, view="full")[:8]:
            visit.press("Next move")
            explanation = move["explanation"]
            expect(visit.page.get_by_text(words(explanation))).to_be_in_viewport()
            expect(visit.find("link", explanation["clause"])).to_be_visible()
