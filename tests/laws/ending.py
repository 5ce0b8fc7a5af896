"""Whether the deals of a game end: every other law plays deals, so this is checked first."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from domain.kernel.event import Event
from domain.kernel.game import Game
from tests.laws.play import LONGEST, deals, played
from tests.laws.policies import policies


def play_out(game: Game[Any], *, count: int) -> None:
    """Play deals to their end under every policy.

    Raises:
        AssertionError: A deal does not end, or its table never waits for a player.
    """
    for name, choose in policies(game).items():
        try:
            for run, chance in deals(_bounded(game), count=count):
                played(run, chance, choose(run))
        except AssertionError as failed:
            raise AssertionError(f"under {name}: {failed}") from failed


def _bounded(game: Game[Any]) -> Game[Any]:
    """The game with a table that fails instead of producing events by itself for ever."""
    return replace(game, consequence=_counted(game.key, game.consequence))


def _counted(key: str, consequence: Callable[[Any], Event | None]) -> Any:
    in_a_row = 0

    def counted(state: Any) -> Event | None:
        nonlocal in_a_row
        follows = consequence(state)
        in_a_row = 0 if follows is None else in_a_row + 1
        assert in_a_row < LONGEST, f"the table of {key} never waits for a player"
        return follows

    return counted


@cache
def reason_to_skip(game: Game[Any]) -> str | None:
    """Why the other laws of the game are skipped; None if its deals end, according to a few of
    them.
    """
    try:
        play_out(game, count=1)
    except Exception as failed:  # noqa: BLE001 - whatever a new game raises
        return f"no deal of {game.key} can be relied on to end: {failed!r}"
    return None
