"""A rematch: the people at the table agree, and each sees who has."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import expect

from tests.page.browsing import DESKTOP, Site, Visit
from tests.page.playing import OVER, Player, address, opened

pytestmark = pytest.mark.long


@pytest.fixture
def other(site: Site) -> Generator[Visit]:
    with site.visit(size=DESKTOP) as visit:
        yield visit


def test_two_people_agree_to_play_again(site: Site, visit: Visit, other: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bea", target=1)
    token = table["tokens"][1]["token"]
    site.call("POST", f"/v1/deals/{table['table']['deal']['id']}/resignation", {}, who=token)
    for person, seat in ((visit, 0), (other, 1)):
        person.open(address(table, seat))
        person.sees(OVER)
    visit.press("Play again in the same seats")
    visit.sees("Waiting for Bea.")
    other.sees("Ann wants to play again.")
    expect(other.find("button", "Play again in the same seats")).to_have_count(0)
    other.press("Play again")
    for person in (visit, other):
        expect(person.page).not_to_have_url(re.compile(table["table"]["id"]))
        expect(Player(person).own).to_be_visible()


def test_the_pause_says_whom_it_waits_for(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bea", target=3, pause_seconds=600)
    tokens, deal = [each["token"] for each in table["tokens"]], table["table"]["deal"]["id"]
    while (shown := site.call("GET", f"/v1/deals/{deal}"))["to_act"] is not None:
        mine = site.call("GET", f"/v1/deals/{deal}", who=tokens[shown["to_act"]])["legal_moves"]
        move = next(each for each in mine if not each["early"])["move"]
        site.call("POST", f"/v1/deals/{deal}/moves", {"move": move}, who=tokens[shown["to_act"]])
    visit.open(address(table))
    visit.sees("Waiting for Bea.")
    visit.press("Next deal")
    expect(visit.find("button", "Next deal")).to_have_count(0)
    visit.sees("Waiting for Bea.")
