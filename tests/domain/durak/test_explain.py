"""How a deal of Durak ended, in words."""

from domain.games.durak.model import Ended
from domain.games.durak.scoring import explain
from tests.domain.in_english import in_english


def test_d10_the_winner_and_d03_the_first_attacker() -> None:
    assert in_english(explain(Ended(winner=1, next_dealer=0))) == (
        "Seat 1 ran out of cards with the stock empty, and won the deal [D10].",
        "Seat 1 will attack first in the next deal [D3].",
        "Seat 0 will deal it.",
    )


def test_d10_a_drawn_deal() -> None:
    assert in_english(explain(Ended(winner=None, next_dealer=1))) == (
        "Both hands and the stock are empty: the deal is drawn [D10].",
        "The cards of the next deal name who attacks first [D3].",
        "Seat 1 will deal it.",
    )
