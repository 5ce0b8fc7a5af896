"""Skat or hand, and the choice of the game (K10-K14). Seat 0 is the declarer."""

from itertools import product

import pytest

from domain.games.skat import SKAT
from domain.games.skat.cards import KINDS
from domain.games.skat.contract import null_value
from domain.games.skat.model import Contract, Declared, HandOpened, Held, PickedUp, SkatTaken
from domain.games.skat.phases import Contracting, Playing
from domain.kernel.cards import unknown
from domain.kernel.event import PUBLIC
from domain.kernel.moves import legal_moves
from tests.domain.positions import cards
from tests.domain.skat.positions import Deal, bought, contract, dealt, declared

TRUMP_GAMES = [kind for kind in KINDS if kind != "null"]
FLAGS = ("schneider", "schwarz", "ouvert")


def with_skat(bid: int = 18) -> Deal:
    """The declarer has picked up, and laid the skat away again."""
    deal = bought("7C 8C", skat="9C 10C", bid=bid)
    deal.play("0 pick_up", "0 discard 9C 10C")
    return deal


# --- K10 ----------------------------------------------------------------------------------------


def test_k10_the_declarer_picks_the_skat_up_or_plays_hand() -> None:
    deal = bought()
    assert deal.turn == 0
    assert deal.kinds(0) == {"pick_up", "declare"}
    assert all(move.hand for move in legal_moves(SKAT, deal.state, 0) if isinstance(move, Declared))
    assert deal.kinds(1) == deal.kinds(2) == set()


def test_k10_the_skat_comes_to_the_declarers_hand_and_only_the_declarer_sees_it() -> None:
    deal = bought(skat="9C 10C")
    assert deal.play("0 pick_up") == ["skat_taken"]
    assert deal.events[-1] == SkatTaken(0, cards("9C 10C"))
    assert deal.state.hands[0][-2:] == cards("9C 10C")
    assert len(deal.seen_by(0).hands[0]) == 12
    assert set(cards("9C 10C")) <= set(deal.seen_by(0).hands[0])
    for viewer in (PUBLIC, 1, 2):
        assert deal.seen_by(viewer).hands[0] == unknown(12)
    assert deal.kinds(0) == {"discard"}


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


@pytest.mark.parametrize(
    ("moves", "refused", "clauses"),
    [
        ((), "0 discard 7C 8C", ("K10", "T4")),
        ((), "0 declare clubs", ("K10", "K11")),
        ((), "0 declare null", ("K10", "K11")),
        (("0 pick_up",), "0 pick_up", ("K10", "T4")),
        (("0 pick_up",), "0 declare clubs", ("K10", "T4")),
        (("0 pick_up",), "0 declare clubs hand", ("K10", "K11", "T4")),
        (("0 pick_up",), "0 discard 7C", ("K10",)),
        (("0 pick_up",), "0 discard 7C 8C 9C", ("K10",)),
        (("0 pick_up",), "0 discard 7C 7C", ("T2",)),
        (("0 pick_up",), "0 discard 7C AD", ("T2",)),
        (("0 pick_up",), "0 discard 7C 6C", ("T2", "T5")),
        (("0 pick_up",), "0 discard", ("K10", "T5")),
        (("0 pick_up", "0 discard 7C 8C"), "0 pick_up", ("K10", "T4")),
        (("0 pick_up", "0 discard 7C 8C"), "0 discard 9C 10C", ("K10", "T4")),
        (("0 pick_up", "0 discard 7C 8C"), "0 declare grand hand", ("K10", "K11")),
        ((), "1 pick_up", ("T1",)),
        (("0 pick_up",), "1 discard 7D 8D", ("T1", "T2")),
        ((), "2 declare clubs hand", ("T1",)),
        ((), "1 play 7C", ("T1", "T4")),
        ((), "0 play 7C", ("T4",)),
        ((), "0 concede", ("T4",)),
        ((), "0 pass", ("T4",)),
    ],
)
def test_k10_refusals(moves: tuple[str, ...], refused: str, clauses: tuple[str, ...]) -> None:
    deal = bought("7C 8C", "KD", "AD", skat="9C 10C")
    deal.play(*moves)
    assert deal.refusal(refused) == clauses


def test_k10_no_event_of_another_phase_happens() -> None:
    cases = ((dealt(), PickedUp(0)), (bought(), Held(0)), (declared(says="grand"), PickedUp(0)))
    for deal, event in cases:
        with pytest.raises(TypeError, match=rf"{event.TYPE} does not happen here in skat"):
            SKAT.evolve(deal.state, event)


# --- K11, K12 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("says", [*KINDS, "null ouvert"])
def test_k11_announcements_after_picking_up(says: str) -> None:
    assert with_skat().refusal(f"0 declare {says}") == ()


def test_k11_and_nothing_else() -> None:
    assert len(legal_moves(SKAT, with_skat().state, 0)) == 7
    assert len(legal_moves(SKAT, bought().state, 0)) == 1 + 2 + 5 * 4


