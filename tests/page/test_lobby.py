"""The lobby: a table is opened by a form, listed, joined by one tap and by an invitation."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsing import LANGUAGES, PHONE, Site, Visit

OPEN = {"en": "Open a table", "ru": "Открыть стол", "de": "Tisch eröffnen", "ka": "მაგიდის გახსნა"}
TABLE = re.compile(r"/t/[0-9a-f-]{36}$")


def open_table(site: Site, name: str, *seats: Any, **more: Any) -> Any:
    body = {"game": "durak", "name": name, "visibility": "public", "seats": [*seats], **more}
    return site.call("POST", "/v1/tables", body)["table"]


def host(site: Site, visit: Visit) -> None:
    visit.open(f"/#{site.key}")
    expect(visit.heading("Host")).to_be_visible()
    visit.navigate("Play")
    expect(visit.heading("Play")).to_be_visible()


def kept(visit: Visit, storage: str) -> str:
    return str(visit.page.evaluate(f"() => JSON.stringify({{...{storage}}})"))


@pytest.mark.long
def test_a_table_comes_and_goes_without_a_reload(site: Site, visit: Visit) -> None:
    visit.open("/")
    table = open_table(site, "Comes and goes", {}, {"bot": "easy"})
    line = visit.find("listitem").filter(has=visit.find("heading", "Comes and goes"))
    expect(line).to_be_visible()
    expect(line.get_by_text("Waits for one player.")).to_be_visible()
    expect(line.get_by_text("bot (easy)")).to_be_visible()
    site.call("DELETE", f"/v1/tables/{table['id']}")
    expect(line).to_have_count(0)


@pytest.mark.long
def test_a_refusal_goes_with_its_cause(site: Site, visit: Visit) -> None:
    """The list is read again by a button, and by itself once there is a connection."""
    open_table(site, "To choose from", {}, {"bot": "easy"})
    visit.open("/")
    tables = visit.find("region", "What goes on now")
    expect(tables.get_by_role("list").first).to_be_attached()
    for game, again in (("Skat", True), ("Goat", False)):
        visit.page.route("**/v1/tables?*", lambda route: route.abort())
        visit.field("Game").select_option(game)
        alert = tables.get_by_role("alert")
        expect(alert).to_contain_text("The service does not answer.")
        visit.page.unroute_all()
        if again:
            alert.get_by_role("button", name="Try again").click()
        else:
            visit.page.evaluate("() => dispatchEvent(new Event('online'))")
        expect(alert).to_have_count(0)
    visit.reported.clear()


@pytest.mark.long
def test_the_list_is_read_again_when_the_log_was_begun_anew(site: Site, visit: Visit) -> None:
    """The stream of the lobby refuses the position: the page does not ask a person to reload."""
    refused = {"status": 409, "code": "log-begun-anew", "title": "x", "detail": "Lost", "end": 1}
    visit.page.route(
        "**/v1/lobby/events*",
        lambda route: route.fulfill(
            status=409, content_type="application/problem+json", body=json.dumps(refused)
        ),
        times=1,
    )
    visit.open("/")
    table = open_table(site, "After the break", {}, {"bot": "easy"})
    heading = visit.find("heading", "After the break")
    expect(heading).to_be_visible()
    expect(visit.find("region", "What goes on now").get_by_role("alert")).to_have_count(0)
    site.call("DELETE", f"/v1/tables/{table['id']}")
    expect(heading).to_have_count(0)
    visit.reported.clear()


@pytest.mark.long
def test_the_list_can_be_narrowed(site: Site, visit: Visit) -> None:
    open_table(site, "Narrowed", {}, {"bot": "easy"})
    visit.open("/")
    heading = visit.find("heading", "Narrowed")
    expect(heading).to_be_visible()
    visit.field("Game").select_option("Skat")
    expect(heading).to_have_count(0)
    visit.field("Game").select_option("Durak")
    visit.field("Only tables with a free seat").check()
    expect(heading).to_be_visible()


@pytest.mark.long
def test_a_table_against_a_bot_is_opened_by_the_form(site: Site, visit: Visit) -> None:
    host(site, visit)
    visit.press("Open a table")
    visit.in_dialog("Game").select_option("Durak")
    visit.page.get_by_text("More options").click()
    visit.field("Name of the table").fill("By the form")
    visit.field("Your name").fill("Ann")
    assert visit.violations() == []
    visit.press("Open it")
    visit.page.wait_for_url(TABLE)
    table = site.call("GET", f"/v1/tables/{visit.page.url.rpartition('/')[2]}")
    assert table["seats"][0]["name"] == "Ann"
    assert {seat["bot"] for seat in table["seats"][1:]} == {"easy"}
    assert (table["name"], table["visibility"]) == ("By the form", "public")
    assert "seat_" in kept(visit, "localStorage")


@pytest.mark.long
def test_every_game_can_be_opened_with_every_option(site: Site, visit: Visit) -> None:
    """The form knows no game: each option of each game is a field with the option's title."""
    games = site.call("GET", "/v1/games")["games"]
    host(site, visit)
    for game in games:
        visit.press("Open a table")
        visit.in_dialog("Game").select_option(game["title"])
        visit.page.get_by_text("More options").click()
        for option in game["options"].values():
            expect(visit.field(option["title"])).to_be_visible()
            if "values" in option:
                last = len(option["values"]) - 1
                visit.field(option["title"]).select_option(index=last)
        visit.field("Your name").fill("Ann")
        visit.press("Open it")
        visit.page.wait_for_url(TABLE)
        table = site.call("GET", f"/v1/tables/{visit.page.url.rpartition('/')[2]}")
        assert table["game"] == game["key"]
        for name, option in game["options"].items():
            if "values" in option:
                assert table["options"][name] == option["values"][-1]
        visit.navigate("Play")


