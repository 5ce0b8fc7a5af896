"""The easy bot of every game: any kind of move, then any move of that kind."""

from typing import Final

from domain.fairness.shuffle import below
from domain.kernel.chance import pick
from domain.kernel.event import Event
from domain.kernel.policy import EASY, Numbers, Policy, Sight

_WAIT: Final = ""


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """The kind first, or rare ones would hardly ever come up; to wait is a kind of its own.

    It ends no deal early while it may do anything else: it could not tell when to.
    """
    kinds: dict[str, list[Event | None]] = {_WAIT: [None]} if sight.may_wait else {}
    others = tuple(move for move in sight.legal if not move.EARLY)
    for move in others if others or sight.may_wait else sight.legal:
        kinds.setdefault(move.MOVE or _WAIT, []).append(move)
    names = sorted(kinds)
    return pick(kinds[names[below(len(names), numbers)]], numbers)


POLICY: Final = Policy(EASY, 1, choose)
