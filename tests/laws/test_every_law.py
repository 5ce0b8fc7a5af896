"""Every law holds in every game, under every policy of the laws and of the bots.

For each kind of move there is a policy that avoids it: a leak may need a phase of the deal that
most policies leave soon. Each deal is played once.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.options import options_of
from tests.laws.ending import reason_to_skip
from tests.laws.explanations import EXPLANATIONS
from tests.laws.knowledge import DEALT_ANEW, KNOWLEDGE
from tests.laws.law import Law, hold
from tests.laws.moves import MOVES
from tests.laws.play import DEALS, every_game
from tests.laws.policies import every_policy
from tests.laws.records import RECORDS
from tests.laws.zones import TRICKS, ZONES

UNDER_ANY_OPTIONS: Final[list[Law]] = [
    *KNOWLEDGE,
    *ZONES,
    *TRICKS,
    *MOVES,
    *EXPLANATIONS,
    *RECORDS,
]


@every_game
def test_a_deal_ends_however_it_is_played(game: Game[Any]) -> None:
    """Runs first: if it fails, no other law of the game is tried (`conftest.py`)."""
    assert reason_to_skip(game) is None


def later_options() -> Iterator[Any]:
    """Each value of an option that asks for a later version of the rules than the first."""
    for game in GAMES.values():
        first = [*game.versions][-1]
        known = {option.name for option in options_of(first.options)}
        for option in options_of(game.options):
            for value in () if option.name in known else option.values:
                if value != option.default:
                    yield pytest.param(game, {option.name: value}, id=f"{option.name}-{value}")


@pytest.mark.parametrize("policy", ["by_kind", "avoid_play"])
@pytest.mark.parametrize(("game", "options"), list(later_options()))
def test_every_law_holds_in_later_versions(
    game: Game[Any], options: dict[str, Any], policy: str
) -> None:
    walks = hold(game, policy, UNDER_ANY_OPTIONS, count=DEALS, options=options)
    assert {walk.run.opened.rules for walk in walks} == {game.version}


@every_policy
def test_every_law_holds(game: Game[Any], policy: str) -> None:
    hold(game, policy, [*UNDER_ANY_OPTIONS, *DEALT_ANEW])
