"""The list of games. A game is one folder here and one line below."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.games.durak import DURAK
from domain.games.goat import GOAT
from domain.games.skat import SKAT
from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.kernel.game import Game

GAMES: Final[Mapping[str, Game[Any]]] = MappingProxyType(
    {game.key: game for game in (GOAT, DURAK, SVOI_KOZYRI, SKAT)}
)


VERSIONS: Final[Mapping[str, Game[Any]]] = MappingProxyType(
    {version.rules: version for game in GAMES.values() for version in game.versions}
)
"""Every version of the rules of every game, such as `skat/1`."""


class UnknownRules(LookupError):
    """A record was made under rules that this program does not support: too old, or too new."""


def rules_of(key: str, version: str) -> Game[Any]:
    """The game with the rules version that a table was opened with, which judges all its deals.

    Raises:
        UnknownRules: There is no such game, or not in this version.
    """
    game = VERSIONS.get(f"{key}/{version}")
    if game is None:
        raise UnknownRules(f"{key}/{version} is not known here")
    return game
