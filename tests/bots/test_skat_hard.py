"""The stronger bot of Skat finds obvious moves, and beats the weaker ones."""

from typing import Any

import pytest

import bots
from bots import core
from domain.games.skat import SKAT
from domain.games.skat.model import Bid, Contract, Declared, Held, Passed, PickedUp, Played
from domain.games.skat.phases import Bidding, State
from domain.kernel.event import Event
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH, Decision
from service.offline.simulate import Setting, play_many
from tests.bots.decisions import SEED, decisions
from tests.bots.test_skat_medium import (
    CLUBS,
    GRAND,
    ME,
    NULL,
    WEAK,
    bidding,
    contracting,
    playing,
)
from tests.missing import needs

pytestmark = needs("the wheel wasmtime", core.is_available())


def decision(state: State, *, opened: int = bots.NEWEST) -> Decision:
    legal = legal_moves(SKAT, state, ME)
    given: Any = {"seat": ME, "shown": (), "view": state, "legal": legal, "seed": SEED}
    return bots.choose(SKAT, "hard", **given, opened=opened)


# --- Bids and contracts -------------------------------------------------------------------------


def test_good_hands_are_bid_and_weak_ones_passed() -> None:
    named = Bidding(senior=1, junior=ME, waiting=2, value=0)
    assert decision(bidding(CLUBS, named)).move == Bid(ME, 18)
    assert decision(bidding(WEAK, named)).move == Passed(ME)
    holding = Bidding(senior=ME, junior=1, waiting=2, value=36, asked=True)
    assert decision(bidding(CLUBS, holding)).move == Held(ME)
    assert decision(bidding(CLUBS, holding._replace(value=264))).move == Passed(ME)
    assert decision(bidding(GRAND, named._replace(value=264))).move == Passed(ME)


@pytest.mark.parametrize(
    ("hand", "due", "move"),
    [
        ("AC KC QC 9C AS 9S AH 8H AD 7D", 18, Passed(ME)),  # four aces, four clubs, no jack
        ("AC KC QC 9C AS 9S AH 8H AD 7D", 20, Passed(ME)),
        ("AC KC QC AS KS AH KH 8H AD 7D", 18, Passed(ME)),
        ("JD AC TC 9C AS QS 9H 8H KD 7D", 20, Passed(ME)),  # four clubs with the last jack
        ("AS TS KS 9S 8S AC 9C KH QH 7D", 20, Passed(ME)),  # five spades, no jack
        ("8C TC QC 7S 9S JS 8H TH KH 7D", 18, Passed(ME)),  # null with a hole in every suit
        ("JH JD KC 8C AS QS AH 9H KD 7D", 18, Bid(ME, 18)),  # two jacks and two aces
        ("JC JH AS KS QS 8S AH TH 9D 7C", 18, Bid(ME, 18)),  # six spades
        ("JS JD AH TH 9H 7H AC KC 8S 9D", 20, Bid(ME, 20)),  # six hearts
        ("JC JS AC TC KC 9C AS TS 8H 7D", 20, Bid(ME, 20)),  # six clubs
    ],
    ids=str,
)
def test_thin_hands_are_passed_and_sound_ones_bid(hand: str, due: int, move: Event) -> None:
    named = Bidding(senior=1, junior=ME, waiting=2, value=0 if due == 18 else 18)
    assert decision(bidding(hand, named)).move == move


def test_a_bid_looks_at_every_skat() -> None:
    found = decision(bidding(WEAK, Bidding(senior=1, junior=ME, waiting=2)))
    assert (found.worlds, found.cut, found.values) == (231, False, ())


@pytest.mark.parametrize(
    ("hand", "kind"),
    [("JH JD AC TC KC QC 9C 8C AS 7H", "clubs"), (GRAND, "grand"), (NULL, "null")],
    ids=str,
)
def test_the_contract_is_the_one_that_wins(hand: str, kind: str) -> None:
    laid = "QD KD" if kind != "null" else "AD KD"
    move = decision(contracting(hand, laid)).move
    assert isinstance(move, Declared)
    assert move.contract == kind


def test_the_first_version_compares_contracts_in_worlds() -> None:
    found = decision(contracting(CLUBS, "QD KD"), opened=FRESH)
    assert isinstance(found.move, Declared)
    assert found.worlds > 1
    assert not found.values


def test_the_skat_is_picked_up_where_it_helps() -> None:
    assert decision(contracting(WEAK)).move == PickedUp(ME)


# --- Cards --------------------------------------------------------------------------------------


def test_the_ace_takes_a_rich_trick_of_the_declarer() -> None:
    hand, diamonds = "AH 8H 7H 7C 8C 9C 7S 8S 9D KD", Contract("diamonds")
    state = playing(hand, diamonds, declarer=1, trick="TH KH")
    found = decision(state)
    assert found.move == Played(ME, "AH")  # type: ignore[arg-type]
    assert {move for move, _ in found.values} == {*legal_moves(SKAT, state, ME)[:3]}


def test_the_declarer_of_null_stays_below() -> None:
    hand = "7H 9H KH 7C 8C 7S 8S 7D 8D 9D"
    state = playing(hand, Contract("null"), declarer=ME, trick="TH JH", skat="AC KC")
    assert decision(state).move == Played(ME, "9H")  # type: ignore[arg-type]


def test_the_only_card_is_not_searched() -> None:
    state = playing("TS 7H", Contract("grand"), declarer=1, trick="AS")
    assert decision(state) == Decision(Played(ME, "TS"))  # type: ignore[arg-type]


def test_every_card_is_valued_in_many_worlds() -> None:
    found = [each for each in decisions("skat", "hard", {}, 3) if each.decision.values]
    assert found
    for each in found:
        assert {move for move, _ in each.decision.values} <= {*each.legal}
        assert each.decision.worlds
    assert max(each.decision.worlds for each in found) == 40


@pytest.mark.long
def test_hard_beats_easy() -> None:
    levels = ("hard", "easy", "easy")
    played = list(play_many(Setting("skat", {"deals": 6}, levels, "strength"), deals=60))
    assert sum(series.score.ranks[0] == 1 for series in played) >= 0.9 * len(played)
