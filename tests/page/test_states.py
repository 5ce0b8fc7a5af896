"""Every state of a table has no barriers; larger text, longer words, no motion, no colour alone."""

import re
from collections.abc import Iterator
from math import ceil
from typing import Final

import pytest
from playwright.sync_api import Locator, Route

from tests.page.addresses import addresses, turn_panel, unfold
from tests.page.browsing import DESKTOP, PHONE, Site, Theme, Visit
from tests.page.playing import OVER, SEATS, Player, address, await_seed, opened

NARROW: Final = (320, 640)
LONGER: Final = 0.4
WORDS: Final = re.compile(
    r"(?<![\w${\[-])(?<!  )[a-zA-Z]+(?=[ .,:!?]|$)(?![^{}]*\})(?! =)", re.MULTILINE
)
"""Words of messages; no keys, variables and variants."""
RUNNING: Final = """() => document.getAnimations()
  .filter(({ playState }) => playState === "running").length"""
OVERFLOWING: Final = """() => [...document.querySelectorAll("main *, header *")]
  .filter((each) => !each.closest(".unseen, .wide, svg, pre, header nav, details:not([open])"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < -1 || right > document.documentElement.clientWidth + 1)
  .map(([each]) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 60)}`)"""


def states(site: Site, visit: Visit, game: str) -> Iterator[str]:
    """Bring the page to each state of a table in turn, and give its name."""
    seats = [{"name": "Ann"}, *[{"bot": "easy"}] * (SEATS[game] - 2)]
    waiting = site.call("POST", "/v1/tables", {"game": game, "name": "By states", "seats": seats})
    visit.open(address(waiting))
    visit.sees("Waiting for 1 more player")
    yield "waiting for players"
    await_seed(site, waiting)
    site.call("DELETE", f"/v1/tables/{waiting['table']['id']}")
    visit.sees("The table was closed.")
    yield "closed"
    table = opened(site, game, "Ann", "Bob", visibility="public")
    with site.visit() as bob:
        bob.open(address(table, 1))
        visit.open(address(table))
        yield from turns(Player(visit), Player(bob))
    unfold(visit)
    visit.press("Resign the series")
    yield "dialog"
    visit.press("Yes")
    visit.sees(OVER)
    yield "over"


def turns(player: Player, other: Player) -> Iterator[str]:
    """Play until it has been both seats' turn, or the deal is over."""
    wanted = {"my turn": True, "another's turn": False}
    over = player.visit.find("heading", "Result of the deal")
    while wanted and not over.count():
        mine = player.visit.find("region", "Your move").count() > 0
        for name in [name for name, is_mine in wanted.items() if is_mine == mine]:
            del wanted[name]
            yield name
        if not player.move():
            other.move()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "theme", "size"),
    [
        (game, theme, size)
        for game in SEATS
        for theme in ("light", "dark")
        for size in (PHONE, DESKTOP)
    ],
)
def test_no_state_of_a_table_has_barriers(
    site: Site, game: str, theme: Theme, size: tuple[int, int]
) -> None:
    with site.visit(theme=theme, size=size) as visit:
        seen = []
        for state in states(site, visit, game):
            unfold(visit)
            assert visit.violations() == [], state
            assert visit.overflow() <= 0, state
            if state != "dialog":
                turn_panel(visit, is_open=False)
            seen.append(state)
        assert len(seen) == 6, seen


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
def test_a_table_that_is_watched_has_no_barriers(site: Site, visit: Visit, game: str) -> None:
    table = opened(site, game, "Ann", visibility="public")
    visit.open(f"/t/{table['table']['id']}")
    visit.sees("You are watching.")
    unfold(visit)
    assert visit.violations() == []


def lengthen(route: Route) -> None:
    """A file of texts with words that are longer."""
    usual = route.fetch().text()
    text = WORDS.sub(lambda word: word[0] + "\u0101" * ceil(len(word[0]) * LONGER), usual)
    assert text != usual
    route.fulfill(body=text, content_type="text/plain; charset=utf-8")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_no_page_has_barriers(site: Site, size: tuple[int, int], theme: Theme) -> None:
    found = {}
    for name, each in addresses(site).items():
        with site.visit(size=size, theme=theme) as visit:
            each.show(site, visit)
            found[name] = visit.violations(), visit.overflow()
    assert found == {name: ([], 0) for name in found}


@pytest.mark.long
def test_longer_words_overflow_nowhere(site: Site) -> None:
    for name, each in addresses(site).items():
        if not each.own:
            continue
        with site.visit(size=NARROW) as visit:
            visit.page.route("**/languages/en/*.ftl", lengthen)
            each.show(site, visit)
            assert "\u0101\u0101" in visit.page.content(), name
            assert visit.overflow() <= 0, name
            assert visit.page.evaluate(OVERFLOWING) == [], name


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_text_of_twice_the_size_overflows_nowhere(site: Site, size: tuple[int, int]) -> None:
    for name, each in addresses(site).items():
        with site.visit(size=size) as visit:
            each.show(site, visit)
            visit.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
            assert visit.overflow() <= 0, name
            # the service's pages have tables that scroll
            assert not each.own or visit.page.evaluate(OVERFLOWING) == [], name


@pytest.mark.long
def test_nothing_moves_for_people_who_want_that(site: Site) -> None:
    """Not one animation is running in any frame, from the first on."""
    for name, each in addresses(site).items():
        with site.visit() as visit:
            visit.page.emulate_media(reduced_motion="reduce")
            visit.page.add_init_script(f"""(() => {{
              window.moved = 0;
              const look = () => {{ window.moved += ({RUNNING})(); requestAnimationFrame(look); }};
              requestAnimationFrame(look);
            }})()""")
            each.show(site, visit)
            assert visit.page.evaluate("() => window.moved") == 0, name


ASK_FIRST: Final = """
localStorage.setItem("fairdeal.settings", JSON.stringify({ confirmation: true }))
"""
"""A person who chooses cards first, and plays them by a button."""


def styles(found: Locator) -> set[str]:
    """How things are framed and placed."""
    read = "each => getComputedStyle(each).outlineStyle + getComputedStyle(each).translate"
    return {each.evaluate(read) for each in found.all()}


@pytest.mark.long
def test_no_difference_is_one_of_colour_alone(site: Site, visit: Visit) -> None:
    """Cards that can be chosen have a frame, chosen ones another; whose turn it is, is a word."""
    pack = [rank + suit for suit in "CSHD" for rank in "6789TJQKA"]
    table = opened(site, "goat", "Ann", test=True, decks=[pack])
    visit.page.add_init_script(ASK_FIRST)
    visit.open(address(table))
    player = Player(visit)
    player.play(until=lambda: visit.find("region", "Your move").count() > 0)
    usual = styles(player.own.get_by_role("button", pressed=False, disabled=False))
    others = styles(player.own.get_by_role("button", disabled=True))
    player.own.get_by_role("button", disabled=False).first.click()
    visit.heading().click()
    chosen = styles(player.own.get_by_role("button", pressed=True))
    assert usual
    assert chosen
    assert chosen.isdisjoint(usual | others)
    assert usual.isdisjoint(others)
    visit.sees("Your turn")
    suits = {
        each.get_attribute("aria-label"): each.locator("path").first.get_attribute("d")
        for each in visit.page.locator("svg[aria-label*=' of ']").all()
    }
    shapes = {(name or "").rpartition(" ")[2]: shape for name, shape in suits.items()}
    assert len({*shapes.values()}) == len(shapes) > 1
