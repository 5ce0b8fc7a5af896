"""The compact form of legal moves; `moves.py` has the law about it."""

from domain.games.skat.model import Discarded
from domain.games.svoi_kozyri.model import Beaten
from domain.kernel.cards import PACK_36
from domain.kernel.choices import choices
from service.deals.representation import choice_json

PAIRS = 406


def test_pairs_of_different_cards_are_one_choice() -> None:
    cards = PACK_36[:PAIRS]
    pairs = [Beaten(0, card, then) for card in cards[:14] for then in cards[:30] if card != then]
    assert len(pairs) == PAIRS
    (choice,) = choices(pairs)
    assert choice_json(choice) == {
        "type": "beat",
        "clause": "S7",
        "early": False,
        "fields": {"card": {"cards": [*cards[:14]]}, "then": {"cards": [*cards[1:30], cards[0]]}},
    }


def test_sets_that_do_not_combine_freely_are_divided() -> None:
    sets = [("6C", "7C"), ("6C", "8C"), ("9H", "TH")]
    made = choices(Discarded(0, cards) for cards in sets)  # type: ignore[arg-type]
    assert [choice_json(one)["fields"]["cards"] for one in made] == [
        {"cards": ["6C", "7C"], "least": 2, "most": 2},
        {"cards": ["6C", "8C"], "least": 2, "most": 2},
        {"cards": ["9H", "TH"], "least": 2, "most": 2},
    ]
