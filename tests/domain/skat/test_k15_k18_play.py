"""Tricks (K15-K18)."""

import pytest

from domain.games.skat.cards import Kind, taker
from domain.games.skat.model import Played, TrickTaken
from domain.games.skat.phases import Playing
from tests.domain.positions import cards
from tests.domain.skat.positions import Deal, bought, dealt, declared, late

CLUBS = (
    "JC JS AC 10C KC QC 9C 8C AS AH",
    "JH 7C 10S KS QS 9S 10H KH QH 9H",
    "JD AD 10D KD QD 9D 8S 7S 8H 7H",
)


def clubs(says: str = "clubs hand") -> Deal:
    """A strong game of clubs in forehand; 7D 8D lie in the skat."""
    return declared(*CLUBS, skat="7D 8D", says=says)


# --- K15 ----------------------------------------------------------------------------------------


def test_k15_forehand_leads_for_every_declarer() -> None:
    deal = bought()
    assert declared(says="grand").turn == 0
    deal.play("0 declare grand hand")
    assert [deal.refusal(f"{seat} play {deal.state.hands[seat][0]}") for seat in range(3)] == [
        (),
        ("T1",),
        ("T1",),
    ]


@pytest.mark.parametrize("dealer", range(4))
def test_k15_at_a_table_of_four_too(dealer: int) -> None:
    deal = declared_by_rearhand(dealer)
    assert deal.turn == (dealer + 1) % 4
    deal.play(f"{deal.turn} play {deal.state.hands[(dealer + 1) % 4][0]}")
    assert deal.turn == (dealer + 2) % 4


def declared_by_rearhand(dealer: int) -> Deal:
    """A table of four at which rearhand plays grand hand."""
    deal = dealt(seats=4, dealer=dealer)
    forehand, middlehand, rearhand = deal.state.players
    deal.play(f"{middlehand} pass", f"{rearhand} bid 18", f"{forehand} pass")
    deal.play(f"{rearhand} declare grand hand")
    return deal


def test_k15_clockwise_and_the_taker_leads() -> None:
    deal = clubs()
    assert deal.play("0 play 8C") == []
    assert deal.turn == 1
    deal.play("1 play JH")
    assert deal.turn == 2
    assert deal.play("2 play JD") == ["trick_taken"]
    assert deal.events[-1] == TrickTaken(1)
    assert deal.turn == 1
    assert deal.phase(Playing).trick == ()
    assert deal.phase(Playing).tricks == (0, 1)
    assert deal.phase(Playing).piles == ((), cards("8C JH JD"))


@pytest.mark.parametrize(
    ("refused", "clauses"),
    [
        ("1 play JH", ("T1",)),
        ("0 play JH", ("T2",)),
        ("0 play 7D", ("T2",)),  # in the skat
        ("1 play AC", ("T1", "T2")),
        ("0 play 6C", ("T2", "T5")),
        ("0 bid 18", ("T4",)),
        ("1 hold", ("T1", "T4")),
        ("0 discard 7D 8D", ("T4",)),
    ],
)
def test_k15_refusals(refused: str, clauses: tuple[str, ...]) -> None:
    assert clubs().refusal(refused) == clauses


def test_k15_the_sitting_out_dealer_has_no_move() -> None:
    deal = declared_by_rearhand(1)
    assert deal.kinds(1) == set()
    assert deal.refusal("1 concede") == ("T1",)
    assert deal.refusal("1 play 7C") == ("T1", "T2")


# --- K16 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "led", "hand", "playable"),
    [
        # a jack follows trumps, not its suit
        ("clubs", "AS", "JS 7S 8H", "7S"),
        ("clubs", "AS", "JS 8H 9D", "JS 8H 9D"),
        ("clubs", "AC", "JS 7S 8H", "JS"),
        ("clubs", "JD", "7C 7D 8H", "7C"),
        ("clubs", "JD", "JC 7D 8H", "JC"),
        ("clubs", "8C", "7D 8D 9H", "7D 8D 9H"),
        # trump need not be played, nor anything be beaten
        ("clubs", "AS", "7C 8C 9D", "7C 8C 9D"),
        ("hearts", "7S", "AS 8S JC", "AS 8S"),
        # in grand only jacks are trumps
        ("grand", "JH", "AC JC 10H", "JC"),
        ("grand", "AH", "JH 7H 8C", "7H"),
        ("grand", "JH", "AC 10H 8C", "AC 10H 8C"),
        # in null there are no trumps
        ("null", "AH", "JH 8C 7D", "JH"),
        ("null", "JH", "8H JC 7D", "8H"),
        ("null", "JH", "JC 8C 7D", "JC 8C 7D"),
    ],
)
def test_k16_what_follows(says: str, led: str, hand: str, playable: str) -> None:
    deal = late(f"{led} 9S KD", hand, "QC QS QH", says=says)
    deal.play(f"0 play {led}")
    assert deal.playable(1) == set(cards(playable))
    for card in cards(hand):
        refused = () if card in cards(playable) else ("K16",)
        assert deal.refusal(f"1 play {card}") == refused


