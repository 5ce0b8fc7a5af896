"""A settled deal in words: answers to a player's questions. Seat 0 is the declarer."""

import pytest

from domain.games.skat.words import explain
from tests.domain.in_english import in_english
from tests.domain.skat.positions import Deal, dealt, declared, late


def explained(deal: Deal) -> tuple[str, ...]:
    """The explanation of a deal."""
    return in_english(explain(deal.settled))


def played(own: str, *, says: str, bid: int = 18) -> Deal:
    """A game without 4 that ends with two tricks for the others, after these of the declarer."""
    deal = late("7C 8C", "7S 8S", "7H 8H", says=says, own=own, skat="7D 8D", bid=bid)
    assert deal.tricks("7C 7S 7H", "8C 8S 8H")[-1] == "settled"
    return deal


@pytest.mark.parametrize(
    ("hand", "skat", "words"),
    [
        (
            "JC",
            "JS JH",
            (
                "The jack of spades and the jack of hearts in the skat count "
                "with the declarer's hand [K21]."
            ),
        ),
        ("JS", "JC 7D", "The jack of clubs in the skat counts with the declarer's hand [K21]."),
        ("JH", "JS 7D", "The jack of spades in the skat counts with the declarer's hand [K21]."),
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


def test_k03_who_deals_next_and_who_leads() -> None:
    deal = dealt()
    deal.play("1 pass", "2 pass", "0 pass")
    assert explained(deal)[-1] == "Seat 0 will deal next, and seat 1 will lead [K3]."
