"""The auction (K5-K9). Seat 0 is forehand, 1 middlehand, 2 rearhand."""

from domain.games.skat import SKAT
from domain.games.skat.auction import VALUES
from domain.games.skat.model import Bid, Held, Passed
from domain.kernel.event import to_json
from tests.domain.skat.positions import Deal, dealt

THE_63 = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100
108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192
198 204 216 240 264
"""
VALUES_OF_THE_TEXT = tuple(map(int, THE_63.split()))


def after(*moves: str) -> Deal:
    """An auction after these announcements."""
    deal = dealt()
    deal.play(*moves)
    return deal


def test_k05_the_63_values_of_the_text() -> None:
    assert VALUES == VALUES_OF_THE_TEXT
    assert len(VALUES) == 63


def test_k05_no_other_number_is_a_value() -> None:
    deal = after()
    refused = [value for value in range(-2, 300) if deal.refusal(f"1 bid {value}")]
    assert refused == [value for value in range(-2, 300) if value not in VALUES_OF_THE_TEXT]


def test_k06_what_there_is_to_hold() -> None:
    def held(*moves: str) -> int | None:
        return SKAT.aim(after(*moves).state, Held).holds

    assert held() is None
    assert held("1 bid 18") == 18
    assert held("1 bid 18", "0 hold") is None
    assert held("1 bid 18", "0 hold", "1 bid 23") == 23


def test_k06_announcements_are_public() -> None:
    assert to_json(Bid(1, 18)) == {"seat": 1, "value": 18}
    assert (Bid.HIDDEN, Passed.HIDDEN) == ((), ())
