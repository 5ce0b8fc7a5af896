"""On any screen, with text of any size, no part of a table covers another or is cut off."""

from collections.abc import Generator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browsing import PHONE, Site, Visit
from tests.page.made_up import KEY, made_up, replace
from tests.page.overlaps import wrong
from tests.page.playing import SEATS, address, opened, played

NAMES: Final = ("Ann", "Maximiliane von Hohenstein", "Борис", "თამარ", "Бартоломеус Краснопольский")
SIZES: Final = [
    *((320, 568), (360, 640), (360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)),
    *((555, 270), (568, 320), (640, 400), (844, 390)),
]
REPLAYS: Final = [
    (1280, 800),
    (1100, 800),
    (640, 640),
    (390, 844),
    (360, 640),
    (844, 390),
]
AT: Final = 30
"""The event of a replay that is looked at."""
LED: Final = ["KC", "6C"]
WIDER: Final = {"QC": "TC", "TC": "QC", "QD": "TD", "TD": "QD"}
"""What is exchanged so that the widest cards are chosen."""
MOVES: Final = 9
"""One trick, and the next one up to the last seat."""
STYLED: Final = """() => [...document.styleSheets].some(({ href }) => href?.includes("more"))"""
"""The styles that are loaded after the cards are there."""
TEXTS: Final = (1, 2)
"""How much bigger the text is than usual."""
SCROLLS: Final = "() => document.documentElement.scrollHeight > innerHeight"
"""With bigger text the page may be higher than its window."""
HINTED: Final = {"goat", "durak", "skat"}
"""Where a hint with German suits has room: beside a long row of Svoi Kozyri it has none."""
SETTINGS: Final = "fairdeal.settings"
STATES: Final = {"goat": (2, 7), "durak": (1, 6), "svoi_kozyri": (2, 9), "skat": (0, 1, 16)}
"""After how many moves the tables of each game are looked at."""


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
    body |= {"test": True, "decks": [in_some_order("skat")]}
    opened = wide.call("POST", "/v1/tables", body)
    played(wide, opened, MOVES)
    return opened


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_no_name_of_five_is_covered(wide: Site, table: Any, size: tuple[int, int]) -> None:
    with wide.visit(size=size) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        visit.open(address(table))
        expect(visit.page.locator(".felt .bubble")).to_have_count(4)
        expect(visit.page.locator(".felt .label")).to_have_count(2)
        visit.page.wait_for_function(STYLED)
        assert wrong(visit) == []
        assert visit.overflow() <= 0


def in_some_order(game: str) -> list[str]:
    """A pack of a game, always in the same order."""
    ranks = "789TJQKA" if game == "skat" else "6789TJQKA"
    pack = [rank + suit for suit in "CSHD" for rank in ranks]
    Random(11).shuffle(pack)
    return pack


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "moves"), [(game, each) for game in STATES for each in STATES[game]]
)
def test_no_part_of_a_table_covers_another(site: Site, game: str, moves: int) -> None:
    """In the own turn the hand and the buttons are in view."""
    terms: dict[str, Any] = {"test": True, "decks": [in_some_order(game)], "turn_limit": 6000}
    table = opened(site, game, *NAMES[: SEATS[game]], hints=True, **terms)
    played(site, table, moves)
    seat = site.call("GET", f"/v1/deals/{table['table']['deal']['id']}")["to_act"]
    look(site, table, seat)
    if moves > min(STATES[game]):
        look(site, table, seat, language="ru", state="reason")
    if game in HINTED and moves > min(STATES[game]):
        look(site, table, seat, language="de", state="hint", deck="german")


def test_no_part_of_skat_in_german_covers_another(site: Site) -> None:
    """With German suits, which are named in words."""
    table = opened(site, "skat", *NAMES[:3], test=True, decks=[in_some_order("skat")], hints=True)
    played(site, table, max(STATES["skat"]))
    seat = site.call("GET", f"/v1/deals/{table['table']['deal']['id']}")["to_act"]
    sizes = [PHONE, *SIZES[-4:-2]]
    look(site, table, seat, language="de", state="hint", deck="german", texts=(1,), sizes=sizes)


