"""Values of every move of Goat, for analyses.

While there is a stock, they are those of `hard`. Without one, each world is searched to its end, so
with all cards open the values are of best play.
"""

from typing import Final, cast

from bots import core
from bots.goat.search import decision, question
from domain.games.goat.model import State
from domain.kernel.policy import Decision, Numbers, Policy, Sight

SCALE: Final = 300
"""All card points and the bonus for the winner, for one side or the other."""
ANY_TIME: Final = 1
ON_TURN: Final = 2
"""When a molodka may be pulled, for the core."""


def choose(sight: Sight, numbers: Numbers) -> Decision:
    """The move with the highest value; if no world can be searched to its end, as `hard`."""
    if len(sight.legal) == 1 and not sight.may_wait:
        return Decision(sight.legal[0])
    state = cast("State", sight.view)
    seed = next(numbers) << 32 | next(numbers)
    if state.stock:
        return _answered(sight, question(sight, seed=seed))
    half = sight._replace(budget=sight.budget // 2)
    given = question(half, seed=seed)
    pulls = ON_TURN if state.options.molodka == "on_turn" else ANY_TIME
    found = _answered(half, [*given, pulls])
    return found if found.worlds else _answered(half, given)


def _answered(sight: Sight, given: list[int]) -> Decision:
    return decision(sight, core.run("goat", given))


JUDGE: Final = Policy("judge", 1, choose, scale=SCALE, core=True)
"""It plays at no table."""