def test_k16_any_card_may_be_led() -> None:
    deal = late("JC 7S 8H", "9S KD 9H", "QC QS QH", says="clubs")
    assert deal.playable(0) == set(cards("JC 7S 8H"))


def test_k16_the_first_card_is_followed_not_the_second() -> None:
    deal = late("AS 9S", "7H 8H", "KS KH", says="clubs")
    deal.play("0 play AS", "1 play 7H")
    assert deal.playable(2) == {"KS"}


# --- K17 ----------------------------------------------------------------------------------------


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


def test_k17_the_trick_goes_to_its_side() -> None:
    deal = late("JC 9S", "7S AS", "8S QS", says="clubs", leader=2)
    deal.tricks("QS 9S AS")
    assert deal.turn == 1
    assert deal.phase(Playing).piles[1][-3:] == cards("QS 9S AS")


# --- K18 ----------------------------------------------------------------------------------------

TEN = (
    "JC JH JD", "JS 7C 7S", "AC 10S 10D", "10C KS KD", "KC QS QD",
    "QC 9S 9D", "9C 10H 8S", "8C 9H 7H", "AS KH AD", "AH QH 8H",
)  # fmt: skip


def test_k18_ten_tricks() -> None:
    deal = clubs()
    for trick in TEN[:-1]:
        assert deal.tricks(trick) == ["trick_taken"]
        assert deal.on
    assert deal.tricks(TEN[-1]) == ["trick_taken", "settled"]
    assert deal.settled.ending == "played_out"
    assert deal.settled.tricks == 10
    assert deal.state.hands == ((), (), ())
    assert deal.refusal("0 concede") == ("T1", "T3", "T4")
    assert deal.kinds(0) == set()


@pytest.mark.parametrize("says", ["clubs hand schneider", "clubs hand schneider schwarz"])
def test_k18_announced_games_are_played_out_though_lost(says: str) -> None:
    deal = clubs(says)
    deal.tricks("8C JH JD", "10H 8H AH")
    deal.tricks("AS 9S 7S", "JC 7C AD", "JS 10S 10D")
    assert deal.phase(Playing).tricks == (4, 1)
    assert deal.on


def test_k18_a_game_that_is_won_goes_on() -> None:
    deal = clubs()
    deal.tricks(*TEN[:9])
    assert deal.on


def test_k18_null_ends_at_the_declarers_first_trick() -> None:
    deal = late("AC 7S 7H", "KC 8S 8H", "QC 9S 9H", says="null", leader=1)
    assert deal.tricks("KC QC AC") == ["trick_taken", "settled"]
    assert (deal.settled.won, deal.settled.tricks) == (False, 1)
    assert deal.settled.ending == "played_out"


def test_k18_null_without_a_trick_goes_to_the_tenth() -> None:
    deal = late("7C 7S", "8C 8S", "9C 9S", says="null")
    deal.tricks("7C 8C 9C")
    assert deal.on
    assert deal.tricks("9S 7S 8S") == ["trick_taken", "settled"]
    assert deal.settled.won


def test_k18_cards_played_are_seen_by_all() -> None:
    assert Played.HIDDEN == ()


def test_k15_before_the_play_there_is_no_trick_and_no_declarer() -> None:
    state = dealt().state
    assert (state.play, state.trick_seats, state.parties) == (None, (), ())


def test_k15_the_seats_of_a_trick_begin_with_its_leader() -> None:
    deal = declared_by_rearhand(dealer=3)
    assert deal.state.trick_seats == (0, 1, 2)
    assert deal.state.parties == ((2,), (0, 1))
    deal = clubs()
    deal.play("0 play 8C", "1 play JH", "2 play JD")
    assert deal.turn == 1
    assert (deal.state.trick_seats, deal.state.parties) == ((1, 2, 0), ((0,), (1, 2)))
