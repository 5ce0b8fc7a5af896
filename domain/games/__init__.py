"""The list of games. A game is one folder here and one line below."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.game import Game
from domain.games.goat import GOAT
from domain.games.svoi_kozyri import SVOI_KOZYRI

GAMES: Final[Mapping[str, Game[Any]]] = MappingProxyType(
    {game.key: game for game in (GOAT, SVOI_KOZYRI)}
)
