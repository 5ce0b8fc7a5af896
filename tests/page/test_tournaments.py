"""A club's secretary on the page alone: an evening is opened, joined, played, corrected, closed."""

import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import plain
from tests.cli.commands import fairdeal
from tests.page.browsing import LANGUAGES, PHONE, Site, Visit
from tests.page.playing import Player
from tests.serving import until

PICTURES = os.environ.get("FAIRDEAL_PICTURES")
NAME = "Autumn evening"


def pictured(visit: Visit, name: str) -> None:
    """Keep a picture of the page, for a person who wants to look at it."""
    if PICTURES:
        visit.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def opened(visit: Visit) -> str:
    """The address of a tournament that a host has opened on the page."""
    visit.navigate("Host")
    visit.press("Tournaments", "link")
    visit.press("Open a tournament")
    visit.in_dialog("Name of the tournament").fill(NAME)
    visit.in_dialog("Game").select_option("Durak")
    visit.in_dialog("Rounds").fill("2")
    visit.in_dialog("Points that end a series").fill("1")
    pictured(visit, "opening")
    visit.find("dialog").get_by_role("button", name="Open a tournament", exact=True).click()
    expect(visit.heading(NAME)).to_be_visible()
    return visit.page.url.removeprefix(visit.url)


@pytest.mark.long
def test_an_evening_from_the_first_form_to_the_printed_standings(site: Site) -> None:
    with site.visit() as secretary, site.visit(size=PHONE) as player:
        secretary.open(f"/host#{site.key}")
        path = opened(secretary)
        player.open(path)
        player.field("Your name").fill("Ann")
        player.press("Join")
        player.sees("You play as Ann.")
        for level in ("easy", "easy", "medium"):
            secretary.field("Player").select_option(level)
            secretary.press("Enter the player")
            expect(secretary.field("Player")).to_be_visible()
        secretary.sees("4 players")
        secretary.press("Begin round 1")
        expect(player.find("button", "Go to my table")).to_be_visible()
        pictured(player, "player")
        pictured(secretary, "director")
        assert player.violations() == []
        assert secretary.violations() == []
        assert player.overflow() == secretary.overflow() == 0
        player.press("Go to my table")
        expect(player.page).to_have_url(re.compile("/t/"))
        secretary.page.get_by_text("Correct a score").click()
        secretary.field("Player").select_option("Ann")
        secretary.field("Points (negative: a deduction)").fill("-1")
        secretary.field("Reason, which everybody sees").fill("Late for the first deal")
        secretary.press("Correct")
        secretary.page.locator("summary").filter(has_text="Ann").click()
        secretary.sees(re.compile("Late for the first deal"))
        secretary.press("Sheets to print", "link")
        expect(secretary.heading("Sheets to print")).to_be_visible()
        expect(secretary.find("listitem").filter(has_text="Ann")).to_contain_text("Table")
        pictured(secretary, "seating-cards")
        secretary.field("Sheet").select_option("Score lists")
        expect(secretary.find("heading", level=2)).to_have_count(2)
        expect(secretary.find("columnheader", "Ann")).to_be_visible()
        assert secretary.violations() == []
        assert secretary.overflow() == 0
        pictured(secretary, "score-lists")
        secretary.page.emulate_media(media="print")
        expect(secretary.find("button", "Print")).to_be_hidden()
        secretary.page.emulate_media(media="screen")
        secretary.press(NAME, "link")
        secretary.press("Close the tournament")
        secretary.press("Close it: tables that are on do not count")
        secretary.sees(re.compile("closed"))
        secretary.page.emulate_media(media="print")
        pictured(secretary, "printed")
        expect(secretary.find("button", "Print")).to_be_hidden()