@pytest.mark.parametrize("kind", KINDS)
def test_k11_hand_the_same(kind: str) -> None:
    assert bought().refusal(f"0 declare {kind} hand") == ()
    assert (bought().refusal(f"0 declare {kind} hand ouvert")) == ()


@pytest.mark.parametrize("kind", TRUMP_GAMES)
@pytest.mark.parametrize("flag", FLAGS)
def test_k11_hand_games_may_be_announced(kind: str, flag: str) -> None:
    assert bought().refusal(f"0 declare {kind} hand {flag}") == ()


@pytest.mark.parametrize("kind", TRUMP_GAMES)
@pytest.mark.parametrize("flag", FLAGS)
def test_k11_k12_announcements_need_hand(kind: str, flag: str) -> None:
    assert with_skat().refusal(f"0 declare {kind} {flag}") == ("K11", "K12")
    assert bought().refusal(f"0 declare {kind} {flag}") == ("K10", "K11", "K12")


@pytest.mark.parametrize(
    ("flags", "meant"),
    [
        ("", ""),
        ("schneider", "schneider"),
        ("schwarz", "schneider schwarz"),
        ("schneider schwarz", "schneider schwarz"),
        ("ouvert", "schneider schwarz ouvert"),
        ("schneider ouvert", "schneider schwarz ouvert"),
        ("schwarz ouvert", "schneider schwarz ouvert"),
        ("schneider schwarz ouvert", "schneider schwarz ouvert"),
    ],
)
def test_k12_what_an_announcement_includes(flags: str, meant: str) -> None:
    deal = declared(says=f"clubs hand {flags}")
    assert deal.phase(Playing).contract == contract(f"clubs hand {meant}")


@pytest.mark.parametrize("flags", [*product((False, True), repeat=3)])
def test_k12_only_what_includes_what_it_must_stands_in_a_record(flags: tuple[bool, ...]) -> None:
    schneider, schwarz, ouvert = flags
    move = Declared(0, "clubs", hand=True, schneider=schneider, schwarz=schwarz, ouvert=ouvert)
    refused = tuple(SKAT.breaches(bought().state, move))
    assert refused == (() if schneider >= schwarz >= ouvert else ("K12",))
    assert not tuple(SKAT.breaches(bought().state, move.meant()))


@pytest.mark.parametrize("flags", ["schneider", "schwarz", "schneider schwarz", "ouvert schwarz"])
def test_k12_null_allows_only_ouvert(flags: str) -> None:
    assert bought().refusal(f"0 declare null hand {flags}") == ("K11", "K12")
    assert with_skat().refusal(f"0 declare null {flags}") == ("K11", "K12")


# --- K13 ----------------------------------------------------------------------------------------


def test_k13_once_declared_it_stands() -> None:
    deal = declared(says="clubs hand schneider")
    assert deal.refusal("0 declare clubs hand schwarz") == ("K13", "T4")
    deal.play(f"0 play {deal.state.hands[0][0]}")
    assert deal.refusal("0 declare clubs hand ouvert") == ("K13", "T1", "T4")
    assert deal.refusal("0 pick_up") == ("T1", "T4")


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


# --- K14 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "value"), [("", 23), ("hand", 35), ("ouvert", 46), ("hand ouvert", 59)]
)
def test_k14_the_values_of_null(says: str, value: int) -> None:
    assert null_value(contract(f"null {says}")) == value


@pytest.mark.parametrize(
    ("bid", "allowed"),
    [
        (18, {"null", "null hand", "null ouvert", "null hand ouvert"}),
        (23, {"null", "null hand", "null ouvert", "null hand ouvert"}),
        (24, {"null hand", "null ouvert", "null hand ouvert"}),
        (35, {"null hand", "null ouvert", "null hand ouvert"}),
        (36, {"null ouvert", "null hand ouvert"}),
        (46, {"null ouvert", "null hand ouvert"}),
        (48, {"null hand ouvert"}),
        (59, {"null hand ouvert"}),
        (60, set[str]()),
        (264, set[str]()),
    ],
)
def test_k14_null_has_to_cover_the_bid(bid: int, allowed: set[str]) -> None:
    for says in ("null", "null hand", "null ouvert", "null hand ouvert"):
        deal = bought(bid=bid) if "hand" in says else with_skat(bid)
        assert deal.refusal(f"0 declare {says}") == (() if says in allowed else ("K14",))


@pytest.mark.parametrize("kind", TRUMP_GAMES)
def test_k14_any_other_declaration_may_be_overbid(kind: str) -> None:
    assert with_skat(264).refusal(f"0 declare {kind}") == ()
    assert bought(bid=264).refusal(f"0 declare {kind} hand") == ()


def test_k14_the_other_clauses_are_named_with_it() -> None:
    assert with_skat(264).refusal("0 declare null hand") == ("K10", "K11", "K14")
    assert contract("null") == Contract("null")
