"""Leaving a deal that is on, coming back to it, and resigning."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask

from domain.kernel.event import Seat
from service.api.dependencies import app
from service.api.live import wait_for
from service.api.problems import CONFLICT, FORBIDDEN, GONE, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.resources.deals import seat_holder
from service.api.responses import created
from service.api.routes import Routes, Success
from service.api.schemas.request import Request
from service.api.schemas.requests import signature_of
from service.commands import Command
from service.context import Context
from service.deals.representation import played_json
from service.problems import Code, Problem
from service.responses.deals import MoveResultJson
from service.seats import leaving
from service.streams import Deal, Done

ROUTES: Final = Routes("leaving", description="Leaving a deal, coming back, and giving up.")
_REFUSALS: Final = (*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT)
_STAND_IN_SECONDS: Final = 2.0
"""For so long at most a return waits for the move of the bot that stands in."""


class LeaveDealRequest(Request):
    """The signature of leaving a deal."""

    signature = signature_of('{"type": "leave"}')


class ReturnToDealRequest(Request):
    """The signature of a return to a deal."""

    signature = signature_of('{"type": "return"}')


class ResignRequest(Request):
    """The signature of a resignation."""

    signature = signature_of('{"type": "resign"}')


@ROUTES.operation(
    "/deals/<uuid:deal>/leaving",
    "POST",
    "leaveDeal",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the seat was left, and its consequences.",
    ),
    refusals=_REFUSALS,
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(LeaveDealRequest, location="json")
def leave_deal(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Leave a deal that is on.

    With a seat token. If the table says `abandon: bot`, a bot plays for the seat until its player
    comes back, in later deals as well. If it says `forfeit`, the series ends, and the seat's side
    has lost it. A player who has come back cannot leave again before the next move (`not-allowed`).
    """
    return _done(deal, leaving.leave_deal, body)


@ROUTES.operation(
    "/deals/<uuid:deal>/return",
    "POST",
    "returnToDeal",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the player is back, and its consequences.",
    ),
    refusals=_REFUSALS,
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(ReturnToDealRequest, location="json")
def come_back(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Come back to a deal that is on.

    With the token of a seat for which a bot plays since its player left or had no time left. From
    the next move on the player moves again. A turn that was left keeps its deadline. Once the
    deadline has passed, and while another player is there, the bot moves in that turn first: the
    answer waits for its move, for at most two seconds (`time-over`; come back after the move). If
    the deal is over (`deal-over`), come back to the current deal of the table: the bot plays there,
    too.
    """
    try:
        return _done(deal, leaving.come_back, body)
    except Problem as refused:
        if refused.code is not Code.TIME_OVER:
            raise
        wait_for(deal, refused.more["version"], seconds=_STAND_IN_SECONDS)
        return _done(deal, leaving.come_back, body)


@ROUTES.operation(
    "/deals/<uuid:deal>/resignation",
    "POST",
    "resign",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the seat resigned, and its consequences.",
    ),
    refusals=_REFUSALS,
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(ResignRequest, location="json")
def resign(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Give the series up.

    With a seat token. The series ends when all persons of a side have resigned in the same deal: at
    once where a player has no partner, or a bot for one.
    """
    return _done(deal, leaving.resign, body)


def _done(
    deal: UUID, act: Callable[[Context, UUID, Seat, Command], Done[Deal]], body: dict[str, Any]
) -> flask.Response:
    who = seat_holder(deal)
    done = act(app.context, deal, who.seat, read_command(signature=body.get("signature")))
    app.waiting.grown(deal, done.stream.version)
    shown = played_json(done, who.seat, key=app.context.translog.key)
    return created(shown, replayed=done.replayed)
