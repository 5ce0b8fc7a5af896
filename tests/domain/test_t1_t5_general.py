"""The general clauses (T1-T5), which refuse moves that no clause of a game covers."""

from typing import Any

import pytest

from domain.games import GAMES
from domain.games.goat import GOAT
from domain.games.goat.model import Discarded, Led
from domain.games.skat import SKAT
from domain.games.skat.model import Played
from domain.kernel.game import Game
from domain.kernel.moves import NotAMove, breaches, decide, parse_move
from languages.catalogue import IN_ENGLISH
from tests.domain.goat.positions import dealt, late
from tests.domain.positions import cards
from tests.domain.skat import positions as skat

HANDS = ("7C JC 6D 8H", "AC 10H 9S 9D", "6C QC KS AS", "7S 8S 8D 7D")


def test_t1_not_this_seats_turn() -> None:
    deal = dealt(*HANDS)
    assert deal.refusal("1 lead AC") == ("T1",)
    deal.play("0 lead 7C")
    assert deal.refusal("2 discard 6C") == ("T1",)


@pytest.mark.parametrize("named", ["AS", "7C 7C", "7C AS"])
def test_t2_a_card_not_in_that_hand_or_named_twice(named: str) -> None:
    assert "T2" in dealt(*HANDS).refusal(f"0 lead {named}")


def test_t3_the_deal_is_over() -> None:
    deal = late("6C", "7C", "8C", "9C")
    deal.play("0 lead 6C", "1 discard 7C", "2 discard 8C", "3 discard 9C")
    for seat in range(4):
        assert "T3" in deal.refusal(f"{seat} lead 6C")


def test_t4_no_such_move_in_this_phase() -> None:
    deal = dealt(*HANDS)
    assert deal.refusal("0 discard 7C") == ("T4",)
    deal.play("0 lead 7C")
    assert deal.refusal("1 lead AC") == ("T4",)


def test_t5_no_cards() -> None:
    deal = dealt(*HANDS)
    assert breaches(GOAT, deal.state, Led(0, ())) == ("T5",)
    deal.play("0 lead 7C")
    assert breaches(GOAT, deal.state, Discarded(1, ())) == ("G9", "T5")
    assert deal.refusal("1 beat") == ("G9", "G10", "T5")
    assert deal.refusal("1 pull") == ("G13", "T5")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_t5_no_card_of_the_pack_in_any_field(game: Game[Any]) -> None:
    """Every field of a card says what it takes, and names the card that was meant."""
    wrong = {
        **dict.fromkeys(("10C", "tc", "Tc", "T♣", "T♣\ufe0f", "10♧", "CT", "C10", "10 C"), "TC"),
        "7h": "7H",
        "♥7": "7H",
        "ZZ": "TC",
        "TC 7C": "TC",
        "7C ": "7C",
        "??": "TC",
    }
    taken = ("must be a card: rank and suit, T is the ten, such as TC", ("T5",))
    fields = [(kind, name) for kind in game.moves for name in (*kind.ONE_CARD, *kind.CARD_LISTS)]
    assert fields
    for kind, name in fields:
        others = {each: True for each, _, required in kind.GIVEN if required}

        def refused(card: object, kind: Any = kind, name: str = name, others: Any = others) -> Any:
            one = name in kind.ONE_CARD
            said = {"type": kind.MOVE, **others, name: card if one else [card]}
            with pytest.raises(NotAMove) as bad:
                parse_move(game, 0, {**said, **_before(game, kind, name)})
            assert bad.value.pointer == (f"/{name}" if one else f"/{name}/0")
            return IN_ENGLISH.text(bad.value.detail), bad.value.clauses

        for text, meant in wrong.items():
            detail = f"{text} is no card: rank and suit, T is the ten, such as {meant}"
            assert refused(text) == (detail, ("T2", "T5"))
        for text in ("", "\n", "x" * 9, "x" * 100_000):
            assert refused(text) == (taken[0], ("T2", "T5"))
        for value in (7, ["7C"], True):
            assert refused(value) == taken
        assert refused("2C")[0].startswith("2C is not in this pack: its ranks are ")


