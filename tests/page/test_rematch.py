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


def test_a_friend_by_a_link_plays_a_series_and_a_rematch(site: Site) -> None:
    """Two phones: an invitation, a series to its end, its result, and the same again."""
    with site.visit(size=(360, 640)) as ann, site.visit(size=(390, 844)) as ben:
        ann.open(f"/#{site.key}")
        ann.navigate("Play")
        ann.press("Open a table")
        ann.in_dialog("Game").select_option("Durak")
        ann.field("Player 2").select_option("Invite a friend")
        ann.field("Your name").fill("Ann")
        ann.page.get_by_text("More options").click()
        ann.field("Play to (points)").fill("1")
        ann.press("Open it")
        link = ann.shared_link()
        ann.press("To the table", "link")
        ben.open(link.removeprefix(site.url), asks=True)
        ben.field("Your name").fill("Ben")
        ben.press("Sit down as Ben")
        players = [Player(each, haste=0.2) for each in (ann, ben)]
        again = ann.find("button", "Play again")
        tables = set[str]()
        for _ in range(2):
            for player in players:
                expect(player.own.get_by_role("button").first).to_be_visible()
            tables.add(ann.page.url)
            players[0].play(until=lambda: not players[1].move() and again.count() > 0)
            for each in (ann, ben):
                result = each.find("region", "Result of the deal")
                expect(result).to_contain_text(re.compile("(You|Ann|Ben) wins? the series"))
                assert each.violations() == []
                assert each.overflow() <= 0
            for each in (ann, ben):
                each.press("Play again")
            for each in (ann, ben):
                each.page.wait_for_url(lambda url: url not in tables)
        assert len(tables) == 2
        assert all(player.moves > 2 for player in players)
