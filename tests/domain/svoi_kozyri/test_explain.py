"""How a deal of Svoi Kozyri ended, in words."""

import pytest

from domain.games.svoi_kozyri.model import Reason
from domain.games.svoi_kozyri.scoring import drawn, explain, won
from domain.kernel.cards import Card
from tests.domain.in_english import in_english


def test_s10_a_deal_that_is_won() -> None:
    assert in_english(explain(won(0))) == (
        "Seat 0 ran out of cards and won the deal [S10].",
        "Seat 1 will deal next [S4].",
    )


def test_s11_a_draw_by_the_last_card() -> None:
    why, _ = in_english(explain(drawn("last_card", dealer=1, last_card=Card("AS"))))
    assert why.startswith("One hand is empty, but AS, the only card in the other, beats")
    assert why.endswith("the deal is drawn [S11].")


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("repetition", "The same position came up for the third time: the deal is drawn [S12]."),
        (
            "max_plies",
            "The limit of moves is reached, and nobody has won: the deal is drawn [S12].",
        ),
    ],
)
def test_s12_a_deal_that_would_not_end(reason: Reason, words: str) -> None:
    assert in_english(explain(drawn(reason, dealer=0))) == (words, "Seat 1 will deal next [S4].")
