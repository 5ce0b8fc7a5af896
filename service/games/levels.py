"""The levels of bots that this machine can play at."""

from typing import Any

from bots import is_available, levels
from domain.kernel.game import Game
from domain.kernel.sentence import Sentence
from service.problems import Code, Problem


def require_level(game: Game[Any], level: str, *, pointer: str | None = None) -> None:
    """Refuse a level that the game has not, or that this machine would play slowly.

    Raises:
        Problem: ``invalid``, ``level-not-available``.
    """
    if level not in levels(game):
        offered = Sentence("levels", {"levels": list(levels(game))})
        raise Problem(Code.INVALID, offered, pointer=pointer)
    if not is_available(game, level):
        missing = Sentence("level-not-available", {"level": level})
        raise Problem(Code.LEVEL_NOT_AVAILABLE, missing, pointer=pointer)