@pytest.mark.parametrize("game", ["goat", pytest.param("durak", marks=pytest.mark.long)])
def test_no_part_of_a_replay_covers_another(site: Site, game: str) -> None:
    """Its felt and the controls below it are seen at once."""
    terms: dict[str, Any] = {"test": True, "decks": [in_some_order(game)], "pause_seconds": 600}
    table = opened(site, game, *NAMES[: SEATS[game]], visibility="public", **terms)
    played(site, table, 2_000)
    with site.visit() as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        visit.open(f"/replay/{table['table']['deal']['id']}/{AT}/seat:1")
        visit.page.wait_for_function(STYLED)
        expect(visit.page.locator(".felt .seat")).to_have_count(SEATS[game])
        found = {}
        for width, height in REPLAYS:
            visit.page.set_viewport_size({"width": width, "height": height})
            if wrongs := wrong(visit):
                found[width, height] = wrongs
            felt, controls = (
                visit.page.locator(each).bounding_box() for each in (".felt", ".controls")
            )
            assert felt is not None
            assert controls is not None
            assert felt["y"] + felt["height"] <= controls["y"] + 1
            assert controls["y"] + controls["height"] <= height + 1
            assert visit.overflow() <= 0
        assert found == {}


@pytest.mark.long
def test_no_button_that_names_two_cards_is_cut_off(site: Site) -> None:
    deck = [WIDER.get(card, card) for card in in_some_order("goat")]
    terms: dict[str, Any] = {"test": True, "decks": [deck], "turn_limit": 6000}
    table = opened(site, "goat", *NAMES[: SEATS["goat"]], **terms)
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    deal = f"/v1/deals/{table['table']['deal']['id']}"
    site.call("POST", f"{deal}/moves", {"move": {"type": "lead", "cards": LED}}, who=tokens[1])
    look(site, table, 2, ("ten of clubs", "ten of diamonds"))


def look(
    site: Site,
    table: Any,
    seat: int,
    chosen: Sequence[str] = (),
    *,
    language: str = "en",
    deck: str = "french",
    state: Literal["usual", "hint", "reason"] = "usual",
    texts: Sequence[int] = TEXTS,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> None:
    """Look at a table in each window, with text of each size."""
    with site.visit(size=(1000, 700), language=language) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        visit.page.add_init_script(f"localStorage['{SETTINGS}'] = '{{\"deck\":\"{deck}\"}}'")
        visit.open(address(table, seat))
        expect(visit.page.locator(".felt .status.mine")).to_be_visible()
        visit.page.wait_for_function(STYLED)
        for card in chosen:
            visit.find("button", card).click(position={"x": 8, "y": 10})
        if chosen:
            expect(visit.page.locator(".moves .button")).to_have_count(2)
        if state == "hint":
            visit.page.locator(".hint-button").click()
            expect(visit.page.locator(".hint-words")).not_to_be_empty()
        found = {}
        for text in texts:
            visit.page.evaluate(
                f"() => {{ document.documentElement.style.fontSize = '{text}00%'; }}"
            )
            for width, height in sizes:
                visit.page.set_viewport_size({"width": width, "height": height})
                if state == "reason":
                    refuse(visit)
                if wrongs := wrong(visit):
                    found[width, height, text] = wrongs
                assert visit.overflow() <= 0
                assert text > 1 or not visit.page.evaluate(SCROLLS)
        visit.reported.clear()  # a refusal
        assert found == {}


def refuse(visit: Visit) -> None:
    """Let the page say why a card cannot be played, if there is one."""
    illegal = visit.page.locator(".own-card.illegal")
    if illegal.count():
        illegal.first.click(position={"x": 8, "y": 10}, force=True)
        expect(visit.page.locator(".status.reason")).to_be_visible()