@pytest.mark.long
def test_twelve_people_and_bots_at_three_tables(site: Site) -> None:
    with site.visit() as secretary, site.visit(size=PHONE) as ann, site.visit(size=PHONE) as bob:
        secretary.open(f"/host#{site.key}")
        secretary.navigate("Host")
        secretary.press("Tournaments", "link")
        secretary.press("Open a tournament")
        secretary.in_dialog("Name of the tournament").fill(NAME)
        secretary.in_dialog("Game").select_option("Skat")
        secretary.in_dialog("Format").select_option("Seated by the director")
        secretary.in_dialog("Rounds").fill("2")
        secretary.in_dialog("Deals of a series").fill("4")
        secretary.find("dialog").get_by_role("button", name="Open a tournament").click()
        expect(secretary.heading(NAME)).to_be_visible()
        path = secretary.page.url.removeprefix(secretary.url)
        for visit, name in ((ann, "Ann"), (bob, "Bob")):
            visit.open(path)
            visit.field("Your name").fill(name)
            visit.press("Join")
            visit.sees(f"You play as {name}.")
        for count in range(3, 13):
            secretary.field("Player").select_option("easy")
            secretary.press("Enter the player")
            secretary.sees(f"{count} players")
        expect(secretary.find("group").filter(has_text="Table")).to_have_count(3)
        pictured(secretary, "seating")
        secretary.press("Begin round 1")
        for visit in (ann, bob):
            visit.press("Go to my table")
            expect(visit.page).to_have_url(re.compile("/t/"))
        players = [Player(ann), Player(bob)]
        while not all(player.over() for player in players):
            for player in players:
                player.move()
        secretary.sees(re.compile("3 of 3 tables over"))
        secretary.page.get_by_text("Correct a score").click()
        secretary.field("Player").last.select_option("Ann")
        secretary.field("Points (negative: a deduction)").fill("-10")
        secretary.field("Reason, which everybody sees").fill("Played out of turn")
        secretary.press("Correct")
        secretary.press("Close the tournament")
        secretary.press("Close it: tables that are on do not count")
        secretary.sees(re.compile("closed"))
        expect(secretary.find("row")).to_have_count(13)
        secretary.press("Sheets to print", "link")
        secretary.field("Sheet").select_option("Score lists")
        expect(secretary.find("heading", level=2)).to_have_count(3)
        expect(secretary.find("columnheader", "Ann")).to_be_visible()
        expect(secretary.find("columnheader", "Bot: easy 12")).to_be_visible()
        pictured(secretary, "three-lists")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_is_in_every_language(site: Site, language: str) -> None:
    with site.visit(language=language, size=PHONE) as visit:
        visit.open("/tournament")
        expect(visit.heading(visit.text("evening-all"))).to_be_visible()
        assert visit.violations() == []
        assert visit.overflow() == 0


def test_rounds_begin_at_times(site: Site) -> None:
    times = [f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%dT19:30}" for days in (1, 2)]
    with site.visit(size=PHONE) as secretary:
        secretary.open(f"/host#{site.key}")
        secretary.navigate("Host")
        secretary.press("Tournaments", "link")
        secretary.press("Open a tournament")
        secretary.in_dialog("Name of the tournament").fill(NAME)
        secretary.in_dialog("Game").select_option("Durak")
        secretary.in_dialog("Rounds").fill("2")
        for round_, time in enumerate(times, start=1):
            secretary.in_dialog(f"Begin of round {round_}").fill(time)
        expect(secretary.in_dialog("Begin of round 3")).to_have_count(0)
        pictured(secretary, "starts-form")
        assert secretary.violations() == []
        secretary.find("dialog").get_by_role("button", name="Open a tournament").click()
        expect(secretary.heading(NAME)).to_be_visible()
        shown = secretary.find("paragraph").filter(has_text="begins:").locator("time")
        expect(shown).to_have_count(3)
        zone = secretary.page.evaluate("(times) => times.map((each) => Date.parse(each))", times)
        read = [each.get_attribute("datetime") or "" for each in shown.all()]
        instants = secretary.page.evaluate("(times) => times.map((each) => Date.parse(each))", read)
        assert instants == [zone[0], *zone]
        assert secretary.overflow() == 0
        pictured(secretary, "starts")


def test_the_links_of_players_stay_while_a_round_begins(site: Site) -> None:
    terms = {"game": "durak", "name": NAME, "format": "swiss"}
    made = site.call("POST", "/v1/tournaments", terms)["id"]
    with site.visit(size=PHONE) as director:
        director.open(f"/host#{site.key}")
        director.open(f"/tournament/{made}")
        for name in ("Ann", "Emil"):
            director.field("Name of the player").fill(name)
            director.press("Enter the player")
            expect(director.find("region", f"Link for {name}")).to_be_visible()
        site.call("POST", f"/v1/tournaments/{made}/rounds", {})
        expect(director.field("Name of the player")).to_have_count(0)
        expect(director.find("region", "Link for Emil")).to_be_visible()
        director.page.get_by_text("Earlier links").click()
        expect(director.find("region", "Link for Ann")).to_be_visible()
        assert director.violations() == []
        assert director.overflow() == 0


