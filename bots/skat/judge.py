"""Values of the cards of Skat, for analyses.

`hard` takes for certain that the declarer has laid no trump into the skat. A verdict may not: in a
deal where it is not so, none of its worlds would be the true one.
"""

from typing import Final, cast

from bots import skat
from domain.games.skat.phases import Playing, State
from domain.kernel.policy import Decision, Numbers, Policy, Sight

SCALE: Final = 160
"""All that a deal may be worth to one side."""


def choose(sight: Sight, numbers: Numbers) -> Decision:
    """The card with the highest value; bids and contracts have none."""
    state = cast("State", sight.view)
    if not isinstance(state.phase, Playing):
        return Decision(sight.legal[0])
    return skat.card(sight, state, numbers, trumps_laid=True)


JUDGE: Final = Policy("judge", 1, choose, scale=SCALE, core=True)
"""It plays at no table."""
