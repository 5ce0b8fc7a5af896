"""The hints of a deal in the API: how many each seat was given, and the one for the next move."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.kernel.chance import parse_words
from domain.kernel.event import PUBLIC, Json
from domain.kernel.game import Game
from domain.kernel.hints import HintGiven
from domain.kernel.moves import say
from domain.kernel.progress import Progress
from domain.table.series import Table
from service.context import PlayContext
from service.streams import Deal


def hints_json(was: Progress) -> dict[str, Json]:
    """The hints of a deal after one of its events, as its viewer saw them."""
    hint = was.hint
    return {"hints": _counts(was), "hint": None if hint is None else hint_json(was.game, hint)}


def hint_json(game: Game[Any], hint: HintGiven) -> dict[str, Json]:
    """A hint; its move is null for viewers who may not see it."""
    move = parse_words(game, hint.seat, hint.move or "")
    return {"seat": hint.seat, "policy": hint.policy, "move": None if move is None else say(move)}


def hints_of_series(context: PlayContext, table: Table) -> Mapping[str, Sequence[int]]:
    """How many hints each seat was given, for the deals of a table that are over and have hints.

    The table's own record does not say this, so these deals are read.
    """
    if not table.opened.hints:
        return {}
    known = (_finished(context, UUID(line.deal)) for line in table.deals if not line.on)
    return {deal.opened.deal: _counts(deal.progress) for deal in known if deal is not None}


def _finished(context: PlayContext, deal: UUID) -> Deal | None:
    """A deal that is over: what this process remembers of one gets no other hints."""
    remembered = context.streams.remembered_deal(deal)
    if remembered is not None and remembered.over:
        return remembered
    return context.streams.deal(deal, viewer=PUBLIC)


def _counts(was: Progress) -> list[int]:
    return [was.hints.count(seat) for seat in range(was.opened.seats)]
