"""Every law holds in every game, under every policy of the laws and of the bots.

For each kind of move there is a policy that avoids it: a leak may need a phase of the deal that
most policies leave soon. Each deal is played once.
"""

from typing import Any, Final

from domain.kernel.game import Game
from tests.laws.ending import reason_to_skip
from tests.laws.knowledge import DEALT_ANEW, KNOWLEDGE
from tests.laws.law import Law, hold
from tests.laws.moves import MOVES
from tests.laws.play import every_game
from tests.laws.policies import every_policy
from tests.laws.records import RECORDS
from tests.laws.zones import TRICKS, ZONES

UNDER_ANY_OPTIONS: Final[list[Law]] = [*KNOWLEDGE, *ZONES, *TRICKS, *MOVES, *RECORDS]


@every_game
def test_a_deal_ends_however_it_is_played(game: Game[Any]) -> None:
    """Runs first: if it fails, no other law of the game is tried (`conftest.py`)."""
    assert reason_to_skip(game) is None


@every_policy
def test_every_law_holds(game: Game[Any], policy: str) -> None:
    hold(game, policy, [*UNDER_ANY_OPTIONS, *DEALT_ANEW])
