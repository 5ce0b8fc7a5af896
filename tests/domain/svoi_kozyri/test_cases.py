"""The worked cases of `cases`."""

from pathlib import Path

import pytest

from domain.games.svoi_kozyri import rules
from tests.domain import worked
from tests.domain.positions import cards
from tests.domain.svoi_kozyri.positions import dealt, from_deck, position

FUNCTIONS = {
    "dealt": dealt,
    "from_pack": from_deck,
    "position": position,
    "beats": lambda card, top, own: rules.beats(cards(card)[0], cards(top)[0], own),
    "take_size": lambda pile, own: rules.take_size(cards(pile), own),
}
CASES = worked.cases(Path(__file__).parent)


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    worked.check(CASES[name], FUNCTIONS)
