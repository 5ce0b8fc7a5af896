"""Other notations of deals: transcripts of our own, text for people, records of public servers."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.game import Game
from formats.iss import ISS
from formats.notation import Notation

NOTATIONS: Final[Mapping[str, Notation]] = {each.key: each for each in (ISS,)}
"""The foreign notations, by their names on the command line."""


def notations_of(game: Game[Any]) -> tuple[Notation, ...]:
    """The foreign notations of a game's deals."""
    return tuple(each for each in NOTATIONS.values() if each.game == game.key)
