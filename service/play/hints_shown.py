"""The hints of a deal in the API: how many each seat was given, and the one for the next move."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.kernel.chance import parse_words
from domain.kernel.event import PUBLIC, Seat
from domain.kernel.game import Game
from domain.kernel.hints import HintGiven
from domain.kernel.moves import say
from domain.kernel.progress import Progress
from domain.table.series import Table
from events.archives import place_of
from service.context import PlayContext
from service.responses.deals import HintJson, HintsJson


def hints_json(was: Progress) -> HintsJson:
    """The hints of a deal after one of its events, as its viewer saw them."""
    hint = was.hint
    return {"hints": _counts(was), "hint": None if hint is None else hint_json(was.game, hint)}


def hint_json(game: Game[Any], hint: HintGiven) -> HintJson:
    """A hint; its move is null for viewers who may not see it."""
    move = parse_words(game, hint.seat, hint.move or "")
    return {"seat": hint.seat, "policy": hint.policy, "move": None if move is None else say(move)}


def hints_of_series(context: PlayContext, table: Table) -> Mapping[str, Sequence[int]]:
    """How many hints each seat was given, for the deals of a table that are over and have hints.

    The table's own record does not say this, so these deals are read.
    """
    if not table.opened.hints:
        return {}
    over = (line.deal for line in table.deals if not line.on)
    known = ((deal, _given(context, UUID(deal))) for deal in over)
    return {
        deal: [given.count(seat) for seat in range(table.opened.seats)] for deal, given in known
    }


def _given(context: PlayContext, deal: UUID) -> Sequence[Seat]:
    """The seats of the hints of a deal that is over; one that is remembered gets no others."""
    read = context.streams.remembered_deal(deal)
    if read is None or not read.over:
        read = context.streams.deal(deal, viewer=PUBLIC)
    if read is not None:
        return read.progress.hints
    summary = context.streams.archived_deal(deal)
    place = None if summary is None else place_of(summary)
    return () if place is None else place["hints"]


def _counts(was: Progress) -> list[int]:
    return [was.hints.count(seat) for seat in range(was.opened.seats)]
