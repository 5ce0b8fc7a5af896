"""A pytest plugin (``-p tests.laws.endless``) that replaces all games by one that never ends.

ENDLESS names the place where its deals hang.
"""

import os
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import domain.games
from domain.kernel.event import Event
from domain.kernel.game import Game
from tests.laws.small import SMALL, Closed, Laid, State


def _back_in_hand(state: State, event: Event) -> State:
    """A laid card stays in the hand, and the turn does not change."""
    return state if isinstance(event, Laid) else SMALL.evolve(state, event)


HANGING: Final[dict[str, Game[Any]]] = {
    "moves": replace(SMALL, evolve=_back_in_hand),
    "consequences": replace(SMALL, consequence=lambda state: SMALL.consequence(state) or Closed(0)),
    "no-move": replace(SMALL, legal=lambda _state, _seat: ()),
}

if "ENDLESS" in os.environ:
    ENDLESS: Final = HANGING[os.environ["ENDLESS"]]
    domain.games.GAMES = MappingProxyType({ENDLESS.key: ENDLESS})  # type: ignore[misc]
