"""Deals whose number fixes their cards, and the moves of the levels in them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast
from uuid import UUID

import bots
from domain.fairness.framing import tagged_hash, u32
from domain.kernel.deal import Terms, bot_seed, commit, shuffled
from domain.kernel.event import Event, Id, Json, Seat
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from offline.deals import RunningDeal

LABEL: Final = "fairdeal/1/ladders"


def dealt(
    game: Game[Any], number: int, options: Mapping[str, Json] = MappingProxyType({})
) -> RunningDeal:
    """A deal before its first move."""
    seed = tagged_hash(LABEL, game.key.encode(), u32(number))
    opened = commit(terms(game, number, options), seed=seed)
    lots = game.lots(opened.seats)
    return RunningDeal(game, opened, shuffled(opened, pack=game.pack, lots=lots, seed=seed))


def terms(game: Game[Any], number: int, options: Mapping[str, Json]) -> Terms:
    """The terms of the first deal of a series."""
    seats, id_ = game.seats[0], Id(str(UUID(int=number, version=4)))
    version, known = game.fitting(options)
    rules = (version.key, version.version)
    return Terms(id_, id_, number, *rules, known, seats, None, None, (None,) * seats)


def chosen(
    playing: RunningDeal, seat: Seat, level: str, *, opened: int = bots.NEWEST
) -> Event | None:
    """The move of a level in a seat, in a deal of a version of `deal.opened`; None: it waits."""
    first, order = cast("Any", playing.events[:2])
    view = playing.view(seat)
    decision = bots.choose(
        playing.game,
        level,
        seat=seat,
        shown=playing.shown(seat),
        view=view,
        legal=legal_moves(playing.game, view, seat),
        seed=cast("bytes", bot_seed(first, order, seat)),
        opened=opened,
    )
    return decision.move