def test_the_director_puts_in_a_substitute(site: Site) -> None:
    terms = {"game": "durak", "name": NAME, "format": "swiss", "joining": "anyone"}
    made = site.call("POST", "/v1/tournaments", {**terms, "visibility": "public"})["id"]
    with site.visit(size=PHONE) as director, site.visit(size=PHONE) as ann, site.visit() as emil:
        ann.open(f"/tournament/{made}")
        ann.field("Your name").fill("Ann")
        ann.press("Join")
        ann.sees("You play as Ann.")
        director.open(f"/host#{site.key}")
        director.open(f"/tournament/{made}")
        director.page.locator("summary").filter(has_text="Ann").first.click()
        director.press("Substitute for Ann")
        director.field("Name of the substitute").fill("Emil")
        director.field("Reason, which everybody sees").fill("Ann is ill")
        pictured(director, "substitute")
        assert director.violations() == []
        director.press("Put in the substitute")
        expect(director.find("heading", "Emil plays on")).to_be_visible()
        link = director.find("region", "Link for Emil").get_by_role("textbox").input_value()
        assert director.overflow() == 0
        pictured(director, "substitute-link")
        emil.open(link.removeprefix(site.url), asks=True)
        emil.press("Play as Emil")
        emil.sees("You play as Emil.")
        ann.reload()
        ann.sees("Another person plays on in your place.")
        expect(ann.find("row").last).to_contain_text("Emil")
        ann.reported.clear()  # the token of the entry has ended


def test_a_correction_is_in_points_also_where_boards_are_compared(site: Site) -> None:
    terms = {"game": "durak", "name": NAME, "format": "swiss", "boards": 1, "scoring": "mean"}
    made = site.call("POST", "/v1/tournaments", terms)["id"]
    for _ in range(4):
        site.call("POST", f"/v1/tournaments/{made}/players", {"bot": "easy"})
    site.call("POST", f"/v1/tournaments/{made}/rounds", {})
    with site.visit(size=PHONE) as director:
        director.open(f"/host#{site.key}")
        director.open(f"/tournament/{made}")
        director.page.get_by_text("Correct a score").click()
        director.field("Points (negative: a deduction)").fill("-1.5")
        director.field("Reason, which everybody sees").fill("Late")
        director.press("Correct")
        expect(director.page.locator("select:invalid")).to_have_count(1)
        director.field("Player").last.select_option("Bot: easy 2")
        director.press("Correct")
        director.page.locator("summary").filter(has_text="Bot: easy 2").first.click()
        director.sees(re.compile("Correction in round 1: \N{MINUS SIGN}1.5 \N{EN DASH} Late"))
    lines = site.call("GET", f"/v1/tournaments/{made}")["standings"]
    fixed = [line["points"] for row in lines for line in row["lines"] if line["reason"] == "Late"]
    assert fixed == [-150]


def test_the_director_withdraws_a_player_who_is_seated_no_more(site: Site) -> None:
    terms = {"game": "skat", "name": NAME, "format": "fixed", "seats": 4}
    made = site.call("POST", "/v1/tournaments", terms)["id"]
    for name in ("Ann", "Bob", "Cid", "Dan", "Eve"):
        site.call("POST", f"/v1/tournaments/{made}/players", {"name": name})
    with site.visit(size=PHONE) as director:
        director.open(f"/host#{site.key}")
        director.open(f"/tournament/{made}")
        last = director.find("group", "Table 2").get_by_role("combobox").first
        expect(last).to_have_value("0")
        last.select_option("Eve")
        director.press("Begin round 1")
        director.sees(re.compile("The game is not played at such a table"))
        director.reported.clear()  # it was refused
        director.page.locator("summary").filter(has_text="Bob").click()
        director.press("Withdraw Bob")
        director.press("Withdraw Bob: they play no later round")
        director.sees(re.compile(r"Bob \(withdrawn\)"))
        assert director.violations() == []
        assert director.overflow() == 0
        expect(director.find("group").filter(has_text="Table")).to_have_count(1)
        director.press("Begin round 1")
        director.sees(re.compile("round 1 of 3 is on"))
    (table,) = site.call("GET", f"/v1/tournaments/{made}")["played"][0]["tables"]
    assert table["players"] == [1, 3, 4, 5]


