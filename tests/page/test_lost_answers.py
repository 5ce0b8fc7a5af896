"""Answers that do not come, and what was read with a credential that is forgotten."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from service.api.pages import tree
from tests.page.browsing import Site, Visit
from tests.page.playing import OVER, Player, address, opened
from tests.page.test_lobby import host, kept

TRIES: Final = 4
"""How often the page sends a request until it says that no answer comes."""
AT_ONCE: Final = "Math.random = () => 0"
"""The page tries again without a pause."""
LOST: Final = "The service does not answer."
TABLE: Final = re.compile(r"/t/([0-9a-f-]{36})$")
FORGET: Final = "async ([address, token]) => (await import(address)).forget(token)"


@pytest.fixture
def hasty(visit: Visit) -> Visit:
    """A person whose page tries again at once."""
    visit.page.add_init_script(AT_ONCE)
    return visit


def lose(visit: Visit, address: str, method: str = "POST") -> list[str | None]:
    """Lose the answers to a request until the page gives up; the bodies of all, as they come."""
    bodies: list[str | None] = []

    def answer(route: Route) -> None:
        if route.request.method != method:
            return route.continue_()
        bodies.append(route.request.post_data)
        if len(bodies) > TRIES:
            return route.continue_()
        route.fetch()
        return route.abort()

    visit.page.route(address, answer)
    return bodies


def sign(visit: Visit) -> None:
    visit.page.get_by_text("More options").click()
    visit.field("Sign my moves with a key").check()


def tables_of(site: Site, name: str, table: str) -> int:
    """How many tables with a name the host has; one is known."""
    site.await_listed(table)
    found = site.call("GET", "/v1/tables?owner=me&limit=50")["tables"]
    return sum(each["name"] == name for each in found)


def test_a_form_that_is_sent_again_has_the_same_key(site: Site, hasty: Visit) -> None:
    """The table was opened: it is the one that the person gets, with their seat."""
    host(site, hasty)
    bodies = lose(hasty, "**/v1/tables")
    hasty.press("Open a table")
    hasty.in_dialog("Game").select_option("Durak")
    hasty.field("Your name").fill("Ann")
    sign(hasty)
    hasty.field("Name of the table").fill("Opened once")
    hasty.press("Open it")
    expect(hasty.find("alert").filter(has_text=LOST)).to_be_visible()
    hasty.press("Open it")
    hasty.page.wait_for_url(TABLE)
    assert len({*bodies}) == 1
    assert tables_of(site, "Opened once", hasty.page.url.rpartition("/")[2]) == 1
    assert "seat_" in kept(hasty, "localStorage")
    expect(Player(hasty).own).to_be_visible()
    hasty.reported.clear()


@pytest.mark.long
def test_a_rematch_that_is_asked_for_again_is_the_same(site: Site, hasty: Visit) -> None:
    seats: list[Any] = [{}, {"bot": "easy"}]
    body = {"game": "durak", "name": "Twice", "seats": seats, "target": 1}
    table = site.call("POST", "/v1/tables", body)["table"]["id"]
    invited = site.call("POST", f"/v1/tables/{table}/invitations", {"name": "Ann"})["token"]
    hasty.open(f"/t/{table}#{invited}")
    hasty.field("Your name").fill("Ann")
    sign(hasty)
    hasty.press("Sit down as Ann")
    expect(Player(hasty).own).to_be_visible()
    hasty.show_more()
    hasty.press("Resign the series")
    hasty.press("Yes")
    hasty.sees(OVER)
    bodies = lose(hasty, "**/rematch")
    hasty.press("Play again")
    expect(hasty.find("alert").filter(has_text=LOST)).to_be_visible()
    hasty.press("Play again")
    expect(hasty.page).not_to_have_url(re.compile(table))
    assert len({*bodies}) == 1
    expect(Player(hasty).own).to_be_visible()
    hasty.reported.clear()


@pytest.mark.long
def test_invitations_go_on_at_the_table_that_is_open(site: Site, hasty: Visit) -> None:
    host(site, hasty)
    sent: list[int] = []

    def refuse(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "")["seat"])
        if sent[-1] == 2 and len(sent) <= 1 + TRIES:
            route.abort()
        else:
            route.continue_()

    hasty.page.route("**/invitations", refuse)
    hasty.press("Open a table")
    hasty.in_dialog("Game").select_option("Goat")
    hasty.page.get_by_text("More options").click()
    hasty.field("Name of the table").fill("For four")
    for seat in (1, 2):
        hasty.field(f"Player {seat + 1}").select_option("Invite a friend")
    hasty.field("Your name").fill("Ann")
    hasty.press("Open it")
    expect(hasty.find("img", "QR code: Invitation for player 2")).to_be_visible()
    expect(hasty.find("alert").filter(has_text=LOST)).to_be_visible()
    hasty.press("Try again")
    expect(hasty.find("img", "QR code: Invitation for player 3")).to_be_visible()
    expect(hasty.find("alert").filter(has_text=LOST)).to_have_count(0)
    assert sent == [1, *[2] * (TRIES + 1)]
    table = hasty.find("link", "To the table").get_attribute("href") or ""
    assert tables_of(site, "For four", table.rpartition("/")[2]) == 1
    hasty.reported.clear()


@pytest.mark.long
def test_own_tables_that_cannot_be_read_are_not_silently_missing(site: Site, hasty: Visit) -> None:
    table = opened(site, "durak", "Ann")
    hasty.open(address(table))
    expect(Player(hasty).own).to_be_visible()
    hasty.page.route(f"**/v1/tables/{table['table']['id']}", lambda route: route.abort())
    hasty.navigate("Play")
    own = hasty.find("region", "Go on where you were")
    expect(own.get_by_role("alert")).to_contain_text(LOST)
    hasty.page.unroute_all()
    own.get_by_role("button", name="Try again").click()
    expect(own.get_by_role("link", name="To my seat")).to_be_visible()
    expect(own.get_by_role("alert")).to_have_count(0)
    hasty.reported.clear()


@pytest.mark.long
def test_a_score_sheet_goes_with_its_credential(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann", visibility="private")
    token = table["tokens"][0]["token"]
    visit.open(f"/t/{table['table']['id']}/series#{token}")
    player = visit.find("columnheader", re.compile("^Ann"))
    expect(player).to_be_visible()
    visit.page.evaluate(FORGET, [tree().address("web/credentials.js"), token])
    expect(visit.find("alert")).to_be_visible()
    expect(player).to_have_count(0)
    assert all("404" in line for line in visit.reported), visit.reported
    visit.reported.clear()
