"""Hidden cards are nowhere in the page: not in an attribute, a key, a class or an order.

Two deals differ only in cards that a seat has not seen. The documents that it is shown are equal,
at the table in mid-deal, and in the replay through its own eyes. So are the keys of the elements,
which are in the program and not in the document.
"""

from collections import deque
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import expect

from domain.games import GAMES
from domain.kernel.moves import say
from tests.laws.knowledge import redealt
from tests.laws.play import Run, dealt_by_hand, seat_of, steps, terms
from tests.page.browsing import Site, Visit

KEYS: Final = """() => {
  const keysOf = (node) => {
    if (node === null || typeof node !== "object") return [];
    const below = [node.__k ?? []].flat().flatMap(keysOf);
    return node.key == null ? below : [String(node.key), ...below];
  };
  return keysOf(document.getElementById("page"));
}"""
"""The keys of all elements, from the tree that Preact keeps at its container."""
SAMPLE: Final = "durak"
OTHERS: Final = [key for key in GAMES if key != SAMPLE]
LONG: Final = pytest.mark.long
STILL_MS: Final = 400
MOST_LOOKS: Final = 50
NAMES: Final = ("Ann", "Bob", "Cid", "Dan")


class Twins(NamedTuple):
    """Two deals that a seat cannot distinguish."""

    seat: int
    pair: tuple[Run, Run]


class Looked(NamedTuple):
    """The view of a seat."""

    table: str
    replay: str
    keys: tuple[str, ...]


def twins(key: str, chance: Random) -> Twins:
    """Deals in which everything but the unseen cards is the same, after some moves."""
    game = GAMES[key]
    while True:
        count = chance.choice(game.seats)
        deck = tuple(chance.sample(game.pack, len(game.pack)))
        lots = (0,) * len(game.lots(count))
        run = Run(game, *dealt_by_hand(deck, lots=lots, on=terms(game, {}, seats=count)))
        deque(islice(steps(run, chance), chance.randrange(3, 12)), maxlen=0)
        seat = chance.randrange(count)
        other = None if run.over else redealt(run, seat, chance)
        if other is not None and _deck(other) != _deck(run):
            return Twins(seat, (run, other))


def _deck(run: Run) -> list[str]:
    (found,) = (each.deck for each in run.events if each.TYPE == "deal.shuffled")  # type: ignore[attr-defined]
    return [*found]


def looked(site: Site, run: Run, seat: int) -> Looked:
    """Play a deal, and look at it from a seat."""
    body = {
        "game": run.game.key,
        "name": "Twin",
        "seats": [{"name": name} for name in NAMES[: len(run.seats)]],
        "test": True,
        "decks": [_deck(run)],
    }
    opened = site.call("POST", "/v1/tables", body)
    table, deal = opened["table"]["id"], opened["table"]["deal"]["id"]
    tokens = {each["seat"]: each["token"] for each in opened["tokens"]}
    for move in (each for each in run.events if each.MOVE is not None):
        path = f"/v1/deals/{deal}/moves"
        site.call("POST", path, {"move": say(move)}, who=tokens[seat_of(move)])
    at = site.call("GET", f"/v1/deals/{deal}", who=tokens[seat])["version"]
    with site.visit() as visit:
        visit.open(f"/t/{table}#{tokens[seat]}")
        expect(visit.page.locator(".log li")).to_have_count(at)
        visit.show_more()
        expect(visit.find("heading", "Shuffle and signatures")).to_be_visible()
        board, keys = _document(visit, table, deal), _keys(visit, table, deal)
        visit.open(f"/replay/{deal}/{at}/seat:{seat}")
        expect(visit.find("heading", f"After event {at}", level=2)).to_be_visible()
        visit.page.wait_for_load_state("networkidle")
        replay, more = _document(visit, table, deal), _keys(visit, table, deal)
    return Looked(board, replay, (*keys, *more))


def _document(visit: Visit, *ids: str) -> str:
    """The document once it stays as it is: cards move and bubbles end first."""
    text, before = "", ""
    for _ in range(MOST_LOOKS):
        before, text = text, visit.page.evaluate("() => document.documentElement.outerHTML")
        if text == before:
            break
        visit.page.wait_for_timeout(STILL_MS)
    assert text == before, "the document never stays as it is"
    for each in ids:
        text = text.replace(each, "")
    return text


def _keys(visit: Visit, *ids: str) -> list[Any]:
    keys: list[str] = visit.page.evaluate(KEYS)
    assert len(keys) > 10
    return [each for each in keys if not any(text in each for text in ids)]


@pytest.mark.parametrize(
    "game",
    ["durak", *(pytest.param(key, marks=pytest.mark.long) for key in GAMES if key != "durak")],
)
def test_unseen_cards_change_nothing_in_the_page(site: Site, game: str) -> None:
    seat, (one, other) = twins(game, Random(game))
    assert one.events != other.events
    assert looked(site, one, seat) == looked(site, other, seat)