def test_the_form_shows_the_format_that_the_game_allows(site: Site) -> None:
    with site.visit(size=PHONE) as host:
        host.open(f"/host#{site.key}")
        host.navigate("Host")
        host.press("Tournaments", "link")
        host.press("Open a tournament")
        host.in_dialog("Format").select_option("Knock-out")
        host.in_dialog("Game").select_option("Skat")
        expect(host.in_dialog("Format")).to_have_value("by_standings")
        expect(host.in_dialog("Rounds")).to_be_visible()


def test_players_who_are_entered_one_after_the_other_are_pairs(site: Site) -> None:
    terms = {"game": "goat", "name": NAME, "format": "swiss"}
    made = site.call("POST", "/v1/tournaments", terms)["id"]
    site.call("POST", f"/v1/tournaments/{made}/players", {"name": "Lea", "team": "Lions"})
    with site.visit(size=PHONE) as director:
        director.open(f"/host#{site.key}")
        director.open(f"/tournament/{made}")
        for name in ("Ann", "Bob", "Cid", "Leo"):
            director.field("Name of the player").fill(name)
            director.press("Enter the player")
            expect(director.find("region", f"Link for {name}")).to_be_visible()
            if name == "Cid":
                director.field("Partner").select_option("Lea")
        director.field("Player").select_option("easy")
        expect(director.field("Partner")).to_have_value("4")
        director.field("Partner").select_option("Nobody yet")
        director.press("Enter the player")
        director.sees("6 players")
        director.press("Begin round 1")
        director.sees(re.compile("round 1 of 3 is on"))
    partners = [each["partner"] for each in site.call("GET", f"/v1/tournaments/{made}")["players"]]
    assert partners == [None, None, 2, None, 1, None]


def test_the_director_saves_the_standings_and_the_evidence(site: Site, tmp_path: Path) -> None:
    """The files of the page: a sheet, and a bundle that `fairdeal verify` reads."""
    terms = {"game": "durak", "name": NAME, "format": "lot", "rounds": 1, "visibility": "public"}
    made = site.call("POST", "/v1/tournaments", {**terms, "target": 1})["id"]
    for level in ("easy", "medium"):
        site.call("POST", f"/v1/tournaments/{made}/players", {"bot": level})
    site.call("POST", f"/v1/tournaments/{made}/rounds", {})
    until(lambda: site.call("GET", f"/v1/tournaments/{made}")["status"] == "over")
    with site.visit(size=PHONE) as visit:
        visit.open(f"/tournament/{made}")
        sheet = saved(visit, "Save the standings (CSV)", tmp_path / "standings.csv")
        assert sheet.read_text("utf-8").startswith("rank,players,names,")
        expect(visit.find("button", "Save the evidence")).to_have_count(0)
        visit.open(f"/host#{site.key}")
        visit.open(f"/tournament/{made}")
        evidence = saved(visit, "Save the evidence", tmp_path / "evening.ndjson")
        assert visit.violations() == []
        assert visit.overflow() == 0
    key = tmp_path / "key.txt"
    key.write_bytes(plain.get(f"{site.url}/v1/log/key").content)
    assert fairdeal("verify", evidence, "--key", key).code == 0


def saved(visit: Visit, button: str, path: Path) -> Path:
    """The file that a button of the page saves."""
    with visit.page.expect_download() as begun:
        visit.press(button)
    begun.value.save_as(path)
    return path


def test_a_player_adds_seeds_to_the_draws(site: Site) -> None:
    """The page commits to a chain, and shows a seed of it when a round is called."""
    terms = {"game": "durak", "name": NAME, "format": "lot", "rounds": 2, "target": 1}
    more = {"joining": "anyone", "visibility": "public"}
    made = site.call("POST", "/v1/tournaments", {**terms, **more})["id"]
    path = f"/v1/tournaments/{made}"
    site.call("POST", f"{path}/players", {"bot": "easy"})
    with site.visit(size=PHONE) as player:
        player.open(f"/tournament/{made}")
        player.field("Your name").fill("Ann")
        player.find("checkbox", "Add a secret number of mine to each draw").check()
        assert player.violations() == []
        assert player.overflow() == 0
        player.press("Join")
        player.sees("You play as Ann.")
        player.sees("it shows your secret number")
        site.call("POST", f"{path}/rounds", {})
        until(lambda: site.call("GET", path)["status"] == "playing")
    assert site.call("GET", path)["played"][0]["absent"] == []
    shown = [
        each["data"]["player"]
        for each in site.call("GET", f"{path}/events?limit=1000")["events"]
        if each["type"] == "tournament.seed_shown"
    ]
    assert shown == [2]
