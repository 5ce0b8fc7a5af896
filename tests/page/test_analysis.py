"""A person asks what each move of a deal was worth, and goes to the moves that lost something."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.browsing import Site, Visit
from tests.page.finished import Finished, finished
from tests.page.test_recovering import TRIES


@pytest.mark.long
def test_a_player_has_a_deal_analysed(visit: Visit, site: Site) -> None:
    deal = finished(site, "durak", 2)
    visit.open(deal.address(5, "full"))
    region = visit.find("region", "What was each move worth?")
    region.get_by_role("button", name="Show the analysis").click()
    expect(region).to_contain_text("needs a seat at this table")
    site.call("POST", f"/v1/deals/{deal.deal}/analysis")
    visit.reload()
    region.get_by_role("button", name="Show the analysis").click()
    lost = region.get_by_role("button", name=re.compile("(inaccuracy|blunder|unlucky), lost"))
    expect(lost.first).to_be_visible(timeout=180_000)  # 20 s of computing
    expect(region.get_by_role("img", name=re.compile("^How far ahead"))).to_be_visible()
    expect(region).to_contain_text("By hard/1@45000000.")
    lost.first.click()
    expect(lost.first).to_have_attribute("aria-current", "step")
    status = region.get_by_role("status")
    expect(status).to_have_text(str(lost.first.text_content()))


@pytest.mark.long
def test_an_analysis_is_looked_at_again_after_an_outage(visit: Visit, site: Site) -> None:
    deal = finished(site, "durak", 2)
    some = {"deal": deal.deal, "method": "hard/1@45000000", "moves": 4, "done": 1, "reviews": []}
    refused: list[tuple[int, Any]] = [(503, {})] * TRIES
    answers = [(200, some | {"status": "running"}), *refused, (200, some | {"status": "done"})]

    def answer(route: Route) -> None:
        status, body = answers.pop(0)
        route.fulfill(status=status, json=body)

    visit.page.route("**/analysis", answer)
    visit.page.clock.install()
    visit.page.add_init_script("Math.random = () => 0")  # the pauses between tries
    visit.open(deal.address(5, "public"))
    region = visit.find("region", "What was each move worth?")
    region.get_by_role("button", name="Show the analysis").click()
    expect(region.get_by_role("progressbar")).to_be_visible()
    visit.page.clock.run_for(1_000)
    expect(region.get_by_role("alert")).to_be_visible()
    visit.page.clock.run_for(4_000)
    expect(region).to_contain_text("No move lost anything.")
    expect(region.get_by_role("alert")).to_have_count(0)
    visit.reported.clear()  # browsers report 503


def puzzles(deal: Finished) -> dict[str, Any]:
    """An analysis in which the first two choices of a deal were blunders."""
    frames = deal.frames("full")["frames"]
    moves = [each["event"] for each in frames if "seat" in each["event"]["data"]]
    reviews = []
    for event in moves:
        seat, at = event["data"]["seat"], event["position"]
        path = f"/v1/deals/{deal.deal}?at={at - 1}&view=seat:{seat}"
        legal = [each["move"] for each in deal.site.call("GET", path)["legal_moves"]]
        worth = [
            {"move": move, "value": 900 - 300 * at, "open": 900}
            for at, move in enumerate(legal[:3])
        ]
        if len(worth) > 1:
            review = {"at": at, "seat": seat, "verdict": "blunder", "loss": 300, "open_loss": 0}
            reviews.append(
                review
                | {"best": worth[0], "played": worth[-1], "alternatives": worth}
                | {"worlds": 1, "cut": False}
            )
        if len(reviews) == 2:
            break
    done = {"status": "done", "moves": len(moves), "done": len(moves), "reviews": reviews}
    return {"deal": deal.deal, "method": "hard/1@45000000", **done}


@pytest.mark.long
def test_a_blunder_is_a_puzzle_that_is_solved_by_the_keyboard(visit: Visit, site: Site) -> None:
    deal = finished(site, "durak", 2)
    made = puzzles(deal)
    visit.page.route("**/analysis", lambda route: route.fulfill(json=made))
    visit.open(deal.address(5, "public"))
    region = visit.find("region", "What was each move worth?")
    region.get_by_role("button", name="Find the better move").press("Enter")
    for number, review in enumerate(made["reviews"], start=1):
        expect(region.get_by_role("heading", level=3)).to_have_text(f"Puzzle {number} of 2")
        expect(region).to_contain_text(f"Bot {review['seat'] + 1} made a blunder")
        moves, status = region.get_by_role("radio"), region.get_by_role("status")
        expect(moves).to_have_count(len(review["alternatives"]))
        compare = region.get_by_role("button", name="Compare")
        expect(compare).to_be_disabled()
        said = set[str]()
        moves.first.press("Space")
        for _ in review["alternatives"]:
            visit.page.keyboard.press("Enter")
            expect(status).to_contain_text("The best one:")
            said.add(str(status.text_content()))
            visit.page.keyboard.press("ArrowDown")
        assert len(said) == len(review["alternatives"])
        found = [each for each in said if each.startswith("Well found.")]
        assert len(found) == 1
        assert all("worth 90 %" in each for each in said)
        assert visit.violations() == []
        if number == 1:
            region.get_by_role("button", name="Next puzzle").press("Enter")
    expect(region.get_by_role("button", name="Next puzzle")).to_have_count(0)
    region.get_by_role("button", name="Show the analysis").press("Enter")
    expect(region.get_by_role("button", name=re.compile("blunder, lost"))).to_have_count(2)


@pytest.mark.long
def test_where_the_deal_makes_the_sides_each_seat_has_a_graph(visit: Visit, site: Site) -> None:
    deal = finished(site, "skat", 3)
    made = puzzles(deal)
    for seat, review in zip((0, 2), made["reviews"], strict=True):
        review["seat"] = seat
    visit.page.route("**/analysis", lambda route: route.fulfill(json=made))
    visit.open(deal.address(5, "public"))
    region = visit.find("region", "What was each move worth?")
    region.get_by_role("button", name="Show the analysis").click()
    for seat in (0, 2):
        graph = re.compile(f"^How far ahead the side of Bot {seat + 1} was")
        expect(region.get_by_role("img", name=graph)).to_be_visible()
        heading = region.get_by_role("heading", name=f"Bot {seat + 1}", exact=True)
        expect(heading).to_be_visible()
    expect(region.get_by_role("img")).to_have_count(2)
    assert visit.violations() == []
