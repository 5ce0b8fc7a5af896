"""The stronger bot of Skat finds obvious moves, and beats the weaker ones."""

from bots import core
from domain.games.skat import SKAT
from domain.games.skat.model import Declared, Played
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH, Decision
from tests.bots.decisions import decisions
from tests.bots.positions import ME, bidding, contracting, playing
from tests.missing import needs

CLUBS = "JC JS JD AC TC KC 9C AS 7H 8H"
WEAK = "JD 9C 8C KS 9S 8S QH 9H 7H KD"
pytestmark = needs("the wheel wasmtime", core.is_available())


def test_a_bid_looks_at_every_skat() -> None:
    found = bidding(WEAK, senior=1, junior=ME, waiting=2).decision("hard")
    assert (found.worlds, found.cut, found.values) == (231, False, ())


def test_the_first_version_compares_contracts_in_worlds() -> None:
    found = contracting(CLUBS, "QD KD")._replace(opened=FRESH).decision("hard")
    assert isinstance(found.move, Declared)
    assert found.worlds > 1
    assert not found.values


def test_the_ace_takes_a_rich_trick_of_the_declarer() -> None:
    hand = "AH 8H 7H 7C 8C 9C 7S 8S 9D KD"
    seen = playing(hand, contract="diamonds", declarer=1, trick="TH KH")
    found = seen.decision("hard")
    assert found.move == Played(ME, "AH")  # type: ignore[arg-type]
    assert {move for move, _ in found.values} == {*legal_moves(SKAT, seen.state, ME)[:3]}


def test_the_only_card_is_not_searched() -> None:
    seen = playing("TS 7H", contract="grand", declarer=1, trick="AS")
    assert seen.decision("hard") == Decision(Played(ME, "TS"))  # type: ignore[arg-type]


def test_every_card_is_valued_in_many_worlds() -> None:
    found = [each for each in decisions("skat", "hard", {}, 3) if each.decision.values]
    assert found
    for each in found:
        assert {move for move, _ in each.decision.values} <= {*each.legal}
        assert each.decision.worlds
    assert max(each.decision.worlds for each in found) == 40