@pytest.mark.long
def test_a_refusal_is_shown_in_the_form(site: Site, visit: Visit) -> None:
    host(site, visit)
    visit.press("Open a table")
    visit.page.get_by_text("More options").click()
    visit.field("Name of the table").fill("\u2060")
    visit.field("Your name").fill("Ann")
    visit.press("Open it")
    expect(visit.find("alert").filter(has_text="/name")).to_be_visible()
    visit.reported.clear()


@pytest.mark.long
def test_a_free_seat_is_taken_by_one_tap(site: Site, visit: Visit) -> None:
    first = open_table(site, "First of two", {}, {"bot": "easy"})
    second = open_table(site, "Second of two", {}, {"bot": "easy"})
    host(site, visit)
    visit.press("Join “First of two”")
    visit.field("Your name").fill("Ben")
    visit.press("Sit down as Ben")
    visit.page.wait_for_url(re.compile(first["id"]))
    visit.navigate("Play")
    expect(visit.find("heading", "Go on where you were")).to_be_visible()
    visit.press("Join “Second of two”")
    visit.page.wait_for_url(re.compile(second["id"]))
    for table in (first, second):
        seat = site.call("GET", f"/v1/tables/{table['id']}")["seats"][0]
        assert seat["name"] == "Ben"


@pytest.mark.long
def test_an_invited_person_takes_their_seat(site: Site) -> None:
    with site.visit() as owner:
        host(site, owner)
        owner.press("Open a table")
        owner.in_dialog("Game").select_option("Durak")
        owner.field("Player 2").select_option("Invite a friend")
        owner.field("Your name").fill("Ann")
        owner.press("Open it")
        expect(owner.find("img", "QR code: Invitation for player 2")).to_be_visible()
        assert owner.violations() == []
        link = owner.shared_link()
    table, _, token = link.partition("#")
    with site.visit(size=PHONE) as guest:
        guest.open("/")
        guest.page.get_by_text("Join by a link").click()
        guest.field("Paste your invitation").fill(link)
        guest.press("Go there")
        guest.field("Your name").fill("Cleo")
        guest.press("Sit down as Cleo")
        guest.page.wait_for_url(table)
        expect(guest.find("link", "Skip to the content")).not_to_be_focused()
        assert "seat_" in kept(guest, "localStorage")
        assert token not in kept(guest, "sessionStorage")
    seats = site.call("GET", f"/v1/tables/{table.rpartition('/')[2]}")["seats"]
    assert [seat["name"] for seat in seats[:2]] == ["Ann", "Cleo"]


@pytest.mark.long
def test_a_link_that_leads_nowhere_is_said_to(visit: Visit) -> None:
    visit.open("/")
    visit.page.get_by_text("Join by a link").click()
    visit.field("Paste your invitation").fill("seat_42")
    visit.press("Go there")
    expect(visit.find("alert").filter(has_text="This is no link")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_is_in_every_language(site: Site, language: str) -> None:
    with site.visit(language=language, size=PHONE) as visit:
        visit.open(f"/settings#{site.key}")
        visit.open("/")
        visit.press(OPEN[language])
        expect(visit.find("dialog", OPEN[language])).to_be_visible()
        assert visit.violations() == []
        assert visit.overflow() <= 0
