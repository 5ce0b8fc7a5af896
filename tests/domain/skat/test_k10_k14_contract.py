"""Skat or hand, and the choice of the game (K10-K14). Seat 0 is the declarer."""

from itertools import product

import pytest

from domain.games.skat import SKAT
from domain.games.skat.contract import null_value
from domain.games.skat.model import Contract, Declared, HandOpened, Held, PickedUp
from domain.games.skat.phases import Contracting
from domain.kernel.cards import unknown
from domain.kernel.event import PUBLIC
from domain.kernel.moves import legal_moves
from tests.domain.positions import cards
from tests.domain.skat.positions import Deal, bought, contract, dealt, declared


def with_skat(bid: int = 18) -> Deal:
    """The declarer has picked up, and laid the skat away again."""
    deal = bought("7C 8C", skat="9C 10C", bid=bid)
    deal.play("0 pick_up", "0 discard 9C 10C")
    return deal


def test_k10_the_declarer_picks_the_skat_up_or_plays_hand() -> None:
    deal = bought()
    assert deal.turn == 0
    assert deal.kinds(0) == {"pick_up", "declare"}
    assert all(move.hand for move in legal_moves(SKAT, deal.state, 0) if isinstance(move, Declared))
    assert deal.kinds(1) == deal.kinds(2) == set()


def test_k10_the_declarer_discards_any_two_of_twelve() -> None:
    deal = bought("JC AC", skat="9C 10C")
    deal.play("0 pick_up")
    assert len(legal_moves(SKAT, deal.state, 0)) == 66
    assert deal.refusal("0 discard JC 10C") == ()
    deal.play("0 discard JC 10C")
    assert deal.state.skat == cards("JC 10C")
    assert deal.seen_by(0).skat == cards("JC 10C")
    for viewer in (PUBLIC, 1, 2):
        assert deal.seen_by(viewer).skat == unknown(2)
    assert deal.kinds(0) == {"declare"}


def test_k10_no_event_of_another_phase_happens() -> None:
    cases = ((dealt(), PickedUp(0)), (bought(), Held(0)), (declared(says="grand"), PickedUp(0)))
    for deal, event in cases:
        with pytest.raises(TypeError, match=rf"{event.TYPE} does not happen here in skat"):
            SKAT.evolve(deal.state, event)


def test_k11_and_nothing_else() -> None:
    assert len(legal_moves(SKAT, with_skat().state, 0)) == 7
    assert len(legal_moves(SKAT, bought().state, 0)) == 1 + 2 + 5 * 4


@pytest.mark.parametrize("flags", [*product((False, True), repeat=3)])
def test_k12_only_what_includes_what_it_must_stands_in_a_record(flags: tuple[bool, ...]) -> None:
    schneider, schwarz, ouvert = flags
    move = Declared(0, "clubs", hand=True, schneider=schneider, schwarz=schwarz, ouvert=ouvert)
    refused = tuple(SKAT.breaches(bought().state, move))
    assert refused == (() if schneider >= schwarz >= ouvert else ("K12",))
    assert not tuple(SKAT.breaches(bought().state, move.meant()))


@pytest.mark.parametrize("says", ["null hand ouvert", "null ouvert", "grand hand ouvert"])
def test_k13_an_ouvert_hand_is_laid_open_before_the_first_lead(says: str) -> None:
    deal = declared(says=says)
    hand = deal.state.hands[0]
    assert len(hand) == 10
    assert deal.events[-1] == HandOpened(0, hand)
    for viewer in (PUBLIC, 0, 1, 2):
        assert deal.seen_by(viewer).hands[0] == hand
    assert deal.seen_by(1).hands[2] == unknown(10)
    assert deal.seen_by(1).skat == unknown(2), "the discards are not"


def test_k13_the_open_hand_of_a_rearhand_before_forehand_leads() -> None:
    deal = bought()
    deal = Deal(deal.state._replace(phase=Contracting(declarer=2, bid=18)))
    assert deal.play("2 declare null hand ouvert") == ["hand_opened"]
    assert deal.turn == 0


@pytest.mark.parametrize("says", ["clubs hand schneider schwarz", "null hand", "grand"])
def test_k13_no_other_hand_is_laid_open(says: str) -> None:
    deal = declared(says=says)
    assert deal.seen_by(1).hands[0] == unknown(10)
    assert deal.events[-1].TYPE == "skat.declared"


@pytest.mark.parametrize(
    ("says", "value"), [("", 23), ("hand", 35), ("ouvert", 46), ("hand ouvert", 59)]
)
def test_k14_the_values_of_null(says: str, value: int) -> None:
    assert null_value(contract(f"null {says}")) == value


def test_k14_the_other_clauses_are_named_with_it() -> None:
    assert with_skat(264).refusal("0 declare null hand") == ("K10", "K11", "K14")
    assert contract("null") == Contract("null")
