"""Tricks (K15-K18)."""

import pytest

from domain.games.skat.cards import Kind, taker
from domain.games.skat.model import Played
from tests.domain.positions import cards
from tests.domain.skat.positions import Deal, bought, dealt, declared

CLUBS = (
    "JC JS AC 10C KC QC 9C 8C AS AH",
    "JH 7C 10S KS QS 9S 10H KH QH 9H",
    "JD AD 10D KD QD 9D 8S 7S 8H 7H",
)


def clubs(says: str = "clubs hand") -> Deal:
    """A strong game of clubs in forehand; 7D 8D lie in the skat."""
    return declared(*CLUBS, skat="7D 8D", says=says)


def test_k15_forehand_leads_for_every_declarer() -> None:
    deal = bought()
    assert declared(says="grand").turn == 0
    deal.play("0 declare grand hand")
    assert [deal.refusal(f"{seat} play {deal.state.hands[seat][0]}") for seat in range(3)] == [
        (),
        ("T1",),
        ("T1",),
    ]


@pytest.mark.parametrize(
    ("kind", "trick", "place"),
    [
        ("clubs", "7S 8S 9S", 2),
        ("clubs", "AS 10S KS", 0),
        ("clubs", "10S AS KS", 1),
        ("clubs", "KS 10S QS", 1),
        ("clubs", "7S AH AD", 0),
        ("clubs", "AS 7C 10S", 1),
        ("clubs", "AS 7C 8C", 2),
        ("clubs", "AC JD 10C", 1),
        ("clubs", "JD JH JS", 2),
        ("clubs", "JC JS JH", 0),
        ("clubs", "JH JC AC", 1),
        ("hearts", "AC 7H 10C", 1),
        ("hearts", "7H 8H AH", 2),
        ("hearts", "10H AH KH", 1),
        ("spades", "QC KC 9C", 1),
        ("diamonds", "9D 8D 7D", 0),
        ("grand", "AC 10C JD", 2),
        ("grand", "AC AS AH", 0),
        ("grand", "7C 10C KC", 1),
        ("grand", "JD 10D AD", 0),
        ("null", "10C JC 9C", 1),
        ("null", "10C 9C JC", 2),
        ("null", "KC QC AC", 2),
        ("null", "7C AD AH", 0),
        ("null", "JC JS JH", 0),
    ],
)
def test_k17_the_taker_of_a_trick(kind: Kind, trick: str, place: int) -> None:
    assert taker(cards(trick), kind) == place


def test_k18_cards_played_are_seen_by_all() -> None:
    assert Played.HIDDEN == ()


def test_k15_before_the_play_there_is_no_trick_and_no_declarer() -> None:
    state = dealt().state
    assert (state.play, state.trick_seats, state.parties) == (None, (), ())
