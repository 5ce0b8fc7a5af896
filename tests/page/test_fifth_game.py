"""A game that the page has never heard of: in the lobby, at the table, in the replay, on the score.

The game is the skeleton of `make new-game`, in a copy of the project, with one option of its own.
"""

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import Site
from tests.page.made_up import KEY, TITLE, made_up, replace
from tests.page.playing import Player
from tests.page.witness import Witness
from tools.new_game import ROOT

OPTION: Final = '    greeting: Literal["none", "loud"] = "none"\n    """Nothing depends on it."""\n'
TEXTS: Final = f"""
{KEY}-option-greeting = Greeting
    .none = nobody speaks
    .loud = everybody speaks
"""


@pytest.fixture(scope="module")
def fifth(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    with made_up(browser, tmp_path_factory.mktemp("fifth"), add_option) as site:
        yield site


def add_option(root: Path) -> None:
    """Give the game one more option, with its texts."""
    points = "    points_to_win: int"
    types = ("Final, NamedTuple", "Final, Literal, NamedTuple")
    replace(root, "model.py", (points, OPTION + points), types)
    with (root / "languages" / "en" / f"{KEY}.ftl").open("a", encoding="utf-8") as file:
        file.write(TEXTS)


@pytest.mark.long
def test_a_game_that_the_page_does_not_know_is_played(fifth: Site) -> None:
    for path in (ROOT / "web").rglob("*.js"):
        assert KEY not in path.read_text("utf-8"), path
    with fifth.visit() as visit:
        witness = Witness(visit)
        visit.open(f"/#{fifth.key}")
        visit.navigate("Play")
        visit.press("Open a table")
        visit.in_dialog("Game").select_option(TITLE)
        visit.page.get_by_text("More options").click()
        visit.field("Name of the table").fill("The fifth")
        visit.field("Points that win the series").fill("1")
        visit.field("Greeting").select_option("everybody speaks")
        visit.field("Your name").fill("Ann")
        visit.press("Open it")
        Player(visit).play()
        table = visit.page.url.rpartition("/")[2]
        found = fifth.call("GET", f"/v1/tables/{table}")
        assert (found["game"], found["status"]) == (KEY, "over")
        assert found["options"]["greeting"] == "loud"
        expect(
            visit.find("list", "What has happened").get_by_role("listitem").first
        ).to_be_visible()
        assert witness.lost() == []
        visit.press("Score sheet", "link")
        expect(visit.find("columnheader", "you")).to_be_visible()
        visit.sees(re.compile(r"(You|Bot 1) took more tricks and won the deal"))
        visit.press("Replay: Deal 1", "link")
        expect(visit.find("slider", "Moment")).to_be_visible()
        visit.press("Next move")
        visit.sees("After event")
        assert visit.violations() == []
        seats: list[Any] = [{}, {"bot": "easy"}]
        body = {"game": KEY, "name": "Waits", "visibility": "public", "seats": seats}
        fifth.call("POST", "/v1/tables", body)
        visit.navigate("Play")
        visit.field("Game").select_option(TITLE)
        line = visit.find("listitem").filter(has=visit.find("heading", "Waits"))
        expect(line).to_contain_text(TITLE)
        expect(line).to_contain_text("bot (easy)")
        expect(line).to_contain_text("Waits for one player.")
        expect(line.get_by_role("button", name="Join “Waits”")).to_be_visible()
