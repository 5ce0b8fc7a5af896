"""Giving a game up (K28, K29). Seat 0 is the declarer, 1 and 2 the defenders."""

import pytest

from domain.games.skat.model import Conceded, ConcessionAsked
from tests.domain.skat.positions import Deal, declared, late

CLUBS = (
    "JC JS AC 10C KC QC 9C 8C AS AH",
    "JH 7C 10S KS QS 9S 10H KH QH 9H",
    "JD AD 10D KD QD 9D 8S 7S 8H 7H",
)
"""With 2: 36. 7D 8D lie in the skat."""


def clubs(*tricks: str, says: str = "clubs hand", bid: int = 18) -> Deal:
    """The same game after some tricks."""
    deal = declared(*CLUBS, skat="7D 8D", says=says, bid=bid)
    deal.tricks(*tricks)
    return deal


@pytest.mark.parametrize(
    ("says", "value"),
    [
        ("clubs hand", -2 * 12 * 4),
        ("clubs hand schneider", -2 * 12 * 6),
        ("clubs hand schwarz", -2 * 12 * 8),
        ("clubs hand ouvert", -2 * 12 * 9),
        ("grand hand", -2 * 24 * 4),
        ("null hand", -70),
        ("null hand ouvert", -118),
    ],
)
def test_k28_the_simple_game_and_what_was_announced(says: str, value: int) -> None:
    deal = clubs(says=says)
    deal.play("0 concede")
    assert (deal.settled.value, deal.settled.won) == (value, False)
    assert deal.settled.clauses == ("K26", "K28")
    assert "schwarz" not in deal.settled.steps or "schwarz_announced" in deal.settled.steps


def ending(*, own: str, says: str = "clubs hand", skat: str = "7D 8D") -> Deal:
    """Two tricks before the end; the declarer has taken these cards, the others the rest."""
    return late("7C 8C", "7S 8S", "7H 8H", says=says, skat=skat, own=own)


GIVING_UP = ("1 concede", "2 concede")
CONCEDING = ("0 ask_to_concede", "1 accept")
SIXTY = "AC 10C AS 10S AH KC QS 9C 9S"
SIXTY_ONE = "AC 10C AS 10S AH KC KS 9C 9S"


@pytest.mark.parametrize("moves", [GIVING_UP, CONCEDING], ids=["given up", "conceded"])
@pytest.mark.parametrize(("own", "won"), [(SIXTY_ONE, True), (SIXTY, False), ("", False)])
def test_k29_a_game_already_won_or_lost_stays_so(
    moves: tuple[str, ...], own: str, *, won: bool
) -> None:
    deal = ending(own=own)
    deal.play(*moves)
    assert deal.settled.won == won
    assert deal.settled.clauses[-1] == ("K29" if moves == GIVING_UP or won else "K28")


def test_k29_giving_up_is_public() -> None:
    assert Conceded.HIDDEN == ConcessionAsked.HIDDEN == ()
