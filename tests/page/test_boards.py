"""The page of a board: how all tables played the same cards, and where two of them parted."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsing import DESKTOP, PHONE, Site, Visit
from tests.serving import until

BOARDS = {
    "game": "durak",
    "name": "Club night",
    "format": "fixed",
    "boards": 1,
    "rounds": 1,
    "scoring": "mean",
}


class Night:
    """A tournament of three tables that have played a board; at the last one sits a person.

    Attributes:
        page: The address of the tournament on the page.
        entry: The token of the person.
        board: The board as the API shows it, with where the first table and the last one parted.
    """

    def __init__(self, site: Site, **terms: Any) -> None:
        made = site.call("POST", "/v1/tournaments", {**BOARDS, **terms})["id"]
        path, self.page = f"/v1/tournaments/{made}", f"/tournament/{made}"
        for bot in ("easy", "easy", "medium", "medium", "medium"):
            site.call("POST", f"{path}/players", {"bot": bot})
        self.entry = site.call("POST", f"{path}/players", {"name": "Ann"})["token"]
        site.call("POST", f"{path}/rounds", {"tables": [[1, 2], [3, 4], [5, 6]]})
        until(lambda: site.call("GET", f"{path}/entry", who=self.entry)["seat"])
        seat = site.call("GET", f"{path}/entry", who=self.entry)["seat"]

        def has_played() -> bool:
            """Make a move, if one is due."""
            deal = site.call("GET", f"/v1/tables/{seat['table']}", who=seat["token"])["deal"]
            if deal is None:
                return True
            here = f"/v1/deals/{deal['id']}"
            if legal := site.call("GET", here, who=seat["token"])["legal_moves"]:
                move = {"move": legal[0]["move"]}
                site.call("POST", f"{here}/moves", move, who=seat["token"])
            return False

        until(has_played)
        until(lambda: site.call("GET", path)["status"] == "over")
        self.board = site.call("GET", f"{path}/rounds/1/boards/1?tables=1,3")

    def compare(self, visit: Visit) -> None:
        """Go from the page of the tournament to its board, and compare two tables."""
        visit.press("Board 1", "link")
        expect(visit.heading("Board 1 of round 1")).to_be_visible()
        visit.find("checkbox", "Table 1").check()
        visit.find("checkbox", "Table 3").check()


@pytest.fixture(scope="module")
def public(site: Site) -> Night:
    return Night(site, visibility="public")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_two_tables_are_compared_side_by_side(
    site: Site, public: Night, size: tuple[int, int]
) -> None:
    with site.visit(size=size) as visit:
        visit.open(public.page)
        public.compare(visit)
        rows = visit.find("row")
        expect(rows).to_have_count(4)
        expect(rows.last).to_contain_text("Ann")
        for result, row in zip(public.board["results"], rows.all()[1:], strict=True):
            cells = [each.locator("b").inner_text() for each in row.get_by_role("cell").all()]
            assert cells == [str(points) for points in result["points"]]
        alike = public.board["parted"]["moves"]
        whole = [played(site, each["deal"]) for each in public.board["parted"]["tables"]]
        start = 0 if whole == [alike, alike] else alike
        name = "evening-parted" if start else "evening-parted-at-once"
        parted = "evening-parted-nowhere" if whole == [alike, alike] else name
        expect(visit.find("heading", visit.text(parted, moves=alike))).to_be_visible()
        for table in ("Table 1", "Table 3"):
            side = visit.find("region", table)
            expect(side.get_by_role("region", name="On the table", exact=True)).to_be_visible()
            expect(side.get_by_text("Next:")).to_be_visible()
        steps = visit.find("group", "Steps").get_by_role("status")
        expect(steps).to_have_text(f"{start} of {max(whole)} moves")
        visit.press("Next move")
        expect(steps).to_have_text(f"{start + 1} of {max(whole)} moves")
        assert visit.violations() == []
        assert visit.overflow() == 0
        visit.press("Previous move")
        expect(steps).to_have_text(f"{start} of {max(whole)} moves")
        visit.find("checkbox", "Table 3").uncheck()
        expect(visit.find("heading", level=2)).to_have_count(0)
        visit.find("checkbox", "Table 2").check()
        visit.find("region", "Table 2").get_by_role("link").click()
        expect(visit.heading("Replay")).to_be_visible()


def test_the_mistakes_at_all_tables_are_shown_side_by_side(site: Site, public: Night) -> None:
    with site.visit(size=PHONE) as visit:
        visit.open(f"{public.page}/boards/1/1")
        visit.press("Show the mistakes at all tables")
        visit.sees("Nobody has yet.")
        paths = [f"/v1/deals/{each['deal']}/analysis" for each in public.board["results"]]
        for path in paths:
            site.call("POST", path)
        until(lambda: all(site.call("GET", path)["status"] == "done" for path in paths))
        visit.press("Show the mistakes at all tables")
        expect(visit.find("button", "Show the mistakes at all tables")).to_have_count(0)
        for path, row in zip(paths, visit.find("row").all()[1:], strict=True):
            reviews = site.call("GET", path)["reviews"]
            for seat, cell in enumerate(row.get_by_role("cell").all()):
                own = [each for each in reviews if each["seat"] == seat]
                kinds = [each["verdict"] for each in own]
                blunders, others = kinds.count("blunder"), kinds.count("inaccuracy")
                texts = [
                    visit.text("evening-blunders", count=blunders) if blunders else "",
                    visit.text("evening-inaccuracies", count=others) if others else "",
                ]
                said = ", ".join(filter(None, texts)) or visit.text("evening-no-mistake")
                expect(cell.locator("small").last).to_have_text(said)
                if blunders:
                    worst = max(own, key=lambda each: each["loss"])
                    link = cell.get_by_role("link").get_attribute("href") or ""
                    assert str(worst["at"]) in link.split("/")
        assert visit.violations() == []
        assert visit.overflow() == 0


@pytest.mark.long
def test_a_player_has_the_mistakes_at_all_tables_looked_for(site: Site) -> None:
    night = Night(site, visibility="private")
    with site.visit(size=PHONE) as visit:
        visit.open(f"{night.page}#{night.entry}", asks=True)
        visit.press("Play as Ann")
        visit.press("Board 1", "link")
        visit.press("Show the mistakes at all tables")
        expect(visit.find("cell").locator("small").last).to_be_visible(timeout=60_000)
        expect(visit.find("button", "Show the mistakes at all tables")).to_have_count(0)
        assert visit.violations() == []


def played(site: Site, deal: str) -> int:
    """The moves of a deal."""
    frames = site.call("GET", f"/v1/deals/{deal}/frames?legal=none&explanations=true")["frames"]
    return sum("explanation" in each for each in frames)


@pytest.mark.long
def test_a_player_of_a_private_tournament_compares_its_tables(site: Site) -> None:
    night = Night(site, visibility="private")
    with site.visit(size=PHONE) as visit:
        visit.open(f"{night.page}#{night.entry}", asks=True)
        visit.press("Play as Ann")
        night.compare(visit)
        for table in ("Table 1", "Table 3"):
            expect(visit.find("region", table).get_by_text("Next:")).to_be_visible()


@pytest.mark.long
def test_cards_that_are_not_for_watchers(site: Site) -> None:
    night = Night(site, visibility="public", table_terms={"views_after": "members"})
    with site.visit(size=PHONE) as visit:
        visit.open(night.page)
        night.compare(visit)
        visit.sees("The cards of these tables are shown only to their host and to players")
        expect(visit.find("region", "Table 1")).to_have_count(0)
        expect(visit.find("alert")).to_have_count(0)
        assert visit.violations() == []
        assert all("Failed to load resource" in each for each in visit.reported)
        visit.reported.clear()
