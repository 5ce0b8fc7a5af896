"""The auction (K5-K9). Seat 0 is forehand, 1 middlehand, 2 rearhand."""

import pytest

from domain.games.skat.auction import VALUES
from domain.games.skat.model import AuctionWon, Bid, Passed
from domain.games.skat.phases import Bidding, Contracting
from domain.kernel.event import to_json
from tests.domain.skat.positions import Deal, dealt

THE_63 = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100
108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192
198 204 216 240 264
"""
VALUES_OF_THE_TEXT = tuple(map(int, THE_63.split()))

NOBODY_YET = ("1 pass", "2 pass")
"""Then forehand may play at 18 or pass too."""


def after(*moves: str) -> Deal:
    """An auction after these announcements."""
    deal = dealt()
    deal.play(*moves)
    return deal


# --- K5 -----------------------------------------------------------------------------------------


def test_k05_the_63_values_of_the_text() -> None:
    assert VALUES == VALUES_OF_THE_TEXT
    assert len(VALUES) == 63


@pytest.mark.parametrize("value", VALUES_OF_THE_TEXT)
def test_k05_every_value_may_be_named_first(value: int) -> None:
    assert after().refusal(f"1 bid {value}") == ()


def test_k05_no_other_number_is_a_value() -> None:
    deal = after()
    refused = [value for value in range(-2, 300) if deal.refusal(f"1 bid {value}")]
    assert refused == [value for value in range(-2, 300) if value not in VALUES_OF_THE_TEXT]


@pytest.mark.parametrize("value", [19, 21, 25, 263, 265, 288])
def test_k05_a_number_that_no_game_has(value: int) -> None:
    assert after().refusal(f"1 bid {value}") == ("K5",)


@pytest.mark.parametrize("value", [-18, 0, 17])
def test_k05_k6_and_it_is_not_higher_either(value: int) -> None:
    deal = after("1 bid 18", "0 hold")
    assert deal.refusal(f"1 bid {value}") == ("K5", "K6")


def test_k05_values_may_be_skipped() -> None:
    deal = after("1 bid 18", "0 hold", "1 bid 264", "0 hold")
    assert deal.phase(Bidding).value == 264
    assert deal.kinds(1) == {"pass"}, "nothing is higher"


# --- K6: who speaks -----------------------------------------------------------------------------


def test_k06_middlehand_begins() -> None:
    deal = after()
    assert deal.turn == 1
    assert (deal.kinds(0), deal.kinds(1), deal.kinds(2)) == (set(), {"bid", "pass"}, set())


@pytest.mark.parametrize(
    ("moves", "turn", "kinds"),
    [
        (("1 bid 18",), 0, {"hold", "pass"}),
        (("1 bid 18", "0 hold"), 1, {"bid", "pass"}),
        (("1 bid 18", "0 hold", "1 bid 20"), 0, {"hold", "pass"}),
        (("1 bid 18", "0 hold", "1 pass"), 2, {"bid", "pass"}),
        (("1 bid 18", "0 pass"), 2, {"bid", "pass"}),
        (("1 pass",), 2, {"bid", "pass"}),
        (("1 pass", "2 bid 18"), 0, {"hold", "pass"}),
        (("1 bid 18", "0 pass", "2 bid 20"), 1, {"hold", "pass"}),
        (("1 bid 18", "0 hold", "1 pass", "2 bid 20"), 0, {"hold", "pass"}),
        (("1 bid 18", "0 hold", "1 pass", "2 bid 20", "0 hold"), 2, {"bid", "pass"}),
        (NOBODY_YET, 0, {"bid", "pass"}),
    ],
)
def test_k06_whose_turn_it_is(moves: tuple[str, ...], turn: int, kinds: set[str]) -> None:
    deal = after(*moves)
    assert deal.turn == turn
    assert deal.kinds(turn) == kinds
    assert not any(deal.kinds(seat) for seat in range(3) if seat != turn)


@pytest.mark.parametrize(
    ("moves", "refused", "clauses"),
    [
        # out of turn
        ((), "0 bid 18", ("K6", "T1")),
        ((), "2 bid 18", ("K6", "T1")),
        ((), "0 pass", ("T1",)),
        ((), "2 pass", ("T1",)),
        ((), "0 hold", ("K6", "T1", "T4")),
        (("1 bid 18",), "1 bid 20", ("K6", "T1")),
        (("1 bid 18",), "1 hold", ("K6", "T1")),
        (("1 bid 18",), "2 hold", ("K6", "T1")),
        (("1 bid 18",), "2 bid 20", ("K6", "T1")),
        # the senior only holds, the junior names a higher value
        (("1 bid 18",), "0 bid 20", ("K6",)),
        ((), "1 hold", ("K6", "T4")),
        (("1 bid 18", "0 hold"), "1 hold", ("K6", "T4")),
        (("1 bid 20", "0 hold"), "1 bid 20", ("K6",)),
        (("1 bid 20", "0 hold"), "1 bid 18", ("K6",)),
        (("1 bid 20", "0 pass"), "2 bid 20", ("K6",)),
        (("1 bid 20", "0 pass"), "2 hold", ("K6", "T4")),
        (("1 bid 20", "0 hold", "1 pass"), "2 bid 20", ("K6",)),
        # a pass is final
        (("1 pass",), "1 bid 18", ("K6", "T1")),
        (("1 pass",), "1 pass", ("K6", "T1")),
        (("1 bid 18", "0 pass"), "0 bid 20", ("K6", "T1")),
        (("1 bid 18", "0 pass", "2 bid 20"), "0 hold", ("K6", "T1")),
        (("1 bid 18", "0 hold", "1 pass", "2 bid 20"), "1 bid 22", ("K6", "T1")),
    ],
)
def test_k06_refusals(moves: tuple[str, ...], refused: str, clauses: tuple[str, ...]) -> None:
    assert after(*moves).refusal(refused) == clauses


@pytest.mark.parametrize("move", ["1 pick_up", "1 declare grand hand", "1 play 7C", "1 concede"])
def test_k06_nothing_else_can_be_done_in_the_auction(move: str) -> None:
    assert after().refusal(move) == ("T4",)
    assert after().refusal("0" + move[1:]) == ("T1", "T4")


# --- K6, K9: every way to end ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "declarer", "bid"),
    [
        # middlehand against forehand; rearhand passes
        (("1 bid 18", "0 hold", "1 pass", "2 pass"), 0, 18),
        (("1 bid 18", "0 hold", "1 bid 20", "0 hold", "1 pass", "2 pass"), 0, 20),
        (("1 bid 18", "0 pass", "2 pass"), 1, 18),
        (("1 bid 18", "0 hold", "1 bid 33", "0 pass", "2 pass"), 1, 33),
        # rearhand against the survivor
        (("1 bid 18", "0 hold", "1 pass", "2 bid 20", "0 hold", "2 pass"), 0, 20),
        (("1 bid 18", "0 hold", "1 pass", "2 bid 20", "0 pass"), 2, 20),
        (("1 bid 18", "0 pass", "2 bid 20", "1 hold", "2 pass"), 1, 20),
        (("1 bid 18", "0 pass", "2 bid 20", "1 hold", "2 bid 22", "1 pass"), 2, 22),
        (("1 pass", "2 bid 18", "0 hold", "2 pass"), 0, 18),
        (("1 pass", "2 bid 18", "0 pass"), 2, 18),
        (("1 pass", "2 bid 18", "0 hold", "2 bid 264", "0 hold", "2 pass"), 0, 264),
        # no player bids, and forehand plays
        (("1 pass", "2 pass", "0 bid 18"), 0, 18),
    ],
)
def test_k09_the_last_one_in_is_the_declarer(
    moves: tuple[str, ...], declarer: int, bid: int
) -> None:
    deal = after(*moves)
    assert deal.events[-1] == AuctionWon(declarer, bid)
    phase = deal.phase(Contracting)
    assert (phase.declarer, phase.bid) == (declarer, bid)
    assert deal.turn == declarer


def test_k09_the_auction_goes_round_the_players_at_a_table_of_four() -> None:
    deal = dealt(seats=4, dealer=1)
    assert deal.refusal("1 pass") == ("K6", "T1")
    assert deal.refusal("1 bid 18") == ("K6", "T1")
    deal.play("3 bid 18", "2 pass", "0 bid 20", "3 pass")
    assert deal.events[-1] == AuctionWon(0, 20)


# --- K7, K8 -------------------------------------------------------------------------------------


def test_k07_forehand_may_play_at_18_or_pass() -> None:
    deal = after(*NOBODY_YET)
    assert deal.turn == 0
    assert deal.refusal("0 bid 18") == ()
    assert deal.refusal("0 pass") == ()


@pytest.mark.parametrize(
    ("refused", "clauses"),
    [
        ("0 bid 20", ("K7",)),
        ("0 bid 264", ("K7",)),
        ("0 bid 17", ("K5", "K7")),
        ("0 hold", ("K6", "T4")),
        ("1 bid 18", ("K6", "T1")),
        ("2 bid 20", ("K6", "K7", "T1")),
    ],
)
def test_k07_nothing_else(refused: str, clauses: tuple[str, ...]) -> None:
    assert after(*NOBODY_YET).refusal(refused) == clauses


def test_k08_all_passed() -> None:
    deal = after(*NOBODY_YET)
    assert deal.play("0 pass") == ["settled"]
    settled = deal.settled
    assert (settled.ending, settled.declarer, settled.contract) == ("passed_out", None, None)
    assert (settled.value, settled.list_points, settled.won) == (0, (0, 0, 0), False)
    assert settled.clauses == ("K8",)
    assert settled.skat == deal.state.skat
    assert deal.refusal("0 bid 18") == ("T1", "T3", "T4")


@pytest.mark.parametrize(("all_pass", "dealer"), [("next_deal", 0), ("redeal", 2)])
def test_k08_the_next_dealer(all_pass: str, dealer: int) -> None:
    deal = dealt(all_pass=all_pass)
    deal.play(*NOBODY_YET, "0 pass")
    assert deal.settled.next_dealer == dealer


@pytest.mark.parametrize("seats", [3, 4])
def test_k08_all_get_nothing(seats: int) -> None:
    deal = dealt(seats=seats)
    deal.play(*NOBODY_YET, "0 pass")
    assert deal.settled.list_points == (0,) * seats


def test_k06_announcements_are_public() -> None:
    assert to_json(Bid(1, 18)) == {"seat": 1, "value": 18}
    assert (Bid.HIDDEN, Passed.HIDDEN) == ((), ())
