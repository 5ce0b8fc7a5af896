"""The stronger bots of Goat find obvious moves, and beat the weaker ones."""

import bots
from bots import core
from domain.games.goat import GOAT
from domain.games.goat.model import Pulled
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH, Decision
from tests.bots.decisions import SEED, decisions
from tests.bots.positions import ME, cards, in_goat
from tests.missing import needs

pytestmark = needs("the wheel wasmtime", core.is_available())


def test_pulling_a_molodka_is_compared_with_waiting() -> None:
    seen = in_goat("7S KS TS AS", "1 AC TC", turn=2, stock=0, opened=FRESH)
    found = seen.decision("hard")
    assert found.move == Pulled(ME, cards("7S KS TS AS"))
    assert dict(found.values).keys() == {None, found.move}


def test_the_only_move_is_not_searched() -> None:
    state = in_goat("AH", stock=0).state
    legal = legal_moves(GOAT, state, ME)[:1]
    found = bots.choose(GOAT, "hard", seat=ME, shown=(), view=state, legal=legal, seed=SEED)
    assert found == Decision(legal[0])


def test_many_worlds_are_dealt() -> None:
    each = next(each for each in decisions("goat", "hard", {}, 3) if len(each.legal) > 1)
    assert each.decision.worlds > 50
    assert {move for move, _ in each.decision.values} == set(each.legal)
