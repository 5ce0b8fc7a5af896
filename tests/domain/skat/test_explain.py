"""A settled deal in words: answers to a player's questions. Seat 0 is the declarer."""

import pytest

from domain.games.skat.words import explain
from tests.domain.in_english import in_english
from tests.domain.skat.positions import Deal, dealt, declared, late

SIXTY = "AC 10C AS 10S AH KC QS 9C 9S"
SIXTY_ONE = "AC 10C AS 10S AH KC KS 9C 9S"


def explained(deal: Deal) -> tuple[str, ...]:
    """The explanation of a deal."""
    return in_english(explain(deal.settled))


def played(own: str, *, says: str, bid: int = 18) -> Deal:
    """A game without 4 that ends with two tricks for the others, after these of the declarer."""
    deal = late("7C 8C", "7S 8S", "7H 8H", says=says, own=own, skat="7D 8D", bid=bid)
    assert deal.tricks("7C 7S 7H", "8C 8S 8H")[-1] == "settled"
    return deal


def test_k25_a_game_that_is_won() -> None:
    assert explained(played(SIXTY_ONE, says="clubs")) == (
        "Seat 0 played clubs at a bid of 18 [K9].",
        "The declarer took 61 points, the skat included, in 5 tricks [K19].",
        "Without 4, game 5: 5 times 12 is 60 [K22].",
        "The game is won: +60 [K25].",
        "In the list: seat 0 +110, seat 1 +0, seat 2 +0 [K32].",
    )


def test_k19_why_did_i_lose_with_60() -> None:
    assert explained(played(SIXTY, says="clubs hand"))[1:] == (
        "The declarer took 60 points, the skat included, in 5 tricks [K19].",
        "Without 4, game 5, hand 6: 6 times 12 is 72 [K22].",
        "Without 61 points the game is lost [K19].",
        "The game is lost and counts twice: -144 [K26].",
        "In the list: seat 0 -194, seat 1 +40, seat 2 +40 [K32].",
    )


def test_k21_k27_why_did_i_lose_without_6_at_55() -> None:
    """A jack in the skat: without 1."""
    deal = declared("10H KH QH 9H 8H 7H AC 10C AS KS", skat="JS 7D", says="hearts hand", bid=55)
    deal.play("1 concede", "2 concede")
    assert explained(deal) == (
        "Seat 0 played hearts hand at a bid of 55 [K9].",
        (
            "Both defenders gave up when the declarer had 2 points, the skat included, in 0 tricks"
            " [K29]."
        ),
        "Without 1, game 2, hand 3: 3 times 10 is 30 [K22].",
        "JS in the skat counts with the declarer's hand [K21].",
        (
            "The bid was 55: overbid, and lost whatever the points."
            " The next value to cover it is 6 times 10, 60 [K27]."
        ),
        "The game is lost and counts twice: -120 [K26].",
        "In the list: seat 0 -170, seat 1 +40, seat 2 +40 [K32].",
    )


def test_k29_what_the_bid_needs_counts_where_the_defenders_cut_it_off() -> None:
    deal = declared("10H KH QH 9H 8H 7H AC 10C AS KS", skat="JS 7D", says="hearts hand", bid=40)
    deal.play("1 concede", "2 concede")
    assert explained(deal)[2:] == (
        "Without 1, game 2, hand 3, schneider 4: 4 times 10 is 40 [K22].",
        "JS in the skat counts with the declarer's hand [K21].",
        "The bid needs more, which was in reach and counts as made [K29].",
        "The game is won: +40 [K25].",
        "In the list: seat 0 +90, seat 1 +0, seat 2 +0 [K32].",
    )


def test_k29_a_schwarz_that_the_bid_needs_is_explained() -> None:
    """Schneider was made long before; the last two tricks are given up, which makes it schwarz."""
    own = "AC 10C KC QC 9C AS 10S KS QS 9S AH 10H KH QH 9H AD 10D KD QD 9D JC JS JH JD"
    deal = late("7C 8C", "7S 8S", "7H 8H", says="clubs", own=own, skat="7D 8D", bid=84)
    deal.play("1 concede", "2 concede")
    assert explained(deal)[2:4] == (
        "Without 4, game 5, schneider 6, schwarz 7: 7 times 12 is 84 [K22].",
        "The bid needs more, which was in reach and counts as made [K29].",
    )


def test_k29_conceding_a_game_that_is_won() -> None:
    deal = late("7C 8C", "7S 8S", "7H 8H", says="clubs", own=SIXTY_ONE, skat="7D 8D")
    deal.play("0 ask_to_concede", "1 accept")
    assert "A game that is already won or lost stays so [K29]." in explained(deal)
    assert deal.settled.clauses == ("K24", "K25", "K29")