def _before(game: Game[Any], kind: Any, name: str) -> dict[str, Any]:
    """The fields of a move that are read before a field, with values that fit."""
    names = [each for each, _, _ in kind.GIVEN]
    cards = dict.fromkeys(kind.ONE_CARD, game.pack[0])
    cards |= {each: [game.pack[0]] for each in kind.CARD_LISTS}
    return {
        each: cards.get(each, kind.WORDS.get(each, (True,))[0])
        for each in names[: names.index(name)]
    }


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_t5_a_seat_that_the_table_has_not(seat: int) -> None:
    deal = dealt(*HANDS)
    for move in (Led(seat, cards("7C")), Discarded(seat, cards("7D"))):
        assert breaches(GOAT, deal.state, move) == ("T5",)


def test_t5_a_seat_that_only_a_larger_table_has() -> None:
    deal = skat.dealt("JC", "AH", "10S")
    assert breaches(SKAT, deal.state, Played(3, cards("7D")[0])) == ("T5",)


@pytest.mark.parametrize(
    ("said", "pointer", "detail"),
    [
        (None, "", "a move is an object with a type"),
        ([], "", "a move is an object with a type"),
        ("lead", "", "a move is an object with a type"),
        ({}, "/type", "must be one of lead, beat, discard, pull"),
        ({"type": "draw"}, "/type", "must be one of lead, beat, discard, pull"),
        ({"type": ["lead"]}, "/type", "must be one of lead, beat, discard, pull"),
        ({"type": None, "cards": []}, "/type", "must be one of lead, beat, discard, pull"),
        ({"type": "lead"}, "/cards", "lead needs cards"),
        ({"type": "lead", "cards": "7C"}, "/cards", "must be a list of cards"),
        ({"type": "lead", "cards": {"7C": 1}}, "/cards", "must be a list of cards"),
        (
            {"type": "lead", "cards": ["7C"] * 37},
            "/cards",
            "has more cards than the pack, which has 36",
        ),
        (
            {"type": "lead", "cards": ["7C", 7]},
            "/cards/1",
            "must be a card: rank and suit, T is the ten, such as TC",
        ),
        (
            {"type": "lead", "cards": [None]},
            "/cards/0",
            "must be a card: rank and suit, T is the ten, such as TC",
        ),
        (
            {"type": "lead", "cards": [["7C"]]},
            "/cards/0",
            "must be a card: rank and suit, T is the ten, such as TC",
        ),
        (
            {"type": "lead", "cards": ["7C"], "seat": 1},
            "/seat",
            "lead has no such field; there are type, cards",
        ),
        (
            {"type": "lead", "cards": ["7C"], "at": 1},
            "/at",
            "lead has no such field; there are type, cards",
        ),
        (
            {"type": "lead", "cards": [], "a/b~c": 1},
            "/a~1b~0c",
            "lead has no such field; there are type, cards",
        ),
        (
            {"type": "lead", "cards": [], "\ud800": 1},
            "/?",
            "lead has no such field; there are type, cards",
        ),
    ],
)
def test_t5_not_a_move_at_all(said: object, pointer: str, detail: str) -> None:
    with pytest.raises(NotAMove) as refused:
        parse_move(GOAT, 0, said)
    assert (refused.value.pointer, IN_ENGLISH.text(refused.value.detail)) == (pointer, detail)


def test_t1_to_t5_every_offended_clause_is_named() -> None:
    deal = late("6C", "7C", "8C", "9C")
    deal.play("0 lead 6C", "1 discard 7C", "2 discard 8C", "3 discard 9C")
    assert breaches(GOAT, deal.state, Discarded(1, ())) == ("T1", "T3", "T4", "T5")


def test_t2_a_refused_move_changes_nothing() -> None:
    deal = dealt(*HANDS)
    before = deal.state
    with pytest.raises(Exception, match="lead: T2"):
        decide(GOAT, deal.state, Led(0, cards("AS")), seen=deal.seen_by(0))
    assert deal.state is before
