"""The stronger bot of Skat finds obvious moves, and beats the weaker ones."""

import pytest

import bots
from bots import core
from domain.games.skat import SKAT
from domain.games.skat.model import Bid, Contract, Declared, Held, Passed, PickedUp, Played
from domain.games.skat.phases import Bidding, State
from domain.kernel.moves import legal_moves
from domain.kernel.policy import Decision
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


def decision(state: State) -> Decision:
    legal = legal_moves(SKAT, state, ME)
    return bots.choose(SKAT, "hard", seat=ME, shown=(), view=state, legal=legal, seed=SEED)


# --- Bids and contracts -------------------------------------------------------------------------


def test_good_hands_are_bid_and_weak_ones_passed() -> None:
    named = Bidding(senior=1, junior=ME, waiting=2, value=0)
    assert decision(bidding(CLUBS, named)).move == Bid(ME, 18)
    assert decision(bidding(WEAK, named)).move == Passed(ME)
    holding = Bidding(senior=ME, junior=1, waiting=2, value=36, asked=True)
    assert decision(bidding(CLUBS, holding)).move == Held(ME)
    assert decision(bidding(CLUBS, holding._replace(value=264))).move == Passed(ME)
    assert decision(bidding(GRAND, named._replace(value=264))).move == Passed(ME)


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


def test_contracts_are_compared_in_worlds() -> None:
    found = decision(contracting(CLUBS, "QD KD"))
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
