"""Hints for the next move."""

from http import HTTPStatus
from typing import Final, cast
from uuid import UUID

import flask

from domain.kernel.hints import HintGiven
from service.api.dependencies import app
from service.api.requests import read_command
from service.api.resources.deals import seat_holder
from service.api.responses import created
from service.api.routes import Offer, Routes
from service.api.schemas.deals import HintResultSchema
from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND
from service.play import hints
from service.play.hints_shown import hint_json
from service.play.queries import played_json

ROUTES: Final = Routes("hints", description="Hints for players, at tables that allow them.")


@ROUTES.operation(
    "/deals/<uuid:deal>/hints",
    "POST",
    "giveHint",
    Offer(HTTPStatus.CREATED, HintResultSchema, said="The hint, and the event that it was given."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID, CONFLICT),
    repeatable=True,
    keyed=False,
)
def give_hint(deal: UUID) -> flask.Response:
    """Ask for a hint in the turn of the caller's seat, at a table with `hints`.

    With a seat token. The hint is the move that the strongest bot of this server would make, by
    what the seat was shown. The clock of the turn goes on. The event `hint.given` is shown to
    everybody; its move only to this seat, until the deal is over. Until the next move of the deal,
    the same hint is the answer again.
    """
    who = seat_holder(deal)
    done = hints.give_hint(app.context, deal, who.seat, read_command())
    app.waiting.grown(deal, done.stream.version)
    given = cast("HintGiven", done.stream.events[done.records[0].version - 1])
    shown = played_json(done, who.seat, key=app.context.translog.key)
    shown["hint"] = hint_json(done.stream.game, given)
    return created(shown, replayed=done.replayed)
