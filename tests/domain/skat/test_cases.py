"""The worked cases of `cases`."""

from pathlib import Path

import pytest

from domain.games.skat.cards import Kind, matadors, taker
from domain.games.skat.lists import list_points
from domain.games.skat.scoring import base_of
from domain.kernel.cards import PACK_32
from tests.domain import worked
from tests.domain.positions import cards
from tests.domain.skat.positions import bought, dealt, declared, late, listed, verdict


def matadors_of(held: str, kind: Kind) -> int:
    """The matadors of twelve cards, whose others are no trumps."""
    plain = (card for card in PACK_32 if card[1] != kind[0].upper() and card[0] != "J")
    return matadors((*cards(held), *list(plain)[: 12 - len(cards(held))]), kind)


FUNCTIONS = {
    "bought": bought,
    "dealt": dealt,
    "declared": declared,
    "late": late,
    "listed": listed,
    "verdict": verdict,
    "base_of": base_of,
    "matadors_of": matadors_of,
    "taker": lambda trick, kind: taker(cards(trick), kind),
    "list_points": lambda scoring, seats, declarer, won, value: list_points(
        scoring, int(seats), declarer=int(declarer), won=won == "yes", value=int(value)
    ),
}
CASES = worked.cases(Path(__file__).parent)


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], FUNCTIONS)