@pytest.mark.parametrize(
    ("hand", "skat", "words"),
    [
        ("JC", "JS JH", "JS and JH in the skat count with the declarer's hand [K21]."),
        ("JS", "JC 7D", "JC in the skat counts with the declarer's hand [K21]."),
        ("JH", "JS 7D", "JS in the skat counts with the declarer's hand [K21]."),
        # these do not decide anything
        ("JC", "JH 7D", None),
        ("JS", "JH JD", None),
        ("JS", "7D 8D", None),
        ("JC JS JH JD", "7D 8D", None),
    ],
)
def test_k21_the_skat_is_named_where_it_decides(hand: str, skat: str, words: str | None) -> None:
    others = " ".join(jack for jack in ("JC", "JS", "JH", "JD") if jack not in hand + skat)
    deal = declared(hand, others, skat=skat, says="grand hand")
    deal.play("0 concede")
    named = [sentence for sentence in explained(deal) if "[K21]" in sentence]
    assert named == ([] if words is None else [words])


def test_k24_why_did_i_lose_with_61() -> None:
    assert explained(played(SIXTY_ONE, says="clubs hand schneider"))[2:5] == (
        "Without 4, game 5, hand 6, schneider 7, schneider announced 8: 8 times 12 is 96 [K22].",
        "The announced schneider asks for 90 points; missed, it counts all the same [K24].",
        "The game is lost and counts twice: -192 [K26].",
    )


def test_k12_k24_ouvert_includes_schwarz() -> None:
    assert explained(played(SIXTY_ONE, says="grand hand ouvert")) == (
        (
            "Seat 0 played grand hand, schneider announced, schwarz announced, ouvert"
            " at a bid of 18 [K9]."
        ),
        "The declarer took 61 points, the skat included, in 5 tricks [K19].",
        (
            "Without 4, game 5, hand 6, schneider 7, schneider announced 8, schwarz 9,"
            " schwarz announced 10, ouvert 11: 11 times 24 is 264 [K22]."
        ),
        "The announced schwarz asks for all ten tricks; missed, it counts all the same [K24].",
        "The game is lost and counts twice: -528 [K26].",
        "In the list: seat 0 -578, seat 1 +40, seat 2 +40 [K32].",
    )


def test_k27_overbid_and_missed() -> None:
    assert explained(played(SIXTY_ONE, says="clubs hand schneider", bid=144))[3:5] == (
        (
            "The bid was 144: overbid, and lost whatever the points."
            " The next value to cover it is 12 times 12, 144 [K27]."
        ),
        "The announced schneider asks for 90 points; missed, it counts all the same [K24].",
    )


def test_k24_null_is_about_tricks() -> None:
    deal = late("AC 7S 7H", "KC 8S 8H", "QC 9S 9H", says="null", leader=1)
    deal.tricks("KC QC AC")
    assert explained(deal) == (
        "Seat 0 played null at a bid of 18 [K9].",
        "The declarer took 1 trick [K19].",
        "Null is worth 23 [K14].",
        "In a null game the declarer must take no trick at all [K24].",
        "The game is lost and counts twice: -46 [K26].",
        "In the list: seat 0 -96, seat 1 +40, seat 2 +40 [K32].",
    )


@pytest.mark.parametrize(
    ("says", "game"),
    [
        ("null", "null"),
        ("null hand", "null hand"),
        ("null ouvert", "null ouvert"),
        ("null hand ouvert", "null hand, ouvert"),
    ],
)
def test_k30_a_null_claim(says: str, game: str) -> None:
    deal = late("7C 7S", "8C 8S", "9C 9S", says=says)
    deal.play("0 claim")
    first, second, third, *_ = explained(deal)
    assert first == f"Seat 0 played {game} at a bid of 18 [K9]."
    assert second == "The declarer claimed to take none of the tricks that were left [K30]."
    assert third.startswith(game.capitalize())


def test_k30_a_claim() -> None:
    deal = late("JC JS", "7S 8S", "7H 8H", says="clubs", own=SIXTY, skat="7D 8D")
    deal.play("0 claim")
    assert explained(deal)[1] == (
        "The declarer claimed all that was left, which makes 64 points, the skat included,"
        " in 5 tricks [K30]."
    )


def test_k28_a_concession() -> None:
    deal = declared("JC JS AC 10C KC QC 9C 8C 7C AS", "JH", "JD", skat="AH 10H", says="clubs hand")
    deal.play("0 concede")
    assert explained(deal)[1:3] == (
        "The declarer gave the game up with 21 points, the skat included, in 0 tricks [K28].",
        "With 2, game 3, hand 4: 4 times 12 is 48 [K22].",
    )


def test_k08_all_pass() -> None:
    deal = dealt()
    deal.play("1 pass", "2 pass", "0 pass")
    assert explained(deal) == ("All passed: there is no declarer, and nothing is counted [K8].",)
