"""A phone: the own seat and the clock beside many buttons and reasons, and what a move is about."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.page.browsing import PHONE, Site
from tests.page.playing import address, opened

LOW: Final = (320, 568)
PACK: Final = [rank + suit for suit in "CSHD" for rank in "6789TJQKA"]


def bounds(found: Locator) -> Any:
    box = found.bounding_box()
    assert box is not None
    return box


@pytest.mark.long
@pytest.mark.parametrize("is_answer", [False, True])
def test_the_own_seat_and_the_clock_stay_beside_the_buttons(site: Site, *, is_answer: bool) -> None:
    """A bid has five buttons, an answer two."""
    table = opened(site, "skat", "Ann", "Bob", "Cid", turn_limit=600)
    path = f"/v1/deals/{table['table']['deal']['id']}"
    seat = site.call("GET", path)["to_act"]
    if is_answer:
        token = next(each["token"] for each in table["tokens"] if each["seat"] == seat)
        site.call("POST", f"{path}/moves", {"move": {"type": "bid", "value": 18}}, who=token)
        seat = site.call("GET", path)["to_act"]
    with site.visit(size=LOW) as visit:
        visit.open(address(table, seat))
        button = visit.find("region", "Your move").get_by_role("button").first
        expect(button).to_be_visible()
        avatar, clock = visit.page.locator(".own .avatar"), visit.find("timer", "Time left")
        for shown in (avatar, clock):
            expect(shown).to_be_in_viewport(ratio=1)
        beside, above, buttons = bounds(avatar), bounds(clock), bounds(button)
        assert above["y"] + above["height"] <= buttons["y"]
        is_left = beside["x"] + beside["width"] <= buttons["x"]
        assert is_left or beside["y"] + beside["height"] <= buttons["y"]


def taking(site: Site) -> tuple[Any, int]:
    """A deal of Durak in which a seat can do nothing but take, and that seat."""
    table = opened(site, "durak", "Ann", "Bob", test=True, decks=[PACK])
    path = f"/v1/deals/{table['table']['deal']['id']}"
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    while True:
        seat = site.call("GET", path)["to_act"]
        legal = site.call("GET", path, who=tokens[seat])["legal_moves"]
        moves = [each["move"] for each in legal if not each["early"]]
        if [each["type"] for each in moves] == ["take"]:
            return table, seat
        site.call("POST", f"{path}/moves", {"move": moves[-1]}, who=tokens[seat])


@pytest.mark.long
def test_no_card_is_bright_while_none_can_be_played(site: Site) -> None:
    table, seat = taking(site)
    with site.visit(size=LOW) as visit:
        visit.open(address(table, seat))
        expect(visit.find("button", re.compile("^Take "))).to_be_visible()
        cards = visit.find("group", "Your cards").get_by_role("button")
        expect(cards.first).to_be_disabled()
        expect(visit.page.locator(".own-card:not(.illegal)")).to_have_count(0)


def moved(site: Site, table: Any, *moves: dict[str, Any]) -> int:
    """Make moves, each by the seat that is to act; a move without a field takes the first one."""
    path = f"/v1/deals/{table['table']['deal']['id']}"
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    for move in moves:
        seat = site.call("GET", path)["to_act"]
        legal = site.call("GET", path, who=tokens[seat])["legal_moves"]
        made = next(each["move"] for each in legal if move.items() <= each["move"].items())
        site.call("POST", f"{path}/moves", {"move": made}, who=tokens[seat])
    return int(site.call("GET", path)["to_act"])


@pytest.mark.parametrize("size", [PHONE, LOW])
def test_the_reason_is_short_and_leaves_the_own_seat_and_the_clock(
    site: Site, size: tuple[int, int]
) -> None:
    table = opened(site, "durak", "Ann", "Bob", test=True, decks=[PACK], turn_limit=600)
    seat = moved(site, table, {"type": "attack"})
    with site.visit(size=size) as visit:
        visit.open(address(table, seat))
        expect(visit.find("button", re.compile("^Take 1 card"))).to_be_visible()
        expect(visit.page.locator(".count")).to_have_text("5")
        visit.sees(re.compile("^Beat .*\N{BLACK CLUB SUIT}"))
        hand = visit.find("group", "Your cards")
        hand.get_by_role("button", disabled=True).first.click(
            position={"x": 8, "y": 10}, force=True
        )
        reason = visit.page.locator("p.status.reason")
        expect(reason).to_contain_text(re.compile("does not beat .*\N{BLACK CLUB SUIT}"))
        expect(reason).to_contain_text("You can play")  # to be heard only
        clock, box = visit.find("timer", "Time left"), bounds(reason)
        expect(reason.and_(visit.page.locator(":has([role=timer])"))).to_have_count(0)
        assert box["width"] > 0.7 * size[0]
        assert box["height"] < 72  # three lines
        assert box["y"] + box["height"] <= bounds(visit.page.locator(".own .avatar"))["y"]
        assert not meet(box, bounds(clock))
        visit.reported.clear()  # the refusal


def test_trumps_are_chosen_by_equal_buttons(site: Site) -> None:
    table = opened(site, "svoi_kozyri", "Ann", "Ben", test=True, decks=[PACK])
    seat = site.call("GET", f"/v1/deals/{table['table']['deal']['id']}")["to_act"]
    with site.visit(size=PHONE) as visit:
        visit.open(address(table, seat))
        visit.sees("Choose trumps")
        buttons = visit.find("region", "Your move").get_by_role("button").all()
        assert len(buttons) == len("CDHS")
        look = "each => getComputedStyle(each).backgroundColor"
        assert len({(each.evaluate(look), bounds(each)["width"]) for each in buttons}) == 1


def meet(one: Any, two: Any) -> bool:
    """Whether two boxes overlap."""
    return all(
        one[at] < two[at] + two[long] and two[at] < one[at] + one[long]
        for at, long in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("size", [PHONE, LOW])
def test_a_hint_has_room_above_the_own_seat(site: Site, size: tuple[int, int]) -> None:
    table = opened(site, "durak", "Ann", "Bob", test=True, decks=[PACK], turn_limit=600, hints=True)
    seat = moved(site, table, {"type": "attack"})
    with site.visit(size=size) as visit:
        visit.open(address(table, seat))
        visit.press("Hint")
        said = visit.page.get_by_role("status").filter(has_text=re.compile("^Hint: "))
        expect(said).to_be_visible()
        box, seen = bounds(said), visit.page
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        moves = visit.find("region", "Your move")
        for beside in (moves, visit.find("timer", "Time left"), seen.locator(".own .avatar")):
            assert not meet(box, bounds(beside))
        assert bounds(moves)["width"] > 0.6 * size[0]


def test_the_score_can_be_tapped_beside_its_strip(site: Site) -> None:
    table = opened(site, "durak", "Ann")
    with site.visit(size=PHONE) as visit:
        visit.open(address(table))
        strip = bounds(visit.find("link", "Score sheet"))
        below = {"x": strip["x"] + 20, "y": strip["y"] + 40}
        found = visit.page.evaluate(
            "({ x, y }) => document.elementFromPoint(x, y).ariaLabel", below
        )
        assert found == "Score sheet"


@pytest.mark.parametrize("name", ["Menu", "Play by play, and more"])
def test_the_menu_and_the_panel_are_closed_by_escape_and_a_tap(site: Site, name: str) -> None:
    """The felt keeps its size, and the tap plays no card."""
    table = opened(site, "durak", "Ann", "Bob", test=True, decks=[PACK])
    seat = moved(site, table, {"type": "attack"})
    with site.visit(size=PHONE) as visit:
        visit.open(address(table, seat))
        cards = visit.find("group", "Your cards").get_by_role("button", disabled=False)
        expect(cards).not_to_have_count(0)
        expect(visit.find("button", re.compile("^Take 1 card"))).to_be_visible()
        felt = visit.find("region", "On the table")
        before, is_menu = bounds(felt), name == "Menu"
        button = visit.find("button", name)
        tap = (300, 700) if is_menu else (180, 200)
        for way in ("Escape", "tap", "button"):
            button.click()
            expect(button).to_have_attribute("aria-expanded", "true")
            assert bounds(felt) == before
            if way == "Escape":
                visit.page.keyboard.press(way)
            elif way == "tap":
                visit.page.mouse.click(*tap)
            else:
                visit.press(name if is_menu else "Close")
            expect(button).to_have_attribute("aria-expanded", "false")
        expect(button).to_be_focused()
        expect(visit.find("group", "Your cards").get_by_role("button")).to_have_count(6)


@pytest.mark.parametrize("size", [LOW, PHONE, (1280, 800)])
def test_a_move_of_two_cards_is_guided(site: Site, size: tuple[int, int]) -> None:
    table = opened(
        site, "svoi_kozyri", "Ann", "Maximiliane", test=True, decks=[PACK], turn_limit=600
    )
    choices = [{"type": "choose_trump", "suit": suit} for suit in "CS"]
    seat = moved(site, table, *choices, {"type": "lead", "card": "JD"})
    with site.visit(size=size) as visit:
        visit.open(address(table, seat))
        visit.sees("First beat J\N{BLACK DIAMOND SUIT}")
        expect(visit.page.locator(".bracket")).to_have_text("Take 1 card")
        status = bounds(visit.find("timer", "Time left").locator(".."))
        label = bounds(visit.page.locator(".bracket span"))
        assert status["y"] >= label["y"] + label["height"]
        hand = visit.find("group", "Your cards")
        assert hand.get_by_role("button", disabled=True).count()
        cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
        assert visit.page.locator(".tags").evaluate_all(cut) == 0
        card = hand.get_by_role("button", disabled=False).first
        card.click(position={"x": 8, "y": 10})
        visit.sees("Now any other card on top")
        expect(hand.get_by_role("button", disabled=True)).to_have_count(0)
        expect(visit.page.locator(".bracket")).to_have_count(0)


def test_an_auction_says_who_stands_and_what_is_held(site: Site) -> None:
    table = opened(site, "skat", "Ann", "Bob", "Cid")
    seat = moved(site, table, {"type": "bid", "value": 18}, {"type": "hold"})
    names = ("Ann", "Bob", "Cid")
    with site.visit(size=PHONE) as visit:
        visit.open(address(table, seat))
        senior = names[(seat - 1) % 3]
        expect(visit.page.locator(".plate")).to_have_text(f"Auctionbid 18{senior} holds")
        expect(visit.page.locator(".bubble", has_text="holds 18")).to_be_visible()
        buttons = visit.find("region", "Your move").get_by_role("button")
        expect(buttons.first).to_have_text("Pass")
        expect(buttons.nth(1)).to_have_text("Bid 20")
        visit.sees("Bid: 20 or more")
        visit.press("Bid…")
        every = visit.find("dialog")
        expect(every.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
        expect(every.get_by_role("button", name="Bid 20", exact=True)).to_be_in_viewport(ratio=1)
        visit.page.mouse.click(20, 20)
        expect(every).to_have_count(0)
        expect(visit.page.locator("[data-key] .back:visible").first).to_be_visible()
