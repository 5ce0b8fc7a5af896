"""Phrases of the people at a table: bubbles, mute, reports, and absence."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import expect

from tests.page.browsing import DESKTOP, PHONE, Site, Visit
from tests.page.playing import address, opened

pytestmark = pytest.mark.long


@pytest.fixture
def other(site: Site) -> Generator[Visit]:
    with site.visit(size=DESKTOP, language="de") as visit:
        yield visit


def test_people_read_phrases_in_their_own_language(site: Site, visit: Visit, other: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bea", phrases="always")
    visit.open(address(table))
    other.open(address(table, 1))
    expect(visit.find("region", "Phrases").get_by_role("button")).to_have_count(7)
    expect(visit.find("button", "Say something")).to_be_hidden()
    assert visit.violations() == []
    visit.press("Good luck!")
    expect(visit.find("button", "Thank you!", disabled=True)).to_be_visible()
    expect(other.page.get_by_role("log").last).to_contain_text("Ann: Viel Glück!")
    expect(other.page.locator(".bubble.speech")).to_have_text("Viel Glück!")
    expect(visit.page.get_by_role("log").last).not_to_contain_text("Good luck!")
    assert other.violations() == []
    other.press("„Viel Glück!“ dem Inhaber des Tisches melden")
    expect(other.page.get_by_text("Dem Inhaber gemeldet")).to_be_visible()
    other.page.get_by_text("Spieler stumm schalten").click()
    other.press("Ann stumm schalten")
    expect(other.page.locator(".people li")).to_have_count(0)
    expect(other.page.locator(".bubble.speech")).to_have_count(0)
    reports = site.call("GET", "/v1/reports")["reports"]
    [report] = [each for each in reports if each["table"] == table["table"]["id"]]
    assert (report["seat"], len(report["phrases"])) == (1, 1)


def test_a_phone_has_the_phrases_behind_a_button(site: Site, other: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bea", phrases="always")
    other.open(address(table, 1))
    with site.visit(size=PHONE) as visit:
        visit.open(address(table))
        visit.press("Say something")
        expect(visit.find("dialog").get_by_role("button")).to_have_count(8)
        visit.press("Good luck!")
        expect(visit.find("dialog")).to_have_count(0)
    expect(other.page.locator(".bubble.speech")).to_have_text("Viel Glück!")


def test_the_host_reads_reports(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bea", phrases="always")
    tokens, path = [each["token"] for each in table["tokens"]], f"/v1/tables/{table['table']['id']}"
    site.call("POST", f"{path}/phrases", {"phrase": "hurry_please"}, who=tokens[0])
    site.call("POST", f"{path}/phrases/1/report", None, who=tokens[1])
    visit.open(f"/host#{site.key}")
    visit.sees("Reported phrases")
    visit.sees("Ann: Your turn, please!")
    visit.sees(re.compile("Reported by Bea"))


def test_who_is_not_here_is_marked(site: Site, visit: Visit, other: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bea")
    visit.open(address(table))
    seats = visit.find("list", "Seats")
    expect(seats).to_contain_text("not here")
    other.open(address(table, 1))
    expect(seats).not_to_contain_text("not here")


def test_partners_say_nothing_while_a_deal_is_on(site: Site, visit: Visit) -> None:
    names = ("Ann", "Bea", "Cid", "Dan")
    table = opened(site, "goat", *names)
    visit.open(address(table))
    visit.sees("Between the deals you can say something here.")
    expect(visit.find("button", "Say something")).to_have_count(0)
