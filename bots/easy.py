"""The easy bot of every game: any kind of move, then any move of that kind."""

from typing import Final

from bots.chance import pick
from bots.policy import EASY, Numbers, Policy, Sight
from domain.event import Event


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """The kind first, or rare ones would hardly ever come up; waiting is a kind of its own."""
    kinds: dict[str | None, list[Event | None]] = {}
    for move in sight.legal:
        kinds.setdefault(move.MOVE, []).append(move)
    if sight.may_wait:
        kinds[None] = [None]
    return pick(pick(tuple(kinds.values()), numbers), numbers)


POLICY: Final = Policy(EASY, 1, choose)
