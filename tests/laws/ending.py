"""Whether the deals of a game end: every other law plays deals, so this is checked first."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from domain.kernel.event import Event
from domain.kernel.game import Game
from tests.laws.play import LONGEST, POLICIES, deals, played


@cache
def reason_to_skip(game: Game[Any]) -> str | None:
    """Why the other laws of the game are skipped; None if a deal ends under each policy."""
    bounded = replace(game, consequence=_counted(game.key, game.consequence))
    for name, policy in POLICIES.items():
        try:
            for run, chance in deals(bounded, count=1):
                played(run, chance, policy)
        except Exception as failed:  # noqa: BLE001 - whatever a new game raises
            return f"no deal of {game.key} can be relied on to end: under {name}: {failed!r}"
    return None


def _counted(key: str, consequence: Callable[[Any], Event | None]) -> Any:
    """Consequences that fail instead of following each other for ever."""
    in_a_row = 0

    def counted(state: Any) -> Event | None:
        nonlocal in_a_row
        follows = consequence(state)
        in_a_row = 0 if follows is None else in_a_row + 1
        assert in_a_row < LONGEST, f"the table of {key} never waits for a player"
        return follows

    return counted
