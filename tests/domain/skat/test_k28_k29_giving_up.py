"""Giving a game up (K28, K29). Seat 0 is the declarer, 1 and 2 the defenders."""

import pytest

from domain.games.skat.model import Conceded, ConcessionAsked
from domain.games.skat.phases import Playing
from tests.domain.skat.positions import Deal, declared, late

CLUBS = (
    "JC JS AC 10C KC QC 9C 8C AS AH",
    "JH 7C 10S KS QS 9S 10H KH QH 9H",
    "JD AD 10D KD QD 9D 8S 7S 8H 7H",
)
"""With 2: 36. 7D 8D lie in the skat."""
TRICKS = ("JC JH JD", "JS 7C 7S")


def clubs(*tricks: str, says: str = "clubs hand", bid: int = 18) -> Deal:
    """The same game after some tricks."""
    deal = declared(*CLUBS, skat="7D 8D", says=says, bid=bid)
    deal.tricks(*tricks)
    return deal


# --- K28: the declarer --------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), ("0 play JC",), ("0 play JC", "1 play JH", "2 play JD")])
def test_k28_alone_with_nine_cards_or_more(moves: tuple[str, ...]) -> None:
    deal = clubs()
    deal.play(*moves)
    assert deal.refusal("0 ask_to_concede") == ("K28",)
    assert deal.play("0 concede") == ["settled"]
    settled = deal.settled
    assert (settled.ending, settled.won, settled.value) == ("conceded", False, -96)
    assert settled.clauses == ("K26", "K28")


def test_k28_out_of_turn_too() -> None:
    deal = clubs()
    deal.play("0 play JC", "1 play JH")
    assert deal.turn == 2
    assert deal.refusal("0 concede") == ()


def test_k28_with_fewer_cards_the_declarer_has_to_ask() -> None:
    deal = clubs(TRICKS[0])
    deal.play("0 play JS")
    assert len(deal.state.hands[0]) == 8
    assert deal.refusal("0 concede") == ("K28",)
    assert deal.refusal("0 ask_to_concede") == ()
    assert deal.refusal("1 ask_to_concede") == ("K28",)


def test_k28_one_consent_is_enough() -> None:
    deal = clubs(*TRICKS)
    assert deal.play("0 ask_to_concede") == []
    assert deal.turn == 1
    assert deal.kinds(1) == {"accept", "decline"}
    assert deal.kinds(0) == deal.kinds(2) == set()
    assert deal.play("1 accept") == ["settled"]
    assert (deal.settled.ending, deal.settled.won) == ("conceded", False)


def test_k28_the_other_may_consent_where_one_declined() -> None:
    deal = clubs(*TRICKS)
    deal.play("0 ask_to_concede")
    assert deal.play("1 decline") == []
    assert deal.turn == 2
    assert deal.play("2 accept") == ["settled"]


def test_k28_without_consent_the_declarer_asks_once_in_a_trick() -> None:
    deal = clubs(*TRICKS)
    deal.play("0 ask_to_concede", "1 decline", "2 decline")
    assert deal.turn == 0
    assert deal.phase(Playing).offer is None
    assert deal.refusal("0 ask_to_concede") == ("K28",)
    deal.play("0 play AC", "1 play QS")
    assert deal.refusal("0 ask_to_concede") == ("K28",)
    deal.play("2 play 8S")
    assert deal.refusal("0 ask_to_concede") == ()


@pytest.mark.parametrize(
    ("refused", "clauses"),
    [
        ("0 play AC", ("T1", "T4")),
        ("1 play 10S", ("T4",)),
        ("0 concede", ("K28", "T4")),
        ("1 concede", ("T4",)),
        ("0 ask_to_concede", ("K28", "T4")),
        ("0 claim", ("T1", "T4")),
        ("0 accept", ("T1",)),
        ("2 accept", ("T1",)),
        ("2 decline", ("T1",)),
    ],
)
def test_k28_while_the_declarer_asks_nothing_else_is_done(
    refused: str, clauses: tuple[str, ...]
) -> None:
    deal = clubs(*TRICKS)
    deal.play("0 ask_to_concede")
    assert deal.refusal(refused) == clauses


@pytest.mark.parametrize(
    ("refused", "clauses"), [("1 accept", ("T1", "T4")), ("0 decline", ("T4",))]
)
def test_k28_answers_need_a_question(refused: str, clauses: tuple[str, ...]) -> None:
    assert clubs(*TRICKS).refusal(refused) == clauses


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


