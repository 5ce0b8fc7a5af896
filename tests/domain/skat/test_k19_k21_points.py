"""Points, schneider and schwarz, matadors (K19-K21)."""

import pytest

from domain.games.skat.cards import Kind, matadors
from domain.kernel.cards import PACK_32
from tests.domain.positions import cards
from tests.domain.skat.positions import verdict


@pytest.mark.parametrize(
    ("points", "won", "schneider"),
    [
        (0, False, True),
        (29, False, True),
        (30, False, True),
        (31, False, False),
        (59, False, False),
        (60, False, False),
        (61, True, False),
        (62, True, False),
        (89, True, False),
        (90, True, True),
        (120, True, True),
    ],
)
@pytest.mark.parametrize("kind", ["clubs", "grand"])
def test_k19_k20_the_boundaries(kind: str, points: int, *, won: bool, schneider: bool) -> None:
    came = verdict(kind, points=points)
    assert (came.won, came.schneider) == (won, schneider)
    assert came.multiplier == 2 + schneider
    assert ("K19" in came.clauses) == (not won)


@pytest.mark.parametrize(("tricks", "schwarz"), [(0, True), (1, False), (9, False), (10, True)])
def test_k20_schwarz_is_about_tricks(tricks: int, *, schwarz: bool) -> None:
    points = 120 if tricks > 5 else 0
    came = verdict("clubs", points=points, tricks=tricks)
    assert came.schwarz == schwarz
    assert came.multiplier == 3 + schwarz


def test_k20_against_the_declarer() -> None:
    assert verdict("grand", points=30, tricks=2).value == -2 * 24 * 3
    assert verdict("grand", points=20, tricks=0).value == -2 * 24 * 4


@pytest.mark.parametrize(
    ("kind", "twelve", "count"),
    [
        ("clubs", "JC", 1),
        ("clubs", "JC JH", 1),
        ("clubs", "JC JS JH", 3),
        ("clubs", "JC JS JH JD", 4),
        ("clubs", "JC JS JH JD 10C", 4),
        ("clubs", "JC JS JH JD AC", 5),
        ("clubs", "JC JS JH JD AC 10C KC QC 9C 8C", 10),
        ("clubs", "JC JS JH JD AC 10C KC QC 9C 8C 7C", 11),
        ("clubs", "JC JS JH JD AC 10C KC QC 9C 7C", 9),
        ("clubs", "JS", -1),
        ("clubs", "JH JD", -2),
        ("clubs", "JD", -3),
        ("clubs", "AC", -4),
        ("clubs", "10C KC", -5),
        ("clubs", "7C", -10),
        ("clubs", "AS AH AD", -11),
        ("hearts", "JC JS JH JD AH 10H", 6),
        ("spades", "JS AS", -1),
        ("diamonds", "8D", -9),
        ("grand", "JC JS JH JD AC 10C", 4),
        ("grand", "JC JS JH", 3),
        ("grand", "JC JD", 1),
        ("grand", "JD", -3),
        ("grand", "AC 10C", -4),
        ("null", "JC JS", 0),
        ("null", "AC", 0),
    ],
)
def test_k21_matadors(kind: Kind, twelve: str, count: int) -> None:
    """The rest of the twelve are no trumps."""
    held = cards(twelve)
    plain = (card for card in PACK_32 if card[1] != kind[0].upper() and card[0] != "J")
    assert matadors((*held, *list(plain)[: 12 - len(held)]), kind) == count
