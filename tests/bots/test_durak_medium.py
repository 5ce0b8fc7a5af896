"""Obvious moves of a player at the Georgian table, and proof that they pay."""

import pytest

import bots
from domain.games.durak import DURAK
from domain.games.durak.model import Attacked, Beaten, DoneSaid, Options, Pair, State, TakeAnnounced
from domain.kernel.cards import Card, Cards, unknown
from domain.kernel.event import Event, Seat
from domain.kernel.moves import legal_moves
from service.offline.simulate import Setting, play_many
from tests.bots.decisions import SEED

ME: Seat = 0


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def position(
    hand: str, *table: str, attacker: Seat = ME, stock: int = 12, taking: bool = False
) -> State:
    """The view of seat 0, clubs being trump; a pair on the table is ``9H TH``, an attack ``9H``."""
    return State(
        Options(),
        dealer=1,
        attacker=attacker,
        trump="C",
        shown=Card("AC"),
        hands=(cards(hand), unknown(6)),
        stock=unknown(stock),
        table=tuple(Pair(*cards(pair)) for pair in table),
        taking=taking,
    )


def answer(state: State) -> Event | None:
    """The move of `medium/1`, which has no memory."""
    legal = legal_moves(DURAK, state, ME)
    return bots.choose(
        DURAK, "medium", seat=ME, shown=(), view=state, legal=legal, seed=SEED, opened=4
    ).move


def test_the_cheapest_card_is_led() -> None:
    assert answer(position("6C 8D KH AS")) == Attacked(ME, Card("8D"))


def test_a_twin_is_led_before_a_card_that_is_a_little_lower() -> None:
    assert answer(position("7D 8S 8H KS 6C")) in (
        Attacked(ME, Card("8S")),
        Attacked(ME, Card("8H")),
    )


def test_a_trump_is_no_twin() -> None:
    assert answer(position("7D 8C 8H KS")) == Attacked(ME, Card("7D"))


def test_low_cards_are_added_and_high_ones_kept_while_there_is_a_stock() -> None:
    assert answer(position("9S KD KS", "9H TH")) == Attacked(ME, Card("9S"))
    assert answer(position("AD KS 8S", "KH AH")) == DoneSaid(ME)
    assert answer(position("9C KD 8S", "9H TH")) == DoneSaid(ME)


def test_low_cards_are_thrown_in_after_a_take() -> None:
    assert answer(position("9S KD KS", "9H", taking=True)) == Attacked(ME, Card("9S"))


def test_without_a_stock_all_that_fits_is_added() -> None:
    assert answer(position("AD KS 8S", "KH AH", stock=0)) in (
        Attacked(ME, Card("AD")),
        Attacked(ME, Card("KS")),
    )


def test_a_trump_is_added_only_with_the_last_cards() -> None:
    assert answer(position("9C KD 8S", "9H TH", stock=0)) == DoneSaid(ME)
    assert answer(position("9C KD", "9H TH", stock=0)) == Attacked(ME, Card("9C"))


def test_a_card_is_beaten_as_cheaply_as_it_can_be() -> None:
    assert answer(position("TH AH 6C KS", "9H", attacker=1)) == Beaten(ME, Card("TH"))
    assert answer(position("6C 7C KS", "9H", attacker=1)) == Beaten(ME, Card("6C"))


def test_a_high_trump_is_not_spent_on_a_lone_card_early_in_the_deal() -> None:
    assert answer(position("AC QC KS", "9H", attacker=1)) == TakeAnnounced(ME)
    assert answer(position("AC QC KS", "9H", attacker=1, stock=4)) == Beaten(ME, Card("QC"))
    table = ("7D 9D", "7H TS", "9H")
    assert answer(position("AC QC KS", *table, attacker=1)) == Beaten(ME, Card("QC"))


def test_a_card_that_cannot_be_beaten_is_taken() -> None:
    assert answer(position("8S KD", "9H", attacker=1, stock=0)) == TakeAnnounced(ME)


@pytest.mark.long
@pytest.mark.parametrize("medium", [0, 1])
def test_medium_beats_easy_in_95_of_100_deals(medium: int) -> None:
    levels = tuple("medium" if seat == medium else "easy" for seat in range(2))
    setting = Setting("durak", {"points_to_win": 1}, levels, "strength")
    played = list(play_many(setting, deals=100))
    assert sum(series.score.winner == medium for series in played) >= 95
