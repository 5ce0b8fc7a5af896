"""Stronger bots of Goat: `search` by sampled worlds, and `expert` by a network."""

from typing import Final

from bots import network
from bots.goat import expert, search
from domain.kernel.policy import EXPERT, FRESH, HARD, MEDIUM, Policy

HARD_POSITIONS: Final = 100_000
MEDIUM_POSITIONS: Final = 5_000

POLICIES: Final = (
    Policy(MEDIUM, 2, search.choose, budget=MEDIUM_POSITIONS, since=FRESH),
    Policy(HARD, 1, search.choose, budget=HARD_POSITIONS, since=FRESH, core=True),
    Policy(EXPERT, 1, expert.choose, budget=network.MOVES, since=FRESH, until=FRESH, core=True),
)
