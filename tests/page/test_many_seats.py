"""A table with more seats than any of the games has: nothing covers a name or leaves the felt."""

from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import Site
from tests.page.made_up import KEY, made_up, replace
from tests.page.playing import address, played

NAMES: Final = ("Ann", "Maximiliane von Hohenstein", "Борис", "თამარ", "Бартоломеус Краснопольский")
SIZES: Final = [(320, 640), (360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]
FLAT: Final = (844, 390)
MOVES: Final = 9
"""One trick, and the next one up to the last seat."""
STYLED: Final = """() => [...document.styleSheets].some(({ href }) => href?.includes("more"))"""
"""The styles that are loaded after the cards are there."""
WRONG: Final = """() => {
  const box = (each) => each.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(`.felt :is(${selector})`)];
  const felt = box(document.querySelector(".felt"));
  const told = (each) => `${each.className} ${each.textContent}`;
  const leaves = (each, { left, right, top } = box(each)) =>
    left < felt.left - 1 || right > felt.right + 1 || top < felt.top - 1;
  const covers = (name, each, depth) => {
    const [one, other] = [box(name), box(each)];
    return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > depth;
  };
  const over = ".who, .avatar, .bubble, .label, .plate, .status";
  const cards = ".on-felt, .sign";
  return [
    ...all(`${over}, ${cards}`).filter((each) => leaves(each))
      .map((each) => `${told(each)} leaves`),
    ...all(".who .name").flatMap((name) => [
      ...all(over).filter((each) => !each.contains(name) && covers(name, each, 2)),
      // the lower edge of the own fan lies below a name beside an avatar
      ...all(cards).filter((each) => covers(name, each, 12)),
    ].map((each) => `${told(each)} at ${name.textContent}`)),
  ];
}"""


def widen(root: Path) -> None:
    """Make it a game of five, in which each trick is of five cards."""
    around = "tuple((self.leader + at) % SEATS for at in range(SEATS))"
    replace(
        root,
        "model.py",
        ("SEATS: Final = 2", "SEATS: Final = 5"),
        ("((0,), (1,))", "((0,), (1,), (2,), (3,), (4,))"),
        ("return 1 - seat", "return (seat + 1) % SEATS"),
        ("(self.leader, other(self.leader))", around),
    )
    two = (
        "        led, card = state.trick\n"
        "        return TrickTaken(state.trick_seats[beats(card, led, state)])"
    )
    best = (
        "        best = 0\n        for at in range(1, SEATS):\n"
        "            if beats(state.trick[at], state.trick[best], state):\n"
        "                best = at\n        return TrickTaken(state.trick_seats[best])"
    )
    replace(
        root,
        "rules.py",
        (two, best),
        ("for seat in (0, 1))", "for seat in range(SEATS))"),
    )
    replace(root, "scoring.py", ("(0, 0)", "(0,) * SEATS"), ('("", "")', '("",) * SEATS'))


@pytest.fixture(scope="module")
def wide(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    with made_up(browser, tmp_path_factory.mktemp("wide"), widen) as site:
        yield site


@pytest.fixture(scope="module")
def table(wide: Site) -> Any:
    """A table with a trick that lacks one card."""
    seats = [{"name": name} for name in NAMES]
    body = {"game": KEY, "name": "Five", "seats": seats, "target": 3}
    opened = wide.call("POST", "/v1/tables", body)
    played(wide, opened, MOVES)
    return opened


@pytest.mark.long
@pytest.mark.parametrize("size", [*SIZES, FLAT])
def test_no_name_of_five_is_covered(wide: Site, table: Any, size: tuple[int, int]) -> None:
    with wide.visit(size=size) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        visit.open(address(table))
        expect(visit.page.locator(".felt .bubble")).to_have_count(4)
        expect(visit.page.locator(".felt .label")).to_have_count(2)
        visit.page.wait_for_function(STYLED)
        assert visit.page.evaluate(WRONG) == []
        assert visit.overflow() <= 0