def test_k28_schneider_does_not_count_unless_it_had_happened() -> None:
    deal = clubs()
    deal.play("0 concede")
    assert (deal.settled.points, deal.settled.schneider, deal.settled.schwarz) == (0, False, False)


def test_k28_a_schneider_that_happened_counts() -> None:
    """The others have taken all but the last cards, 90 points and more."""
    deal = late("7C 8C", "7S 8S", "7H 8H", says="clubs", skat="7D 8D")
    deal.play("0 ask_to_concede", "1 accept")
    assert deal.settled.points == 0
    assert deal.settled.schneider
    assert deal.settled.steps == ("game", "schneider")
    assert not deal.settled.schwarz, "the last two tricks are not played"


def test_k28_overbid() -> None:
    deal = clubs(bid=99)
    deal.play("0 concede")
    assert (deal.settled.overbid, deal.settled.value) == (True, -2 * 108)
    assert deal.settled.clauses == ("K26", "K27", "K28")


# --- K29: the defenders -------------------------------------------------------------------------


def test_k29_only_both_together() -> None:
    deal = clubs()
    assert deal.play("2 concede") == []
    assert deal.phase(Playing).conceded == (2,)
    assert deal.turn == 0
    assert deal.refusal("2 concede") == ("K29",)
    deal.tricks(TRICKS[0])
    assert deal.play("1 concede") == ["settled"]
    settled = deal.settled
    assert (settled.ending, settled.won, settled.value) == ("given_up", True, 48)
    assert settled.clauses == ("K24", "K25", "K29")


def test_k29_a_defender_needs_no_number_of_cards() -> None:
    deal = clubs(*TRICKS, "AC QS 8S", "10C 9S 8H")
    assert deal.refusal("1 concede") == deal.refusal("2 concede") == ()


def test_k29_the_declarer_may_still_concede() -> None:
    deal = clubs()
    deal.play("1 concede", "0 concede")
    assert (deal.settled.ending, deal.settled.won) == ("conceded", False)


@pytest.mark.parametrize(
    ("says", "value"),
    [
        ("clubs hand", 48),
        ("clubs hand schneider", 72),
        ("clubs hand schwarz", 96),
        ("grand hand ouvert", 216),
        ("null hand", 35),
        ("null hand ouvert", 59),
    ],
)
def test_k29_the_declarer_wins_the_declared_game(says: str, value: int) -> None:
    deal = clubs(says=says)
    deal.play("1 concede", "2 concede")
    assert (deal.settled.won, deal.settled.value) == (True, value)


def test_k29_an_overbid_game_is_lost_all_the_same() -> None:
    deal = clubs(bid=99)
    deal.play("1 concede", "2 concede")
    assert (deal.settled.won, deal.settled.value) == (False, -216)
    assert deal.settled.clauses == ("K26", "K27", "K29")


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


@pytest.mark.parametrize("says", ["clubs hand schneider", "clubs hand schwarz"])
def test_k29_an_announcement_that_was_missed_stays_missed(says: str) -> None:
    deal = ending(own=SIXTY_ONE, says=says)
    deal.play(*GIVING_UP)
    assert not deal.settled.won
    assert deal.settled.clauses == ("K24", "K26", "K29")


def test_k29_a_schneider_that_was_not_announced_and_not_made_does_not_count() -> None:
    deal = ending(own="AC 10C AS 10S AH 10H KC KS QC")
    deal.play(*GIVING_UP)
    assert "schneider" not in deal.settled.steps
    deal = ending(own="AC 10C AS 10S AH 10H AD 10D KC KS QC QS")
    deal.play(*GIVING_UP)
    assert deal.settled.points >= 90
    assert deal.settled.steps == ("game", "hand", "schneider")


def test_k29_levels_still_in_reach_count_as_made() -> None:
    """60 for the declarer, 56 for the others; a king is still out."""
    deal = late("7C 8C", "7S KH", "7H 8H", says="clubs hand", skat="7D 8D", own=SIXTY)
    deal.play(*GIVING_UP)
    assert (deal.settled.points, deal.settled.won) == (60, True)


def test_k29_null_already_lost_is_over() -> None:
    deal = late("AC 7S", "KC 8S", "QC 9S", says="null")
    deal.tricks("AC KC QC")
    assert not deal.on


def test_k29_giving_up_is_public() -> None:
    assert Conceded.HIDDEN == ConcessionAsked.HIDDEN == ()
