"""Deals of a ladder: the number of a deal fixes its cards."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from domain.fairness.framing import tagged_hash, u32
from domain.kernel.deal import Terms, commit, shuffled
from domain.kernel.event import Id, Json
from domain.kernel.game import Game
from service.offline.deals import Playing

LABEL: Final = "fairdeal/1/ladders"


def dealt(
    game: Game[Any], number: int, options: Mapping[str, Json] = MappingProxyType({})
) -> Playing:
    """A deal before its first move."""
    seed = tagged_hash(LABEL, game.key.encode(), u32(number))
    opened = commit(terms(game, number, options), seed=seed)
    lots = game.lots(opened.seats)
    return Playing(game, opened, shuffled(opened, pack=game.pack, lots=lots, seed=seed))


def terms(game: Game[Any], number: int, options: Mapping[str, Json]) -> Terms:
    """The terms of the first deal of a series."""
    seats, id_ = game.seats[0], Id(str(UUID(int=number, version=4)))
    rules = (game.key, game.version)
    return Terms(id_, id_, number, *rules, options, seats, None, None, (None,) * seats)
