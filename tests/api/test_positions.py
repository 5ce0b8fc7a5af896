"""Positions as drawings and as text: what a viewer knew, for every game, and no text as markup."""

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from domain.games import GAMES, rules_of
from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.deal import Opened, by_hand
from domain.kernel.event import PUBLIC, Viewer, redact
from domain.kernel.progress import progress_at
from formats.diagram import diagram
from formats.drawing import drawing
from formats.position import Names, position
from formats.transcript import read
from languages.catalogue import IN_ENGLISH
from offline.replay import replay
from tests.api.playing import PERSONS, Client
from tests.api.playing import Opened as Table
from tests.laws.play import terms

VECTORS = Path(__file__).parents[1] / "vectors"
SVG, TEXT = "image/svg+xml", "text/plain"
HOSTILE = '</text><script>alert("1")</script>\u202e&'
CARD = re.compile(r"(?:10|[6-9JQKA])[♣♠♥♦]")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", ["full", PUBLIC, 1])
def test_every_moment_has_a_diagram_and_a_drawing(game: str, viewer: Viewer) -> None:
    line = (VECTORS / f"{game}.jsonl").read_text("utf-8").splitlines()[1]
    events = replay(read(line)).events
    first = events[0]
    assert isinstance(first, Opened)
    rules = rules_of(first.game, first.rules)
    names = Names(("Ann", HOSTILE, "Cid", "Dan", "Eve", "Fay"), {}, {}, {})
    for at in range(2, len(events) + 1, 3):
        seen = [redact(event, viewer) for event in events[:at]]
        shown = position(rules, progress_at(rules, seen).state)
        text = diagram(shown, names, title=HOSTILE, language=IN_ENGLISH)
        assert "\u202e" not in text
        in_hands = [card for hand in shown.hands for card in hand if card != "??"]
        known = CARD.findall(text.partition("\n\n")[2])
        assert len(known) >= len(in_hands)
        assert text.count("··") >= sum(hand.count("??") for hand in shown.hands)
        for words in (names, None):
            root = ET.fromstring(drawing(shown, words, title=HOSTILE, near=1))  # noqa: S314
            assert not [each for each in root.iter() if each.tag.endswith("script")]
            assert "\u202e" not in "".join(root.itertext())


def test_a_position_is_shown_as_its_viewer_knew_it(client: Client) -> None:
    table = client.open(seats=[{"name": HOSTILE[:30]}, *PERSONS[1:]])
    client.play(table, Random(3), moves=5)
    path = f"{table.deal_path}/position"
    state = client.get(table.deal_path, table.tokens[0])["state"]
    own = client.send("GET", path, table.tokens[0], Accept=TEXT)
    assert own.text.count("··") >= sum(hand.count(None) for hand in state["hands"]) > 0
    assert client.send("GET", path, Accept=TEXT).text.count("··") > own.text.count("··")
    drawn = client.send("GET", path, table.tokens[0], Accept="image/avif,image/svg+xml,*/*;q=0.8")
    assert drawn.mimetype == SVG
    assert b"<script" not in drawn.data
    assert drawn.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert client.send("GET", f"{path}?view=full").refusal == (403, "view-not-allowed")
    assert client.send("GET", f"{path}?at=99999").refusal == (404, "not-found")
    assert client.send("GET", path, Accept="image/png").status_code == 406


def test_cards_that_a_viewer_does_not_know_lie_last() -> None:
    durak = GAMES["durak"]
    state = durak.initial(by_hand(terms(durak, {})))
    state = state._replace(hands=((UNKNOWN, Card("6C"), UNKNOWN), ()))
    assert position(durak, state).hands[0] == ("6C", UNKNOWN, UNKNOWN)


def test_a_finished_deal_is_drawn_with_all_cards(client: Client, played: Table) -> None:
    path = f"{played.deal_path}/position?view=full&at=4"
    text = client.send("GET", path, Accept=TEXT).text
    assert "··" not in text
    assert text.startswith("Goat, Deal 1, event 4 [")
    german = client.send("GET", path, Accept=TEXT, Accept_Language="de").text
    assert german.startswith("Ziegenbock (Kosjol), Spiel 1, Ereignis 4 [")
    assert client.send("GET", path, Accept=SVG).headers["Cache-Control"] == "private, max-age=3600"
