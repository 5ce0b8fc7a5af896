"""Listing many moves of a kind, and records with a fast `_replace`."""

from random import Random
from typing import Any, Final, NamedTuple, cast

import pytest

from domain.games import GAMES
from domain.games.goat.model import Led
from domain.games.svoi_kozyri.model import Beaten
from domain.kernel.cards import PACK_36, UNKNOWN, Card, drawn, with_hand
from domain.kernel.deal import Opened
from domain.kernel.game import Game
from domain.kernel.listing import KEPT, moves_of
from domain.kernel.moves import breaches, legal_moves
from domain.kernel.progress import record
from tests.domain.positions import cards
from tests.laws.play import played, random_deal

EVENTS: Final = 400


def test_a_move_for_each_value() -> None:
    hand = cards("6C 7S")
    made = list(moves_of(Beaten, 1, Card("AC"), each=(*hand, None)))
    assert made == [Beaten(1, Card("AC"), then) for then in (*hand, None)]
    again = moves_of(Beaten, 1, Card("AC"), each=(*hand, None))
    assert all(one is other for one, other in zip(made, again, strict=True))
    assert list(moves_of(Beaten, 0, Card("AC"), each=hand)) == [
        Beaten(0, Card("AC"), then) for then in hand
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_listed_moves_are_legal_between_a_move_and_its_consequences_too(game: Game[Any]) -> None:
    chance, seen = Random(7), 0
    while seen < EVENTS:
        opened, *rest = played(random_deal(game, chance), chance).events
        state = game.initial(cast("Opened", opened))
        for event in rest[:EVENTS]:
            state = game.evolve(state, event)
            for seat in range(len(state.hands)):
                moves = legal_moves(game, state, seat)
                assert not any(breaches(game, state, move) for move in moves)
            seen += 1


def test_no_more_moves_are_kept_than_a_number() -> None:
    sets = [(one, two, three) for one in PACK_36 for two in PACK_36 for three in PACK_36[:8]]
    assert len(sets) > 2 * KEPT
    for _ in range(2):
        assert [move.cards for move in moves_of(Led, 3, each=sets)] == sets


@record
class Pair(NamedTuple):
    left: int
    right: int = 0


def test_a_record_with_other_values() -> None:
    pair = Pair(1, 2)
    assert pair._replace(right=3) == Pair(1, 3)
    assert pair._replace(right=4, left=5) == Pair(5, 4)
    assert pair._replace() == pair == Pair(1, 2)
    assert type(pair._replace(left=0)) is Pair
    unknown = {"middle": 1}
    with pytest.raises(KeyError):
        pair._replace(**unknown)


def test_a_card_that_was_seen_is_known_when_it_is_drawn() -> None:
    unknown = (UNKNOWN, UNKNOWN)
    assert drawn(cards("6C 7S"), unknown) == cards("6C 7S")
    assert drawn(unknown, (UNKNOWN, Card("7S"))) == (UNKNOWN, Card("7S"))
    with pytest.raises(ValueError, match="zip"):
        drawn(cards("6C 7S"), cards("6C"))


def test_one_hand_is_another_one() -> None:
    assert with_hand(((), cards("6C"), ()), 1, ()) == ((), (), ())
