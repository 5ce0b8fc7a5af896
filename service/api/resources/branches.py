"""Branches: tables that go on from an event of a finished deal."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g
from marshmallow import fields

from service.access.budgets import Budget
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, GONE, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.resources.tables import table_opened
from service.api.routes import Routes, Success
from service.api.schemas.fields import ListOf, WholeNumberField, WordOf, about
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST, MOST_SEATS, SeatRequest
from service.responses.tables import NewTableJson
from service.tables import branches
from service.tables.creation import NewSeat

ROUTES: Final = Routes(
    "branches", description="Tables that play a finished deal on in another way."
)


class CreateBranchRequest(Request):
    """A branch of a finished deal: its first event, its cards and its players."""

    at = WholeNumberField(
        low=1, high=LARGEST, required=True, metadata=about("The last event that stays as it was.")
    )
    deal = WordOf(
        ("true", "resample"),
        required=True,
        metadata=about(
            "`true`: the cards as they lay. `resample`: the cards that `from_seat` had not seen by "
            "then are dealt anew, so that it would have seen the same."
        ),
    )
    from_seat = WholeNumberField(
        low=0,
        high=MOST_SEATS - 1,
        metadata=about(
            "The seat whose view counts. Default: the token's own seat; with an API key the seat "
            "that was to act."
        ),
    )
    seats = ListOf(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        metadata=about(
            "The players of the first seats, in their order; bots play on the others. Default: a "
            "person on `from_seat`, bots on all others."
        ),
    )


@ROUTES.operation(
    "/deals/<uuid:deal>/branches",
    "POST",
    "openBranch",
    Success(
        HTTPStatus.CREATED,
        NewTableJson,
        said="The new table of the branch, with its seat tokens.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    repeatable=True,
    placed=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
)
@ROUTES.takes(CreateBranchRequest, location="json")
def open_branch(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Open a table that goes on from an event of a finished deal, with its true cards or others.

    Every caller who may see the finished deal may do so. The table plays one deal, which counts
    nowhere else, and keeps the name of its source.
    """
    requested = body.pop("seats", None)
    seats = None if requested is None else [NewSeat(**new) for new in requested]
    new = branches.NewBranch(cards=body.pop("deal"), seats=seats, **body)
    command = read_command()
    opened = branches.open_branch(app.context, g.principal, deal, new, command)
    return table_opened(opened, command)
