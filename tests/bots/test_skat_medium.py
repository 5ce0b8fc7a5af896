"""Rules of thumb of a Skat player, and proof that they pay."""

import pytest

from domain.games.skat.bot.bidding import limit
from domain.games.skat.model import (
    Options,
)
from offline.simulate import Setting, play_many
from tests.bots.positions import ME, bidding, cards, contracting

CLUBS = "JC JS JD AC TC KC 9C AS 7H 8H"
WEAK = "JD 9C 8C KS 9S 8S QH 9H 7H KD"
GRAND = "JC JS AC TC KC AS TS AH TH AD"
NULL = "7C 8C 9C 7S 8S JS 7H 9H 7D 8D"


@pytest.mark.parametrize(
    ("hand", "low", "high"),
    [
        (WEAK, 0, 0),
        (CLUBS, 48, 96),
        (GRAND, 96, 144),
        (NULL, 46, 59),
        ("AS TS AH TH AD TD KC QC 9C 8C", 48, 120),
        ("JH JD AH TH KH 9H 8H AS TS 7C", 30, 96),
        ("JC JD AD TD 9D AS 9C 8C 8H 7H", 18, 48),
    ],
)
def test_the_limit_is_what_the_hand_is_good_for(hand: str, low: int, high: int) -> None:
    assert low <= limit(cards(hand), Options(), leads=True) <= high


def test_the_next_value_is_named_up_to_the_limit_and_held_up_to_it() -> None:
    most = limit(cards(CLUBS), Options(), leads=True)
    assert bidding(CLUBS, senior=1, junior=ME, waiting=2, value=most).answer("medium") == "pass"
    held = bidding(CLUBS, senior=ME, junior=1, waiting=2, value=most, asked=True)
    assert held.answer("medium") == "hold"


def test_without_seeger_fabian_bids_are_lower() -> None:
    """A game won counts 50 more in the list by Seeger and Fabian, a game lost 50 less."""
    some = cards("JS JH AH 8H 7H AC QC QD 9D QS")
    assert limit(some, Options(), leads=True) == 20
    assert limit(some, Options(scoring="classic"), leads=True) == 0


def test_the_declaration_covers_the_bid() -> None:
    hand, laid = "JD AD TD KD QD 9D 8D AS TS 7H", "7C 8C"
    for bid in (18, 36, 72):
        assert contracting(hand, laid, bid=bid).answer("medium").startswith("declare ")


@pytest.mark.long
def test_medium_wins_most_of_its_games_and_passes_few_deals() -> None:
    levels = ("medium",) * 3
    played = list(play_many(Setting("skat", {"deals": 60}, levels, "games"), deals=60))
    settled = [deal.outcome for series in played for deal in series.deals]
    declared = [each for each in settled if each.declarer is not None]  # type: ignore[attr-defined]
    won = sum(each.won for each in declared)  # type: ignore[attr-defined]
    assert 0.65 * len(declared) <= won <= 0.95 * len(declared)
    assert len(declared) >= 0.8 * len(settled)
