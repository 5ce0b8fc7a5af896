"""The easy bot of every game: any kind of move, then any move of that kind."""

from typing import Final

from domain.fairness.shuffle import below
from domain.kernel.chance import pick
from domain.kernel.event import Event
from domain.kernel.policy import EASY, Numbers, Policy, Sight, by_move

_WAIT: Final = ""


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """Choose the kind of move first, so that rare kinds are chosen too; waiting is a kind.

    The bot ends no deal early while any other move is legal: it cannot judge when to do so.
    """
    kinds: dict[str, list[Event | None]] = {_WAIT: [None]} if sight.may_wait else {}
    others = tuple(move for move in sight.legal if not move.EARLY)
    for move in others if others or sight.may_wait else sight.legal:
        kinds.setdefault(move.MOVE or _WAIT, []).append(move)
    names = sorted(kinds)
    return pick(kinds[names[below(len(names), numbers)]], numbers)


POLICY: Final = Policy(EASY, 1, by_move(choose))
